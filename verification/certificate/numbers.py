"""How numbers stand in a certificate."""

from fractions import Fraction


def written(value: Fraction) -> str:
    """Return "p/q" in lowest terms, also for an integer.

    >>> written(Fraction(3))
    '3/1'
    """
    return f"{value.numerator}/{value.denominator}"
