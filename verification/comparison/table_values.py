"""The true values of a table: ratios of integers, and logarithms and deltas made of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Known, Real
from exact.pmf import Pmf
from exact.table.measures import delta_q, epsilon_q
from exact.table.pairs import PairProfile, pair_profiles, worst_pair
from exact.table.ptable import PTable


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

    def p(self, z: int) -> Real:
        """Return p^Q(z), (4.5)."""
        return Known(Fraction(self.keys(z), self.table.keysize))

    def c(self, z: int) -> Real:
        """Return c^Q(z) / K."""
        return Known(Fraction(self.cumulated(z), self.table.keysize))

    def cq(self, z: int) -> Real:
        """Return c^Q(z)."""
        return Known(Fraction(self.cumulated(z)))

    def bias(self) -> Real:
        """Return B^Q, (4.6)."""
        return Known(self.pmf.mean())

    def variance(self) -> Real:
        """Return V^Q, (4.7)."""
        return Known(self.pmf.variance())

    def deltaq(self) -> Real:
        """Return delta^Q, (4.11)."""
        return Known(delta_q(self.pmf))

    def epsilonq(self) -> Real | None:
        """Return epsilon^Q, (4.10); None stands for infinity."""
        return epsilon_q(self.pmf)

    def delta(self, epsilon: Epsilon) -> Real:
        """Return the tight delta at epsilon."""
        return worst_pair(self.pairs, epsilon).delta

    @cached_property
    def _keys(self) -> dict[int, int]:
        return dict(zip(self.pmf.outcomes, self.pmf.weights, strict=True))

    @cached_property
    def _cumulated(self) -> list[int]:
        return list(accumulate(self.keys(z) for z in self.support))
