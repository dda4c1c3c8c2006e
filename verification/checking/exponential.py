"""Bounds of e^x for a rational x, in integers: what is given is held against them."""

from fractions import Fraction

from verification.checking.refusing import demand

LARGEST_EXPONENT = 2000  # of |x|: beyond, e^x has thousands of digits and means nothing here
MOST_EXP_BITS = 1 << 17


def check_exp(where: str, x: Fraction, lo: Fraction, hi: Fraction) -> None:
    """Fail unless own bounds of e^x lie between lo and hi, so that lo <= e^x <= hi."""
    demand(0 < lo <= hi and abs(x) <= LARGEST_EXPONENT, f"{where}: out of range")
    finest = max(lo.denominator.bit_length(), hi.denominator.bit_length())
    # e^|x| has fewer than 2 |x| bits before the point, and squaring costs about as many again.
    least, most = exp_bounds(abs(x), min(finest + 6 * int(abs(x)) + 96, MOST_EXP_BITS))
    if x < 0:
        least, most = 1 / most, 1 / least
    demand(lo <= least and most <= hi, f"{where} is not between the bounds given")


def exp_bounds(y: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Return bounds of e^y, y >= 0: a Taylor sum of e^(y/2^k) in units of 2^-bits, squared k times.

    With y/2^k <= 1/2 each term is at most half of the one before. It is rounded down from a term
    that was rounded down, so it is less than 2 units too small; all terms after the first that is
    0 sum to less than 4 units. Squaring keeps a lower bound low and an upper bound high.
    """
    k = int(2 * y).bit_length()
    low = term = 1 << bits
    n = 0
    while term:
        n += 1
        term = term * y.numerator // (y.denominator * n << k)
        low += term
    high = low + 2 * n + 4
    for _ in range(k):
        low, high = low * low >> bits, (high * high >> bits) + 1
    return Fraction(low, 1 << bits), Fraction(high, 1 << bits)
