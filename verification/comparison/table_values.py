"""The true values of a table: ratios of integers, and logarithms and deltas made of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.delta import Delta
from exact.table.measures import delta_q, epsilon_q
from exact.table.pairs import PairProfile, pair_profiles, worst_pair
from exact.table.ptable import PTable
from verification.comparison.truth import Truth, enclosed, known, never


@dataclass(frozen=True)
class TableValues:
    """p, c, c^Q, delta, epsilon^Q, delta^Q, bias and variance of the row that ``count`` uses.

    delta is the tight one of the whole table, over all events and neighbouring counts; all others
    are of the row.
    """

    table: PTable
    count: int

    @cached_property
    def pmf(self) -> Pmf:
        """The noise of the row under uniform keys."""
        return self.table.row(self.count).pmf

    @cached_property
    def pairs(self) -> tuple[PairProfile, ...]:
        """The privacy profiles of all neighbouring counts."""
        return tuple(pair_profiles(self.table))

    @property
    def support(self) -> range:
        """All integers from the smallest to the largest noise."""
        return range(self.pmf.outcomes[0], self.pmf.outcomes[-1] + 1)

    def keys(self, z: int) -> int:
        """Return the number of keys that lead to noise z, K p^Q(z)."""
        return self._keys.get(z, 0)

    def cumulated(self, z: int) -> int:
        """Return the number of keys that lead to noise z or less, c^Q(z), (4.2)."""
        if z < self.support[0]:
            return 0
        return self._cumulated[z - self.support[0]] if z in self.support else self.table.keysize

    def p(self, z: int) -> Truth:
        """Return p^Q(z), (4.5)."""
        return known(Fraction(self.keys(z), self.table.keysize))

    def c(self, z: int) -> Truth:
        """Return c^Q(z) / K."""
        return known(Fraction(self.cumulated(z), self.table.keysize))

    def cq(self, z: int) -> Truth:
        """Return c^Q(z)."""
        return known(Fraction(self.cumulated(z)))

    def bias(self) -> Truth:
        """Return B^Q, (4.6)."""
        return known(self.pmf.mean())

    def variance(self) -> Truth:
        """Return V^Q, (4.7)."""
        return known(self.pmf.variance())

    def deltaq(self) -> Truth:
        """Return delta^Q, (4.11)."""
        return known(delta_q(self.pmf))

    def epsilonq(self) -> Truth | None:
        """Return epsilon^Q, (4.10); None stands for infinity."""
        return logarithm(epsilon_q(self.pmf))

    def delta(self, epsilon: Epsilon) -> Truth:
        """Return the tight delta at epsilon."""
        return of_delta(worst_pair(self.pairs, epsilon).delta)

    @cached_property
    def _keys(self) -> dict[int, int]:
        return dict(zip(self.pmf.outcomes, self.pmf.weights, strict=True))

    @cached_property
    def _cumulated(self) -> list[int]:
        return list(accumulate(self.keys(z) for z in self.support))


def logarithm(value: Epsilon | None) -> Truth | None:
    """Return an epsilon as a true value; the logarithm of a rational above 1 is irrational."""
    if value is None:
        return None
    if value.value is not None or value.is_zero:
        return known(value.value or Fraction(0))
    return enclosed(value.enclosure, never)


def of_delta(delta: Delta) -> Truth:
    """Return A - B e^epsilon as a true value."""
    if delta.exact is not None:
        return known(delta.exact)

    def enclose(bits: int) -> Enclosure:
        exp = Enclosure.scaled(*delta.epsilon.exp_bounds(bits), bits)
        ends = (delta.A - delta.B * exp.lo, delta.A - delta.B * exp.hi)
        return Enclosure(min(ends), max(ends))

    return enclosed(enclose, lambda bound: delta.compare(bound) == 0)
