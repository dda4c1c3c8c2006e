"""Plans of two dimensions, their data sets, and delta by enumeration of all keys of all people.

The second route: from the definition of the cell key method, nothing of ``exact.release``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, product
from random import Random

from exact.release.plan import PlannedTable, Source
from exact.table.ptable import PTable
from exact.table.row import Row

DIMENSIONS = ("a", "b")
PLACES = tuple(product(range(2), repeat=2))
SUBSETS = [frozenset(c) for size in range(3) for c in combinations(DIMENSIONS, size)]

Data = tuple[int, ...]
Law = dict[tuple[int, ...], Fraction]


@dataclass(frozen=True)
class Case:
    """A perturbation table, the tables of a plan, and whether every combination is occupied."""

    table: PTable
    plans: tuple[PlannedTable, ...]
    occupied: bool

    @classmethod
    def drawn(cls, random: Random) -> "Case":
        """Draw one with few keys."""
        table = _table(random, random.choice([2, 3, 4]))
        occupied = random.random() < 0.4
        plans = tuple(_plan(random, name, occupied) for name in "xy"[: random.choice([1, 2, 2])])
        return cls(table, plans, occupied)

    @cached_property
    def cells(self) -> list[frozenset[str]]:
        """The dimensions of all that is published."""
        return sorted({cell for plan in self.plans for cell in plan.people()}, key=sorted)

    def allows(self, data: Data) -> bool:
        """Tell whether the plan allows such people: its floors, and what the table covers."""
        least = 1 if self.table.zero == "none" else 0
        counts = [
            (max(plan.count_floor, least), count)
            for plan in self.plans
            for cell in plan.people()
            for count in _counts(cell, data)
        ]
        filled = not self.occupied or min(data) > 0
        return filled and all(count >= floor for floor, count in counts)

    def data(self, random: Random) -> Iterator[Data]:
        """Yield small and large data sets that the plan allows, without the person."""
        small = list(product(range(4), repeat=4))
        strange = [(0, m, n, 0) for m in range(1, 4) for n in (0, 1, 9)]
        large = [(9, 9, 9, 9), (0, 9, 9, 9), (9, 0, 0, 0), (5, 4, 6, 4), (0, 9, 9, 0)]
        alone = [(0, 0, 9, 9), (0, 9, 0, 9), (0, 0, 1, 1), (0, 1, 0, 1)]
        drawn = random.sample(small, 40)
        return filter(self.allows, dict.fromkeys([*drawn, *strange, *large, *alone]))

    def law(self, data: Data, cells: Sequence[frozenset[str]]) -> Law:
        """Return the law of all cells with these dimensions, key by key."""
        there, K = [i for i in range(4) if data[i]], self.table.keysize
        found: Counter[tuple[int, ...]] = Counter()
        for drawn in product(range(K), repeat=len(there)):
            keys = [0] * 4
            for place, key in zip(there, drawn, strict=True):
                keys[place] = key
            released = (
                count + self.table.noise(count, key % K)
                for cell in cells
                for count, key in zip(_counts(cell, data), _counts(cell, keys), strict=True)
            )
            found[tuple(released)] += 1
        return {y: Fraction(number, K ** len(there)) for y, number in found.items()}

    def deltas(
        self, data: Data, cells: Sequence[frozenset[str]], exps: Sequence[Fraction]
    ) -> Iterator[Fraction]:
        """Yield delta of one person more in the first combination, the larger of both ways."""
        P, Q = (self.law((data[0] + more, *data[1:]), cells) for more in (0, 1))
        for E in exps:
            yield max(
                sum((max(Fraction(0), p - E * two.get(y, 0)) for y, p in one.items()), Fraction(0))
                for one, two in ((P, Q), (Q, P))
            )


def _counts(cell: frozenset[str], numbers: Sequence[int]) -> list[int]:
    """Return the sums of all cells with these dimensions."""
    kept = [i for i, name in enumerate(DIMENSIONS) if name in cell]
    found: Counter[tuple[int, ...]] = Counter()
    for place, number in zip(PLACES, numbers, strict=True):
        found[tuple(place[i] for i in kept)] += number
    return [found[place] for place in sorted(found)]


def _table(random: Random, K: int) -> PTable:
    rows = []
    for _ in range(random.choice([1, 2, 3])):
        noises = random.sample(range(-2, 3), random.randint(1, K))
        cuts = [0, *sorted(random.sample(range(1, K), len(noises) - 1)), K]
        keys = [b - a for a, b in pairwise(cuts)]
        order = noises if random.random() < 0.3 else sorted(noises)
        rows.append(Row(tuple(zip(order, keys, strict=True))))
    zero = random.choice(["none", "preserve", "row"])
    return PTable(K, int(zero != "row"), tuple(rows), zero=zero)


def _plan(random: Random, name: str, occupied: bool) -> PlannedTable:
    dimensions = random.choice(SUBSETS[1:])
    margins = tuple(one for one in SUBSETS if one < dimensions and random.random() < 0.6)
    least = 2 ** (2 - len(dimensions)) if occupied else 0
    floor = max(least, random.choice([0, 0, 1, 2]))
    return PlannedTable(name, Source("ptable", "t"), dimensions, margins, count_floor=floor)
