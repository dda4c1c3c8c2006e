"""The averaging attack where the keys of cells add up to the key of their total.

All q partitions have the same total key K. Given K they are independent, so the probability of
success is the mean over K of that of q independent sums (``added_keys``, ``every_key``); of many
sums and many laws it is found from their frequencies (``spectrum``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from exact.attacks.added_keys import Piece, halves, pieces
from exact.attacks.averaging import MAX_PARTITIONS, window
from exact.attacks.crossing import crossing
from exact.attacks.every_key import MAX_KEYS, noise_by_total_key
from exact.attacks.floored import floored, power
from exact.errors import InputError, Undecided
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer
from exact.table.row import Row

if TYPE_CHECKING:
    from exact.attacks.spectrum import Spectrum

BITS = 56
# Different laws times partitions (and as many as the rest takes): seconds for all numbers of them.
MAX_WORK = 40_000
MAX_TOTAL = 250_000
_REST = 20
MAX_PIECES = 4_000


@dataclass(frozen=True)
class AddedKeys:
    """The laws of a partition's noise given the total's key, as pieces that are linear in it.

    A law for single keys is a piece whose ends are equal; else ``rows`` are those of two cells.
    """

    parts: tuple[Piece, ...]
    single: bool
    rows: tuple[Row, ...] = ()

    @classmethod
    def of(cls, cells: Sequence[Row]) -> "AddedKeys":
        """Return them for two cells, or for more of at most ``MAX_KEYS`` keys."""
        if cells[0].keysize <= MAX_KEYS:
            laws = noise_by_total_key(cells).items()
            return cls(tuple(Piece(keys, law, law) for law, keys in laws), True)
        if len(cells) > 2:
            rule = f"have no true law here: tables of more than {MAX_KEYS} keys have it for 2"
            raise InputError("categories", len(cells), rule, "use --categories 2")
        if len(cells[0].runs) * len(cells[1].runs) > MAX_PIECES:
            rule = f"has more than {MAX_PIECES} pairs of runs of keys"
            raise InputError("table", len(cells[0].runs), rule, "attack it with independent keys")
        return cls(tuple(pieces(cells[0], cells[1])), False, tuple(cells))

    @property
    def keys(self) -> int:
        """The number of keys of the total."""
        return sum(part.keys for part in self.parts)

    def spread(self) -> tuple[Fraction, Fraction]:
        """Return the least and the largest variance of the sum of noise given the total's key.

        The mean does not depend on the key, so the variance is linear on each piece.
        """
        found = [part.start.variance() for part in self.parts]
        return min(found), max(found)

    def work(self, partitions: int) -> int:
        """Return how much work one number of partitions is; ``MAX_TOTAL`` for a whole curve."""
        return len(self.parts) * (_REST + partitions)

    @cached_property
    def _spectrum(self) -> "Spectrum":
        from exact.attacks.spectrum import Spectrum

        return Spectrum(self.rows[0], self.rows[1], self.parts)

    def success(self, partitions: int) -> Enclosure:
        """Return bounds of P(the rounded mean is the true count).

        >>> coin = Row(((-1, 1), (1, 1)))
        >>> AddedKeys.of((coin, coin)).success(1)
        Enclosure(lo=Fraction(1, 2), hi=Fraction(1, 2))
        """
        integer(partitions, "partitions", 1, MAX_PARTITIONS)
        if self.rows and partitions * len(self.parts) > MAX_WORK:
            return self._spectrum.success(partitions)
        found = [self._part(part, partitions) for part in self.parts]
        low = sum(part.keys * each.lo for part, each in zip(self.parts, found, strict=True))
        high = sum(part.keys * each.hi for part, each in zip(self.parts, found, strict=True))
        return Enclosure(Fraction(low) / self.keys, Fraction(high) / self.keys)

    def _part(self, part: Piece, q: int) -> Enclosure:
        start = floored(part.start, BITS)
        if self.single:
            return power(start, q).within(*window(q))
        mean = halves(start, floored(part.end, BITS), q).within(*window(q))
        exactly = q * (q - 1) * part.distance() ** 2 / (6 * part.keys**2)
        # Rounded up to a multiple of 2^-BITS: sums of many pieces keep one denominator.
        error = Fraction(-(-exactly * (1 << BITS) // 1), 1 << BITS)
        return Enclosure(max(Fraction(0), mean.lo - error), min(Fraction(1), mean.hi + error))


def enough(law: AddedKeys, confidence: Fraction, guess: int) -> int | None:
    """Return a q that is enough where q - 1 is not, near ``guess``; None beyond the work allowed.

    >>> coin = Row(((-1, 1), (0, 2), (1, 1)))
    >>> enough(AddedKeys.of((coin, coin)), Fraction(95, 100), 15)
    18
    """
    most = MAX_PARTITIONS if law.rows else MAX_WORK // len(law.parts)
    try:
        return None if guess > most else crossing(law.success, confidence, guess, most)
    except Undecided:  # few sums of many laws: their frequencies do not fall off
        return None
