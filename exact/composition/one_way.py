"""delta(epsilon) of a product of pairs in one direction, between proved bounds.

Above, the product of the pairs on the grid has the weights w_s at the ratios e^(sh), and weight at
the infinite ratio (the plateau and whatever was cut off, which there gives away most):

    delta <= infinite + sum over s > epsilon/h of w_s (1 - e^(epsilon - sh)).

Below, the event "some outcome is impossible under Q, or the scores add up to t or more" (and stay
in the windows of the products) has P at least and Q at most the sums of its weights, and delta is
at least P - e^epsilon Q. Each sum is a sum from the right, so all are made in one pass:
H(s) = w_s + e^(-h) H(s+1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce

from exact.composition.convolution import Weights, power
from exact.composition.grid import SCALE_BITS, exp_bounds, scores, split_up
from exact.composition.pairs import LossPair
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import log_floor

_ONE = 1 << SCALE_BITS

Parts = Sequence[tuple[LossPair, int]]


@dataclass(frozen=True)
class Above:
    """Weights on the grid that dominate, and the weight at the infinite ratio; both rounded up."""

    weights: Weights
    infinite: int

    def times(self, other: "Above") -> "Above":
        """Return the product; what is cut off goes to the infinite ratio."""
        product = self.weights.times(other.weights, up=True)
        first, last, lost = product.window()
        both = self.infinite + other.infinite - self.infinite * other.infinite // _ONE
        return Above(product.within(first, last), both + lost)

    @classmethod
    def of(cls, pair: LossPair, bits: int) -> "Above":
        """Return a pair on the grid."""
        return cls(
            Weights.of(split_up(pair, bits)), -(-(pair.infinite << SCALE_BITS) // pair.total)
        )


@dataclass(frozen=True)
class Below:
    """Weights of sums of scores under P, rounded down, and under Q, tilted and rounded up."""

    p: Weights
    tilted_q: Weights

    def times(self, other: "Below") -> "Below":
        """Return the product; what is cut off is not in the event."""
        p = self.p.times(other.p, up=False)
        q = self.tilted_q.times(other.tilted_q, up=True)
        first, last, _ = p.window()
        return Below(p.within(first, last), q.within(first, last))

    @classmethod
    def of(cls, pair: LossPair, bits: int) -> "Below":
        """Return the scores of a pair."""
        p: dict[int, int] = {}
        q: dict[int, int] = {}
        for one in scores(pair, bits):
            p[one.k] = p.get(one.k, 0) + one.p
            q[one.k] = q.get(one.k, 0) + one.tilted_q
        return cls(Weights.of(p), Weights.of(q))


@dataclass(frozen=True)
class Sums:
    """Sums from the right, of the weights and of weight(s + i) e^(-ih): one for each point s."""

    start: int
    plain: list[int]
    tilted: list[int]

    def at(self, s: int) -> tuple[int, int]:
        """Return both sums from point s on; s is not before the start."""
        i = s - self.start
        return (self.plain[i], self.tilted[i]) if i < len(self.plain) else (0, 0)


@dataclass(frozen=True)
class EnclosedWay:
    """A product of pairs, each so many times, on a grid of step 2^-bits; composed when asked."""

    parts: Parts
    bits: int

    @cached_property
    def above(self) -> Above:
        """The product that dominates."""
        return reduce(
            Above.times,
            (power(Above.of(pair, self.bits), m, Above.times) for pair, m in self.parts),
        )

    @cached_property
    def below(self) -> Below:
        """The sums of scores."""
        return reduce(
            Below.times,
            (power(Below.of(pair, self.bits), m, Below.times) for pair, m in self.parts),
        )

    @cached_property
    def plateau(self) -> Fraction:
        """The probability of an outcome that is impossible under Q: 1 - prod (1 - p)^m."""
        rest = Fraction(1)
        for pair, m in self.parts:
            rest *= (1 - Fraction(pair.infinite, pair.total)) ** m
        return 1 - rest

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return bounds of delta."""
        return Enclosure(self.plateau + self.witness(epsilon)[1], self.upper(epsilon))

    def witness(self, epsilon: Epsilon) -> tuple[int, Fraction]:
        """Return the best t found, and P - e^epsilon Q of the event without its impossible part.

        A sum of scores is within cells / 2 of the loss / h, so only so many t come into question.
        """
        sums, middle = self._below, self._point_above(epsilon)
        reach = sum(m for _, m in self.parts) // 2 + 1
        first, last = (max(sums.start, middle + side) for side in (-reach, reach))
        factor, step = self._factor(epsilon, first)[1], self._step[1]
        best = (middle, 0)
        for t in range(first, last + 1):
            plain, tilted = sums.at(t)
            excess = plain + (-tilted * factor >> SCALE_BITS)
            best = max(best, (t, excess), key=lambda found: found[1])
            factor = -(-factor * step >> SCALE_BITS)
        return best[0], Fraction(best[1], _ONE)

    def upper(self, epsilon: Epsilon) -> Fraction:
        """Return what delta is at most."""
        sums = self._above
        s = max(sums.start, self._point_above(epsilon))
        plain, tilted = sums.at(s)
        excess = plain - (tilted * self._factor(epsilon, s)[0] >> SCALE_BITS)
        return min(Fraction(1), Fraction(self.above.infinite + excess, _ONE))

    @cached_property
    def _above(self) -> Sums:
        values = self.above.weights.values
        return Sums(self.above.weights.start, _plain(values), _tilted_down(values, self._step[0]))

    @cached_property
    def _below(self) -> Sums:
        p, q = self.below.p.values, self.below.tilted_q.values
        size = max(len(p), len(q))
        p, q = (values + [0] * (size - len(values)) for values in (p, q))
        return Sums(self.below.p.start, _plain(p), _tilted_up(q, self._step[1]))

    @property
    def _step(self) -> tuple[int, int]:
        """Bounds of e^(-h), scaled."""
        return exp_bounds(Fraction(-1, 1 << self.bits), SCALE_BITS)

    def _point_above(self, epsilon: Epsilon) -> int:
        """Return the least integer s with sh > epsilon; an irrational epsilon is no sh."""
        if epsilon.exact is not None:
            return int(epsilon.exact * (1 << self.bits)) + 1
        assert epsilon.exp is not None
        return log_floor(epsilon.exp, self.bits) + 1

    def _factor(self, epsilon: Epsilon, s: int) -> tuple[int, int]:
        """Return bounds of e^(epsilon - sh), scaled."""
        shift = Fraction(s, 1 << self.bits)
        if epsilon.exact is not None:
            return exp_bounds(epsilon.exact - shift, SCALE_BITS)
        assert epsilon.exp is not None
        low, high = exp_bounds(-shift, SCALE_BITS + epsilon.exp.numerator.bit_length())
        scale = epsilon.exp.denominator << epsilon.exp.numerator.bit_length()
        top = epsilon.exp.numerator
        return low * top // scale, -(-high * top // scale)


def _plain(values: list[int]) -> list[int]:
    sums, total = [], 0
    for value in reversed(values):
        total += value
        sums.append(total)
    return sums[::-1]


def _tilted_down(values: list[int], factor: int) -> list[int]:
    sums, total = [], 0
    for value in reversed(values):
        total = value + (total * factor >> SCALE_BITS)
        sums.append(total)
    return sums[::-1]


def _tilted_up(values: list[int], factor: int) -> list[int]:
    sums, total = [], 0
    for value in reversed(values):
        total = value - (-total * factor >> SCALE_BITS)
        sums.append(total)
    return sums[::-1]
