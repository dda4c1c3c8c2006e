"""How a cell key is made from the record keys of a cell: the three arithmetics in use.

Each adds record keys to components and combines the components to a key below ``keysize``.
Components of disjoint sets of records add up; their keys need not (that is the purpose of XOR).
In all three exactly the keys below ``reach`` occur. The law of a key belongs to the count of its
cell (``law_at``): sums over nobody are 0, so an empty cell has key 0 and no other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from exact.cellkeys.counting import BYTE_KEYS, WORD_KEYS, byte_fold_law, fold_bytes, xor_law
from exact.cellkeys.law import KeyLaw, nobodys_key, uniform_law
from exact.cellkeys.primes import largest_prime_below
from exact.errors import InputError, power_of_two
from exact.numbers.guard import MAX_KEYSIZE, integer, power_of_two_keysize

RecordKeys = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class XorOfFour:
    """Four sums of record keys modulo ``modulus`` (bigN), XORed: Sadeghi-Chien (3.1)-(3.2).

    Requires: keysize = 2^n, modulus <= keysize. A larger modulus makes keys that no row covers.

    >>> XorOfFour(256, 251).cell_key([(250, 1, 2, 3), (2, 0, 0, 0)])
    1
    """

    keysize: int
    modulus: int

    def __post_init__(self) -> None:
        keysize = power_of_two_keysize(self.keysize)
        modulus = integer(self.modulus, "bigN", 1, 2 * MAX_KEYSIZE)
        if modulus > keysize:
            rule = (
                f"components ({keysize}, 0, 0, 0) make key {keysize}, "
                f"which no row of {power_of_two(keysize)} keys covers"
            )
            raise InputError("bigN", modulus, rule, _prime_remedy(keysize))
        object.__setattr__(self, "keysize", keysize)
        object.__setattr__(self, "modulus", modulus)

    @classmethod
    def with_largest_prime(cls, keysize: int) -> "XorOfFour":
        """Return the default: bigN is the largest prime below ``keysize``, with proof.

        >>> XorOfFour.with_largest_prime(2**16)
        XorOfFour(keysize=65536, modulus=65521)
        """
        return cls(keysize, largest_prime_below(power_of_two_keysize(keysize)).prime)

    @property
    def reach(self) -> int:
        """The number of keys that occur, 2^bitlength(modulus-1); proof in ``counting``."""
        return 1 << (self.modulus - 1).bit_length()

    def components(self, records: Iterable[RecordKeys]) -> RecordKeys:
        """Return the four sums modulo bigN (3.1)."""
        sums = [0, 0, 0, 0]
        for record in records:
            if len(record) != len(sums):
                raise InputError("record", record, "must have four record keys", "give all four")
            sums = [total + _whole(key) for total, key in zip(sums, record, strict=True)]
        one, two, three, four = (total % self.modulus for total in sums)
        return one, two, three, four

    def combine(self, components: Sequence[int]) -> int:
        """Return the XOR of the four components (3.2)."""
        one, two, three, four = _residues(components, 4, self.modulus)
        return one ^ two ^ three ^ four

    def cell_key(self, records: Iterable[RecordKeys]) -> int:
        """Return the key of the cell with these records; 0 for an empty cell."""
        return self.combine(self.components(records))

    def components_for(self, key: int) -> RecordKeys | None:
        """Return components that make ``key``, or None where none do.

        A key k in modulus..reach-1 shares its top bit h with modulus - 1, so h < modulus and
        k XOR h < h < modulus.

        >>> XorOfFour(256, 251).components_for(255)
        (128, 127, 0, 0)
        """
        if _whole(key, "key") >= self.reach:
            return None
        if key < self.modulus:
            return key, 0, 0, 0
        top = self.reach // 2
        return top, key ^ top, 0, 0

    def law_at(self, count: int) -> KeyLaw:
        """Return the exact law of the key of a cell with ``count`` people; of nobody it is 0."""
        law = xor_law(self.keysize, self.modulus)
        return law if _whole(count, "count") else nobodys_key(self.keysize)


@dataclass(frozen=True, slots=True)
class SumModulo:
    """One sum of integer record keys modulo ``keysize`` (the method of the ONS).

    >>> SumModulo(256).cell_key([200, 100])
    44
    """

    keysize: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "keysize", integer(self.keysize, "keysize", 1, MAX_KEYSIZE))

    @property
    def reach(self) -> int:
        """The number of keys that occur: all."""
        return self.keysize

    def components(self, records: Iterable[int]) -> tuple[int]:
        """Return the one sum modulo keysize."""
        return (sum(map(_whole, records)) % self.keysize,)

    def combine(self, components: Sequence[int]) -> int:
        """Return the one component: it is the key."""
        return _residues(components, 1, self.keysize)[0]

    def cell_key(self, records: Iterable[int]) -> int:
        """Return the key of the cell with these records; 0 for an empty cell."""
        return self.combine(self.components(records))

    def components_for(self, key: int) -> tuple[int] | None:
        """Return the component that makes ``key``, or None where none does."""
        return (key,) if _whole(key, "key") < self.reach else None

    def law_at(self, count: int) -> KeyLaw:
        """Return the exact law of the key of a cell with ``count`` people; of nobody it is 0."""
        law = uniform_law(self.keysize)
        return law if _whole(count, "count") else nobodys_key(self.keysize)


@dataclass(frozen=True, slots=True)
class ByteFold:
    """One sum modulo ``modulus`` <= 2^32 whose four bytes are XORed into one.

    The older method of [TBE13], described in Sadeghi-Chien section 3.

    >>> ByteFold().cell_key([0x01020304, 0x10])
    20
    """

    modulus: int = WORD_KEYS
    keysize: ClassVar[int] = BYTE_KEYS

    def __post_init__(self) -> None:
        object.__setattr__(self, "modulus", integer(self.modulus, "modulus", 1, WORD_KEYS))

    @property
    def reach(self) -> int:
        """The number of keys that occur: a sum below 256 is its own fold."""
        return min(self.modulus, BYTE_KEYS)

    def components(self, records: Iterable[int]) -> tuple[int]:
        """Return the one sum modulo ``modulus``."""
        return (sum(map(_whole, records)) % self.modulus,)

    def combine(self, components: Sequence[int]) -> int:
        """Return the XOR of the four bytes of the component."""
        return fold_bytes(_residues(components, 1, self.modulus)[0])

    def cell_key(self, records: Iterable[int]) -> int:
        """Return the key of the cell with these records; 0 for an empty cell."""
        return self.combine(self.components(records))

    def components_for(self, key: int) -> tuple[int] | None:
        """Return a component that makes ``key``, or None where none does."""
        return (key,) if _whole(key, "key") < self.reach else None

    def law_at(self, count: int) -> KeyLaw:
        """Return the exact law of the key of a cell with ``count`` people; of nobody it is 0."""
        law = byte_fold_law(self.modulus)
        return law if _whole(count, "count") else nobodys_key(self.keysize)


KeyArithmetic = XorOfFour | SumModulo | ByteFold


def _whole(value: int, argument: str = "record key") -> int:
    if type(value) is not int or value < 0:
        rule = "must be an integer of at least 0 (a float is not exact)"
        raise InputError(argument, value, rule, "give a whole number")
    return value


def _residues(components: Sequence[int], number: int, modulus: int) -> Sequence[int]:
    if len(components) != number or any(not 0 <= _whole(c) < modulus for c in components):
        rule = f"must be {number} integers from 0 to {modulus - 1}"
        raise InputError("components", components, rule, "reduce the sums modulo the modulus")
    return components


def _prime_remedy(keysize: int) -> str:
    if keysize == 2:
        return "use modulus 2"
    return f"use the largest prime below, {largest_prime_below(keysize).prime}"
