"""IEEE 754 binary64 in integers: which rational a double is, without a float anywhere.

A finite double is m 2^e with |m| < 2^53 and e >= -1074. Rounding is to nearest, ties to even, as
every program does unless it is told otherwise.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.real import Real


@dataclass(frozen=True, slots=True)
class BinaryFormat:
    """A binary floating-point format: ``bits`` of precision, smallest exponent, largest."""

    bits: int
    lowest: int
    highest: int


DOUBLE = BinaryFormat(53, -1074, 1024)
SINGLE = BinaryFormat(24, -149, 128)


def nearest(value: Fraction, form: BinaryFormat = DOUBLE) -> Fraction:
    """Return the nearest number of a format, ties to even.

    >>> nearest(Fraction(1, 10)) == Fraction(3602879701896397, 2**55)
    True
    """
    if value == 0:
        return value
    exponent = _last_place(value, form)
    top, bottom = abs(value.numerator), value.denominator
    if exponent >= 0:
        bottom <<= exponent
    else:
        top <<= -exponent
    whole, rest = divmod(top, bottom)
    whole += 2 * rest > bottom or (2 * rest == bottom and whole % 2 == 1)
    found = Fraction(whole << exponent) if exponent >= 0 else Fraction(whole, 1 << -exponent)
    if exponent + whole.bit_length() > form.highest:
        rule = f"is beyond the largest number of {form.bits} bits"
        raise InputError("value", "a number", rule, "compare it as a decimal")
    return found if value > 0 else -found


def nearest_double(number: Real, form: BinaryFormat = DOUBLE) -> Fraction:
    """Return the double (or single) nearest to a real number, ties to even."""

    def middle(low: Fraction, high: Fraction) -> Fraction | None:
        between = (low + high) / 2
        return between if nearest(between, form) in (low, high) else None

    return number.rounded(lambda value: nearest(value, form), middle)


def ulp(value: Fraction, form: BinaryFormat = DOUBLE) -> Fraction:
    """Return the distance between neighbouring numbers of a format in the binade of ``value``.

    >>> ulp(Fraction(1)) == Fraction(1, 2**52), ulp(Fraction(0)) == Fraction(1, 2**1074)
    (True, True)
    """
    return Fraction(2) ** (form.lowest if value == 0 else _last_place(value, form))


def in_ulps(found: Fraction, true: Enclosure, form: BinaryFormat = DOUBLE) -> Enclosure:
    """Return by how many units of a format at the truth ``found`` exceeds it."""
    unit = ulp(true.lo, form)
    return Enclosure((found - true.hi) / unit, (found - true.lo) / unit)


def is_representable(value: Fraction, form: BinaryFormat = DOUBLE) -> bool:
    """Tell whether a rational is a number of the format."""
    return (value / ulp(value, form)).denominator == 1 and abs(value) < Fraction(2) ** form.highest


def _last_place(value: Fraction, form: BinaryFormat) -> int:
    """Return e for which 2^e is the distance of neighbouring numbers in the binade of ``value``."""
    return max(_floor_log2(abs(value.numerator), value.denominator) - form.bits + 1, form.lowest)


def _floor_log2(top: int, bottom: int) -> int:
    """Return the largest e with 2^e <= top / bottom."""
    guess = top.bit_length() - bottom.bit_length()
    reached = bottom << guess <= top if guess >= 0 else bottom <= top << -guess
    return guess if reached else guess - 1
