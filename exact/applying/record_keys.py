"""How the keys of records become the key of a cell, as SQL that every engine computes alike.

Record keys are integers, or decimals on the grid 10^-d, which are the integers k 10^d: their sums
are exact in any order. A cell's key is a residue, written by the number that the table's file gives
to it: with keys 1..K the residue 0 is the key K.
"""

from dataclasses import dataclass
from functools import reduce

from exact.applying.names import inner_key
from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.errors import InputError, power_of_two

# Sums of keys below 2^63 of up to 2^63 records stay below 2^127, the engine's largest integer.
MOST_MODULUS = 1 << 63


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """The columns with record keys, how they are combined, and the number of the first cell key.

    >>> keys = RecordKeys(("rkey",), SumModulo(256))
    >>> keys.sums
    'CAST(sum("key rkey") % 256 AS BIGINT) AS s0'
    >>> keys.cell_key("sum(s{})")
    '(CAST(sum(s0) % 256 AS BIGINT))'
    """

    columns: tuple[str, ...]
    arithmetic: KeyArithmetic

    def __post_init__(self) -> None:
        wanted = 4 if isinstance(self.arithmetic, XorOfFour) else 1
        if len(self.columns) != wanted or len(set(self.columns)) < wanted:
            rule = f"names {len(self.columns)} columns where the scheme has {wanted} record keys"
            remedy = "give --record-key a,b,c,d for the XOR of four sums, one column else"
            raise InputError("record-key", ",".join(self.columns), rule, remedy)
        if self.modulus > MOST_MODULUS:
            rule = f"is above {power_of_two(MOST_MODULUS)}, where sums leave the engine's integers"
            raise InputError("bigN", power_of_two(self.modulus), rule, "use fewer keys")

    @property
    def modulus(self) -> int:
        """The record keys are 0..modulus-1, and their sums are taken modulo it."""
        if isinstance(self.arithmetic, SumModulo):
            return self.arithmetic.keysize
        return self.arithmetic.modulus

    @property
    def sums(self) -> str:
        """The sums of the record keys of a cell of the finest table, modulo, as SQL.

        The modulo is taken of the whole sum, and only then is the type made smaller.
        """
        return ", ".join(
            f"CAST(sum({inner_key(c)}) % {self.modulus} AS BIGINT) AS s{i}"
            for i, c in enumerate(self.columns)
        )

    def cell_key(self, of_sum: str) -> str:
        """Return the key of a cell from 0 on, as SQL of its sums: ``s{}``, or ``sum(s{})``."""
        sums = [
            f"(CAST({of_sum.format(i)} % {self.modulus} AS BIGINT))"
            for i in range(len(self.columns))
        ]
        if isinstance(self.arithmetic, XorOfFour):
            return _xor(sums)
        if isinstance(self.arithmetic, ByteFold):
            return _xor([f"(({sums[0]} >> {shift}) & 255)" for shift in (0, 8, 16, 24)])
        return sums[0]


def _xor(parts: list[str]) -> str:
    return reduce(lambda one, other: f"xor({one}, {other})", parts)
