"""A whole release as its certificate writes it, by definition: cells of a person, joint outcomes.

For the judge of certificates alone: it imports nothing of ptcert, and looks at no proof but the
true counts that a lower bound names.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from tests.attacks_on_ptcert.plain_table import PlainTable, released

Json = dict[str, Any]
Pair = tuple[tuple[Fraction, Fraction], ...]  # the masses of each outcome under P and under Q
_MOST_JOINT = 200_000


class Cells(NamedTuple):
    """Cells of a person that are alike: of one perturbation table, with a least count."""

    ptable: int
    floor: int
    margin: bool


def cells_of(release: Json, tables: list[PlainTable]) -> Counter[Cells]:
    """Return how many cells of each kind a person is in: for every set of people and table one.

    The people of a cell are told by the set of dimensions that it fixes. A set that a larger set
    of dimensions refines is a margin. Where a table says what happens to 0, one cell of it may be
    without others than the person: the first that is no margin, or the first.
    """
    floors: dict[frozenset[str], int] = {}
    places: list[tuple[frozenset[str], int]] = []
    found: Counter[Cells] = Counter()
    for table in release["tables"]:
        if table["dimensions"] is None:
            found[Cells(table["ptable"], table["count_floor"], False)] += table["cells"]
            continue
        for names in (table["dimensions"], *table["margins"]):
            people = frozenset(names)
            floors[people] = max(table["count_floor"], floors.get(people, 0))
            if (people, table["ptable"]) not in places:
                places.append((people, table["ptable"]))
    margins = {one for one in floors if any(one < other for other in floors)}
    taken = set()
    for people, ptable in sorted(places, key=lambda place: place[0] in margins):
        floor = floors[people]
        if floor == 0 and tables[ptable].zero != "none":
            floor = 1 if ptable in taken else 0
            taken.add(ptable)
        found[Cells(ptable, floor, people in margins)] += 1
    return found


def pair_of(table: PlainTable, count: int) -> Pair:
    """Return the laws of n against n + 1, outcome by outcome."""
    p, q = (released(table, n, None) for n in (count, count + 1))
    return tuple(
        (p.get(y, Fraction(0)), q.get(y, Fraction(0))) for y in sorted(p.keys() | q.keys())
    )


def neighbours_from(table: PlainTable, floor: int) -> Iterator[int]:
    """Yield every n from the floor on that makes a pair, up to where the pairs come again."""
    last = max(table.rows)
    beyond = floor if table.rule != "stop" else 0
    for n in range(floor, max(last, beyond) + 2 * table.period + 2):
        if table.runs(n) is not None and table.runs(n + 1) is not None:
            yield n


def delta_of(pair: Pair, E: Fraction) -> Fraction:
    """Return the sum of P - E Q over the outcomes where it is positive."""
    return sum((max(p - E * q, Fraction(0)) for p, q in pair), Fraction(0))


def dominates_least(atoms: list[list[int]], table: PlainTable, floor: int) -> bool:
    """Tell whether the atoms have at every E the largest delta of all pairs, and no more.

    Between the ratios of the atoms their delta is linear and the largest of the pairs is convex:
    so it is enough to look at the ratios, between them, and beyond them.
    """
    mine = tuple((Fraction(p, table.K), Fraction(q, table.K)) for p, q in atoms)
    if sum(p for p, _ in mine) != 1 or sum(q for _, q in mine) != 1:
        return False
    ratios = sorted({p / q for p, q in mine if q})
    between = [(a + b) / 2 for a, b in pairwise(ratios)]
    pairs = [pair_of(table, n) for n in neighbours_from(table, floor)]
    return bool(pairs) and all(
        delta_of(mine, E) == max(delta_of(pair, E) for pair in pairs)
        for E in (Fraction(0), ratios[0] / 2, *ratios, *between, ratios[-1] + 1, ratios[-1] + 2)
    )


def allowed(cells: list[Json], tables: list[PlainTable]) -> bool:
    """Tell whether a person may be in cells of these true counts, those without one left out.

    In cells that are no margins any number of people may be, but the person alone is one set of
    people; a margin has as many as it needs, which is any count whose row comes again for ever.
    """
    alone = 0
    for cell in (cell for cell in cells if cell["count"] is not None):
        table, count = tables[cell["ptable"]], cell["count"]
        if count < cell["floor"] or None in (table.runs(count), table.runs(count + 1)):
            return False
        if cell["margin"] and (table.rule == "stop" or count <= max(table.rows)):
            return False
        alone += cell["number"] * (count == 0)
    return alone <= 1


@cache
def joint(parts: tuple[tuple[Pair, int], ...]) -> Pair:
    """Return the masses of all joint outcomes; outcomes of equal masses are put together."""
    found = {(Fraction(1), Fraction(1)): 1}
    for pair, number in parts:
        for _ in range(number):
            more: Counter[tuple[Fraction, Fraction]] = Counter()
            for (p, q), times in found.items():
                for a, b in pair:
                    more[p * a, q * b] += times
            found = dict(more)
            assert len(found) < _MOST_JOINT
    return tuple((p * times, q * times) for (p, q), times in found.items())


def turned(pair: Pair) -> Pair:
    """Return the other direction."""
    return tuple((q, p) for p, q in pair)
