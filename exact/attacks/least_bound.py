"""Which bound E keeps itself hidden for a given variance and number of triples, Bach 4.3.

The noise is the maximum-entropy law on [-E, E] of variance V; m of (7) triples reveal E.
"""

from fractions import Fraction

from exact.attacks.bound import law_probability
from exact.attacks.tuples_needed import CONFIDENCE, tuples_needed
from exact.laws.maxent import law_of_variance
from exact.numbers.enclosure import Enclosure

_BITS = 48
# The least E is looked for up to here: m grows faster than exponentially with it.
MAX_BOUND = 200


def triples_needed(
    variance: Fraction, bound: int, confidence: Fraction = CONFIDENCE
) -> Enclosure | None:
    """Return bounds of m, (7); None where no maximum-entropy law has this variance.

    m is an integer; beyond about 10^10 only its first digits are computed.

    >>> triples_needed(Fraction(2), 2), triples_needed(Fraction(3), 2)
    (Enclosure(lo=Fraction(7, 1), hi=Fraction(7, 1)), None)
    """
    if 3 * variance > bound * (bound + 1):
        return None
    p = law_probability(law_of_variance(bound, variance)).enclosure(_BITS)
    scale = 2 ** ((1 / p.hi).__floor__().bit_length() + _BITS)
    ends = ((p.hi * scale).__ceil__(), (p.lo * scale).__floor__())
    low, high = (tuples_needed(Fraction(end, scale), confidence) for end in ends)
    assert low is not None  # p > 0
    assert high is not None
    return Enclosure(Fraction(low), Fraction(high))


def least_bound(
    variance: Fraction, outputs: int, confidence: Fraction = CONFIDENCE, most: int = MAX_BOUND
) -> int | None:
    """Return the least E whose m exceeds the number of triples in the output; None past ``most``.

    >>> least_bound(Fraction(2), 28_000_000)
    6
    """
    found = (triples_needed(variance, E, confidence) for E in range(1, most + 1))
    return next((E for E, m in enumerate(found, start=1) if m is not None and m.lo > outputs), None)
