"""Expected losses of symmetric noise that is known by bounds of its weights.

Released is max(0, a + Z) where negative values are set to zero (Rinott-O'Keefe-Shlomo-Skinner
section 4.4), and a + Z where they are kept.
"""

from fractions import Fraction

from exact.laws.exponential_mechanism import Loss
from exact.laws.law import WeightedLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.real import Enclosed, Real


def within(D: int, count: int, distance: int) -> range:
    """Return the noise that takes a count at most ``distance`` away, negatives set to zero.

    >>> within(7, 3, 2), within(7, 1, 2)
    (range(-2, 3), range(-7, 3))
    """
    lowest = -D if count <= distance else -min(distance, D)
    return range(lowest, min(distance, D) + 1)


def expected_loss(law: WeightedLaw, count: int, loss: Loss, clipped: bool = True) -> Real:
    """Return E loss(a, b), b released for the count a; ``clipped``: negatives are set to zero.

    It is positive: every other released value has a positive loss and a positive probability.
    """

    def enclose(bits: int) -> Enclosure:
        weights = law.weights(bits)
        lo = hi = 0
        for z in range(-law.D, law.D + 1):
            released = max(0, count + z) if clipped else count + z
            low, high = loss(count, released, bits)
            lo += weights.lo[abs(z)] * low
            hi += weights.hi[abs(z)] * high
        scale = 1 << bits
        return Enclosure(
            Fraction(lo, weights.total_hi * scale), Fraction(hi, weights.total_lo * scale)
        )

    return Enclosed(enclose)
