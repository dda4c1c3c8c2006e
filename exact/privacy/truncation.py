"""delta of truncated symmetric noise: (4.10) of Rinott-O'Keefe-Shlomo-Skinner, and the tight one.

(4.10) takes the probability p(m) of the outermost noise. The tight delta over all events is the sum
of max(0, p(z) - e^epsilon p(z-1)). At z = -m the second term is missing, so it is never below p(m),
and it is p(m) exactly if no other ratio p(z)/p(z-1) exceeds e^epsilon.
"""

from fractions import Fraction

from exact.laws.law import WeightedLaw
from exact.laws.values import minus_total, probability, weights_of
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import START_BITS, Enclosed, Real, never


def outermost_delta(law: WeightedLaw) -> Real:
    """Return p(m), the delta of (4.10)."""
    return probability(law, law.D)


def tight_delta(law: WeightedLaw, epsilon: Epsilon) -> Real:
    """Return the tight delta of neighbouring counts over all events.

    It is above 0: the outcome z = -m alone has the excess p(m). A term that is exactly 0 needs no
    decision: its bounds shrink to 0.
    """
    D, exp = law.D, epsilon.rational_exp

    def enclose(bits: int) -> Enclosure:
        weights = weights_of(law, bits)
        lo, hi = epsilon.exp_bounds(bits)
        # w(z) - e^epsilon w(z-1) on the scale 2^bits; at z = -D the second term is missing.
        low, high = weights.lo[D] << bits, weights.hi[D] << bits
        for j, k in ((abs(z), abs(z - 1)) for z in range(1 - D, D + 1)):
            low += max(0, (weights.lo[j] << bits) - hi * weights.hi[k])
            high += max(0, (weights.hi[j] << bits) - lo * weights.lo[k])
        return Enclosure(
            Fraction(low, weights.total_hi << bits), Fraction(high, weights.total_lo << bits)
        )

    return Enclosed(enclose, never if exp is None else lambda r: _is_delta(law, exp, r))


def _is_delta(law: WeightedLaw, exp: Fraction, r: Fraction) -> bool:
    """Tell whether the sum of the positive w_j - exp w_k is r T, for a rational e^epsilon."""
    terms = dict.fromkeys(range(law.D + 1), 0)
    terms[law.D] = r.denominator * exp.denominator
    for j, k in ((abs(z), abs(z - 1)) for z in range(1 - law.D, law.D + 1)):
        if _exceeds(law, j, k, exp):
            terms[j] += r.denominator * exp.denominator
            terms[k] -= r.denominator * exp.numerator
    return law.vanishes(minus_total(law, terms, r.numerator * exp.denominator))


def _exceeds(law: WeightedLaw, j: int, k: int, exp: Fraction) -> bool:
    """Tell whether w_j > exp w_k; equality is decided by algebra, so narrowing ends."""
    if law.vanishes({j: exp.denominator, k: -exp.numerator} if j != k else {j: 1}):
        return False

    def attempt(bits: int) -> bool | None:
        weights = weights_of(law, bits)
        if exp.denominator * weights.lo[j] > exp.numerator * weights.hi[k]:
            return True
        above = exp.denominator * weights.hi[j] < exp.numerator * weights.lo[k]
        return False if above else None

    return narrow(attempt, START_BITS, "two weights of a law")
