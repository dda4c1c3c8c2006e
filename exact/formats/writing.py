"""Write a table in any format, exactly or not at all: what would be lost is named instead."""

from exact.errors import InputError
from exact.formats.result import FORMATS
from exact.formats.writing_intervals import INTERVAL_WRITERS, write_transition
from exact.formats.writing_keys import write_ess, write_lookup, write_ons
from exact.table.native import write_native
from exact.table.ptable import PTable

WRITTEN = FORMATS


def write_table(
    table: PTable,
    format: str,  # noqa: A002 -- the word that users know from --format
) -> str:
    r"""Return the text of a file that reads back as the same table.

    Only the native file keeps the origin (the law that the table was made from).

    >>> from exact.table.row import Row
    >>> print(write_table(PTable(10, 0, (Row(((0, 10),)),), zero="row"), "tau-argus"), end="")
    i;j;p;v;p_int_ub
    0;0;1.0;0;1.0
    """
    if format in INTERVAL_WRITERS:
        return INTERVAL_WRITERS[format](table)
    numbered = {"ons": write_ons, "ess": write_ess, "abs-lookup": write_lookup}
    if format in numbered:
        return numbered[format](table)
    if format == "transition":
        return write_transition(table)
    if format == "native":
        return write_native(table)
    raise InputError("format", format, "is not known", f"use one of {', '.join(WRITTEN)}")
