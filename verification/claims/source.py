"""Where a table comes from: its file, and how that was read."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class ReadAs:
    """What was said about a file when it was read, as it is typed; None where nothing was said."""

    keys: str | None = None
    beyond: str | None = None
    zero: str | None = None
    columns: str | None = None
    holes: str | None = None
    sheet: str | None = None

    @property
    def said(self) -> dict[str, str]:
        """Only what was said, by name."""
        values = ((part.name, getattr(self, part.name)) for part in fields(self))
        return {name: value for name, value in values if value is not None}


NOTHING_SAID = ReadAs()


@dataclass(frozen=True, slots=True)
class Source:
    """The file that holds the table: SHA-256, how it was read, how long it is (None: not said)."""

    sha256: str
    format: str | None = "native"
    bytes: int | None = None
    options: ReadAs = NOTHING_SAID
