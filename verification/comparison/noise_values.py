"""The true values of a law of symmetric noise: each can be enclosed, and held against a rational.

Every quantity is a quotient of sums of the weights w_k, k = 0..D, over their total
T = w_0 + 2 (w_1 + ... + w_D). It is a rational r exactly if a sum of weights vanishes, which the
law decides by algebra.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from exact.errors import InputError
from exact.laws.law import WeightedLaw
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from verification.comparison.truth import START_BITS, Truth, enclosed, known, never


@dataclass(frozen=True)
class NoiseValues:
    """p, c, delta, bias and variance of a law before quantisation."""

    law: WeightedLaw

    @property
    def support(self) -> range:
        """The noise values, -D..D."""
        return range(-self.law.D, self.law.D + 1)

    def p(self, z: int) -> Truth:
        """Return the probability of noise z, (2.25)."""
        k = abs(z)
        if k > self.law.D:
            return known(Fraction(0))
        return _share(self.law, lambda sums: (sums.lo[k], sums.hi[k]), lambda j: int(j == k))

    def c(self, z: int) -> Truth:
        """Return P(Z <= z), (4.1), by the tail t_k = w_k + ... + w_D on its side of 0."""
        if not -self.law.D <= z < self.law.D:
            return known(Fraction(z >= self.law.D))
        if z < 0:
            return self._tail(-z)
        above = self._tail(z + 1)

        def enclose(bits: int) -> Enclosure:
            found = above.enclose(bits)
            return Enclosure(1 - found.hi, 1 - found.lo)

        return enclosed(enclose, lambda r: above.equals(1 - r))

    def variance(self) -> Truth:
        """Return sum z^2 p(z) = 2 (1 w_1 + 4 w_2 + ... + D^2 w_D) / T, (2.26)."""

        def bounds(sums: "Sums") -> tuple[int, int]:
            return _second_moment(sums.lo), _second_moment(sums.hi)

        return _share(self.law, bounds, lambda j: 2 * j * j)

    def bias(self) -> Truth:
        """Return 0: the law is symmetric."""
        return known(Fraction(0))

    def epsilonq(self) -> Truth:
        """Refuse: the largest ratio of neighbouring weights may be e^epsilon itself, untold."""
        remedy = "give --keysize for that of the table, or leave it out"
        raise InputError("column", "epsilonq", "is not known for this law", remedy)

    def delta(self, epsilon: Epsilon) -> Truth:
        """Return sum_z max(0, p(z) - e^epsilon p(z-1)), z = -D..D+1, the tight delta (2.9).

        The mirrored pair has the same. A term that is exactly 0 needs no decision: its bounds
        shrink to 0.
        """

        def enclose(bits: int) -> Enclosure:
            sums = sums_of(self.law, bits)
            lo, hi = epsilon.exp_bounds(bits)
            pairs = [(abs(z), abs(z - 1)) for z in range(-self.law.D + 1, self.law.D + 1)]
            low = sum(max(0, (sums.lo[j] << bits) - hi * sums.hi[k]) for j, k in pairs)
            high = sum(max(0, (sums.hi[j] << bits) - lo * sums.lo[k]) for j, k in pairs)
            D = self.law.D
            return Enclosure(
                Fraction(low + (sums.lo[D] << bits), sums.total_hi << bits),
                Fraction(high + (sums.hi[D] << bits), sums.total_lo << bits),
            )

        exp = epsilon.rational_exp
        return enclosed(enclose, never if exp is None else lambda r: self._is_delta(exp, r))

    def _is_delta(self, exp: Fraction, r: Fraction) -> bool:
        """Tell whether the sum of the positive w_j - exp w_k is r T, for a rational e^epsilon."""
        terms = dict.fromkeys(range(self.law.D + 1), 0)
        terms[self.law.D] = r.denominator * exp.denominator
        for z in range(-self.law.D + 1, self.law.D + 1):
            j, k = abs(z), abs(z - 1)
            if _exceeds(self.law, j, k, exp):
                terms[j] += r.denominator * exp.denominator
                terms[k] -= r.denominator * exp.numerator
        return self.law.vanishes(minus_total(self.law, terms, r.numerator * exp.denominator))

    def _tail(self, k: int) -> Truth:
        return _share(
            self.law, lambda sums: (sums.tails_lo[k], sums.tails_hi[k]), lambda j: int(j >= k)
        )


@dataclass(frozen=True, slots=True)
class Sums:
    """Bounds of the weights, of their tails and of their total, all times one power of two."""

    lo: tuple[int, ...]
    hi: tuple[int, ...]
    tails_lo: tuple[int, ...]
    tails_hi: tuple[int, ...]
    total_lo: int
    total_hi: int


# Precision is doubled from 128 bits up to 2^20: all the levels that a law is asked for.
@lru_cache(maxsize=14)
def sums_of(law: WeightedLaw, bits: int) -> Sums:
    """Return the bounds of a law to so many bits, remembered."""
    weights = law.weights(bits)
    tails = weights.tails()
    return Sums(weights.lo, weights.hi, *tails, weights.total_lo, weights.total_hi)


def _share(
    law: WeightedLaw,
    bounds: Callable[[Sums], tuple[int, int]],
    coefficient: Callable[[int], int],
) -> Truth:
    """Return s / T for s = sum of coefficient(k) w_k > 0, whose bounds are read off the sums."""

    def enclose(bits: int) -> Enclosure:
        sums = sums_of(law, bits)
        low, high = bounds(sums)
        return Enclosure(Fraction(low, sums.total_hi), Fraction(high, sums.total_lo))

    def equals(r: Fraction) -> bool:
        if r <= 0:
            return False
        terms = {k: r.denominator * coefficient(k) for k in range(law.D + 1)}
        return law.vanishes(minus_total(law, terms, r.numerator))

    return enclosed(enclose, equals)


def minus_total(law: WeightedLaw, terms: dict[int, int], factor: int) -> dict[int, int]:
    """Return terms - factor T."""
    return {k: terms[k] - factor * (2 if k else 1) for k in range(law.D + 1)}


def _second_moment(weights: tuple[int, ...]) -> int:
    return sum(2 * k * k * weight for k, weight in enumerate(weights))


def _exceeds(law: WeightedLaw, j: int, k: int, exp: Fraction) -> bool:
    """Tell whether w_j > exp w_k; equality is decided by algebra, so narrowing ends."""
    if law.vanishes({j: exp.denominator, k: -exp.numerator} if j != k else {j: 1}):
        return False

    def attempt(bits: int) -> bool | None:
        sums = sums_of(law, bits)
        if exp.denominator * sums.lo[j] > exp.numerator * sums.hi[k]:
            return True
        return False if exp.denominator * sums.hi[j] < exp.numerator * sums.lo[k] else None

    return narrow(attempt, START_BITS, "two weights of a law")
