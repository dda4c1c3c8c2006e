"""Bounds of e^x and log x in integers, and of the reals that are written as 1/2 or ln(3/2)."""

import re
from fractions import Fraction

from verification.checking.reading import Bounds, plain
from verification.checking.refusing import demand, refuse

LARGEST_EXPONENT = 2000  # of |x|: beyond, e^x has thousands of digits and means nothing here
MOST_EXP_BITS = 1 << 17
MOST_WRITTEN_BITS = 4096  # of a power of a rational that is computed exactly


def exp_of(written: str, factor: Fraction, bits: int) -> Bounds:
    """Return bounds of e^(factor v) for a number v that is written as 1/2 or ln(3/2).

    A power of a rational with few digits is known: its bounds are equal.
    """
    value, is_logarithm = read_real(written)
    size = max(value.as_integer_ratio()).bit_length()
    if is_logarithm and factor.denominator == 1 and abs(factor) * size <= MOST_WRITTEN_BITS:
        return value**factor.numerator, value**factor.numerator
    spare = bits + factor.numerator.bit_length() + 8
    low, high = sorted(factor * end for end in real_bounds(written, spare))
    return exp_bounds((low, high), bits)


def real_bounds(written: str, bits: int) -> Bounds:
    """Return bounds of a number that is written as 1/2 or ln(3/2), some units of 2^-bits apart."""
    value, is_logarithm = read_real(written)
    return log_bounds(value, bits) if is_logarithm else (value, value)


def read_real(written: str) -> tuple[Fraction, bool]:
    """Read 1/2 or ln(3/2): the rational, and whether its logarithm is meant."""
    logarithm = re.fullmatch(r"ln\((.*)\)", written)
    value = plain(logarithm[1] if logarithm else written)
    if logarithm and value < 1:
        refuse(f"{written[:40]} is not a number of at least 0")
    return value, logarithm is not None


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
    if y == 0:
        return Fraction(1), Fraction(1)
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
    x = Fraction(693 * (y.numerator.bit_length() - y.denominator.bit_length()), 1000)
    for _ in range(bits.bit_length() + 4):
        x = (x + y / exp_bounds((x, x), bits + 64)[0] - 1) // unit * unit
    lo, hi = x - 2 * unit, x + 2 * unit
    around = exp_bounds((lo, lo), bits + 64)[1] <= y <= exp_bounds((hi, hi), bits + 64)[0]
    demand(around, "a logarithm is out of range")
    return lo, hi
