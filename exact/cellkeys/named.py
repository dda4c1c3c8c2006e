"""How cell keys are made, by name: as a user says it, or as it is assumed."""

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.errors import InputError, power_of_two
from exact.numbers.guard import MAX_KEYSIZE, Rational, integer

XOR, SUM, BYTE_FOLD = "xor4", "sum", "byte-fold"
NAMES = (XOR, SUM, BYTE_FOLD)


def named_arithmetic(
    name: str | None, bigN: Rational | str | None, keysize: int
) -> KeyArithmetic | None:
    """Return how cell keys are made; None where nothing was said about it.

    ``bigN`` is the modulus of the sums; without a name it is that of (3.1)-(3.2).

    >>> named_arithmetic("sum", None, 256), named_arithmetic(None, None, 256)
    (SumModulo(keysize=256), None)
    """
    if name is not None and name not in NAMES:
        raise InputError("cell-keys", name, "is not known", f"use one of {', '.join(NAMES)}")
    modulus = None if bigN is None else integer(bigN, "bigN", 1, 2 * MAX_KEYSIZE)
    if name == SUM:
        return SumModulo(keysize if modulus is None else modulus)
    if name == BYTE_FOLD:
        return ByteFold() if modulus is None else ByteFold(modulus)
    if modulus is not None:
        return XorOfFour(keysize, modulus)
    if name is None:
        return None
    found = default_arithmetic(keysize)
    if found is not None:
        return found
    rule = f"makes a power of two of keys, at least 4, and the table has {power_of_two(keysize)}"
    raise InputError("cell-keys", name, rule, "make such a table, or use --cell-keys sum")


def default_arithmetic(keysize: int) -> KeyArithmetic | None:
    """Return (3.1)-(3.2) with its default bigN where the keys are a power of two above 2."""
    if keysize < 4 or keysize & (keysize - 1):
        return None
    return XorOfFour.with_largest_prime(keysize)
