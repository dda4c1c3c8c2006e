"""How a printed decimal relates to a number: exactly, by rationals."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure


def unit(printed: str) -> Fraction:
    """Return one unit of the last printed digit.

    >>> unit("0.0498"), unit("9.91e-5")
    (Fraction(1, 10000), Fraction(1, 10000000))
    """
    digits, _, exponent = printed.partition("e")
    return Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))


def is_rounded(printed: str, value: Fraction | Enclosure) -> bool:
    """Tell whether ``printed`` is ``value`` correctly rounded to the printed digits.

    >>> is_rounded("0.667", Fraction(2, 3)), is_rounded("0.666", Fraction(2, 3))
    (True, False)
    """
    ends = (value.lo, value.hi) if isinstance(value, Enclosure) else (value, value)
    return all(2 * abs(Fraction(printed) - end) <= unit(printed) for end in ends)


def units_off(printed: str, value: Enclosure) -> int:
    """Return how many units of its last digit a printed number lies from the rounded value."""
    return round((Fraction(printed) - value.lo) / unit(printed))
