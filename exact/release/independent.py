"""A release whose cells have independent keys: composition, bounded above and below.

Above, each cell is the pair of laws that dominates all its pairs of counts. Below, each cell has
true counts that the plan allows: the finest cells a worst count, margins a large one (the people
of a margin are more than those of its cells). Each choice that is tried is a witness, and the best
counts. Where a table has one row for all counts, both sides compose the same pair.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from exact.composition.dominating import dominating_pair, pair_of_counts, pairs_from
from exact.composition.enclosed import GRID_BITS, Composed, compose
from exact.composition.pairs import LossPair
from exact.composition.renyi import concentrated, renyi_delta
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.answer import LeastEpsilon, MomentPoint, Moments
from exact.release.cells import Cells, ReleasedTable, cells_of_a_person
from exact.release.rounding import outward
from exact.table.pairs import worst_pair
from exact.table.ptable import PTable, Stop

# Cells of all the releases that are composed for one answer: some ten minutes.
MAX_WORK = 400_000
# The worst pair of counts at each of these epsilons is tried; at the last it has the largest delta
# that no epsilon removes.
_TRIED = tuple(
    Epsilon(exp=exp) for exp in (Fraction(21, 20), Fraction(3, 2), Fraction(4), Fraction(1 << 256))
)

_NOTHING = Fraction(0)

Parts = tuple[tuple[LossPair, int], ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """All cells of one person together: ``above`` dominates, each of ``below`` can be so.

    There is none below where no counts are tried that all tables cover.
    """

    above: Composed
    below: tuple[Composed, ...]

    @property
    def plateau(self) -> Enclosure:
        """The delta that no epsilon removes."""
        lows = (one.plateau for one in self.below)
        return outward(max(lows, default=_NOTHING), self.above.plateau)

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return bounds of delta over all events, both directions, all counts."""
        found = self.above.delta(epsilon)
        lows = [found.lo if one is self.above else one.delta(epsilon).lo for one in self.below]
        return outward(max(lows, default=_NOTHING), found.hi)

    def least_epsilon(self, delta: Fraction) -> LeastEpsilon:
        """Return bounds of the least epsilon with delta(epsilon) <= delta."""
        above = self.above.epsilon(delta)
        lows = [(above if one is self.above else one.epsilon(delta)).lo for one in self.below]
        known = [one.exact for one in lows if one is not None and one.exact is not None]
        least = None if len(known) < len(lows) else max(known, default=_NOTHING)
        return LeastEpsilon(delta, least, None if above.hi is None else above.hi.exact)


