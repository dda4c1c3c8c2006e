"""A number as another program printed it: its value, and what one unit of its last place is."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from exact.errors import InputError
from verification.comparison.doubles import is_representable, ulp

DECIMAL, HEXADECIMAL, INTEGER = "decimal", "hexadecimal", "integer"
# Longer than any real output; the exponent of a quadruple has five digits.
_MAX_CHARACTERS = 2000
_MAX_EXPONENT = 20_000
_FORMS = "print 0.5, 5e-1 or 0x1p-1"

# Fortran writes the exponent of a double with D.
_DECIMAL = re.compile(r"[+-]?([0-9]*)(?:\.([0-9]*))?(?:[eEdD]([+-]?[0-9]{1,9}))?")
_HEXADECIMAL = re.compile(
    r"[+-]?0x([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?[0-9]{1,9}))?", re.IGNORECASE
)
_INFINITY = re.compile(r"\+?inf(?:inity)?", re.IGNORECASE)
_NO_NUMBER = re.compile(r"[+-]?(?:nan|na|n/a|inf|infinity|null|none)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """``value`` = m ``unit`` for an integer m of ``digits`` digits (0 for 0).

    The unit is one in the last printed place. A hexadecimal number that is a double stands for
    that double, so its unit is the distance of neighbouring doubles there and its digits are bits:
    trailing zeros are left out when such numbers are written.
    """

    text: str
    kind: str
    value: Fraction
    unit: Fraction
    digits: int

    @property
    def base(self) -> int:
        """10, or 2 for a hexadecimal number."""
        return 2 if self.kind == HEXADECIMAL else 10

    @property
    def bits(self) -> int:
        """Bits that tell apart all numbers of so many digits: 10^3 < 2^10."""
        return self.digits if self.base == 2 else -(-self.digits * 10 // 3)

    @property
    def is_bare_zero(self) -> bool:
        """Tell whether it is written as programs write the number 0, not as a rounded decimal.

        >>> [read_printed(text).is_bare_zero for text in ("0", "0.0", "0x0p+0", "0.000")]
        [True, True, True, False]
        """
        return self.value == 0 and (self.kind != DECIMAL or self.unit >= Fraction(1, 10))


def read_printed(text: str) -> Printed:
    """Read a decimal of any length, a hexadecimal float or an integer, exactly as written.

    >>> read_printed("9.91e-5").unit, read_printed("0x1.8p-3").value, read_printed("5.").digits
    (Fraction(1, 10000000), Fraction(3, 16), 1)
    """
    stripped = text.strip()
    if len(stripped) > _MAX_CHARACTERS:
        _refuse(text, f"has more than {_MAX_CHARACTERS} characters", "print fewer digits")
    if parts := _HEXADECIMAL.fullmatch(stripped):
        return _hexadecimal(stripped, parts)
    parts = _DECIMAL.fullmatch(stripped)
    if parts is None:
        remedy = "write a decimal point" if "," in stripped else _FORMS
        _refuse(text, "is not a number", remedy)
    return _decimal(stripped, parts)


def is_no_number(text: str) -> bool:
    """Tell whether a program printed NaN, an infinity or a missing value.

    >>> is_no_number("-NaN"), is_no_number("Inf"), is_no_number("0.5")
    (True, True, False)
    """
    return _NO_NUMBER.fullmatch(text.strip()) is not None


def is_infinity(text: str) -> bool:
    """Tell whether a program printed plus infinity."""
    return _INFINITY.fullmatch(text.strip()) is not None


def _decimal(text: str, parts: re.Match[str]) -> Printed:
    whole, fraction = parts[1], parts[2] or ""
    mantissa = _mantissa(text, whole + fraction, 10)
    unit = Fraction(10) ** (_exponent(text, parts[3]) - len(fraction))
    kind = INTEGER if parts[2] is None and parts[3] is None else DECIMAL
    digits = len(str(mantissa)) if mantissa else 0
    return Printed(text, kind, _signed(text, mantissa * unit), unit, digits)


def _hexadecimal(text: str, parts: re.Match[str]) -> Printed:
    whole, fraction = parts[1], parts[2] or ""
    mantissa = _mantissa(text, whole + fraction, 16)
    place = Fraction(2) ** (_exponent(text, parts[3]) - 4 * len(fraction))
    value = mantissa * place
    unit = ulp(value) if value and is_representable(value) else place
    digits = (value / unit).numerator.bit_length()
    return Printed(text, HEXADECIMAL, _signed(text, value), unit, digits)


def _mantissa(text: str, digits: str, base: int) -> int:
    if not digits:
        _refuse(text, "has no digits", _FORMS)
    return int(digits, base)


def _exponent(text: str, written: str | None) -> int:
    exponent = int(written or "0")
    if abs(exponent) > _MAX_EXPONENT:
        _refuse(text, f"has an exponent beyond {_MAX_EXPONENT}", "print a number of this world")
    return exponent


def _signed(text: str, value: Fraction) -> Fraction:
    return -value if text.startswith("-") else value


def _refuse(text: str, rule: str, remedy: str) -> NoReturn:
    raise InputError("printed number", text, rule, remedy)
