"""Confidence levels and numbers of tries, as people write them."""

from fractions import Fraction

from reports.numbers import rational


def percent(share: Fraction) -> str:
    """Return a level as it is written.

    >>> percent(Fraction(19, 20)), percent(Fraction(2, 3))
    ('95 %', '200/3 %')
    """
    hundred = 100 * share
    return f"{_decimal(hundred) or hundred} %"


def _decimal(value: Fraction) -> str:
    """Return a value whose decimal ends soon, else nothing."""
    number = rational(value)
    return number.decimal if number.relation == "=" else ""


def many(number: int) -> str:
    """Return a number with its thousands apart.

    >>> many(28000000)
    '28,000,000'
    """
    return f"{number:,}"
