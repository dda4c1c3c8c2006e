"""The tables that are at least as useful as a given one: a class that has the given one in it.

A peer of a table covers the same counts, uses its rows again where the table does, and keeps, row
by row, what the table keeps: noise of at most its largest, |E z| and E z^2 of at most the row's
own, and no released value that the table never releases. The table is its own peer, so its delta
can be held against the least of them. The row of 0 is one of these where the pair (0, 1) counts; if
it has one noise value, it keeps that.
"""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.better import is_valid
from exact.complete.conditions import RowRules
from exact.complete.problem import Event, Keys, Problem, bounded, events
from exact.complete.rules import MAX_LAST, MAX_NOISE
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.extremes import noise_range
from exact.table.holes import covers
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from exact.table.zero import EXCLUDE, FirstPair

WITHOUT = FirstPair(EXCLUDE)
_CAP_BITS = 67


@dataclass(frozen=True, slots=True)
class Shape:
    """The noise values of the counts from ``first`` on; those of the last ``period`` repeat.

    ``unused`` are the values from 1 on that no peer releases, those of one period where they are
    ``endless``.
    """

    first: int
    period: int
    supports: tuple[tuple[int, ...], ...]
    unused: tuple[int, ...]
    endless: bool = False

    @property
    def counts(self) -> range:
        """The counts with noise values of their own."""
        return range(self.first, self.first + len(self.supports))

    @property
    def places(self) -> int:
        """How many probabilities a peer has."""
        return sum(map(len, self.supports))

    def index(self, count: int) -> int:
        """Return which of the noise values a count has, past the last one too.

        >>> [Shape(1, 2, ((0,), (0,), (0,)), ()).index(count) for count in range(1, 8)]
        [0, 1, 2, 1, 2, 1, 2]
        """
        past = max(0, count - self.counts[-1])
        return count - self.first - -(-past // self.period) * self.period


@dataclass(frozen=True, slots=True)
class Peers:
    """The problem of the least delta of all peers of a table, and the table's own keys in it."""

    table: PTable
    shape: Shape
    problem: Problem
    own: Keys

    def __post_init__(self) -> None:
        """Require that the table is its own peer."""
        assert is_valid(self.problem, self.own, self.table.keysize)

    @property
    def delta(self) -> Delta:
        """The delta of the table itself, over the pairs of the problem."""
        return self.problem.delta(self.own)

    def member(self, keys: Keys) -> PTable:
        """Return the peer with these keys, with the key space of the table and its rule for 0."""
        supports = zip(self.shape.supports, keys, strict=True)
        rows = [Row.of(list(zip(support, counts, strict=True))) for support, counts in supports]
        kept, first = self.table.first_count, self.shape.first
        made = (*self.table.rows[: max(0, first - kept)], *rows[max(0, kept - first) :])
        period = self.shape.period
        beyond = Repeat() if period == 1 else Wrap(kept + len(made) - period, period)
        holes = tuple(sorted({*self.table.holes, *self.shape.unused}))
        return replace(self.table, rows=made, beyond=beyond, origin=None, holes=holes)


def shape_of_table(table: PTable, first_pair: FirstPair = WITHOUT) -> Shape:
    """Return the noise values of every peer of a table, of count 0 too where the pair counts.

    Rows are added until those that repeat are too high for an unused value: all counts that share
    a row then have the same noise values.

    >>> row = Row.of([(-1, 4), (0, 8), (1, 4)])
    >>> shape_of_table(PTable(16, 1, (row,), zero="preserve")).supports
    ((-1, 0, 1),)
    """
    D = max(map(abs, noise_range(table)))
    if table.first_count > 1 or isinstance(table.beyond, Stop) or not 1 <= D <= MAX_NOISE:
        rule = f"has no row for every count from 1 on with noise from 1 to {MAX_NOISE}"
        raise InputError("table", f"noise up to {D}", rule, "give a complete table")
    start, period = _repetition(table)
    _require_few(table, start)
    unused = _unused(table, D, start + D + period)
    # From start + D on, what is released repeats too.
    endless = any(y >= start + D for y in unused)
    least = start + 2 * D if endless else D + max(unused, default=-D) + 1
    last = max(start, least) + period - 1
    _require_few(table, last)
    first = 0 if first_pair.kind != EXCLUDE and covers(table, 0) else 1
    fixed = {0: table.row(0).pmf.outcomes} if first == 0 else {}

    def is_used(y: int) -> bool:
        past = max(0, y - (start + D + period) + 1)
        return y - -(-past // period) * period not in unused

    supports = tuple(
        fixed[n]
        if len(fixed.get(n, ())) == 1
        else tuple(z for z in range(-D, D + 1) if is_used(n + z))
        for n in range(first, last + 1)
    )
    return Shape(first, period, supports, tuple(sorted(y for y in unused if y > 0)), endless)


def _require_few(table: PTable, last: int) -> None:
    if last > MAX_LAST:
        rule = f"has peers of {last} rows or more, above {MAX_LAST}"
        raise InputError("table", f"{len(table.rows)} rows", rule, "give fewer rows or holes")


def _unused(table: PTable, D: int, end: int) -> frozenset[int]:
    """Return the values from -D to below ``end`` that the table never releases."""
    first = 0 if covers(table, 0) else 1
    counts = range(first, end + D)
    used = {n + z for n in counts for z in table.row(n).pmf.outcomes}
    return frozenset(range(-D, end)) - used


def _repetition(table: PTable) -> tuple[int, int]:
    """Return the least start and period of the noise: from ``start`` on, n has that of n + period.

    >>> rows = tuple(Row.of([(z, 2)]) for z in (0, 1, 0, 1, 0, 1))
    >>> _repetition(PTable(2, 1, rows, Wrap(2, 4)))
    (1, 2)
    """
    beyond = table.beyond
    start, period = max(1, table.last_count), 1
    if isinstance(beyond, Wrap):
        period, wraps_all = beyond.period, beyond.start + beyond.period > table.last_count
        start = max(1, beyond.start if wraps_all else table.last_count + 1)
    block = [table.row(n).pmf for n in range(start, start + period)]
    shorter = (p for p in range(1, period + 1) if period % p == 0)
    period = next(p for p in shorter if all(a == b for a, b in zip(block, block[p:], strict=False)))
    while start > 1 and table.row(start - 1).pmf == table.row(start - 1 + period).pmf:
        start -= 1
    return start, period


def peers_of_table(
    table: PTable,
    epsilon: Epsilon,
    variance: Fraction | None = None,
    first_pair: FirstPair = WITHOUT,
) -> Peers:
    """Return the peers of a table, with delta at epsilon as what counts.

    A declared ``variance`` stands for that of every row that has no more. The pair (0, 1) counts as
    ``first_pair`` says; a cap of it is no less than the table's own delta there.

    >>> row = Row.of([(-1, 4), (0, 8), (1, 4)])
    >>> peers = peers_of_table(PTable(16, 1, (row,), zero="preserve"), Epsilon(exp=Fraction(2)))
    >>> [(r.count, r.bias, r.variance) for r in peers.problem.rows], peers.own
    ([(1, Fraction(0, 1), Fraction(1, 2))], ((4, 8, 4),))
    """
    shape = shape_of_table(table, first_pair)
    counts = zip(shape.counts, shape.supports, strict=True)
    rows = tuple(_rules(n, support, table.row(n), variance) for n, support in counts)
    own = tuple(_keys(table.row(rules.count), rules.support) for rules in rows)
    free = _problem(rows, shape, epsilon, None)
    if first_pair.cap is None or shape.first:
        return Peers(table, shape, free, own)
    deltas = zip(free.events, free.deltas(own), strict=True)
    least = [delta.enclosure(_CAP_BITS).hi for event, delta in deltas if _is_first(event)]
    cap = max(first_pair.cap, *least)
    return Peers(table, shape, _problem(rows, shape, epsilon, cap), own)


def _problem(
    rows: tuple[RowRules, ...], shape: Shape, epsilon: Epsilon, cap: Fraction | None
) -> Problem:
    pairs = ((n, m, None if k else cap) for k in shape.counts for n, m in ((k, k + 1), (k + 1, k)))
    return bounded(Problem(rows, events(rows, pairs, shape.index), epsilon))


def _is_first(event: Event) -> bool:
    return 0 in (event.count, event.other)


def _rules(count: int, support: tuple[int, ...], row: Row, variance: Fraction | None) -> RowRules:
    mean = row.pmf.mean()
    second = row.pmf.variance() + mean**2
    most = second if variance is None else max(variance, second)
    if len(support) == 1:
        return RowRules(count, support, bias=None)
    return RowRules(count, support, bias=abs(mean), variance=most)


def _keys(row: Row, support: tuple[int, ...]) -> tuple[int, ...]:
    keys = Counter[int]()
    for z, number in row.runs:
        keys[z] += number
    return tuple(keys[z] for z in support)
