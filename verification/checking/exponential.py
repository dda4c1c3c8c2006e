"""Bounds of e^x in integers."""

from fractions import Fraction

from verification.checking.reading import Bounds
from verification.checking.refusing import demand

LARGEST_EXPONENT = 2000  # of |x|: beyond, e^x has thousands of digits and means nothing here
MOST_EXP_BITS = 1 << 12


def exp_bounds(x: Bounds, bits: int) -> Bounds:
    """Return bounds of e^x for every x between bounds, to a relative width of about 2^-bits."""
    demand(bits <= MOST_EXP_BITS and max(map(abs, x)) <= LARGEST_EXPONENT, "e^x is out of range")
    low, high = (exp_of_positive(abs(end), bits) for end in x)
    return low[0] if x[0] >= 0 else 1 / low[1], high[1] if x[1] >= 0 else 1 / high[0]


def exp_of_positive(y: Fraction, bits: int) -> Bounds:
    """Return bounds of e^y, y >= 0: a Taylor sum of e^(y/2^k) in units of 2^-w, squared k times.

    With y/2^k <= 1/2 each term is at most half of the one before. It is rounded down from a term
    that was rounded down, so it is less than 2 units too small; all terms after the first that is
    0 sum to less than 4 units. Squaring keeps a lower bound low and an upper bound high.
    """
    if y == 0:
        return Fraction(1), Fraction(1)
    k = int(2 * y).bit_length()
    w = bits + 2 * k + 32
    low = term = 1 << w
    n = 0
    while term:
        n += 1
        term = term * y.numerator // (y.denominator * n << k)
        low += term
    high = low + 2 * n + 4
    for _ in range(k):
        low, high = low * low >> w, (high * high >> w) + 1
    return Fraction(low, 1 << w), Fraction(high, 1 << w)
