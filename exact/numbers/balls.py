"""Between exact numbers and FLINT's balls: a ball holds the number, an enclosure holds the ball."""

from collections.abc import Iterable
from fractions import Fraction

from flint import arb, ctx, fmpq

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure

# Enough for 36 printed digits after sums of ten thousand terms.
BITS = 192


def ball(x: Fraction | int) -> arb:
    """Return the ball of a rational, as narrow as the working precision allows."""
    return arb(fmpq(x.numerator, x.denominator))


def hull(low: arb, high: arb) -> arb:
    """Return a ball that holds both and all between."""
    return low.union(high)


def ball_of(bounds: Enclosure) -> arb:
    """Return a ball that holds an enclosure."""
    low = ball(bounds.lo)
    return low if bounds.lo == bounds.hi else hull(low, ball(bounds.hi))


def bounds_of(number: arb) -> Enclosure:
    """Return the ends of a ball, which are exact.

    >>> bounds_of(ball(Fraction(3, 4)))
    Enclosure(lo=Fraction(3, 4), hi=Fraction(3, 4))
    """
    return Enclosure(lower(number), upper(number))


def lower(number: arb) -> Fraction:
    """Return the lower end of a ball."""
    with ctx.workprec(BITS):  # an end is rounded outward to the working precision
        return _dyadic(number.lower())


def upper(number: arb) -> Fraction:
    """Return the upper end of a ball."""
    with ctx.workprec(BITS):
        return _dyadic(number.upper())


def total(numbers: Iterable[arb]) -> arb:
    """Return the sum; 0 for none."""
    return sum(numbers, arb(0))


def between_0_and_1(bounds: Enclosure) -> Enclosure:
    """Return the bounds of a probability, cut where rounding went past its ends."""
    zero, one = Fraction(0), Fraction(1)
    return Enclosure(min(max(bounds.lo, zero), one), max(min(bounds.hi, one), zero))


def _dyadic(point: arb) -> Fraction:
    if not point.is_finite():
        raise Undecided(f"a number that {BITS} bits do not bound")
    mantissa, exponent = point.man_exp()
    scale = int(exponent)
    above = int(mantissa) << max(scale, 0)
    return Fraction(above, 1 << max(-scale, 0))
