"""What cells and their margin give away together where keys are the XOR of four sums.

Sadeghi-Chien (3.1)-(3.2): the components of a cell are sums of record keys modulo bigN, those of a
margin the sums of its cells' components, and a key is the XOR of four. Neighbours are as for keys
that add (``release``): one person more in F, with fresh record keys.

For few keys the law is exact (``xor_walsh``). For more, ``xor_bits`` has the law for bigN = K,
K = 2^n, and the true law is near it. Let g = K - bigN; draw the eight components uniform below K.

- With probability at least 1 - 8 g/K all are below bigN, and then uniform there.
- A sum a + b in bigN..K-1 has probability at most g/K for each of the four components. Otherwise
  the sum modulo bigN is that modulo K, or, where a + b >= K, larger by g.
- So k_F and k_M are the same, and the two keys of T lead to different noise only on different sides
  of one of the thresholds of its row. Let h be the highest bit in which they differ. Above h both
  have the bits of the threshold: probability 2^(h+1-n), also given any one component. And some
  component has changed at h or above: its sum modulo K is at least -g modulo 2^h, and a + b >= K.
  Where 2^h >= 2g that has probability at most g/2^(h+1): of the K values v of the sum modulo K,
  K - 1 - v of K pairs (a, b) reach K. For all four and all h that is at most

      (sum over 2^h < 2g of 2^(h+1)  +  number of other h  times 4g) / K.

The total variation between the laws is at most the sum of these, and delta moves by at most that of
the one law plus e^epsilon times that of the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from exact.cellkeys.arithmetic import XorOfFour
from exact.cellkeys.law import KeyLaw
from exact.errors import InputError
from exact.margins.counts import Counts, LookedAt, key_row, pairs_of_counts
from exact.margins.law import JointLaw, Noises
from exact.margins.release import Neighbours
from exact.margins.xor_bits import total_weight, weights_by_bits
from exact.margins.xor_walsh import MAX_KEYS, weights_by_walsh
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.ptable import PTable
from exact.table.row import Row

# Of boxes of runs times bits, over all laws: some seconds.
MOST_WORK = 12_000_000
_BITS = 80

_Bounded = tuple[Counts, bool, Enclosure]


@dataclass(frozen=True, slots=True)
class XorDeltas:
    """Bounds of the largest delta over the pairs of counts, and the counts of the upper one.

    ``added`` as in ``WorstRelease``. The bounds are equal but for e^epsilon where the law is exact.
    """

    looked_at: LookedAt
    counts: Counts
    added: bool
    bounds: Enclosure


def xor_deltas(
    table: PTable, arithmetic: XorOfFour, epsilon: Epsilon, floor: int = 0
) -> XorDeltas | None:
    """Return bounds of delta over all pairs of counts; None where the first law is too much work.

    >>> coin = PTable(4, 1, (Row(((0, 2), (1, 2))),))
    >>> found = xor_deltas(coin, XorOfFour(4, 4), Epsilon(exp=Fraction(2)))
    >>> found.counts, found.bounds.lo == found.bounds.hi
    ((1, 1), True)
    """
    if arithmetic.keysize != table.keysize:
        rule = f"makes {arithmetic.keysize} keys, and the table has {table.keysize}"
        raise InputError("cell keys", "xor4", rule, "make keys and table of one size")
    laws = _Laws(table, arithmetic)
    pairs = pairs_of_counts(table, floor)
    chosen = list(laws.within(pairs.pairs))
    if not chosen:
        return None
    looked_at = LookedAt(tuple(chosen), pairs.all and len(chosen) == len(pairs.pairs))
    found = [each for counts in chosen for each in laws.bounds(counts, epsilon)]
    highest = max(found, key=lambda each: each[2].hi)
    lowest = max(each[2].lo for each in found)
    return XorDeltas(looked_at, *highest[:2], Enclosure(lowest, highest[2].hi))


def slack(arithmetic: XorOfFour, thresholds: int) -> Fraction:
    """Return how far the law modulo K may be from the true one, in total variation; proof above.

    >>> slack(XorOfFour(2**32, 2**32 - 5), 50) < Fraction(7, 10**6)
    True
    >>> slack(XorOfFour(256, 256), 50)
    Fraction(0, 1)
    """
    K, g = arithmetic.keysize, arithmetic.keysize - arithmetic.modulus
    if g == 0:
        return Fraction(0)
    bits = K.bit_length() - 1
    few = min(bits, (2 * g - 1).bit_length())
    straddled = 2 * ((1 << few) - 1) + (bits - few) * 4 * g
    return min(Fraction(1), Fraction(12 * g + thresholds * straddled, K))


class _Laws:
    """The laws of what is released, each triple of rows once."""

    def __init__(self, table: PTable, arithmetic: XorOfFour) -> None:
        self.table, self.arithmetic = table, arithmetic
        self._known: dict[_Rows, _Near] = {}

    def within(self, pairs: tuple[Counts, ...]) -> Iterator[Counts]:
        """Yield the first pairs whose laws are not too much work together."""
        counted: set[_Rows] = set()
        left = MOST_WORK
        for f, m in pairs:
            new = {self._rows(f, m), self._rows(f + 1, m)} - counted
            left -= sum(map(self._work, new))
            counted |= new
            if left < 0:
                return
            yield f, m

    def bounds(self, counts: Counts, epsilon: Epsilon) -> Iterator[_Bounded]:
        """Yield (counts, added, bounds of delta) in both directions."""
        f, m = counts
        (before, off), (after, other) = self._released(f, m), self._released(f + 1, m)
        up, down = Neighbours(before, after).profiles()
        yield counts, True, _widened(up.delta(epsilon), off, other)
        yield counts, False, _widened(down.delta(epsilon), other, off)

    def _released(self, f: int, m: int) -> "_Near":
        rows = self._rows(f, m)
        if rows not in self._known:
            self._known[rows] = _near_law(*rows, self.arithmetic)
        law, off = self._known[rows]
        return law.released((f, m)), off

    def _rows(self, f: int, m: int) -> "_Rows":
        return key_row(self.table, f), key_row(self.table, m), key_row(self.table, f + m)

    def _work(self, rows: "_Rows") -> int:
        first, second, margin = rows
        if 1 in (first.keysize, second.keysize):
            return len(first.runs) + len(second.runs) + len(margin.runs)
        if margin.keysize <= MAX_KEYS:
            return margin.keysize**3
        bits = margin.keysize.bit_length() - 1
        return len(first.runs) * len(second.runs) * len(margin.runs) * bits


_Rows = tuple[Row, Row, Row]
_Near = tuple[JointLaw, Fraction]


def _near_law(first: Row, second: Row, margin: Row, arithmetic: XorOfFour) -> _Near:
    """Return a law of the noises, and how far the true one may be from it."""
    if 1 in (first.keysize, second.keysize):
        return _with_empty_cell(first, second, margin, arithmetic.law_at(1)), Fraction(0)
    if margin.keysize <= MAX_KEYS:
        weights = weights_by_walsh(first, second, margin, arithmetic.modulus)
        return JointLaw(weights, arithmetic.modulus**8), Fraction(0)
    total = total_weight(margin.keysize.bit_length() - 1)
    law = JointLaw(weights_by_bits(first, second, margin), total)
    return law, slack(arithmetic, len(margin.runs) - 1)


def _with_empty_cell(first: Row, second: Row, margin: Row, law: KeyLaw) -> JointLaw:
    """Return the law where a cell has key 0 and nothing else: the margin has the other's key."""
    rows = (first, second, margin)
    if margin.keysize == 1:
        return JointLaw({tuple(row.noise(0) for row in rows): 1}, 1)
    full = [row for row in rows if row.keysize > 1]
    cuts = {0, *(end for row in full for end in accumulate(keys for _, keys in row.runs))}
    weights: dict[Noises, int] = {}
    for start, end in pairwise(sorted(cuts)):
        noises = tuple(row.noise(start if row.keysize > 1 else 0) for row in rows)
        weights[noises] = weights.get(noises, 0) + law.mass(start, end)
    return JointLaw({noises: weight for noises, weight in weights.items() if weight}, law.total)


def _widened(delta: Delta, off: Fraction, other: Fraction) -> Enclosure:
    """Return bounds of delta where both laws are only known to be so near."""
    known = delta.enclosure(_BITS)
    more = off + other * Fraction(delta.epsilon.exp_bounds(_BITS)[1], 1 << _BITS)
    return Enclosure(max(Fraction(0), known.lo - more), min(Fraction(1), known.hi + more))
