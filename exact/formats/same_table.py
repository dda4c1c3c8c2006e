"""The same table as a format can say it: a row for 0, the last row again and again.

A preserved zero is a row for 0 whose noise is 0 for every key. A last row that repeats is as many
equal rows as a format wants, and a wrap over equal rows. A key order is rows in the order of keys.
"""

from dataclasses import replace

from exact.formats.format import Format
from exact.formats.options import read_beyond
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row
from exact.table.spread import spread

PRESERVE, ROW = "preserve", "row"


def as_written(table: PTable, kind: Format) -> PTable:
    """Return a table with the same noise for every count and key, in the words of a format.

    >>> from exact.formats.registry import format_named
    >>> table = PTable(4, 1, (Row(((-1, 2), (1, 2))),), zero="preserve")
    >>> as_written(table, format_named("ess")).rows[0].runs
    ((0, 4),)
    >>> len(as_written(table, format_named("ons")).rows)
    750
    """
    return _with_last_row(_with_row_0(spread(table), kind), kind)


def _with_row_0(table: PTable, kind: Format) -> PTable:
    if table.zero != PRESERVE or table.first_count != 1 or kind.zero == PRESERVE:
        return table
    stays = Row(((0, table.keysize),))
    return replace(table, first_count=0, rows=(stays, *table.rows), zero=ROW)


def _with_last_row(table: PTable, kind: Format) -> PTable:
    """Repeat the last row up to the one that the format ends with, where its wrap is over these."""
    beyond = read_beyond(kind.beyond) if kind.beyond else None
    if kind.last_count is None or table.beyond != Repeat() or not isinstance(beyond, Wrap):
        return table
    missing = kind.last_count - table.last_count
    if missing < 0 or table.last_count > beyond.start:
        return table
    return replace(table, rows=table.rows + table.rows[-1:] * missing, beyond=beyond)
