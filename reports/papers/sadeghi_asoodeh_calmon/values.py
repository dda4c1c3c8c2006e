"""Numbers of the paper as the page shows them, and the laws that its examples use."""

from fractions import Fraction

from exact.laws.count_query import CountQueryLaw
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import log_floor
from exact.numbers.real import Enclosed, Real
from reports.numbers import rational
from reports.papers.check import Check
from reports.papers.kinds import NO_REMARK, Remark

BITS = 67


def law(epsilon: str | Fraction, eta: str | Fraction, D: int) -> CountQueryLaw:
    """Return the noise of Definition 2 for decimals as the paper writes them."""
    return CountQueryLaw(Epsilon(value=Fraction(epsilon)), Fraction(eta), D)


def fraction(
    place: str, what: str, printed: str, true: Fraction, remark: Remark = NO_REMARK
) -> Check:
    """Compare a printed fraction with the exact one."""
    return Check(place, what, printed, rational(true), Fraction(printed) == true, remark)


def logarithm(number: Real) -> Real:
    """Return the logarithm of a positive irrational number."""

    def enclose(bits: int) -> Enclosure:
        found = number.enclose(bits)
        return Enclosure.scaled(log_floor(found.lo, bits), log_floor(found.hi, bits) + 1, bits)

    return Enclosed(enclose)
