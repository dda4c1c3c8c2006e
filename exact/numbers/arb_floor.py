"""First producer of certified integers: floor(2^b e^x) and floor(2^b log x) from FLINT's balls.

A ball that lies between two neighbouring integers gives the floor; a ball that does not is
narrowed. Both loops end: for a rational x other than 0, e^x is irrational, and for a positive
rational x other than 1, log x is irrational (Lindemann-Weierstrass), so neither 2^b e^x nor
2^b log x is an integer, and a ball that is narrow enough holds none.
"""

from collections.abc import Mapping
from fractions import Fraction

from flint import arb, ctx, fmpq

from exact.numbers.enclosure import narrow
from exact.numbers.limits import checked_exponent, checked_positive

_GUARD_BITS = 32


def exp_floor(x: Fraction, bits: int) -> int:
    """Return floor(e^x 2^bits).

    >>> exp_floor(Fraction(1), 0), exp_floor(Fraction(-1), 10)
    (2, 376)
    """
    checked_exponent(x)
    if x == 0:
        return 1 << bits
    magnitude = bits + max(0, int(x * 3 / 2))
    return narrow(lambda working: _floor_of_exp(x, bits, working), magnitude + _GUARD_BITS, "e^x")


def log_floor(x: Fraction, bits: int) -> int:
    """Return floor(log(x) 2^bits) for x > 0.

    >>> log_floor(Fraction(10), 10), log_floor(Fraction(1, 2), 4)
    (2357, -12)
    """
    checked_positive(x)
    if x == 1:
        return 0
    # log x may be as small as 1/denominator: the working precision covers the cancellation.
    start = bits + x.denominator.bit_length() + _GUARD_BITS
    return narrow(lambda working: _floor_of_log(x, bits, working), start, "log x")


def log_sum_bounds(terms: Mapping[int, int], bits: int) -> tuple[int, int]:
    """Return integers lo <= 2^bits sum of coefficient log(n) <= hi over ``terms`` {n: coefficient}.

    The bounds are outward; how narrow they are depends on the cancellation in the sum.

    >>> log_sum_bounds({8: 1, 2: -3}, 10)
    (-1, 1)
    """
    with ctx.workprec(bits + _GUARD_BITS):
        total = arb(0)
        for n, coefficient in terms.items():
            total += arb(n).log() * coefficient
        scaled = total * arb(2) ** bits
        return int(scaled.lower().floor().fmpz()), int(scaled.upper().ceil().fmpz())


def _floor_of_exp(x: Fraction, bits: int, working: int) -> int | None:
    with ctx.workprec(working):
        ball = arb(fmpq(x.numerator, x.denominator)).exp() * arb(2) ** bits
        return _unique_floor(ball)


def _floor_of_log(x: Fraction, bits: int, working: int) -> int | None:
    with ctx.workprec(working):
        ball = arb(fmpq(x.numerator, x.denominator)).log() * arb(2) ** bits
        return _unique_floor(ball)


def _unique_floor(ball: arb) -> int | None:
    """Return the one integer that every number in ``ball`` has as its floor, or None."""
    floor = ball.floor().unique_fmpz()
    return None if floor is None else int(floor)
