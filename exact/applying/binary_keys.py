"""Record keys that are binary fractions in [0, 1), as floating-point numbers are: summed exactly.

Every double is a whole number of 2^-1074. A key x is cut into limbs of 60 bits,

x = sum_j limb_j 2^(-60 (j + 1)),      0 <= limb_j < 2^60,

which an engine adds up in integers, in any order. The fraction f of the whole sum is looked up in
ranges [a/K, b/K), so the key of the cell is floor(K f), found limb by limb with carries.
"""

from dataclasses import dataclass

from exact.applying.names import inner_key
from exact.errors import InputError

LIMB_BITS = 60
LIMB = 1 << LIMB_BITS
# 2^-1074 is the smallest double: 18 limbs hold every one of them.
MOST_LIMBS = 18


def limbs_for(numerator: int, denominator: int) -> int:
    """Return how many limbs hold every double that is at least this one, a binary fraction.

    A double of at least 2^-e has no bit below 2^-(e + 52).

    >>> limbs_for(1, 2), limbs_for(1, 2**1074)
    (1, 18)
    """
    exponent = denominator.bit_length() - numerator.bit_length() + 1
    return min(MOST_LIMBS, -(-(exponent + 52) // LIMB_BITS))


@dataclass(frozen=True, slots=True)
class BinaryKeys:
    """The limbs of one record key: the columns ``NAME 0``, ``NAME 1``, ... of the records.

    >>> keys = BinaryKeys("rkey", 10, 1)
    >>> keys.columns, keys.cell_key("s{}")
    (('rkey 0',), 'CAST((10 * ((s0) % 1152921504606846976)) // 1152921504606846976 AS BIGINT)')
    """

    column: str
    keysize: int
    limbs: int

    def __post_init__(self) -> None:
        if self.keysize.bit_length() + LIMB_BITS > 126:
            rule = "are more keys than are looked up with keys that are doubles"
            raise InputError("keys", self.keysize, rule, "use a table of at most 2^65 keys")

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns with the limbs."""
        return tuple(f"{self.column} {place}" for place in range(self.limbs))

    @property
    def modulus(self) -> int:
        """Limbs are 0..modulus-1."""
        return LIMB

    @property
    def sums(self) -> str:
        """The sums of the limbs of a cell of the finest table, as aggregates in SQL."""
        return ", ".join(f"sum({inner_key(name)}) AS s{i}" for i, name in enumerate(self.columns))

    def cell_key(self, of_sum: str) -> str:
        """Return the key of a cell from 0 on: floor(K f) for the fraction f of the sum.

        ``of_sum`` is a sum of limbs as SQL: ``s{}``, or ``sum(s{})`` of many cells.
        """
        carry, carries = "", []
        for place in range(self.limbs - 1, -1, -1):
            total = f"{of_sum.format(place)}{carry}"
            carries.append(total)
            carry = f" + ({total}) // {LIMB}"
        key = ""
        for total in carries:
            below = f" + {key}" if key else ""
            key = f"({self.keysize} * (({total}) % {LIMB}){below}) // {LIMB}"
        return f"CAST({key} AS BIGINT)"


def limb_sql(name: str, place: int) -> str:
    """Return one limb of a double x as SQL; powers of two, floor and remainder are exact.

    limb_j = floor(x 2^(60 (j + 1))) mod 2^60. It is 0 where x >= 2^(53 - 60 j), whose last bit is
    above it; below that nothing overflows.

    >>> limb_sql("x", 0)
    'CAST(floor(x * pow(2, 30) * pow(2, 30)) % pow(2, 60) AS HUGEINT)'
    """
    half = (place + 1) * LIMB_BITS // 2
    limb = f"floor({name} * pow(2, {half}) * pow(2, {half})) % pow(2, {LIMB_BITS})"
    if place:
        limb = f"CASE WHEN {name} >= pow(2, {53 - LIMB_BITS * place}) THEN 0 ELSE {limb} END"
    return f"CAST({limb} AS HUGEINT)"
