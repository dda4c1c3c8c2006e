"""Numbers of the papers as their pages show them."""

from fractions import Fraction

from exact.laws.exp_ratio import ExpRatio
from exact.numbers.enclosure import Enclosure
from reports.decimals import nearest
from reports.papers.check import Value

_SPARE = 12


def value(ratio: ExpRatio) -> Value:
    """Return a number of e^epsilon in the form that a check compares."""
    exact = ratio.exact
    return ratio.enclose if exact is None else exact


def shown(number: ExpRatio | Fraction | Enclosure, digits: int = 4) -> str:
    """Return the decimal of ``digits`` digits, correctly rounded.

    >>> shown(Fraction(920, 90), 3)
    '10.2'
    """
    if isinstance(number, ExpRatio):
        number = number.enclosure(digits + _SPARE)
    if isinstance(number, Fraction):
        number = Enclosure(number, number)
    return nearest(number, digits)
