"""Write a table in any format, exactly or not at all: what would be lost is named instead."""

from importlib import import_module

from exact.errors import InputError
from exact.formats.registry import WRITTEN, format_named
from exact.formats.same_table import as_written
from exact.table.ptable import PTable


def write_table(
    table: PTable,
    format: str,  # noqa: A002 -- the word that users know from --format
) -> str:
    r"""Return the text of a file that reads back with the same noise for every count and key.

    Only the native file keeps the origin (the law that the table was made from) and a key order;
    elsewhere a table with a key order is listed key by key.

    >>> from exact.table.row import Row
    >>> print(write_table(PTable(10, 0, (Row(((0, 10),)),), zero="row"), "tau-argus"), end="")
    i;j;p;v;p_int_ub
    0;0;1.0;0;1.0
    """
    kind = format_named(format)
    if not kind.writer:
        rule = "is a format that is only read"
        raise InputError("format", format, rule, f"use one of {', '.join(WRITTEN)}")
    held = table if kind.name == "native" else as_written(table, kind)
    text: str = import_module(f"exact.formats.writers.{kind.writer}").write(held, kind)
    return text
