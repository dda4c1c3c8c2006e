"""A table by what its keys leave modulo their number: keys add as such, places of a row do not."""

from dataclasses import replace

from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from exact.table.spread import spread


def by_residues(table: PTable) -> PTable:
    """Return the table that looks up every cell key k at the place k modulo the number of keys.

    A file that numbers its keys from 1 has key 1 at its first place, and the key 0 that four sums
    or their XOR make is its last, K. An empty cell has the key 0, which is no key of such a file:
    it stays empty, also where a count of 0 has a row. A key order is listed key by key.

    >>> by_residues(PTable(4, 1, (Row(((0, 3), (1, 1))),), first_key=1)).rows[0].runs
    ((1, 1), (0, 3))
    """
    listed = spread(table)
    first = listed.first_key % listed.keysize
    if not first:
        return listed
    made = {row: turned(row, first) for row in dict.fromkeys(listed.rows)}
    rows = [made[row] for row in listed.rows]
    if listed.zero == "row" and not comes_again(listed):
        rows[0] = Row(((0, listed.keysize),))
    return replace(listed, rows=tuple(rows), first_key=0, origin=None)


def comes_again(table: PTable) -> bool:
    """Tell whether larger counts use the row of a count of 0, too."""
    return isinstance(table.beyond, Wrap) and table.beyond.start == 0 == table.first_count


def turned(row: Row, first: int) -> Row:
    """Return a row that begins ``first`` places before its end, and goes on from its beginning.

    >>> turned(Row(((0, 2), (1, 2))), 3).runs
    ((0, 1), (1, 2), (0, 1))
    """
    cut, at = row.keysize - first, 0
    before: list[tuple[int, int]] = []
    after: list[tuple[int, int]] = []
    for noise, keys in row.runs:
        inside = min(max(cut - at, 0), keys)
        before += [(noise, inside)] if inside else []
        after += [(noise, keys - inside)] if keys > inside else []
        at += keys
    return Row.of([*after, *before])
