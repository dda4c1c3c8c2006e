"""Numbers of the paper as the page shows them, and the laws that its examples use."""

from collections.abc import Callable
from fractions import Fraction

from exact.laws.count_query import CountQueryLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import log_floor
from reports.numbers import rational
from reports.papers.check import Check

DIGITS = 20


def law(epsilon: str | Fraction, eta: str | Fraction, D: int) -> CountQueryLaw:
    """Return the noise of Definition 2 for decimals as the paper writes them."""
    return CountQueryLaw(Epsilon(value=Fraction(epsilon)), Fraction(eta), D)


def fraction(place: str, what: str, printed: str, true: Fraction, remark: str = "") -> Check:
    """Compare a printed fraction with the exact one."""
    return Check(place, what, printed, rational(true), Fraction(printed) == true, remark)


def logarithm(enclose: Callable[[int], Enclosure]) -> Callable[[int], Enclosure]:
    """Return the logarithm of a positive irrational number, as a function of bits too."""

    def result(bits: int) -> Enclosure:
        found = enclose(bits)
        return Enclosure.scaled(log_floor(found.lo, bits), log_floor(found.hi, bits) + 1, bits)

    return result
