"""Numbers of the paper as the page shows them."""

from fractions import Fraction
from math import isqrt

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Enclosed, Known, Real

# epsilon of (1) as the paper rounds them, with the printed variance and standard deviation.
TABLE_EPSILONS = ("0.025", "0.05", "0.1", "0.2", "0.4", "0.8")
GERMANY = 28_000_000
# The share of females and the noise of section 3.3.
SHARE, VARIANCE, BOUND = Fraction(1, 2), Fraction("3.125"), 6


def epsilon(text: str) -> Epsilon:
    """Return an epsilon as the paper writes it."""
    return Epsilon(value=Fraction(text))


def square_root(square: Real | Fraction) -> Real:
    """Return the irrational square root of a number."""
    of = Known(square) if isinstance(square, Fraction) else square

    def enclose(bits: int) -> Enclosure:
        found = of.enclose(2 * bits)
        low, high = (int(end * (1 << 2 * bits)) for end in (found.lo, found.hi))
        return Enclosure.scaled(isqrt(low), isqrt(high) + 1, bits)

    return Enclosed(enclose)
