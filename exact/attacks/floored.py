"""Sums of many independent noises: probabilities rounded down, so that what is lost is known.

Exact weights of a sum of q noises have q times as many bits as one. Here every probability is a
multiple of 2^-bits and rounded down after each convolution. So an event has at least the sum of its
weights, and at most that and all that was lost on the way, 1 minus the sum of all weights.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf

if TYPE_CHECKING:
    from flint import fmpz_poly

# One noise value after the other is stored, also those that do not occur.
MAX_SPAN = 1 << 20


@dataclass(frozen=True, slots=True)
class Floored:
    """P(sum = first + i) is at least weights[i] / 2^bits.

    >>> half = floored(Pmf((0, 1), (1, 1)), 8)
    >>> power(half, 2).weights, power(half, 2).within(1, 2)
    ((64, 128, 64), Enclosure(lo=Fraction(3, 4), hi=Fraction(3, 4)))
    """

    first: int
    weights: tuple[int, ...]
    bits: int

    @property
    def lost(self) -> int:
        """What the weights lack to 2^bits."""
        return (1 << self.bits) - sum(self.weights)

    def within(self, low: int, high: int) -> Enclosure:
        """Return bounds of P(low <= sum <= high)."""
        start, end = max(0, low - self.first), max(0, high - self.first + 1)
        found = sum(self.weights[start:end])
        return Enclosure.scaled(found, found + self.lost, self.bits)

    def concentrated(self, length: int) -> Fraction:
        """Return an upper bound of P(a <= sum < a + length), whatever a is.

        Adding independent noise mixes translates of a law, so this bounds later sums too.
        """
        sums = list(accumulate(self.weights, initial=0))
        length = min(length, len(self.weights))
        most = max(sums[i + length] - sums[i] for i in range(len(sums) - length))
        return Fraction(most + self.lost, 1 << self.bits)


def floored(noise: Pmf, bits: int) -> Floored:
    """Return the law of one noise, rounded down."""
    first, last = noise.outcomes[0], noise.outcomes[-1]
    if last - first >= MAX_SPAN:
        rule = f"spans more than {MAX_SPAN} noise values"
        raise InputError("noise", f"{first} ... {last}", rule, "attack a table of less noise")
    weights, total = [0] * (last - first + 1), noise.total
    for z, w in zip(noise.outcomes, noise.weights, strict=True):
        weights[z - first] = (w << bits) // total
    return _trimmed(first, weights, bits)


def power(one: Floored, times: int) -> Floored:
    """Return the law of the sum of ``times`` independent copies, by squaring."""
    single, made = Packed.of(one), Packed.of(Floored(0, (1 << one.bits,), one.bits))
    for bit in f"{times:b}":
        made = made.plus(made)
        if bit == "1":
            made = made.plus(single)
    return made.floored()


@dataclass(frozen=True, slots=True)
class Packed:
    """The same as a polynomial of FLINT, for many sums one after the other."""

    first: int
    poly: "fmpz_poly"
    bits: int

    @classmethod
    def of(cls, law: Floored) -> "Packed":
        """Return a law as a polynomial."""
        from flint import fmpz_poly

        return cls(law.first, fmpz_poly(list(law.weights)), law.bits)

    def floored(self) -> Floored:
        """Return the law as numbers again."""
        return _trimmed(self.first, [int(w) for w in self.poly.coeffs()], self.bits)

    def plus(self, other: "Packed") -> "Packed":
        """Return the law of the sum of two independent sums, rounded down."""
        product = self.poly * other.poly // (1 << self.bits)
        return Packed(self.first + other.first, product, self.bits)._without_zeros()

    def mixed(self, other: "Packed", weight: int, rest: int) -> "Packed":
        """Return the mixture with the shares weight : rest, rounded down."""
        first = min(self.first, other.first)
        one, two = (law.poly.left_shift(law.first - first) for law in (self, other))
        return Packed(first, (one * weight + two * rest) // (weight + rest), self.bits)

    def _without_zeros(self) -> "Packed":
        """Leave out the zeros at the lower end; FLINT does at the upper one."""
        zeros = next((i for i in range(len(self.poly)) if self.poly[i] != 0), 0)
        return Packed(self.first + zeros, self.poly.right_shift(zeros), self.bits)


def _trimmed(first: int, weights: list[int], bits: int) -> Floored:
    """Leave out the zeros at both ends; a law of which nothing is left is all lost."""
    kept = [i for i, w in enumerate(weights) if w]
    if not kept:
        return Floored(0, (), bits)
    return Floored(first + kept[0], tuple(weights[kept[0] : kept[-1] + 1]), bits)
