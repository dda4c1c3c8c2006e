"""A plan as a user gives it: its file, with the perturbation tables that it names beside it."""

from pathlib import Path

from exact.errors import InputError
from exact.formats.options import read_options
from exact.release.cells import ReleasedTable
from exact.release.plan import Plan, Source
from exact.release.plan_file import read_plan
from exact.table.ptable import PTable
from reports.certificates.files import read_certificate
from reports.files import read_text
from reports.inputs import read_table

MAX_PLAN_BYTES = 1 << 20


def read_release(path: Path) -> tuple[Plan, tuple[ReleasedTable, ...]]:
    """Return the plan in a file, and its tables; each file beside it is read once."""
    plan = read_plan(read_text(path, MAX_PLAN_BYTES, "plan", "a TOML file"))
    read: dict[Source, PTable] = {}
    tables = []
    for planned in plan.tables:
        if planned.source not in read:
            read[planned.source] = _perturbation_table(planned.source, path.parent, planned.name)
        tables.append(ReleasedTable(planned, read[planned.source]))
    return plan, tuple(tables)


def _perturbation_table(source: Source, folder: Path, name: str) -> PTable:
    """Return the table of a ptable's file, or of a certificate that the checker accepts."""
    path = folder / source.path
    try:
        if source.kind == "certificate":
            return read_certificate(path).table
        table, _ = read_table(str(path), read_options(**dict(source.options)))
    except InputError as error:
        argument = f"table {name!r}: {error.argument}"
        raise InputError(argument, error.value, error.rule, error.remedy) from None
    return table
