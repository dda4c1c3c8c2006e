"""A table by what its keys leave modulo their number: keys add as such, places of a row do not."""

from dataclasses import replace

from exact.table.lookups import looked_up_by_records
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.table.spread import spread


def by_residues(table: PTable) -> PTable:
    """Return the table that looks up every cell key k at the place k modulo the number of keys.

    A file that numbers its keys from 1 has key 1 at its first place, and the key 0 that four sums
    or their XOR make is its last, K. Keys are made of records here, so that an empty cell has one
    noise (``looked_up_by_records``). A key order is listed key by key.

    >>> by_residues(PTable(4, 1, (Row(((0, 3), (1, 1))),), first_key=1)).rows[0].runs
    ((1, 1), (0, 3))
    """
    listed = spread(looked_up_by_records(table))
    first = listed.first_key % listed.keysize
    made = {row: turned(row, first) for row in dict.fromkeys(listed.rows)}
    rows = tuple(made[row] for row in listed.rows)
    return replace(listed, rows=rows, first_key=0, origin=None) if first else listed


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
