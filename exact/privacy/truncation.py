"""delta of truncated symmetric noise: (4.10) of Rinott-O'Keefe-Shlomo-Skinner, and the tight one.

(4.10) takes the probability p(m) of the outermost noise. The tight delta over all events is the sum
of max(0, p(z) - e^epsilon p(z-1)). At z = -m the second term is missing, so it is never below p(m),
and it is p(m) exactly if no other ratio p(z)/p(z-1) exceeds e^epsilon.
"""

from fractions import Fraction

from exact.laws.law import WeightedLaw
from exact.laws.symmetric_noise import share
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.epsilon import Epsilon

_START_BITS = 64


def outermost_delta(law: WeightedLaw, digits: int) -> Enclosure:
    """Return p(m), the delta of (4.10)."""
    return share(law, (law.D,), digits)


def tight_delta(law: WeightedLaw, epsilon: Epsilon, digits: int) -> Enclosure:
    """Return the tight delta of neighbouring counts over all events.

    Narrowing ends: the outcome z = -m alone has the excess p(m) > 0.
    """
    D = law.D

    def enclose(bits: int) -> Enclosure:
        weights = law.weights(bits)
        lo, hi = epsilon.exp_bounds(bits)
        # w(z) - e^epsilon w(z-1) on the scale 2^bits; at z = -D the second term is missing.
        low, high = weights.lo[D] << bits, weights.hi[D] << bits
        for j, k in ((abs(z), abs(z - 1)) for z in range(1 - D, D + 1)):
            low += max(0, (weights.lo[j] << bits) - hi * weights.hi[k])
            high += max(0, (weights.hi[j] << bits) - lo * weights.lo[k])
        return Enclosure(
            Fraction(low, weights.total_hi << bits), Fraction(high, weights.total_lo << bits)
        )

    return narrow_enclosure(enclose, _START_BITS + 4 * digits, digits, "delta of truncated noise")