@dataclass
class Composer:
    """Composes many releases of the same tables; what was composed once is kept."""

    grid_bits: int = GRID_BITS
    _above: dict[tuple[int, int], LossPair] = field(default_factory=dict)
    _counts: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    _composed: dict[Parts, Composed] = field(default_factory=dict)
    _work: int = 0

    def whole(self, cells: Iterable[Cells]) -> Whole:
        """Return all these cells together."""
        several = tuple(cells)
        above = _merged((self._dominating(one), one.number) for one in several)
        below = [_merged(_witness(several, n)) for n in self.worst_counts(several)]
        return Whole(
            self._compose(above), tuple(self._compose(one) for one in dict.fromkeys(below) if one)
        )

    def moments(self, cells: Iterable[Cells], epsilons: Iterable[Epsilon]) -> Moments:
        """Return what Renyi and concentrated differential privacy say of all these cells."""
        parts = _merged((self._dominating(one), one.number) for one in cells)
        rhos = [(concentrated(pair), number) for pair, number in parts]
        low, high = (sum((m * end for end, m in ends), Fraction(0)) for ends in _ends(rhos))
        found = ((one, renyi_delta(parts, one)) for one in epsilons)
        points = tuple(MomentPoint(one, _up(by.delta), by.order) for one, by in found)
        return Moments(points, outward(low, high))

    def single(self, cells: Cells) -> Whole:
        """Return one of these cells alone."""
        return self.whole([replace(cells, number=1, is_margin=False)])

    def _compose(self, parts: Parts) -> Composed:
        if parts not in self._composed:
            finer = max(0, self.grid_bits - GRID_BITS)
            self._work += sum(number for _, number in parts) << finer
            if self._work > MAX_WORK:
                rule = (
                    f"compose to more than {MAX_WORK} cells, over all answers (and times the grid)"
                )
                raise InputError("tables", self._work, rule, "plan fewer, or join alike ones")
            self._composed[parts] = compose(parts, self.grid_bits)
        return self._composed[parts]

    def _dominating(self, cells: Cells) -> LossPair:
        kind = id(cells.table), cells.floor
        if kind not in self._above:
            self._above[kind] = dominating_pair(cells.table, cells.floor)
        return self._above[kind]

    def worst_counts(self, several: Sequence[Cells]) -> list[int]:
        """Return counts to try for the finest cells; all of them have the same, if they may.

        The same people may be in cells of two tables, so that 0 is tried for one table alone.
        """
        least = 0 if len({id(one.table) for one in several}) == 1 else 1
        found: dict[int, None] = {}
        for cells in several:
            kind = id(cells.table), cells.floor
            if kind not in self._counts:
                ways = (pairs_from(cells.table, cells.floor, up) for up in (True, False))
                profiles = tuple(pair for way in ways for pair in way)
                worst = (worst_pair(profiles, epsilon) for epsilon in _TRIED)
                self._counts[kind] = tuple(min(one.count, one.other) for one in worst)
            found |= dict.fromkeys(max(n, least) for n in self._counts[kind])
        return list(found)[: 2 * len(_TRIED)]


class IndependentEngine:
    """Answers about releases whose cells have independent keys."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer

    def whole(self, tables: Sequence[ReleasedTable], more: Sequence[Cells] = ()) -> Whole:
        """Return all cells of the tables, and ``more`` of tables alike, together."""
        return self.composer.whole((*cells_of_a_person(tables), *more))


def _ends(
    bounds: Sequence[tuple[Enclosure, int]],
) -> tuple[list[tuple[Fraction, int]], list[tuple[Fraction, int]]]:
    return [(one.lo, m) for one, m in bounds], [(one.hi, m) for one, m in bounds]


def _up(value: Fraction) -> Fraction:
    return outward(value, value).hi


def counts_tried(several: Sequence[Cells], n: int) -> Iterator[int | None]:
    """Yield true counts: n in the finest cells, a common large one in margins.

    Only one set of people is the person alone: beside one cell with nobody else in it the others
    have somebody. A cell whose table does not cover its count is left out, a post-processing.
    """
    large = 1 + max(max(_last(one.table), one.floor, n) for one in several)
    free = 1
    for one in several:
        count = large if one.is_margin else max(n, one.floor)
        if count == 0:
            count, free = (0, 0) if one.number <= free else (1, free)
        yield count if _covers(one.table, count) else None


def _witness(several: Sequence[Cells], n: int) -> Iterator[tuple[LossPair, int]]:
    for one, count in zip(several, counts_tried(several, n), strict=True):
        if count is not None:
            yield pair_of_counts(one.table, count), one.number


def _last(table: PTable) -> int:
    """Return a count from which on all rows come again."""
    return 2 * table.last_count


def _covers(table: PTable, count: int) -> bool:
    """Tell whether a table has rows for a count and for one person more."""
    if isinstance(table.beyond, Stop) and count >= table.last_count:
        return False
    return count >= table.first_count or (table.zero == "preserve" and table.first_count == 1)


def _merged(parts: Iterable[tuple[LossPair, int]]) -> Parts:
    """Return equal pairs once, with how many there are of them together."""
    numbers: dict[LossPair, int] = {}
    for pair, number in parts:
        numbers[pair] = numbers.get(pair, 0) + number
    return tuple(numbers.items())
