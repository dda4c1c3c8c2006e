"""Which counts of two cells stand for all: past the last row of a table the rows repeat."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from exact.errors import InputError
from exact.margins.law import steps_needed
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row

# Pairs that are held against the rows already seen, and steps of their laws: a second or two.
# Where they do not suffice, the pairs of small sums are looked at.
MOST_TRIED = 200_000
MOST_STEPS = 400_000

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The pairs (n_F, n_M) that are looked at, and whether they stand for all that are covered.

    Of more cells than two, tuples.
    """

    pairs: tuple[Counts, ...]
    all: bool


def key_row(table: PTable, count: int) -> Row:
    """Return the row of a cell with its keys: an empty cell has key 0 and no other.

    Requires: a table by the residues of its keys (``by_residues``).

    >>> key_row(PTable(4, 1, (Row(((0, 2), (1, 2))),), zero="preserve"), 0).runs
    ((0, 1),)
    """
    if table.key_order is not None:
        rule = "has a key order, so that places of its rows do not add as keys do"
        raise InputError("table", "key order", rule, "list its rows key by key (spread)")
    row = table.row(count)
    return row if count else Row(((row.noise(0), 1),))


def pairs_of_counts(table: PTable, floor: int = 0, most: int = MOST_STEPS) -> LookedAt:
    """Return (n_F, n_M) whose rows, those of their sum and of one person more in F, stand for all.

    A pair of larger counts has the rows of one of these: past the last row one period repeats, for
    a cell and for the sum alike. Pairs of the same rows come once. The pair of the largest counts
    comes first (the rows of all large cells), then they come by rising sum, while their laws take
    at most ``most`` steps in total. Counts are at least ``floor``.

    >>> table = PTable(4, 1, (Row(((0, 4),)), Row(((0, 2), (1, 2)))))
    >>> pairs_of_counts(table)
    LookedAt(pairs=((2, 2), (1, 1), (1, 2), (2, 1)), all=True)
    """
    chosen: list[Counts] = []
    seen: set[Counts] = set()
    row, steps = _Numbered(table), 0
    for tried, (f, m) in enumerate(_candidates(table, floor)):
        used = row[f], row[f + 1], row[m], row[f + m], row[f + m + 1]
        if used not in seen:
            seen.add(used)
            steps += sum(_steps(table, n, m) for n in (f, f + 1))
            if steps > most:
                return LookedAt(tuple(chosen), False)
            chosen.append((f, m))
        if tried == MOST_TRIED:
            return LookedAt(tuple(chosen), False)
    return LookedAt(tuple(chosen), True)


def equal_counts(table: PTable, cells: int, floor: int = 0, most: int = MOST_STEPS) -> LookedAt:
    """Return large equal counts of so many cells: they stand for all where these use one row.

    >>> table = PTable(4, 1, (Row(((0, 2), (1, 2))),))
    >>> equal_counts(table, 3), equal_counts(table, 3, most=1)
    (LookedAt(pairs=((1, 1, 1),), all=True), LookedAt(pairs=(), all=False))
    """
    least = max(table.last_count, 1)  # an empty cell has only key 0
    large = max(least, floor)
    rows = tuple(key_row(table, large) for _ in range(cells))
    if not isinstance(table.beyond, Repeat) or steps_needed(rows, rows[0]) > most:
        return LookedAt((), False)
    one_row = table.zero == "none" and len(table.counts_by_row()) == 1
    return LookedAt(((large,) * cells,), floor >= least or one_row)


class _Numbered(dict[int, int]):
    """The rows of counts by number: equal rows have one, so pairs are compared quickly."""

    def __init__(self, table: PTable) -> None:
        super().__init__()
        self._table = table
        self._numbers: dict[Row, int] = {}

    def __missing__(self, count: int) -> int:
        row = key_row(self._table, count)
        self[count] = found = self._numbers.setdefault(row, len(self._numbers))
        return found


def _steps(table: PTable, f: int, m: int) -> int:
    return steps_needed((key_row(table, f), key_row(table, m)), table.row(f + m))


def _candidates(table: PTable, floor: int) -> Iterator[Counts]:
    """Yield pairs of counts that are covered, as are their sum and one person more in F."""
    period = table.beyond.period if isinstance(table.beyond, Wrap) else 0
    first = max(table.first_count, floor)
    # An empty cell has only key 0, so a count of 1 never stands for it.
    last = max(table.last_count, floor, 1) + period
    with_zero = table.zero == "preserve" and floor == 0
    if isinstance(table.beyond, Stop):
        last = table.last_count - 1
        totals: Iterable[int] = range(2 * first, last + 1)
    else:
        yield last, last
        totals = range(2 * first, 2 * last + 1)
    if with_zero:
        totals = chain(range(first if first > 1 else 0, min(last + 1, 2 * first)), totals)
    for total in totals:
        if with_zero and first == 1 and total <= last:
            yield 0, total
        yield from (
            (f, total - f) for f in range(max(first, total - last), min(last, total - first) + 1)
        )
        if with_zero and first <= total <= last:
            yield total, 0
