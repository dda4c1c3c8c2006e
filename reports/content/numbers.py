"""The numbers of a certificate, as numbers of a document."""

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.decimals import UP, decimal, nearest
from reports.document.blocks import ABOUT, AT_MOST, EXACTLY, Number
from reports.numbers import affine, rational, upper_logarithm
from verification.certificate.numbers import ratio

_ROOT_BITS = 200


def delta(entry: Mapping[str, Any], digits: int = 8) -> Number:
    """Return the delta of a pair: A - B e^epsilon, rounded up."""
    low, high = ratio(entry["delta"]["lo"]), ratio(entry["delta"]["hi"])
    if low == high:
        return rational(high, UP, digits)
    exact = affine(ratio(entry["A"]), ratio(entry["B"]), entry["epsilon"])
    return Number(decimal(high, digits, UP), exact, AT_MOST)


def logarithm(exp: str | None, digits: int = 8) -> Number:
    """Return ln(exp), rounded up; None stands for infinity."""
    return upper_logarithm(None if exp is None else Epsilon(exp=ratio(exp)), digits)


def factor(target: Mapping[str, Any], digits: int = 6) -> Number:
    """Return e^epsilon of a target, rounded up."""
    low, high = ratio(target["exp"]["lo"]), ratio(target["exp"]["hi"])
    text = decimal(high, digits, UP)
    same = low == high == Fraction(text)
    return Number(text, f"e^({target['epsilon']})", EXACTLY if same else AT_MOST)


def one_in(value: Fraction) -> str:
    """Say a small probability as "1 in N", with N rounded down (more likely, never less).

    >>> one_in(Fraction(1, 10000)), one_in(Fraction(3, 4))
    ('1 in 10,000', '1 in 1')
    """
    return f"1 in {value.denominator // value.numerator:,}"


def square_root(value: Fraction, digits: int = 6) -> Number:
    """Return the square root of a variance, correctly rounded to nearest.

    >>> square_root(Fraction(2), 4), square_root(Fraction(9, 4))
    (Number(decimal='1.414', exact='√(2)', relation='≈'), Number(decimal='1.5', exact='3/2', \
relation='='))
    """
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    if root * root == value:
        return rational(root, digits=digits)
    scale = 1 << (_ROOT_BITS + value.denominator.bit_length())
    low = isqrt(value.numerator * scale * scale // value.denominator)
    bounds = Enclosure(Fraction(low, scale), Fraction(low + 1, scale))
    return Number(nearest(bounds, digits), f"√({value})", ABOUT)
