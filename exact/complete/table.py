"""From whole keys to the table that an agency can release."""

from exact.complete.problem import Keys
from exact.complete.rules import PRESERVE, TableRules
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row


def table_of_keys(rules: TableRules, keys: Keys) -> PTable:
    """Return the table with these keys: a row for every count, noise rising with the keys.

    >>> rules = TableRules(D=(1,))
    >>> table_of_keys(rules, ((4,), (1, 2, 1))).row(7).runs
    ((-1, 1), (0, 2), (1, 1))
    """
    first = 1 if rules.zero == PRESERVE else 0
    rows = tuple(
        Row.of(list(zip(row.support, counts, strict=True)))
        for row, counts in zip(rules.rows()[first:], keys[first:], strict=True)
    )
    keysize = sum(keys[0])
    return PTable(keysize, first, rows, Repeat(), rules.zero, holes=rules.holes)
