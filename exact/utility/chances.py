"""What is released for a count, with the probability of each value exactly or between bounds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from exact.errors import InputError
from exact.laws.law import Law
from exact.numbers.enclosure import Enclosure
from exact.table.ptable import PTable

BITS = 160
CLIP, REFUSE = "clip", "refuse"


@dataclass(frozen=True, slots=True)
class Chances:
    """Released values with integers lo <= P total <= hi; equal where the law is a table's.

    ``symmetric``: the noise was, before negative results were set to zero.

    >>> one = Chances.of(4, [(-1, 1, 1), (0, 2, 2), (1, 1, 1)])
    >>> one.probability(lambda b: b > 0)
    Enclosure(lo=Fraction(1, 4), hi=Fraction(1, 4))
    """

    total: int
    values: tuple[int, ...]
    lo: tuple[int, ...]
    hi: tuple[int, ...]
    symmetric: bool = False

    @classmethod
    def of(
        cls, total: int, parts: Iterable[tuple[int, int, int]], symmetric: bool = False
    ) -> "Chances":
        """Collect (value, lo, hi): equal values are added."""
        found: dict[int, tuple[int, int]] = {}
        for value, lo, hi in parts:
            low, high = found.get(value, (0, 0))
            found[value] = (low + lo, high + hi)
        values = tuple(sorted(found))
        lows, highs = tuple(found[v][0] for v in values), tuple(found[v][1] for v in values)
        return cls(total, values, lows, highs, symmetric)

    @property
    def is_exact(self) -> bool:
        """Tell whether every probability is known."""
        return self.lo == self.hi

    def bias(self, count: int) -> Enclosure:
        """Return E b - a. Symmetric noise cancels but for what is cut: E max(0, b - 2a).

        Noise z > a has its mirror -z cut to -a, which gains z - a = b - 2a.
        """
        if self.symmetric:
            return self.expected(lambda b: (max(0, b - 2 * count),) * 2)
        return self.expected(lambda b: (b - count,) * 2)

    def probability(self, event: Callable[[int], bool]) -> Enclosure:
        """Return the probability that the released value is in an event."""
        return self.expected(lambda value: (int(event(value)),) * 2)

    def expected(self, loss: Callable[[int], tuple[int, int]], bits: int = 0) -> Enclosure:
        """Return E loss(b), each loss given by integers lo <= loss 2^bits <= hi.

        With signs: a negative loss is multiplied by the other bound of its probability.
        """
        low = high = 0
        for value, lo, hi in zip(self.values, self.lo, self.hi, strict=True):
            least, most = loss(value)
            low += least * (lo if least >= 0 else hi)
            high += most * (hi if most >= 0 else lo)
        below = self.total << bits
        return Enclosure(Fraction(low, below), Fraction(high, below))


class Perturbation(Protocol):
    """What perturbs counts: a table, or a law."""

    def released(self, count: int) -> Chances:
        """Return what is released for a count."""
        ...


@dataclass(frozen=True)
class TablePerturbation:
    """A table; ``small`` says what counts below its first row do.

    ``clip``: they have its first row, and negative results are set to zero (Rinott et al. 4.4).
    """

    table: PTable
    small: str = REFUSE

    def released(self, count: int) -> Chances:
        """Return the row of the count, negative results set to zero."""
        table = self.table
        below = count < table.first_count and not (count == 0 and table.zero == "preserve")
        if below and self.small == REFUSE:
            rule = f"is below the first row of the table, {table.first_count}"
            raise InputError("count", count, rule, "give a complete table, or --small clip")
        pmf = (table.rows[0] if below else table.row(count)).pmf
        pairs = zip(pmf.outcomes, pmf.weights, strict=True)
        return Chances.of(table.keysize, ((max(0, count + z), w, w) for z, w in pairs))


@dataclass(frozen=True)
class LawPerturbation:
    """A law as it is, before any rounding to keys; negative results are set to zero."""

    law: Law
    bits: int = BITS

    def released(self, count: int) -> Chances:
        """Return the law of max(0, a + Z)."""
        law = self.law
        if law.counts is not None and law.period is None and count not in law.counts:
            rule = f"is past the last count of the law, {law.counts[-1]}"
            raise InputError("count", count, rule, "give a law that reaches it")
        noise = law.noise(count)
        weights = noise.weights(self.bits)
        parts = []
        for z in noise.support:
            share = weights.share(z)
            low = (share.lo.numerator << self.bits) // share.lo.denominator
            high = -(-(share.hi.numerator << self.bits) // share.hi.denominator)
            parts.append((max(0, count + z), low, high))
        return Chances.of(1 << self.bits, parts, noise.is_symmetric)
