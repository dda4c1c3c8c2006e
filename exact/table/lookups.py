"""A table as it will be looked up: with other keys than it was made for, or keys of records."""

from dataclasses import replace
from itertools import accumulate, pairwise

from exact.errors import InputError, power_of_two
from exact.numbers.guard import MAX_KEYSIZE, integer
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row


def looked_up_by_records(table: PTable) -> PTable:
    """Return the table that cells see whose keys are made of the record keys of their people.

    An empty cell has the key of nobody, 0, and so one noise, whatever its row says (``law_at`` of
    the arithmetic at a count of 0): its row becomes that noise for every key. Counts past the last
    row that use the row of 0 have people, and keys: they get that row as it was.

    >>> table = PTable(4, 0, (Row(((1, 1), (0, 3))),), zero="row")
    >>> [looked_up_by_records(table).row(n).runs for n in (0, 1)]
    [((1, 4),), ((1, 1), (0, 3))]
    """
    if table.zero != "row" or table.rows[0] == (empty := _empty_row(table)):
        return table
    rows, beyond = table.rows, table.beyond
    if isinstance(beyond, Repeat) and len(rows) == 1:
        rows = (*rows, *rows)
    elif isinstance(beyond, Wrap) and beyond.start == 0:
        end = table.last_count + 1
        rows = (*rows, *(table.row(n) for n in range(end, end + beyond.period)))
        beyond = Wrap(end, beyond.period)
    return replace(table, rows=(empty, *rows[1:]), beyond=beyond, origin=None)


def _empty_row(table: PTable) -> Row:
    return Row(((table.empty_noise, table.keysize),))


def looked_up_by_fraction(table: PTable, used: int) -> PTable:
    """Return the table that ``used`` keys k see when k/used is looked up in [lb, ub).

    A range [a/K, b/K) is met by ceil(b U / K) - ceil(a U / K) of the keys 0..U-1.

    >>> table = PTable(10, 1, (Row(((-1, 3), (0, 4), (1, 3))),))
    >>> looked_up_by_fraction(table, 4).rows[0].runs
    ((-1, 2), (0, 1), (1, 1))
    """
    _require_all_keys(table, used)
    made = {row: _rederived(row, table.keysize, used) for row in dict.fromkeys(table.rows)}
    rows = tuple(made[row] for row in table.rows)
    return replace(table, keysize=used, rows=rows, origin=None, first_key=0)


def looked_up_by_number(table: PTable, used: int) -> PTable:
    """Return the table that the first ``used`` keys see in a table that lists its keys.

    >>> table = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),))
    >>> looked_up_by_number(table, 4).rows[0].runs
    ((-1, 2), (0, 2))
    """
    _require_all_keys(table, used)
    if used > table.keysize:
        after = table.last_key + 1
        rule = f"are more than the {table.keysize} keys of the table: key {after} has no noise"
        raise InputError("used keys", used, rule, "use as many keys as the table has")
    made = {row: _truncated(row, used) for row in dict.fromkeys(table.rows)}
    rows = tuple(made[row] for row in table.rows)
    return replace(table, keysize=used, rows=rows, origin=None)


def _require_all_keys(table: PTable, used: int) -> None:
    """Refuse fewer or more keys where a key order says the place of each key of the table."""
    integer(used, "used keys", 1, MAX_KEYSIZE)
    if table.key_order is not None and used != table.keysize:
        rule = f"are not the {power_of_two(table.keysize)} keys of which the table has an order"
        raise InputError("used keys", used, rule, "use as many keys as the table has")


def _rederived(row: Row, keysize: int, used: int) -> Row:
    bounds = accumulate((keys for _, keys in row.runs), initial=0)
    met = [-(-bound * used // keysize) for bound in bounds]
    return Row.of([(z, b - a) for (z, _), (a, b) in zip(row.runs, pairwise(met), strict=True)])


def _truncated(row: Row, used: int) -> Row:
    ends = accumulate(keys for _, keys in row.runs)
    runs = zip(row.runs, ends, strict=True)
    return Row.of([(z, keys - max(0, end - used)) for (z, keys), end in runs if end - keys < used])
