"""Designs taken literally: laws with 60 digits, rules written down naively, delta by its sum."""

from fractions import Fraction
from typing import Any

from mpmath import mp, mpf

from tests.quantiser.plain_rules import PLAIN, lost

DIGITS = 60
# What a sum of a few hundred terms of 60 digits can be off by, and far more.
ERROR = Fraction(1, 10**40)


def number(value: Fraction) -> Any:
    """Return a rational as a number of mpmath."""
    return mpf(value.numerator) / value.denominator


def pmf(gamma: Any, D: int) -> list[Any]:
    """Return p(z) = C e^(-gamma z^2) for z = -D..D, (2.3)-(2.5)."""
    weights = [mp.exp(-gamma * z * z) for z in range(-D, D + 1)]
    total = mp.fsum(weights)
    return [weight / total for weight in weights]


def delta(p: list[Any], exp: Any) -> Any:
    """Return the sum of max(0, p(z) - e^epsilon p(z-1)) over z, (2.9)-(2.11)."""
    before = [mpf(0), *p[:-1]]
    return mp.fsum(max(mpf(0), here - exp * last) for here, last in zip(p, before, strict=True))


def law_delta(epsilon: Fraction, D: int, factor: Fraction) -> Any:
    """Return delta of the law with gamma = factor epsilon."""
    value = number(epsilon)
    return delta(pmf(number(factor) * value, D), mp.exp(value))


def guide_factor(D: int) -> Fraction:
    """Return gamma / epsilon of the paper: 1/(2D-1) - 2/(10 (4D^2-1)), section 2.4."""
    return Fraction(1, 2 * D - 1) - Fraction(2, 10 * (4 * D * D - 1))


def table_deltas(epsilon: Fraction, D: int, factor: Fraction, keysize: int) -> dict[str, Any]:
    """Return delta of the table of each rule that keeps all noise values, both directions."""
    value = number(epsilon)
    law = [Fraction(str(p)) for p in pmf(number(factor) * value, D)]
    found = {}
    for rule, quantise in PLAIN.items():
        cmf = quantise(law, keysize)
        if not lost(cmf):
            counts = [b - a for a, b in zip([0, *cmf[:-1]], cmf, strict=True)]
            p = [mpf(n) / keysize for n in counts]
            found[rule] = max(delta(p, mp.exp(value)), delta(p[::-1], mp.exp(value)))
    return found


def first_D(epsilon: Fraction, target: Fraction) -> int:
    """Return the first D = 1, 2, ... whose law of the paper reaches the target, step 2."""
    D = 1
    while law_delta(epsilon, D, guide_factor(D)) > number(target):
        D += 1
    return D
