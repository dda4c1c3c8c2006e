"""The true values of the maximum-entropy law: each can be enclosed, and compared with a rational.

Every quantity is a quotient of sums of the weights w_k = x^(k^2), x = e^-gamma, k = 0..D, over
their total T = w_0 + 2 (w_1 + ... + w_D). It is a rational r exactly if a polynomial in x
vanishes, which the rate of the law decides by algebra.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import RationalRate
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import worst_event
from verification.comparison.truth import Truth, enclosed, known, never


@dataclass(frozen=True, slots=True)
class LawValues:
    """p, c, delta, epsilon, bias and variance of a law before quantisation."""

    law: MaxEntLaw

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

        def bounds(sums: "_Sums") -> tuple[int, int]:
            return _second_moment(sums.lo), _second_moment(sums.hi)

        return _share(self.law, bounds, lambda j: 2 * j * j)

    def bias(self) -> Truth:
        """Return 0: the law is symmetric."""
        return known(Fraction(0))

    def epsilonq(self) -> Truth:
        """Return log of the largest p(z)/p(z-1), (4.10): (2D - 1) gamma, at both ends.

        Where gamma is not rational, e^-gamma is algebraic, so gamma is transcendental.
        """
        rate, factor = self.law.rate, 2 * self.law.D - 1
        if isinstance(rate, RationalRate):
            return known(factor * rate.gamma)

        def enclose(bits: int) -> Enclosure:
            found = rate.enclosure(bits)
            return Enclosure(factor * found.lo, factor * found.hi)

        return enclosed(enclose, never)

    def delta(self, epsilon: Epsilon) -> Truth:
        """Return the tight delta at epsilon, (2.19): (t_k - e^epsilon t_(k+1)) / T."""
        k = -worst_event(self.law, epsilon)[-1]
        if k == self.law.D:
            return self.p(k)

        def enclose(bits: int) -> Enclosure:
            sums = _sums(self.law, bits)
            lo, hi = epsilon.exp_bounds(bits)
            low = (sums.tails_lo[k] << bits) - hi * sums.tails_hi[k + 1]
            high = (sums.tails_hi[k] << bits) - lo * sums.tails_lo[k + 1]
            totals = (sums.total_lo << bits, sums.total_hi << bits)
            return Enclosure(Fraction(low, totals[low > 0]), Fraction(high, totals[high < 0]))

        return enclosed(enclose, lambda r: _is_delta(self.law, epsilon, k, r))

    def _tail(self, k: int) -> Truth:
        return _share(
            self.law, lambda sums: (sums.tails_lo[k], sums.tails_hi[k]), lambda j: int(j >= k)
        )


@dataclass(frozen=True, slots=True)
class _Sums:
    """Bounds of the weights, of their tails and of their total, all times one power of two."""

    lo: tuple[int, ...]
    hi: tuple[int, ...]
    tails_lo: tuple[int, ...]
    tails_hi: tuple[int, ...]
    total_lo: int
    total_hi: int


# Precision is doubled from 128 bits up to 2^20: all the levels that a law is asked for.
@lru_cache(maxsize=14)
def _sums(law: MaxEntLaw, bits: int) -> _Sums:
    weights = law.weights(bits)
    tails = weights.tails()
    return _Sums(weights.lo, weights.hi, *tails, weights.total_lo, weights.total_hi)


def _share(
    law: MaxEntLaw,
    bounds: Callable[[_Sums], tuple[int, int]],
    coefficient: Callable[[int], int],
) -> Truth:
    """Return s / T for s = sum of coefficient(k) w_k > 0, whose bounds are read off the sums."""

    def enclose(bits: int) -> Enclosure:
        sums = _sums(law, bits)
        low, high = bounds(sums)
        return Enclosure(Fraction(low, sums.total_hi), Fraction(high, sums.total_lo))

    def equals(r: Fraction) -> bool:
        if r <= 0:
            return False
        terms = {k * k: r.denominator * coefficient(k) for k in range(law.D + 1)}
        return law.rate.vanishes(_minus_total(law, terms, r.numerator))

    return enclosed(enclose, equals)


def _minus_total(law: MaxEntLaw, terms: dict[int, int], factor: int) -> dict[int, int]:
    """Return terms - factor T."""
    return {k * k: terms[k * k] - factor * (2 if k else 1) for k in range(law.D + 1)}


def _second_moment(weights: tuple[int, ...]) -> int:
    return sum(2 * k * k * weight for k, weight in enumerate(weights))


def _is_delta(law: MaxEntLaw, epsilon: Epsilon, k: int, r: Fraction) -> bool:
    """Tell whether t_k - e^epsilon t_(k+1) = r T, for k < D.

    With e^epsilon rational it is a polynomial in x. Otherwise, if x is algebraic, t_(k+1) > 0
    would make e^epsilon algebraic, which it is not (Hermite-Lindemann); and if x = e^-gamma with
    gamma a positive rational, both sides are sums of powers of e with rational exponents, equal
    only if the coefficients of every exponent are (Lindemann-Weierstrass).
    """
    exp = epsilon.rational_exp
    if exp is not None:
        scale = r.denominator * exp.denominator
        above = r.denominator * exp.numerator
        terms = {j * j: scale * (j >= k) - above * (j > k) for j in range(law.D + 1)}
        return law.rate.vanishes(_minus_total(law, terms, r.numerator * exp.denominator))
    if not isinstance(law.rate, RationalRate) or law.rate.is_zero:
        return False
    assert epsilon.value is not None
    sums: dict[Fraction, Fraction] = defaultdict(Fraction)
    for j in range(law.D + 1):
        exponent = -law.rate.gamma * j * j
        sums[exponent] += (j >= k) - r * (2 if j else 1)
        sums[epsilon.value + exponent] -= j > k
    return not any(sums.values())
