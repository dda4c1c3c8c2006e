"""The numbers of a certificate, as numbers of a document."""

from fractions import Fraction
from math import isqrt

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.decimals import UP, decimal, nearest
from reports.document.blocks import ABOUT, AT_MOST, EXACTLY, Number
from reports.numbers import affine, rational
from verification.claims.context import BoundedTarget
from verification.claims.pairs import PairDelta
from verification.claims.shown import Tight

_ROOT_BITS = 200
# Above this "1 in N" would be too coarse: N is 1 or 2.
_LARGE = Fraction(2, 5)


def delta(pair: PairDelta, digits: int = 8) -> Number:
    """Return the delta of a pair: A - B e^epsilon, rounded up."""
    return tight(Tight(pair.A, pair.B, pair.epsilon, pair.delta, digits))


def tight(value: Tight) -> Number:
    """Return A - B e^epsilon, rounded up."""
    low, high = value.bounds.lo, value.bounds.hi
    if low == high:
        return rational(high, UP, value.digits)
    exact = affine(value.A, value.B, value.epsilon.text)
    return Number(decimal(high, value.digits, UP), exact, AT_MOST)


def factor(target: BoundedTarget, digits: int = 6) -> Number:
    """Return e^epsilon of a target, rounded up."""
    return _factor(target.epsilon, target.exp.lo, target.exp.hi, digits)


def factor_of(epsilon: Epsilon, digits: int = 6) -> Number:
    """Return e^epsilon, rounded up.

    >>> factor_of(Epsilon(value=Fraction(1)))
    Number(decimal='2.71829', exact='e^(1)', relation='≤')
    """
    low, high = epsilon.exp_bounds(_ROOT_BITS)
    one = 1 << _ROOT_BITS
    return _factor(epsilon, Fraction(low, one), Fraction(high, one), digits)


def _factor(epsilon: Epsilon, low: Fraction, high: Fraction, digits: int) -> Number:
    text = decimal(high, digits, UP)
    same = low == high == Fraction(text)
    return Number(text, f"e^({epsilon.text})", EXACTLY if same else AT_MOST)


def one_in(value: Fraction) -> str:
    """Say a probability as "1 in N", to the nearest whole N; a large one as "P in 100".

    >>> one_in(Fraction(1, 10000)), one_in(Fraction(2655, 10000)), one_in(Fraction(3, 4))
    ('1 in 10,000', 'about 1 in 4', '75 in 100')
    """
    of_hundred = value > _LARGE
    exact = 100 * value if of_hundred else 1 / value
    nearest_whole = (2 * exact + 1) // 2
    about = "" if exact == nearest_whole else "about "
    return f"{about}{nearest_whole} in 100" if of_hundred else f"{about}1 in {nearest_whole:,}"


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
