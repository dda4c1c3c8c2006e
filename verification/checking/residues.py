"""Rows by the residue of a key: where keys that add, or are XORed, meet a file's own numbers."""

from itertools import groupby
from operator import itemgetter

from verification.checking.table import Row, Run, Table


def turned(table: Table) -> Table:
    """Return a table whose rows begin with the keys that are 0, 1, ... mod K: the last are first.

    What is counted from the first key of the file on is counted from 0 on then.
    """
    rows: list[Row] = []
    for row in table.rows:
        left, before, after = table.K - table.first_key % table.K, list[Run](), list[Run]()
        for z, keys in row:
            inside = min(max(left, 0), keys)
            before.append((z, inside))
            after.append((z, keys - inside))
            left -= keys
        parts = groupby(((z, keys) for z, keys in (*after, *before) if keys), key=itemgetter(0))
        rows.append(tuple((z, sum(keys for _, keys in part)) for z, part in parts))
    return table._replace(rows=tuple(rows), first_key=0)
