"""Empty cells: whether they stay, and their key, of nobody 0 where keys are made of records."""

from itertools import accumulate

from verification.checking.table import Table


def of_records(table: Table) -> Table:
    """Return a table with a row of 0 in which every key has the noise of an empty cell.

    Sums over nobody are 0, whatever is made of them. A file whose keys begin at another number has
    no key 0: the cell stays empty. Larger counts that use the row of 0 have people and keys: they
    get it as it was, once more after the last row.
    """
    place, row, end = table.order.place_of_0 if table.order else 0, table.rows[0], len(table.rows)
    ends = accumulate(keys for _, keys in row)
    noise = next(z for (z, _), after in zip(row, ends, strict=True) if place < after)
    rows = (((0 if table.first_key else noise, table.K),), *table.rows[1:])
    if table.start or table.rule == "stop":
        return table._replace(rows=rows)
    rows += tuple(table.row(n) for n in range(end, end + table.period))
    return table._replace(rows=rows, counts=range(len(rows)), start=end)


def stays_empty(table: Table) -> bool:
    """Tell whether a table covers a count of 0, and gives it no noise at any key."""
    return table.zero != "none" and {z for z, _ in table.row(0)} == {0}
