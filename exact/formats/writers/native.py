"""The writer of the native format."""

from exact.formats.format import Format
from exact.table.native import write_native
from exact.table.ptable import PTable


def write(table: PTable, _kind: Format) -> str:
    """Return the native text of a table, which holds all that a table has."""
    return write_native(table)
