"""Numbers of the papers as their pages show them."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.real import Real
from reports.decimals import bits_of, nearest

_SPARE_BITS = 40


def shown(number: Real | Fraction | Enclosure, digits: int = 4) -> str:
    """Return the decimal of ``digits`` digits, correctly rounded.

    >>> shown(Fraction(920, 90), 3)
    '10.2'
    """
    if isinstance(number, Real):
        number = number.enclosure(bits_of(digits) + _SPARE_BITS)
    if isinstance(number, Fraction):
        number = Enclosure.point(number)
    return nearest(number, digits)
