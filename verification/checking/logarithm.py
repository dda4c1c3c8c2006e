"""Bounds of log x, by those of e^x."""

from fractions import Fraction

from verification.checking.exponential import exp_bounds
from verification.checking.reading import Bounds
from verification.checking.refusing import demand


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
