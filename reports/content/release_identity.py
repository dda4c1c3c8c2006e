"""Which release a report is about: whose, of which day, by which plan and which tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from reports.content.first_page import for_whom
from reports.content.signing import Signing
from reports.document.blocks import Code, Facts, Text
from verification.certificate.certificate import this_tool


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that was read: its name, its size where it is known, its digest."""

    name: str
    size: int | None
    sha256: str


def release_identity(plan: NamedFile, tables: Iterable[NamedFile], signing: Signing) -> Facts:
    """Return agency and day, the plan's file, each perturbation table's once, and the program."""
    tool = this_tool()
    files = [(("Plan",), _file(plan))]
    files += [(("Perturbation table",), _file(table)) for table in dict.fromkeys(tables)]
    by: tuple[Text, Text] = ("Written by",), (f"{tool.name} {tool.version}",)
    return Facts("", (*for_whom(signing), *files, by))


def _file(file: NamedFile) -> Text:
    many = "" if file.size is None else f" ({file.size:,} bytes)"
    return (f"{file.name}{many}, SHA-256 ", Code(file.sha256))
