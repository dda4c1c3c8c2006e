"""Reference values from mpmath, made rational so that a test compares them exactly."""

from fractions import Fraction
from typing import Any

import mpmath


def to_mp(value: Fraction) -> Any:
    """Return a rational as an mpmath number of the current working precision."""
    return mpmath.mpf(value.numerator) / value.denominator


def to_fraction(value: Any) -> Fraction:
    """Return an mpmath number as the rational that it is, without another rounding."""
    numerator, denominator = mpmath.libmp.to_rational(value._mpf_)
    return Fraction(int(numerator), int(denominator))


def distance_to_integer(value: Fraction) -> Fraction:
    """Return how far ``value`` lies from the nearest integer."""
    return abs(value - round(value))
