"""What different integers cost: the exact measures of the table that they make."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.extremes import largest_bias, largest_epsilon_q, largest_variance
from exact.table.pairs import WorstPair, pair_profiles, worst_pair
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.table.zero import zero_pairs
from verification.comparison.reference import Reference
from verification.comparison.table_values import TableValues


@dataclass(frozen=True, slots=True)
class Measures:
    """The largest bias and variance of any row, the largest epsilon^Q (None: infinite), delta.

    ``worst`` is the pair with the tight delta at the epsilon asked for; None where no epsilon was
    given or the table covers no two neighbouring counts. ``zeros_preserved`` is the same if zeros
    stayed as they are, where the table does not cover them.
    """

    bias: Fraction
    variance: Fraction
    epsilon_q: Epsilon | None
    worst: WorstPair | None
    zeros_preserved: WorstPair | None = None

    @property
    def delta(self) -> Delta | None:
        """The tight delta."""
        return None if self.worst is None else self.worst.delta


@dataclass(frozen=True, slots=True)
class Cost:
    """The measures of the reference, and of the table that the other program's integers make.

    ``problem`` says why they make none, or only one of other keys.
    """

    reference: Measures
    other: Measures | None
    problem: str | None


def measures(table: PTable, epsilon: Epsilon | None) -> Measures:
    """Return what a table does, exactly."""
    pairs = () if epsilon is None else tuple(pair_profiles(table))
    worst = worst_pair(pairs, epsilon) if pairs and epsilon is not None else None
    added = zero_pairs(table) if worst is not None else ()
    kept = worst_pair((*added, *pairs), epsilon) if added and epsilon is not None else None
    bias, variance = largest_bias(table), largest_variance(table)
    return Measures(bias, variance, largest_epsilon_q(table), worst, kept)


def cost(integers: Mapping[int, int], reference: Reference) -> Cost | None:
    """Compare the reference with the table whose row has the other program's integers."""
    values = reference.table
    if values is None or not integers:
        return None
    before = measures(values.table, reference.epsilon)
    problem = _no_cmf(integers, reference.support)
    if problem is not None:
        return Cost(before, None, problem)
    other, problem = _own_table(integers, reference.support, values)
    return Cost(before, None if other is None else measures(other, reference.epsilon), problem)


def _no_cmf(integers: Mapping[int, int], support: range) -> str | None:
    """Say why the integers are no cumulated numbers of keys, or None."""
    missing = [z for z in support if z not in integers]
    if missing:
        return f"c^Q is not printed for {len(missing)} noise values, the first is {missing[0]}"
    first, last = support[0], support[-1]
    if integers[first] < 0 or integers[last] <= 0:
        return f"c^Q runs from {integers[first]} to {integers[last]}"
    for z, after in pairwise(support):
        if integers[after] < integers[z]:
            return f"c^Q falls from {integers[z]} at {z} to {integers[after]} at {after}"
    return None


def _own_table(
    integers: Mapping[int, int], support: range, values: TableValues
) -> tuple[PTable | None, str | None]:
    """Return the table with the row in place of the reference's, and what is odd about it.

    Integers above K stand for all keys. Where the last is below K, the keys past it lead to no
    noise, and the table is that of the others; with other rows beside it there is no such table.
    """
    last, keysize = integers[support[-1]], values.table.keysize
    counts = [b - a for a, b in pairwise([0, *(min(integers[z], keysize) for z in support)])]
    row = Row.of(list(zip(support, counts, strict=True)))
    old = values.table.row(values.count)
    if last >= keysize:
        rows = tuple(row if other == old else other for other in values.table.rows)
        odd = f"c^Q({support[-1]}) = {last} is more than the {keysize} keys"
        return replace(values.table, rows=rows, origin=None), odd if last > keysize else None
    odd = (
        f"c^Q({support[-1]}) = {last}: {keysize - last} keys lead to no noise, others are measured"
    )
    if any(other != old for other in values.table.rows):
        return None, odd
    rows = (row,) * len(values.table.rows)
    return replace(values.table, keysize=last, rows=rows, origin=None), odd
