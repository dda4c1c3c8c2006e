"""The only place where an exact number becomes a rounded decimal, and the rounding has a name."""

from fractions import Fraction

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure

DOWN, UP, NEAREST = "down", "up", "nearest"
# Numbers from 10^-5 up to 10^15 are written plainly, others with an exponent.
_PLAIN_FROM, _PLAIN_TO = -5, 15


def decimal(value: Fraction, digits: int, rounding: str) -> str:
    """Return ``value`` to ``digits`` significant digits, rounded as named.

    >>> decimal(Fraction(1, 3), 4, UP), decimal(Fraction(-1, 3), 4, UP)
    ('0.3334', '-0.3333')
    >>> decimal(Fraction(1, 10**9), 3, DOWN), decimal(Fraction(10), 3, NEAREST)
    ('1.00e-9', '10.0')
    """
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    if value < 0 and rounding != NEAREST:
        rounding = UP if rounding == DOWN else DOWN
    mantissa, exponent = _rounded(abs(value), digits, rounding)
    return sign + _layout(str(mantissa), exponent)


def bits_of(digits: int) -> int:
    """Return how many bits tell apart all numbers of so many digits: 10^3 < 2^10.

    >>> bits_of(6)
    20
    """
    return -(-digits * 10 // 3)


def outward(enclosure: Enclosure, digits: int) -> tuple[str, str]:
    """Return the lower bound rounded down and the upper bound rounded up.

    >>> outward(Enclosure(Fraction(1, 3), Fraction(1, 3)), 3)
    ('0.333', '0.334')
    """
    return decimal(enclosure.lo, digits, DOWN), decimal(enclosure.hi, digits, UP)


def nearest(enclosure: Enclosure, digits: int) -> str:
    """Return the correctly rounded decimal of the number enclosed, if the enclosure shows it.

    >>> nearest(Enclosure(Fraction(1, 3), Fraction(33334, 100000)), 3)
    '0.333'
    """
    low = decimal(enclosure.lo, digits, NEAREST)
    if low != decimal(enclosure.hi, digits, NEAREST):
        raise Undecided(f"an enclosure too wide to round to {digits} digits")
    return low


def _rounded(value: Fraction, digits: int, rounding: str) -> tuple[int, int]:
    """Return (m, e) with m of ``digits`` digits and m 10^(e - digits + 1) the rounded value."""
    exponent = floor_log10(value)
    above, below = _scaled(value, digits - 1 - exponent)
    mantissa, rest = divmod(above, below)
    half_up = 2 * rest > below or (2 * rest == below and mantissa % 2 == 1)
    if (rounding == UP and rest) or (rounding == NEAREST and half_up):
        mantissa += 1
    if mantissa == 10**digits:
        return 10 ** (digits - 1), exponent + 1
    return mantissa, exponent


def _scaled(value: Fraction, power: int) -> tuple[int, int]:
    """Return value 10^power as numerator and denominator, not reduced: that would take longer."""
    if power >= 0:
        return value.numerator * 10**power, value.denominator
    return value.numerator, value.denominator * 10**-power


def floor_log10(value: Fraction) -> int:
    """Return the largest e with 10^e <= value.

    >>> floor_log10(Fraction(1, 10)), floor_log10(Fraction(99)), floor_log10(Fraction(10) ** -4000)
    (-1, 1, -4000)

    A guess from the lengths in bits (0.30103 > log10 2 > 0.30102), corrected exactly.
    """
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    guess = bits * 30103 // 100000
    while not _reaches(value, guess):
        guess -= 1
    while _reaches(value, guess + 1):
        guess += 1
    return guess


def _reaches(value: Fraction, exponent: int) -> bool:
    """Tell whether value >= 10^exponent."""
    above, below = _scaled(value, -exponent)
    return above >= below


def _layout(mantissa: str, exponent: int) -> str:
    if _PLAIN_FROM <= exponent < 0:
        return "0." + "0" * (-exponent - 1) + mantissa
    if 0 <= exponent < _PLAIN_TO:
        padded = mantissa.ljust(exponent + 1, "0")
        whole, fraction = padded[: exponent + 1], padded[exponent + 1 :]
        return f"{whole}.{fraction}" if fraction else whole
    tail = f".{mantissa[1:]}" if len(mantissa) > 1 else ""
    return f"{mantissa[0]}{tail}e{exponent}"
