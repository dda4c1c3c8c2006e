"""Exact values as numbers of a document: a decimal rounded the safe way, beside the exact form."""

from fractions import Fraction

from exact.errors import Undecided, power_of_two
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from reports.decimals import DOWN, NEAREST, UP, decimal, nearest, outward
from reports.document.blocks import ABOUT, AT_LEAST, AT_MOST, BETWEEN, EXACTLY, Inline, Number

DIGITS = 6
_ENCLOSED_DIGITS = 20
_BITS = 128
_LONG = 10**9
NO_GUARANTEE = "no guarantee"
_RELATION = {UP: AT_MOST, NEAREST: ABOUT, DOWN: AT_LEAST}

DeltaValue = Fraction | Delta | Enclosure


def whole(value: int) -> Number:
    """Return an integer as it is."""
    return Number(str(value), str(value))


def as_power(value: int) -> str:
    """Return ``2^k`` or, from 10^9 on, ``10^k`` where ``value`` is that; its digits elsewhere.

    >>> as_power(2**32), as_power(1000), as_power(10**16)
    ('2^32', '1,000', '10^16')
    """
    tens = len(str(value)) - 1
    is_ten = value >= _LONG and value == 10**tens
    power = f"10^{tens}" if is_ten else power_of_two(value)
    return power if "^" in power else f"{value:,}"


def rational(value: Fraction, rounding: str = NEAREST, digits: int = DIGITS) -> Number:
    """Return a rational number; the relation is "=" where the decimal is the number itself.

    >>> rational(Fraction(1, 3), UP, 3)
    Number(decimal='0.334', exact='1/3', relation='≤')
    >>> rational(Fraction(1, 4)), rational(Fraction(-7))
    (Number(decimal='0.25', exact='1/4', relation='='), Number(decimal='-7', exact='-7', \
relation='='))
    """
    exact = str(value)
    if value.denominator == 1 and len(exact) <= digits:
        return Number(exact, exact)
    text = decimal(value, digits, rounding)
    if Fraction(text) == value:
        return Number(_without_zeros(text), exact, EXACTLY)
    return Number(text, exact, _RELATION[rounding])


def enclosed(value: Enclosure, digits: int = DIGITS) -> Number:
    """Return a number known by bounds, correctly rounded; an upper bound where they are wide.

    >>> enclosed(Enclosure(Fraction(333333, 10**6), Fraction(333334, 10**6)), 4)
    Number(decimal='0.3333', exact='between 0.333333 and 0.333334', relation='≈')
    """
    if value.lo == value.hi:
        return rational(value.lo, digits=digits)
    try:
        return Number(nearest(value, digits), between(value), ABOUT)
    except Undecided:
        return at_most(value, digits)


def at_most(value: Enclosure, digits: int = DIGITS) -> Number:
    """Return the upper bound of a number known by bounds, rounded up.

    >>> at_most(Enclosure(Fraction(1, 4), Fraction(1, 3)), 3)
    Number(decimal='0.334', exact='between 0.25 and 0.33333333333333333334', relation='≤')
    """
    if value.lo == value.hi:
        return rational(value.hi, UP, digits)
    return Number(decimal(value.hi, digits, UP), between(value), AT_MOST)


def at_least(value: Enclosure, digits: int = DIGITS) -> Number:
    """Return the lower bound of a number known by bounds, rounded down.

    >>> at_least(Enclosure(Fraction(1, 3), Fraction(1, 2)), 3)
    Number(decimal='0.333', exact='between 0.33333333333333333333 and 0.5', relation='≥')
    """
    if value.lo == value.hi:
        return rational(value.lo, DOWN, digits)
    return Number(decimal(value.lo, digits, DOWN), between(value), AT_LEAST)


def upper(delta: DeltaValue, digits: int = DIGITS) -> Number:
    """Return a delta rounded up: the number is at most the decimal.

    >>> upper(Fraction(1, 3))
    Number(decimal='0.333334', exact='1/3', relation='≤')
    """
    bounds = delta_bounds(delta)
    if bounds.lo == bounds.hi:
        return rational(bounds.hi, UP, digits)
    return Number(decimal(bounds.hi, digits, UP), _exact_delta(delta), AT_MOST)


