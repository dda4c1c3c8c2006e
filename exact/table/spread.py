"""A table with a key order as the same table without one: its rows listed key by key."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, groupby, repeat

from exact.errors import InputError, power_of_two
from exact.table.ptable import PTable
from exact.table.row import Row

MAX_SPREAD = 1 << 20


def spread(table: PTable) -> PTable:
    """Return a table that leads every count and key to the same noise and has no key order.

    Its rows have about as many runs as keys. The law that they came from is left out: it speaks of
    rows in which noise rises.

    >>> from exact.keyorder.order import Listed
    >>> table = PTable(4, 1, (Row(((0, 2), (1, 2))),), key_order=Listed((0, 2, 1, 3)))
    >>> spread(table).rows[0].runs
    ((0, 1), (1, 1), (0, 1), (1, 1))
    """
    order = table.key_order
    if order is None:
        return table
    if table.keysize > MAX_SPREAD:
        rule = f"has a key order, and at most {power_of_two(MAX_SPREAD)} keys are listed one by one"
        raise InputError("keys", power_of_two(table.keysize), rule, "use the native format")
    places = order.all_places(table.keysize)
    made = {row: _spread(row, places) for row in dict.fromkeys(table.rows)}
    rows = tuple(made[row] for row in table.rows)
    return replace(table, rows=rows, key_order=None, origin=None)


def noise_by_place(row: Row) -> list[int]:
    """Return the noise of every place of a row, in order.

    >>> noise_by_place(Row(((0, 2), (1, 1))))
    [0, 0, 1]
    """
    return list(chain.from_iterable(repeat(noise, keys) for noise, keys in row.runs))


def _spread(row: Row, places: Sequence[int]) -> Row:
    by_place = noise_by_place(row)
    by_key = (by_place[place] for place in places)
    return Row(tuple((noise, len(list(keys))) for noise, keys in groupby(by_key)))
