"""Key completeness: the cell keys that can occur are exactly the keys that the table covers.

A key of the table that never occurs makes the table's stated probabilities wrong; a key outside
the table has no noise at all.
"""

from exact.cellkeys.arithmetic import KeyArithmetic, XorOfFour
from exact.errors import InputError, power_of_two
from exact.numbers.guard import MAX_KEYSIZE, integer


def check_key_completeness(
    arithmetic: KeyArithmetic, table_keysize: int, first_key: int = 0
) -> None:
    """Raise unless every key 0..table_keysize-1 can occur and no other key can.

    A file that numbers its keys from ``first_key`` is told in its own numbers.

    Exactly the keys below ``arithmetic.reach`` occur, so ``reach`` itself is a key that is never
    made, and ``table_keysize`` a key outside the table wherever it is below ``reach``.

    >>> from exact.cellkeys.arithmetic import XorOfFour
    >>> check_key_completeness(XorOfFour(256, 251), 256)
    >>> check_key_completeness(XorOfFour(256, 127), 256)
    Traceback (most recent call last):
    exact.errors.InputError: table keysize = 256: no record keys make key 128 (they make \
0 to 127); use a modulus from 129 to 256
    """
    covered = integer(table_keysize, "table keysize", 1, MAX_KEYSIZE)
    reach = arithmetic.reach
    if reach < covered:
        made = f"they make {first_key} to {first_key + reach - 1}"
        rule = f"no record keys make key {first_key + reach} ({made})"
        raise InputError("table keysize", covered, rule, _remedy(arithmetic, covered))
    if reach > covered:
        witness = arithmetic.components_for(covered)
        values = ", ".join(map(str, witness or ()))
        rule = f"component values ({values}) make key {first_key + covered}, which no row covers"
        raise InputError("table keysize", covered, rule, _remedy(arithmetic, covered))


def _remedy(arithmetic: KeyArithmetic, covered: int) -> str:
    """Say which arithmetic fits a table with ``covered`` keys."""
    if arithmetic.keysize != covered:
        return f"make keys and table of one size: keys have {power_of_two(arithmetic.keysize)}"
    if isinstance(arithmetic, XorOfFour):
        return f"use a modulus from {covered // 2 + 1} to {covered}"
    return f"use a modulus of at least {covered}"
