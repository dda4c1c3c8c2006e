"""The native file ``*.ptable.json`` as a format among the others."""

from dataclasses import replace

from exact.errors import InputError
from exact.formats.assembling import rules
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions, written
from exact.formats.result import Reading
from exact.table.native import FORMAT, read_native
from exact.table.ptable import PTable

_MARK = f'"{FORMAT}"'


def fits(file: Opened, _kind: Format) -> bool:
    """Return whether a file is JSON with the mark of a ptcert table."""
    return is_native(file)


def is_native(file: Opened) -> bool:
    """Return whether a file is JSON that calls itself a ptcert table."""
    return file.is_json and _MARK in file.text


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read a native file, which says everything; what it leaves open may be declared."""
    (kind,) = fitting
    options.refuse(kind.name, "keys", "beyond", "columns")
    table = _declared(read_native(file.text), options)
    return Reading(kind.name, table, (), (f"{table.keysize} keys", *rules(table, kind)))


def _declared(table: PTable, options: ReadOptions) -> PTable:
    """Return the table with a rule for zero and with holes, where the file has neither."""
    if options.zero not in (None, table.zero):
        if table.zero != "none":
            raise _contradicts("zero", options.zero, table.zero)
        table = replace(table, zero=options.zero)
    if options.holes not in (None, table.holes):
        if table.holes:
            raise _contradicts("holes", options.holes, table.holes)
        table = replace(table, holes=options.holes)
    return table


def _contradicts(name: str, value: object, found: object) -> InputError:
    rule = f"contradicts the file, which says {written(name, found)}"
    return InputError(f"--{name}", written(name, value), rule, "leave the option out")
