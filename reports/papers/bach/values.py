"""Numbers of the paper as the page shows them."""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon

# epsilon of (1) as the paper rounds them, with the printed variance and standard deviation.
TABLE_EPSILONS = ("0.025", "0.05", "0.1", "0.2", "0.4", "0.8")
GERMANY = 28_000_000
# The share of females and the noise of section 3.3.
SHARE, VARIANCE, BOUND = Fraction(1, 2), Fraction("3.125"), 6
_SPARE = 12


def epsilon(text: str) -> Epsilon:
    """Return an epsilon as the paper writes it."""
    return Epsilon(value=Fraction(text))


def square_root(enclose: Callable[[int], Enclosure]) -> Callable[[int], Enclosure]:
    """Return the square root of a number that is enclosed, or rational, as a function of bits."""

    def result(bits: int) -> Enclosure:
        square = enclose(2 * bits)
        low, high = (int(end * (1 << 2 * bits)) for end in (square.lo, square.hi))
        return Enclosure.scaled(isqrt(low), isqrt(high) + 1, bits)

    return result


def constant(value: Fraction) -> Callable[[int], Enclosure]:
    """Return a rational as a function of bits."""
    return lambda _: Enclosure(value, value)
