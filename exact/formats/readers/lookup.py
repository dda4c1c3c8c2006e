"""The legacy ABS lookup: a line for each of 256 keys, a column for each count."""

from exact.errors import InputError
from exact.formats.assembling import NOISE_BOUNDS, completed, rows_of_keys
from exact.formats.cells import check_range, read_integer
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions
from exact.formats.result import Reading, StructureProblem

ABS_KEYS = 256


def fits(file: Opened, _kind: Format) -> bool:
    """Return whether a file has the columns V1, V2, ..., Vn."""
    return file.sheet is not None and is_lookup(file.sheet.names)


def is_lookup(names: tuple[str, ...]) -> bool:
    """Return whether a header reads V1, V2, ..., Vn.

    >>> is_lookup(("v1", "v2")), is_lookup(("v2", "v1"))
    (True, False)
    """
    return all(name == f"v{number}" for number, name in enumerate(names, start=1))


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read noise by key (line) and count (column V1 is count 1)."""
    (kind,), sheet = fitting, file.sheet
    assert sheet is not None
    options.refuse(kind.name, "columns")
    first, last = options.keys or (kind.first_key, ABS_KEYS - 1)
    size, found = last - first + 1, sheet.height
    if found > size:
        line = sheet.body.split("\n", size + 1)[size]
        rule = f"is a line past the last key {last}"
        raise InputError(f"line {size + 2}", line, rule, "say the keys with --keys")
    columns = sheet.columns(read_integer)
    for label, column in zip(sheet.labels, columns, strict=True):
        check_range(column, NOISE_BOUNDS, label, sheet.place, "noise lies within 2^60")
    note = f"{sheet.about}, keys {first}..{last}, a column a count"
    if found < size:
        problems = (_too_short(first, found, size),)
        return Reading(kind.name, None, problems, (note,))
    rows = dict(enumerate(rows_of_keys(columns), start=1))
    said = () if options.beyond else ("the file has no rule past its last column: say --beyond",)
    return completed(kind, rows, options, (), (note, *said), first)


def _too_short(first: int, found: int, size: int) -> StructureProblem:
    message = f"{size - found} missing keys: from key {first + found} on, every count"
    return StructureProblem("MISSING-KEY", "error", message, "give a line for every key")
