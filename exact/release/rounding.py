"""Bounds with fewer digits: the exact ends of many releases have thousands of them."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure

_BITS = 128


def outward(low: Fraction, high: Fraction) -> Enclosure:
    """Return bounds of at most 128 bits around two rationals; what is shorter stays as it is.

    >>> outward(Fraction(1, 3), Fraction(1, 3)) == Enclosure.point(Fraction(1, 3))
    True
    >>> found = outward(Fraction(1, 3**100), Fraction(1, 3**100))
    >>> found.lo < Fraction(1, 3**100) < found.hi, found.width < Fraction(1, 10**80)
    (True, True)
    """
    return Enclosure(_down(low), -_down(-high))


def _down(value: Fraction) -> Fraction:
    if value.denominator.bit_length() <= _BITS:
        return value
    shift = _BITS + value.denominator.bit_length() - abs(value.numerator).bit_length()
    return Fraction((value.numerator << shift) // value.denominator, 1 << shift)
