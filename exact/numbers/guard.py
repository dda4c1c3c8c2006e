"""The doors through which numbers enter: exact or not at all.

A decimal means what is written (``"0.1"`` is 1/10), a float is refused (``0.1`` is not 1/10), and
the size of what is written is bounded before any arithmetic is done with it.
"""

import re
from fractions import Fraction

from exact.errors import InputError, power_of_two

Rational = int | Fraction

MAX_KEYSIZE_BITS = 128
MAX_KEYSIZE = 1 << MAX_KEYSIZE_BITS
# Long enough for every number in a real file, short enough that arithmetic stays instant.
_MAX_CHARACTERS = 1000
_MAX_EXPONENT = 1000
_HUNDRED = 100

_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_RATIO = re.compile(r"([+-]?[0-9]+)\s*/\s*([0-9]+)")
_POWER = re.compile(r"([0-9]+)\s*(?:\^|\*\*)\s*([0-9]+)")


def rational(value: Rational | str, argument: str) -> Fraction:
    """Return ``value`` as an exact rational; ``argument`` names it in an error.

    Accepts ``7``, ``"1/2"``, ``"0.5"``, ``"1e-4"`` and ``"2^32"``.

    >>> rational("1e-4", "delta")
    Fraction(1, 10000)
    >>> rational(0.5, "delta")
    Traceback (most recent call last):
    exact.errors.InputError: delta = 0.5: a float is not exact; write it as text or as a Fraction
    """
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        kind = "a float is not exact" if isinstance(value, float) else "must be a rational number"
        raise InputError(argument, value, kind, "write it as text or as a Fraction")
    if isinstance(value, str):
        return _parse(value, argument)
    return Fraction(value)


def integer(value: Rational | str, argument: str, least: int, most: int) -> int:
    """Return ``value`` as an integer from ``least`` to ``most``.

    >>> integer("2^8", "keysize", 1, 1000)
    256
    """
    number = rational(value, argument)
    if number.denominator != 1:
        raise InputError(argument, value, "must be an integer", "leave out the fraction")
    if not least <= number <= most:
        bounds = f"must be from {power_of_two(least)} to {power_of_two(most)}"
        raise InputError(argument, value, bounds, "choose a value in that range")
    return number.numerator


def power_of_two_keysize(value: Rational | str, argument: str = "keysize") -> int:
    """Return the number of keys of a table to be designed: a power of two up to 2^128.

    >>> power_of_two_keysize("2^32")
    4294967296
    """
    keysize = integer(value, argument, 2, MAX_KEYSIZE)
    if keysize & (keysize - 1):
        raise InputError(
            argument, value, "must be a power of two", f"for example 2^{keysize.bit_length()}"
        )
    return keysize


def probability(value: Rational | str, argument: str) -> Fraction:
    """Return a rational strictly between 0 and 1.

    >>> probability("1e-4", "delta")
    Fraction(1, 10000)
    """
    number = rational(value, argument)
    if not 0 < number < 1:
        percent = number.denominator == 1 and 1 < number < _HUNDRED
        remedy = f"write {number}/100 for {number} per cent" if percent else "for example 1e-4"
        raise InputError(argument, value, "must lie strictly between 0 and 1", remedy)
    return number


def _parse(text: str, argument: str) -> Fraction:
    """Read a rational as written, refusing what would be too large before computing it."""
    stripped = text.strip()
    if len(stripped) > _MAX_CHARACTERS:
        rule = f"has more than {_MAX_CHARACTERS} characters"
        raise InputError(argument, text, rule, "write a shorter number")
    if ratio := _RATIO.fullmatch(stripped):
        return _ratio(int(ratio[1]), int(ratio[2]), text, argument)
    if power := _POWER.fullmatch(stripped):
        return _power(int(power[1]), int(power[2]), text, argument)
    decimal = _DECIMAL.fullmatch(stripped)
    if decimal is None or not (decimal[2] or decimal[3]):
        raise InputError(argument, text, "is not a number", "write it as 1/2, 0.5, 1e-4 or 2^32")
    return _decimal(decimal, text, argument)


def _ratio(numerator: int, denominator: int, text: str, argument: str) -> Fraction:
    if denominator == 0:
        raise InputError(argument, text, "divides by zero", "give a denominator above 0")
    return Fraction(numerator, denominator)


def _power(base: int, exponent: int, text: str, argument: str) -> Fraction:
    if base.bit_length() * exponent > 4 * _MAX_EXPONENT:
        raise InputError(argument, text, "is too large", "write a smaller power")
    return Fraction(base**exponent)


def _decimal(parts: re.Match[str], text: str, argument: str) -> Fraction:
    sign, whole, fraction, exponent = parts[1], parts[2], parts[3] or "", parts[4] or "0"
    if abs(int(exponent)) > _MAX_EXPONENT:
        rule = f"has an exponent beyond {_MAX_EXPONENT}"
        raise InputError(argument, text, rule, "write a number of a practical size")
    scale = int(exponent) - len(fraction)
    mantissa = int(sign + whole + fraction)
    return Fraction(mantissa * 10**scale) if scale >= 0 else Fraction(mantissa, 10**-scale)