def says_nothing(delta: DeltaValue, digits: int = DIGITS) -> bool:
    """Tell whether a delta is 1 when it is rounded up: with it every promise is kept.

    >>> says_nothing(Fraction(99999999, 10**8)), says_nothing(Fraction(999, 1000))
    (True, False)
    """
    return Fraction(decimal(delta_bounds(delta).hi, digits, UP)) >= 1


def guarantee(delta: DeltaValue, digits: int = DIGITS) -> Inline:
    """Return a delta that is promised, rounded up; in words where that is 1.

    >>> guarantee(Fraction(1, 4)), guarantee(Fraction(1))
    (Number(decimal='0.25', exact='1/4', relation='='), 'no guarantee')
    """
    return NO_GUARANTEE if says_nothing(delta, digits) else upper(delta, digits)


def guaranteed(delta: DeltaValue, digits: int = DIGITS) -> str:
    """Say in a sentence what a delta is at most.

    >>> guaranteed(Fraction(1, 3), 3), guaranteed(Fraction(9999, 10000), 3)
    ('at most 0.334', '1 (no guarantee)')
    """
    if says_nothing(delta, digits):
        return f"1 ({NO_GUARANTEE})"
    return f"at most {upper(delta, digits).decimal}"


def upper_logarithm(epsilon: Epsilon | None, digits: int = DIGITS) -> Number:
    """Return an epsilon that is the logarithm of a rational, rounded up; None is infinity."""
    if epsilon is None or epsilon.exp is None:
        return Number("∞", "∞")
    if epsilon.is_zero:
        return Number("0", "ln(1)")
    text = decimal(epsilon_bounds(epsilon).hi, digits, UP)
    return Number(text, epsilon.text, AT_MOST)


def epsilon_number(epsilon: Epsilon, digits: int = DIGITS) -> Number:
    """Return an epsilon, correctly rounded, with the form that can be typed again."""
    exact = epsilon.exact
    if exact is not None:
        return rational(exact, digits=digits)
    # The logarithm of a rational other than 1 is irrational: no decimal is a tie.
    text = epsilon.rounded(lambda value: decimal(value, digits, NEAREST))
    return Number(text, epsilon.text, ABOUT)


def delta_bounds(delta: DeltaValue) -> Enclosure:
    """Return narrow bounds of a delta; equal where it is rational."""
    if isinstance(delta, Delta):
        return delta.enclosure(_BITS)
    return Enclosure.point(delta) if isinstance(delta, Fraction) else delta


def epsilon_bounds(epsilon: Epsilon) -> Enclosure:
    """Return narrow bounds of an epsilon; equal where it is rational."""
    return epsilon.enclosure(_BITS)


def affine(A: Fraction, B: Fraction, epsilon: str) -> str:
    """Return A - B e^epsilon as it is written.

    >>> affine(Fraction(1, 2), Fraction(1, 4), "1/10")
    '1/2 − 1/4·e^(1/10)'
    """
    first = f"{A} − " if A else "−"
    return f"{first}{B}·e^({epsilon})"


def between(bounds: Enclosure) -> str:
    """Return bounds in words, rounded outward."""
    low, high = outward(bounds, _ENCLOSED_DIGITS)
    return f"{BETWEEN} {_without_zeros(low)} and {_without_zeros(high)}"


def _exact_delta(delta: DeltaValue) -> str:
    if isinstance(delta, Enclosure):
        return between(delta)
    if isinstance(delta, Delta):
        return affine(delta.A, delta.B, delta.epsilon.text)
    return str(delta)


def _without_zeros(text: str) -> str:
    """Drop the zeros at the end of a decimal that is exact or a bound.

    >>> _without_zeros("0.2500"), _without_zeros("1.00e-9"), _without_zeros("100")
    ('0.25', '1e-9', '100')
    """
    mantissa, e, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa + e + exponent
