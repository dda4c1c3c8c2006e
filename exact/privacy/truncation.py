"""delta of truncated symmetric noise: (4.10) of Rinott-O'Keefe-Shlomo-Skinner, and the tight one.

(4.10) takes the probability p(m) of the outermost noise. The tight delta over all events is the sum
of max(0, p(z) - e^epsilon p(z-1)). At z = -m the second term is missing, so it is never below p(m),
and it is p(m) exactly if no other ratio p(z)/p(z-1) exceeds e^epsilon.
"""

from fractions import Fraction

from exact.laws.symmetric_noise import share
from exact.laws.weighted import WeightedLaw
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import delta_from_definition

_START_BITS = 64


def outermost_delta(law: WeightedLaw, digits: int) -> Enclosure:
    """Return p(m), the delta of (4.10)."""
    return share(law, (law.D,), digits)


def tight_delta(law: WeightedLaw, epsilon: Epsilon, digits: int) -> Enclosure:
    """Return the tight delta of neighbouring counts over all events.

    Narrowing ends: the outcome z = -m alone has the excess p(m) > 0.
    """

    def enclose(bits: int) -> Enclosure:
        weights = law.weights(bits)
        bounds = {
            z: (
                Fraction(weights.lo[abs(z)], weights.total_hi),
                Fraction(weights.hi[abs(z)], weights.total_lo),
            )
            for z in range(-law.D, law.D + 1)
        }
        moved = {z + 1: pair for z, pair in bounds.items()}
        lo, hi = epsilon.exp_bounds(bits)
        scale = 1 << bits
        return delta_from_definition(bounds, moved, (Fraction(lo, scale), Fraction(hi, scale)))

    return narrow_enclosure(enclose, _START_BITS + 4 * digits, digits, "delta of truncated noise")
