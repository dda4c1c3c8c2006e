"""What shows the bounds of a composed release to somebody else: atoms, grid points, scores, events.

Above, the atoms of the dominating pair of each kind of cells, each with the point of the grid below
its loss. Below, a true count for each kind of cells, and an integer score for each outcome; the
event is that the scores add up to ``least`` or more, or that some outcome is impossible otherwise.
Whoever checks it rounds and cuts in an order of their own, so the bounds have some room.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.composition.dominating import dominating_pair, pair_of_counts
from exact.composition.enclosed import MAX_GRID_BITS
from exact.composition.grid import nearest, point_below
from exact.composition.one_way import EnclosedWay
from exact.composition.pairs import LossPair
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.cells import Cells, ReleasedTable, cells_of_a_person
from exact.release.independent import Composer, counts_tried
from exact.table.ptable import PTable

# The bounds have so many bits, and the room of as many units as there are cells.
_BITS, _ROOM_BITS = 80, 68


@dataclass(frozen=True, slots=True)
class ComposedCells:
    """One kind of cells: the atoms above, and the true count and the scores below."""

    table: PTable
    floor: int
    is_margin: bool
    number: int
    atoms: tuple[tuple[int, int], ...]
    indices: tuple[int | None, ...]
    count: int | None
    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ComposedPoint:
    """Bounds of delta at one epsilon; below, whether the person is ``added``, and the event."""

    epsilon: Epsilon
    delta: Enclosure
    added: bool
    least: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is needed to compute the bounds anew."""

    cells: tuple[ComposedCells, ...]
    points: tuple[ComposedPoint, ...]


def evidence_of(
    tables: Sequence[ReleasedTable], epsilons: Sequence[Epsilon], grid_bits: int
) -> Evidence:
    """Return the evidence for bounds of delta at each epsilon, cells with independent keys."""
    if not 1 <= grid_bits <= MAX_GRID_BITS:
        raise InputError("grid", grid_bits, f"must be from 1 to {MAX_GRID_BITS}", "for example 10")
    cells = _kinds(cells_of_a_person(tables))
    numbers = [one.number for one in cells]
    dominating = [dominating_pair(one.table, one.floor) for one in cells]
    above = _both_ways(EnclosedWay(list(zip(dominating, numbers, strict=True)), grid_bits))
    tried = [tuple(counts_tried(cells, n)) for n in Composer().worst_counts(cells)]
    counts, below = _best(cells, tried, grid_bits, epsilons[0])
    room = Fraction(1 + sum(numbers), 1 << _ROOM_BITS)
    points = []
    for epsilon in epsilons:
        added, least, low = _witness(below, epsilon)
        high = max(way.upper(epsilon) for way in above)
        points.append(ComposedPoint(epsilon, _roomy(low, high, room), added, least))
    shown = zip(cells, dominating, counts, strict=True)
    return Evidence(
        tuple(
            ComposedCells(
                one.table,
                one.floor,
                one.is_margin,
                one.number,
                pair.weights,
                tuple(_indices(pair, grid_bits)),
                count,
                () if count is None else tuple(_scores(one.table, count, grid_bits)),
            )
            for one, pair, count in shown
        ),
        tuple(points),
    )


def _kinds(cells: Iterable[Cells]) -> tuple[Cells, ...]:
    """Return cells that differ in their epsilon_i alone as one."""
    alike: dict[tuple[int, int, bool], Cells] = {}
    for one in cells:
        kind = id(one.table), one.floor, one.is_margin
        known = alike.get(kind)
        number = one.number + (known.number if known else 0)
        alike[kind] = replace(one, number=number, share=None)
    return tuple(alike.values())


def _both_ways(way: EnclosedWay) -> tuple[EnclosedWay, EnclosedWay]:
    return way, EnclosedWay([(pair.mirrored(), m) for pair, m in way.parts], way.bits)


def _best(
    cells: Sequence[Cells], tried: Sequence[tuple[int | None, ...]], bits: int, epsilon: Epsilon
) -> tuple[tuple[int | None, ...], tuple[EnclosedWay, EnclosedWay] | None]:
    """Return the counts with the largest lower bound at one epsilon, composed both ways."""
    best: tuple[Fraction, tuple[int | None, ...], tuple[EnclosedWay, EnclosedWay]] | None = None
    for counts in dict.fromkeys(tried):
        parts = [
            (pair_of_counts(one.table, count), one.number)
            for one, count in zip(cells, counts, strict=True)
            if count is not None
        ]
        if parts:
            ways = _both_ways(EnclosedWay(parts, bits))
            low = _witness(ways, epsilon)[2]
            if best is None or low > best[0]:
                best = low, counts, ways
    return (tuple(None for _ in cells), None) if best is None else best[1:]


def _witness(
    ways: tuple[EnclosedWay, EnclosedWay] | None, epsilon: Epsilon
) -> tuple[bool, int, Fraction]:
    """Return the better direction, its least sum of scores, and the lower bound."""
    if ways is None:
        return True, 0, Fraction(0)
    found = []
    for added, way in zip((True, False), ways, strict=True):
        least, excess = way.witness(epsilon)
        found.append((way.plateau + excess, added, least))
    low, added, least = max(found)
    return added, least, low


def _roomy(low: Fraction, high: Fraction, room: Fraction) -> Enclosure:
    one = 1 << _BITS
    lo, hi = max(Fraction(0), low - room), high + room
    return Enclosure(Fraction(int(lo * one), one), Fraction(-int(-hi * one // 1), one))


def _indices(pair: LossPair, bits: int) -> Iterator[int | None]:
    """Yield the point of the grid below each atom; one of an infinite or zero ratio has none."""
    return (point_below(p, q, bits) if p and q else None for p, q in pair.weights)


def _scores(table: PTable, count: int, bits: int) -> Iterator[tuple[int, int]]:
    """Yield each value that both counts may be released as, with its score."""
    one, other = (table.row(n).pmf.shifted(n) for n in (count, count + 1))
    q = dict(zip(other.outcomes, other.weights, strict=True))
    for y, p in zip(one.outcomes, one.weights, strict=True):
        if p and q.get(y):
            yield y, nearest(p, q[y], bits)
