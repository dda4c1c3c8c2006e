"""Learning the table: what the noise of cells whose true count is known shows about it.

The attacker knows the true counts of m cells with independent keys (his own records, or counts that
averaging gave away), so he sees m draws of noise. He learns

- the bound E as soon as one noise is E in size: 1 - (1 - p)^m with p = P(|z| = E);
- a hole, a noise v that no key leads to between others that occur: if v had as many keys as the
  rarer of its neighbours, probability p, it would have shown up with probability 1 - (1 - p)^m;
- the direction of an asymmetry: A, the noises z with p(z) > p(-z), occur with probability a, their
  mirror images with b; he is right if he sees more of A, P(X > Y).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exact.attacks.bound import bound_of
from exact.attacks.crossing import crossing
from exact.attacks.floored import floored, power
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.table.ptable import PTable

MAX_CELLS = 1_000_000
BITS = 96


@dataclass(frozen=True, slots=True)
class Extreme:
    """The bound E, and the count whose noise reaches it most often."""

    bound: int
    count: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Hole:
    """A noise that never occurs between others that do; ``neighbour`` is the rarer one's P."""

    count: int
    noise: int
    neighbour: Fraction


@dataclass(frozen=True, slots=True)
class Asymmetry:
    """Noises (``likelier``) that occur with probability a, their mirror images with b < a."""

    count: int
    likelier: tuple[int, ...]
    a: Fraction
    b: Fraction

    def success(self, cells: int) -> Enclosure:
        """Return bounds of P(more of the likelier noises among so many cells).

        >>> Asymmetry(1, (1,), Fraction(1, 2), Fraction(1, 4)).success(1).lo
        Fraction(1, 2)
        """
        scale = self.a.denominator * self.b.denominator
        up, down = int(self.a * scale), int(self.b * scale)
        step = Pmf.of(((1, up), (-1, down), (0, scale - up - down)))
        return power(floored(step, BITS), cells).within(1, cells)

    def cells(self, confidence: Fraction) -> int | None:
        """Return an m that is enough where m - 1 is not; None beyond ``MAX_CELLS``.

        The guess is the m of the normal law at 95 %: 2.7 (a + b) / (a - b)^2.
        """
        guess = Fraction(27, 10) * (self.a + self.b) / (self.a - self.b) ** 2
        return crossing(self.success, confidence, guess.__ceil__(), MAX_CELLS)


def extreme(table: PTable) -> Extreme:
    """Return the bound, at the count where it shows first.

    >>> from exact.table.row import Row
    >>> extreme(PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),)))
    Extreme(bound=1, count=1, probability=Fraction(1, 2))
    """
    rows = [(counts[0], row.pmf) for row, counts in table.counts_by_row().items()]
    E = bound_of(*(pmf for _, pmf in rows))
    ends = ((sum(pmf.probability(z) for z in {E, -E}), -count) for count, pmf in rows)
    share, count = max(ends)
    return Extreme(E, -count, Fraction(share))


def clearest_hole(table: PTable) -> Hole | None:
    """Return the hole that shows first, if a row has any.

    >>> from exact.table.row import Row
    >>> clearest_hole(PTable(4, 1, (Row(((-1, 1), (1, 3))),)))
    Hole(count=1, noise=0, neighbour=Fraction(1, 4))
    """
    rows = table.counts_by_row().items()
    found = (hole for row, counts in rows for hole in _holes(counts[0], row.pmf))
    return _largest(found)


def clearest_asymmetry(table: PTable) -> Asymmetry | None:
    """Return the asymmetry of the row that is furthest from its mirror image, if any is.

    >>> from exact.table.row import Row
    >>> clearest_asymmetry(PTable(4, 1, (Row(((-1, 2), (0, 1), (1, 1))),)))
    Asymmetry(count=1, likelier=(-1,), a=Fraction(1, 2), b=Fraction(1, 4))
    """
    rows = table.counts_by_row().items()
    found = [_asymmetry(counts[0], row.pmf) for row, counts in rows]
    best = max(found, key=lambda each: (each.a - each.b, -each.count))
    return best if best.likelier else None


def _holes(count: int, noise: Pmf) -> Iterator[Hole]:
    for (low, one), (high, two) in pairwise(zip(noise.outcomes, noise.weights, strict=True)):
        if high > low + 1:
            yield Hole(count, low + 1, Fraction(min(one, two), noise.total))


def _largest(holes: Iterable[Hole]) -> Hole | None:
    return max(holes, key=lambda hole: (hole.neighbour, -hole.count, -hole.noise), default=None)


def _asymmetry(count: int, noise: Pmf) -> Asymmetry:
    keys = dict(zip(noise.outcomes, noise.weights, strict=True))
    likelier = tuple(z for z, w in keys.items() if w > keys.get(-z, 0))
    a, b = sum(keys[z] for z in likelier), sum(keys.get(-z, 0) for z in likelier)
    return Asymmetry(count, likelier, Fraction(a, noise.total), Fraction(b, noise.total))
