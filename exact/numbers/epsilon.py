"""The privacy parameter epsilon, with e^epsilon kept exact.

epsilon is a rational (then e^epsilon is irrational unless epsilon = 0) or the logarithm of a
rational (then e^epsilon is that rational). Nothing else is needed: on a table of integers every
epsilon that matters is the logarithm of a ratio of integers.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.guard import Rational, rational
from exact.numbers.producers import exp_floor, log_floor, remembered
from exact.numbers.real import Real

# e^1000 to one is no privacy at all; ln(r) is bounded by the size of r as it is written.
_LARGEST = 1000
_MAX_CHARACTERS = 1100
_SIGN_BITS = 128
_LOG = re.compile(r"(?:ln|log)\s*(?:\((.*)\)|\s(.*))")


@dataclass(frozen=True, slots=True)
class Epsilon(Real):
    """epsilon = ``value`` (a rational) or epsilon = log ``exp`` (``exp`` a rational): one of them.

    >>> Epsilon(value=Fraction(1, 2)).text, Epsilon(exp=Fraction(10)).text
    ('1/2', 'ln(10)')
    """

    value: Fraction | None = None
    exp: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.exp is None):
            raise InputError("epsilon", self, "needs either value or exp", "give exactly one")
        given = self.value if self.exp is None else self.exp
        if not isinstance(given, Fraction):
            raise InputError("epsilon", given, "must be exact", "give a Fraction")
        if given < (0 if self.exp is None else 1):
            raise InputError("epsilon", given, "must not be negative", "for example 1/2 or ln(3/2)")
        if self.value is not None and self.value > _LARGEST:
            raise InputError("epsilon", given, f"must be at most {_LARGEST}", "for example 1/2")

    @property
    def exact(self) -> Fraction | None:
        """epsilon where it is rational: the logarithm of a rational other than 1 is not."""
        return Fraction(0) if self.exp == 1 else self.value

    @property
    def rational_exp(self) -> Fraction | None:
        """e^epsilon where it is rational, else None."""
        return Fraction(1) if self.value == 0 else self.exp

    @property
    def is_zero(self) -> bool:
        """Tell whether epsilon = 0."""
        return self.rational_exp == 1

    @property
    def text(self) -> str:
        """epsilon as it can be typed again."""
        return f"ln({self.exp})" if self.value is None else str(self.value)

    def exp_bounds(self, bits: int) -> tuple[int, int]:
        """Return floor and ceiling of e^epsilon 2^bits."""
        exact = self.rational_exp
        if exact is not None:
            scaled = exact.numerator << bits
            return scaled // exact.denominator, -(-scaled // exact.denominator)
        assert self.value is not None
        floor = _exp_floor(self.value, bits)
        return floor, floor + 1  # e^epsilon is irrational here: never an integer over 2^bits

    def enclose(self, bits: int) -> Enclosure:
        """Return an enclosure of epsilon itself of width at most 2^-bits."""
        exact = self.exact
        if exact is not None:
            return Enclosure.point(exact)
        assert self.exp is not None
        floor = log_floor(self.exp, bits)
        return Enclosure.scaled(floor, floor + 1, bits)

    def signs(self) -> Callable[[int, int], int]:
        """Return the function that gives the sign of p - q e^epsilon for integers p and q.

        Bounds of e^epsilon are taken once: they settle almost every p and q of a table, and the
        others are narrowed one by one.

        >>> sign = Epsilon(value=Fraction(1)).signs()
        >>> sign(3, 1), sign(27, 10), sign(0, 0), sign(-3, -1)
        (1, -1, 0, -1)
        """
        exact = self.rational_exp
        if exact is not None:
            numerator, denominator = exact.numerator, exact.denominator
            return lambda p, q: _sign(denominator * p - numerator * q)
        lo, hi = self.exp_bounds(_SIGN_BITS)

        def sign(p: int, q: int) -> int:
            scaled, at = p << _SIGN_BITS, (hi * q, lo * q) if q >= 0 else (lo * q, hi * q)
            if scaled > at[0]:
                return 1
            if scaled < at[1]:
                return -1
            return -self.compare_exp(Fraction(p, q)) * _sign(q) if q else _sign(p)

        return sign

    def compare_exp(self, ratio: Fraction) -> int:
        """Return the sign of e^epsilon - ratio, exactly.

        Where e^epsilon is irrational it differs from every rational, so narrowing decides.
        """
        exact = self.rational_exp
        if exact is not None:
            return (exact > ratio) - (exact < ratio)

        def attempt(bits: int) -> int | None:
            lo, hi = self.exp_bounds(bits)
            scaled = ratio.numerator << bits
            if lo * ratio.denominator >= scaled:
                return 1
            return -1 if hi * ratio.denominator <= scaled else None

        return narrow(attempt, 64 + ratio.denominator.bit_length(), "e^epsilon against a ratio")


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


@remembered(256)
def _exp_floor(value: Fraction, bits: int) -> int:
    """Remember the floors of e^epsilon: every outcome of a table is held against the same ones."""
    return exp_floor(value, bits)


def epsilon(value: "Rational | str | Epsilon", argument: str = "epsilon") -> Epsilon:
    """Read epsilon > 0 from ``1/2``, ``0.5``, ``ln(10)``, ``ln(3/2)`` or ``ln 3/2``.

    >>> epsilon("0.5").value, epsilon("ln(3/2)").exp
    (Fraction(1, 2), Fraction(3, 2))
    """
    result = value if isinstance(value, Epsilon) else _read(value, argument)
    if result.is_zero:
        raise InputError(argument, value, "must be greater than 0", "for example 1/2 or ln(3/2)")
    return result


def _read(value: "Rational | str", argument: str) -> Epsilon:
    # A long text is left to the guard, which refuses it; a regex would take its time over it.
    short = isinstance(value, str) and len(value) <= _MAX_CHARACTERS
    log = _LOG.fullmatch(value.strip()) if isinstance(value, str) and short else None
    try:
        number = rational(value if log is None else (log[1] or log[2] or ""), argument)
    except InputError as error:
        raise InputError(argument, value, error.rule, error.remedy) from None
    if number <= (0 if log is None else 1):
        raise InputError(argument, value, "must be greater than 0", "for example 1/2 or ln(3/2)")
    return Epsilon(value=number) if log is None else Epsilon(exp=number)
