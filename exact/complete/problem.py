"""The linear program of a complete table: the least delta, or the least variance, of all tables.

Unknown are the probabilities p_n(z). Neighbouring counts n, m release y = n + z, and delta is tight
over all events:

    delta(n, m) = sum_y max(0, p_n(y) - E p_m(y)),    E = e^epsilon.

``delta``:     minimise the largest delta(n, m) under the conditions of the rows;
``variance``:  minimise the largest E z^2 of a row n >= 1 with every delta(n, m) at most a target.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.conditions import Condition, RowRules
from exact.complete.rules import TableRules
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta

DELTA, VARIANCE = "delta", "variance"
# e^epsilon is replaced by a bound above it, so near that no digit of a result shows it.
_EXP_BITS = 128
MAX_EXP = 1 << 43

Place = tuple[int, int]
Keys = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One direction of a pair: the places (row, position) of p_n(y) and of p_m(y) for every y.

    ``shared`` are the outputs y that both counts can release, ``alone`` those of n only. ``cap``
    bounds this delta(n, m) by itself; None: it is one of those whose maximum is delta.
    """

    count: int
    other: int
    shared: tuple[tuple[Place, Place], ...]
    alone: tuple[Place, ...]
    cap: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Rows with their conditions, protected pairs, epsilon and what is to be made small."""

    rows: tuple[RowRules, ...]
    events: tuple[Event, ...]
    epsilon: Epsilon
    objective: str = DELTA

    @property
    def E(self) -> Fraction:
        """A rational at least e^epsilon, equal to it where that is rational."""
        exact = self.epsilon.rational_exp
        if exact is not None:
            return exact
        return Fraction(self.epsilon.exp_bounds(_EXP_BITS)[1], 1 << _EXP_BITS)

    def conditions(self) -> tuple[tuple[Condition, ...], ...]:
        """Return the conditions of every row."""
        return tuple(row.conditions() for row in self.rows)

    def counted(self, i: int) -> bool:
        """Tell whether the variance of row i is one of those to be made small."""
        return self.objective == VARIANCE and self.rows[i].count > 0

    @property
    def repeats_freely(self) -> bool:
        """Tell whether delta counts the last row against the count after it, and so all counts."""
        last = self.rows[-1].count
        pair = (event for event in self.events if (event.count, event.other) == (last, last + 1))
        return self.objective == DELTA and any(event.cap is None for event in pair)

    def deltas(self, keys: Keys) -> tuple[Delta, ...]:
        """Return the tight delta of every event for a table of whole keys."""
        sign = self.epsilon.signs()
        return tuple(_delta(event, keys, self.epsilon, sign) for event in self.events)

    def check(self, keys: Keys, keysize: int) -> None:
        """Raise unless a table of whole keys keeps every condition and every cap."""
        if len(keys) != len(self.rows):
            rule = f"has {len(keys)} rows in place of {len(self.rows)}"
            raise InputError("table", len(keys), rule, "give one row for each count")
        for row, conditions, weights in zip(self.rows, self.conditions(), keys, strict=True):
            if len(weights) != len(row.support) or sum(weights) != keysize or min(weights) < 0:
                rule = f"does not share {keysize} keys among its noise values"
                raise InputError("row", row.count, rule, "give whole keys")
            broken = next((c for c in conditions if not c.holds(weights)), None)
            if broken is not None:
                raise InputError("row", row.count, f"breaks {broken.name}", "give another row")
        for event, delta in zip(self.events, self.deltas(keys), strict=True):
            if event.cap is not None and delta.compare(event.cap) > 0:
                pair = (event.count, event.other)
                raise InputError("pair", pair, f"has delta above {event.cap}", "give another table")

    def delta(self, keys: Keys) -> Delta:
        """Return the largest delta of the events without a cap of their own."""
        free = zip(self.events, self.deltas(keys), strict=True)
        best = [delta for event, delta in free if event.cap is None]
        worst = best[0]
        for delta in best[1:]:
            worst = delta if delta.compare_to(worst) > 0 else worst
        return worst

    def spread(self, keys: Keys) -> Fraction:
        """Return the largest E z^2 of a row n >= 1."""
        return max(
            Fraction(sum(n * z * z for z, n in zip(row.support, ns, strict=True)), sum(ns))
            for row, ns in zip(self.rows, keys, strict=True)
            if row.count > 0
        )


def least_delta(rules: TableRules, epsilon: Epsilon) -> Problem:
    """Return the problem of the least delta at epsilon under the rules."""
    rows = rules.rows()
    return bounded(Problem(rows, events(rows, rules.pairs(), _repeating(rows)), epsilon))


def least_variance(rules: TableRules, epsilon: Epsilon, target: Fraction) -> Problem:
    """Return the problem of the least variance with delta at most ``target`` at epsilon."""
    pairs = ((n, m, target if cap is None else cap) for n, m, cap in rules.pairs())
    rows = tuple(replace(row, variance=None, exact_variance=False) for row in rules.rows())
    return bounded(Problem(rows, events(rows, pairs, _repeating(rows)), epsilon, VARIANCE))


def bounded(problem: Problem) -> Problem:
    """Return the problem, unless its epsilon is beyond what any number of keys can tell apart.

    Where e^epsilon >= K, a key of one count outweighs all K of its neighbour: delta is the share of
    keys of outputs that the neighbour never has, whatever epsilon is.
    """
    if problem.E > MAX_EXP:
        rule = "is too large for a complete table: e^epsilon is above 2^43"
        remedy = "give less: from the logarithm of the number of keys on, every epsilon is the same"
        raise InputError("epsilon", problem.epsilon, rule, remedy)
    return problem


def tightened(problem: Problem, by: Fraction) -> Problem:
    """Return the problem with every cap smaller by ``by``: room for rounding."""
    events = (
        event if event.cap is None else replace(event, cap=max(Fraction(0), event.cap - by))
        for event in problem.events
    )
    return replace(problem, events=tuple(events))


def events(
    rows: tuple[RowRules, ...],
    pairs: Iterable[tuple[int, int, Fraction | None]],
    index: Callable[[int], int],
) -> tuple[Event, ...]:
    """Return the events of pairs (n, m) with their caps; a true count uses the row of its index."""

    def places(count: int) -> dict[int, Place]:
        i = index(count)
        return {count + z: (i, k) for k, z in enumerate(rows[i].support)}

    return tuple(_event(n, m, cap, places(n), places(m)) for n, m, cap in pairs)


def _repeating(rows: tuple[RowRules, ...]) -> Callable[[int], int]:
    """Return which row a count uses where the rows begin at 0 and the last one repeats."""
    return lambda count: min(count, len(rows) - 1)


def _event(
    n: int, m: int, cap: Fraction | None, mine: dict[int, Place], others: dict[int, Place]
) -> Event:
    """Return the event of the true count n against m, by the places of their released values."""
    shared = tuple((mine[y], others[y]) for y in mine if y in others)
    return Event(n, m, shared, tuple(mine[y] for y in mine if y not in others), cap)


def _delta(event: Event, keys: Keys, epsilon: Epsilon, sign: Callable[[int, int], int]) -> Delta:
    """Add p_n(y) - E p_m(y) over the y where it is positive."""
    A = sum(keys[i][k] for i, k in event.alone)
    B, total = 0, sum(keys[0])
    for (i, k), (j, m) in event.shared:
        a, b = keys[i][k], keys[j][m]
        if sign(a, b) > 0:
            A, B = A + a, B + b
    return Delta(Fraction(A, total), Fraction(B, total), epsilon)
