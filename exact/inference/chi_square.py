"""The asymptotic law of a likelihood ratio statistic, and the statistic that ignores the noise."""

from fractions import Fraction

from flint import arb, ctx

from exact.inference.released import Cells
from exact.numbers.balls import BITS, ball, between_0_and_1, bounds_of, lower, total, upper
from exact.numbers.enclosure import Enclosure


def chi_square_tail(statistic: Enclosure, degrees: int) -> Enclosure:
    """Return P(chi^2 >= statistic) with so many degrees of freedom: Q(df/2, statistic/2).

    >>> found = chi_square_tail(Enclosure.point(Fraction(2)), 2)  # e^-1
    >>> Fraction("0.3678794411") < found.lo < found.hi < Fraction("0.3678794412")
    True
    """
    with ctx.workprec(BITS):
        tails = [_tail(end, degrees) for end in (statistic.hi, statistic.lo)]
        return between_0_and_1(Enclosure(lower(tails[0]), upper(tails[1])))


def _tail(statistic: Fraction, degrees: int) -> arb:
    if statistic <= 0:
        return arb(1)
    return (ball(statistic) / 2).gamma_upper(arb(degrees) / 2, regularized=1)


def naive_statistic(cells: Cells) -> Enclosure | None:
    """Return G^2 = 2 sum x log(x n / (row column)) of the released counts as if they were true.

    None where a count is negative or a margin is not positive: it is then not defined.
    """
    rows = [sum(line) for line in cells]
    columns = [sum(line) for line in zip(*cells, strict=True)]
    if min(map(min, cells)) < 0 or min(*rows, *columns) <= 0:
        return None
    n = sum(rows)
    with ctx.workprec(BITS):
        terms = (
            x * ball(Fraction(x * n, rows[i] * columns[j])).log()
            for i, line in enumerate(cells)
            for j, x in enumerate(line)
            if x
        )
        found = bounds_of(2 * total(terms))
    return Enclosure(max(found.lo, Fraction(0)), max(found.hi, Fraction(0)))
