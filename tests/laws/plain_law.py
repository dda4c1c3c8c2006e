"""The law p(z) = C x^(z^2) written down naively: in Fractions for a rational x, and in mpmath."""

from fractions import Fraction
from typing import Any

import mpmath

from tests.numbers.mp_reference import to_fraction, to_mp


def fraction_pmf(D: int, x: Fraction) -> list[Fraction]:
    """Return p(-D), ..., p(D) for a rational x."""
    weights = [x ** (z * z) for z in range(-D, D + 1)]
    return [w / sum(weights) for w in weights]


def fraction_variance(D: int, x: Fraction) -> Fraction:
    """Return the variance of ``fraction_pmf``."""
    return sum((z * z * p for z, p in enumerate(fraction_pmf(D, x), start=-D)), Fraction(0))


def mp_pmf(D: int, gamma: Any) -> list[Fraction]:
    """Return p(-D), ..., p(D) at the current precision of mpmath, as rationals."""
    weights = [mpmath.exp(-gamma * z * z) for z in range(-D, D + 1)]
    total = mpmath.fsum(weights)
    return [to_fraction(w / total) for w in weights]


def rational_gamma_pmf(D: int, gamma: Fraction, digits: int = 120) -> list[Fraction]:
    """Return p(-D), ..., p(D) to about ``digits`` digits for a rational gamma."""
    with mpmath.workdps(digits):
        return mp_pmf(D, to_mp(gamma))


def variance_polynomial(D: int, V: Fraction) -> list[Fraction]:
    """Return the coefficients of f in (2.7), from x^0 to x^(D^2)."""
    coefficients = [Fraction(0)] * (D * D + 1)
    coefficients[0] = -V
    for z in range(1, D + 1):
        coefficients[z * z] = 2 * z * z - 2 * V
    return coefficients


def value_at(coefficients: list[Fraction], x: Fraction) -> Fraction:
    """Return the value of a polynomial, by Horner's rule."""
    total = Fraction(0)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total
