"""Bounds of the reals that are written as 1/2 or ln(3/2), and of their exponentials."""

import re
from fractions import Fraction

from verification.checking.exponential import exp_bounds
from verification.checking.logarithm import log_bounds
from verification.checking.reading import Bounds, plain
from verification.checking.refusing import refuse

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
