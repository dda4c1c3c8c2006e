"""delta of two pmfs whose probabilities are e^l for rational l: as other programs take them."""

from collections.abc import Mapping
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.producers import exp_floor
from exact.privacy.law_privacy import delta_from_definition

_GOOD_BITS = 128

LogPmf = Mapping[int, Fraction]


def delta_of_logs(upper: LogPmf, lower: LogPmf, epsilon: Fraction) -> Enclosure:
    """Return the larger delta of both directions, of sums of max(0, e^l - e^epsilon e^m).

    The pmfs need not sum to 1 exactly: rounded logarithms do not.

    >>> delta_of_logs({0: Fraction(0)}, {1: Fraction(0)}, Fraction(1, 2))
    Enclosure(lo=Fraction(1, 1), hi=Fraction(1, 1))
    """
    # So many bits that the smallest probability has 128 good ones.
    bits = _GOOD_BITS - 2 * int(min((*upper.values(), *lower.values())))
    p = {z: _exp(log, bits) for z, log in upper.items()}
    q = {z: _exp(log, bits) for z, log in lower.items()}
    exp = _exp(epsilon, bits)
    both = (delta_from_definition(p, q, exp), delta_from_definition(q, p, exp))
    return Enclosure(max(delta.lo for delta in both), max(delta.hi for delta in both))


def _exp(exponent: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Return bounds of e^exponent, which is irrational unless the exponent is 0."""
    if exponent == 0:
        return Fraction(1), Fraction(1)
    floor = exp_floor(exponent, bits)
    return Fraction(floor, 1 << bits), Fraction(floor + 1, 1 << bits)
