"""Bounds of log x, by those of e^x."""

from fractions import Fraction

from verification.checking.exponential import exp_bounds
from verification.checking.reading import Bounds
from verification.checking.refusing import demand


def log_bounds(y: Fraction, bits: int) -> Bounds:
    """Return bounds of log y, y > 1, four units of 2^-bits apart.

    Newton's method for e^x = y, x + y/e^x - 1, proposes x, from a count of bits on and with twice
    as many bits each time; e^x on both sides of it decides.
    """
    unit = Fraction(1, 1 << bits)
    x = Fraction(693 * (y.numerator.bit_length() - y.denominator.bit_length()), 1000)
    for n in range(bits.bit_length() + 4):
        w = min(64 << max(0, n - 8), bits)
        x = Fraction((x + y / exp_bounds((x, x), w + 64)[0] - 1) * 2**w // 1, 1 << w)
    lo, hi = x - 2 * unit, x + 2 * unit
    around = exp_bounds((lo, lo), bits + 64)[1] <= y <= exp_bounds((hi, hi), bits + 64)[0]
    demand(around, "a logarithm is out of range")
    return lo, hi
