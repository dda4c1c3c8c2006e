"""A table that is to be applied, with where it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.table.ptable import PTable


@dataclass(frozen=True, slots=True)
class GivenTable:
    """A table as it was given: in its file, or in a certificate that the checker accepts.

    ``path`` is where the file is, ``reading`` what was said about how to read it, as on the command
    line.
    """

    path: Path
    table: PTable
    format: str
    sha256: str
    certificate: str | None = None
    arithmetic: KeyArithmetic | None = None
    reading: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.path.name
