"""A plan as a user gives it: its file, with the perturbation tables that it names beside it."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from exact.errors import InputError
from exact.formats.options import read_options
from exact.release.cells import ReleasedTable
from exact.release.plan import Plan, Source
from exact.release.plan_file import read_plan
from exact.table.ptable import PTable
from reports.certificates.files import read_certificate
from reports.files import read_text
from reports.inputs import read_table_file
from verification.claims.source import ReadAs
from verification.claims.source import Source as Origin

MAX_PLAN_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class ReadRelease:
    """A plan, its tables, and for each of them where its perturbation table comes from.

    ``sha256`` and ``size`` are those of the plan's file.
    """

    plan: Plan
    tables: tuple[ReleasedTable, ...]
    origins: tuple[Origin, ...]
    sha256: str
    size: int


def read_release(path: Path) -> ReadRelease:
    """Return the plan in a file, and its tables; each file beside it is read once."""
    text = read_text(path, MAX_PLAN_BYTES, "plan", "a TOML file")
    plan, content = read_plan(text), text.encode()
    read: dict[Source, tuple[PTable, Origin]] = {}
    for planned in plan.tables:
        if planned.source not in read:
            read[planned.source] = _perturbation_table(planned.source, path.parent, planned.name)
    found = [read[planned.source] for planned in plan.tables]
    both = zip(plan.tables, found, strict=True)
    tables = tuple(ReleasedTable(planned, table) for planned, (table, _) in both)
    origins = tuple(origin for _, origin in found)
    return ReadRelease(plan, tables, origins, sha256(content).hexdigest(), len(content))


def _perturbation_table(source: Source, folder: Path, name: str) -> tuple[PTable, Origin]:
    """Return the table of a ptable's file, or of a certificate that the checker accepts."""
    path = folder / source.path
    try:
        if source.kind == "certificate":
            subject = read_certificate(path)
            return subject.table, subject.certificate.source
        options = dict(source.options)
        reading, digest, size = read_table_file(str(path), read_options(**options))
        said = ReadAs(**{key: value for key, value in options.items() if key != "format"})
        assert reading.table is not None  # a file without one was refused
        return reading.table, Origin(digest, reading.format, size, said)
    except InputError as error:
        argument = f"table {name!r}: {error.argument}"
        raise InputError(argument, error.value, error.rule, error.remedy) from None
