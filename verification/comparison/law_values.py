"""The true values of the maximum-entropy law: beside those of any noise, delta and epsilon^Q."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from exact.laws.squares import SquareLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import worst_event
from verification.comparison.noise_values import NoiseValues, minus_total, sums_of
from verification.comparison.truth import Truth, enclosed, known, never


@dataclass(frozen=True)
class LawValues(NoiseValues):
    """p, c, delta, epsilon, bias and variance of p(z) = C e^(-gamma z^2) before quantisation."""

    law: SquareLaw

    def epsilonq(self) -> Truth:
        """Return log of the largest p(z)/p(z-1), (4.10): (2D - 1) gamma, at both ends.

        Where gamma is not rational, e^-gamma is algebraic, so gamma is transcendental.
        """
        rate, factor = self.law.rate, 2 * self.law.D - 1
        if rate.exact is not None:
            return known(factor * rate.exact)

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
            sums = sums_of(self.law, bits)
            lo, hi = epsilon.exp_bounds(bits)
            low = (sums.tails_lo[k] << bits) - hi * sums.tails_hi[k + 1]
            high = (sums.tails_hi[k] << bits) - lo * sums.tails_lo[k + 1]
            totals = (sums.total_lo << bits, sums.total_hi << bits)
            return Enclosure(Fraction(low, totals[low > 0]), Fraction(high, totals[high < 0]))

        return enclosed(enclose, lambda r: _is_delta(self.law, epsilon, k, r))


def _is_delta(law: SquareLaw, epsilon: Epsilon, k: int, r: Fraction) -> bool:
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
        terms = {j: scale * (j >= k) - above * (j > k) for j in range(law.D + 1)}
        return law.vanishes(minus_total(law, terms, r.numerator * exp.denominator))
    gamma = law.rate.exact
    if gamma is None or gamma == 0:
        return False
    assert epsilon.value is not None
    sums: dict[Fraction, Fraction] = defaultdict(Fraction)
    for j in range(law.D + 1):
        exponent = -gamma * j * j
        sums[exponent] += (j >= k) - r * (2 if j else 1)
        sums[epsilon.value + exponent] -= j > k
    return not any(sums.values())
