"""Bounds of e^x and log x for a rational x, in integers: what is given is held against them."""

from fractions import Fraction

from verification.checking.refusing import demand

LARGEST_EXPONENT = 2000  # of |x|: beyond, e^x has thousands of digits and means nothing here
MOST_EXP_BITS = 1 << 17

Bounds = tuple[Fraction, Fraction]


def check_exp(where: str, x: Fraction, lo: Fraction, hi: Fraction) -> None:
    """Fail unless own bounds of e^x lie between lo and hi, so that lo <= e^x <= hi."""
    finest = max(end.denominator.bit_length() for end in (lo, hi))
    least, most = exp_bounds((x, x), finest + 2 * abs(int(x)) + 64)  # e^x < 2^(2x) for x > 0
    demand(0 < lo <= least and most <= hi, f"{where} is not between the bounds given")


def exp_bounds(x: Bounds, bits: int) -> Bounds:
    """Return bounds of e^x for every x between bounds, to a relative width of about 2^-bits."""
    demand(max(map(abs, x)) <= LARGEST_EXPONENT, "an exponent is out of range")
    low, high = (exp_of_positive(abs(end), bits) for end in x)
    return low[0] if x[0] >= 0 else 1 / low[1], high[1] if x[1] >= 0 else 1 / high[0]


def exp_of_positive(y: Fraction, bits: int) -> Bounds:
    """Return bounds of e^y, y >= 0: a Taylor sum of e^(y/2^k) in units of 2^-w, squared k times.

    With y/2^k <= 1/2 each term is at most half of the one before. It is rounded down from a term
    that was rounded down, so it is less than 2 units too small; all terms after the first that is
    0 sum to less than 4 units. Squaring keeps a lower bound low and an upper bound high.
    """
    k = int(2 * y).bit_length()
    w = min(bits + 2 * k + 32, MOST_EXP_BITS)
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


def log_bounds(y: Fraction, bits: int) -> Bounds:
    """Return bounds of log y, y > 1, four units of 2^-bits apart.

    Newton's method for e^x = y, x + y/e^x - 1, proposes x, from a count of bits on; e^x on both
    sides of it decides.
    """
    unit = Fraction(1, 1 << bits)
    x = Fraction(7 * (y.numerator.bit_length() - y.denominator.bit_length()), 10)
    for _ in range(bits.bit_length() + 4):
        x = (x + y / exp_bounds((x, x), bits + 64)[0] - 1) // unit * unit
    lo, hi = x - 2 * unit, x + 2 * unit
    around = exp_bounds((lo, lo), bits + 64)[1] <= y <= exp_bounds((hi, hi), bits + 64)[0]
    demand(around, "a logarithm is out of range")
    return lo, hi
