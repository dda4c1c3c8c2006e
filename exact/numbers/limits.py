"""Bounds on the arguments of exp and log, shared by both producers so that they agree on errors."""

from fractions import Fraction

from exact.errors import InputError

# e^(2^19) has 750,000 bits: no law or table of a practical size comes near it.
MAX_EXPONENT = 1 << 19


def checked_exponent(x: Fraction) -> None:
    """Refuse an argument of e^x that is not an exact rational of a practical size."""
    if not isinstance(x, Fraction):
        raise InputError("exponent", x, "must be a Fraction", "convert it exactly first")
    if abs(x) > MAX_EXPONENT:
        raise InputError("exponent", x, "must lie within 2^19", "choose smaller parameters")


def checked_positive(x: Fraction) -> None:
    """Refuse an argument of log x that is not an exact positive rational."""
    if not isinstance(x, Fraction):
        raise InputError("log argument", x, "must be a Fraction", "convert it exactly first")
    if x <= 0:
        raise InputError("log argument", x, "must be greater than 0", "give a positive rational")
