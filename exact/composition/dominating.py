"""One pair of laws that is at least as telling as every pair of neighbouring counts of a table.

Of laws P, Q let h(E) be the largest P(S) - E Q(S) over all events S, for every E >= 0 (E < 1 is the
other direction: the largest Q(S) - P(S) / E). A function h on [0, infinity) is that of a pair of
laws exactly if it is convex, falls, h(0) = 1 and h(E) >= max(0, 1 - E); one pair is a randomised
post-processing of another exactly if its h is nowhere larger (Blackwell). The largest h of several
pairs has these four properties too, so it belongs to a pair, which *dominates* each of them: each
is a post-processing of it. A post-processing may be applied to each release of several, so the
product of dominating pairs dominates the product of whatever pairs they stand for.
(Zhu, Dong and Wang 2022, *Optimal accounting of differential privacy via characteristic function*,
Lemma 20 and Theorem 10.)

h(E) is the largest A - B E over the points (B, A) = (Q(S), P(S)) of the events that are worst at
some E. So the largest of many h is that of the upper hull of all their points, and an edge of the
hull, (q, p), is an atom of ratio p/q. The points have integer coordinates over the number of keys,
so the atoms do.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

from exact.composition.pairs import LossPair
from exact.errors import InputError
from exact.table.pairs import PairProfile, pair_profiles
from exact.table.ptable import PTable, Repeat, Stop

Point = tuple[int, int]


def dominating_pair(table: PTable, floor: int | None = None) -> LossPair:
    """Return the least pair that dominates count n against n + 1 for all n >= floor.

    Its mirror image is the least that dominates n + 1 against n. A person who is added raises every
    count that they are in, so the two directions are never mixed. Its weights are integers over the
    table's keys.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    >>> dominating_pair(table).weights
    ((1, 0), (2, 1), (1, 2), (0, 1))
    """
    points = {(table.keysize, table.keysize)}
    for pair in pairs_from(table, floor, up=True):
        points.update(_corners(pair.profile.p, pair.profile.q))
    return LossPair(tuple((p, q) for q, p in _edges(_hull(points))))


def pairs_from(table: PTable, floor: int | None, up: bool) -> tuple[PairProfile, ...]:
    """Return the profiles of n against n + 1 (``up``) or of n + 1 against n, for all n >= floor."""
    least = least_count(table, floor)
    found = tuple(
        pair
        for pair in pair_profiles(table)
        if (pair.count < pair.other) == up and pair.alike[-1] >= least
    )
    if not found:
        rule = "leaves no two neighbouring counts that the table covers"
        raise InputError("count floor", floor, rule, "give a smaller floor or a reuse rule")
    return found


def pair_of_counts(table: PTable, n: int) -> LossPair:
    """Return the pair of count n against n + 1: where the true counts are known, it is tighter.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 0, (Row(((0, 4),)), Row(((-1, 1), (0, 3)))), zero="row")
    >>> pair_of_counts(table, 0).weights, pair_of_counts(table, 1).weights
    (((4, 1), (0, 3)), ((1, 0), (3, 1), (0, 3)))
    """
    return LossPair.of(table.row(n).pmf.shifted(n), table.row(n + 1).pmf.shifted(n + 1))


def least_count(table: PTable, floor: int | None) -> int:
    """Return the floor, lowered to where the rows begin to come again: those pairs stand for all.

    Past the last row one pair repeats, or a period of pairs that begins one count later.
    """
    if floor is None:
        return 0
    if type(floor) is not int or floor < 0:
        raise InputError("count floor", floor, "must be an integer from 0 on", "for example 10")
    if isinstance(table.beyond, Stop):
        return floor
    return min(floor, table.last_count + (not isinstance(table.beyond, Repeat)))


def _corners(p: tuple[int, ...], q: tuple[int, ...]) -> Iterator[Point]:
    """Yield (Q(S), P(S)) of the events that collect outcomes by falling ratio."""
    return zip(accumulate(q, initial=0), accumulate(p, initial=0), strict=True)


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the upper hull from the left: the ratio of its edges falls strictly.

    Of points one above the other only the highest is a corner, except the first, (0, 0), which
    starts the plateau.
    """
    corners: list[Point] = []
    for x, y in sorted(points):
        while len(corners) > 1 and _is_below(corners[-2], corners[-1], (x, y)):
            corners.pop()
        corners.append((x, y))
    return corners


def _is_below(a: Point, b: Point, c: Point) -> bool:
    """Tell whether b lies on or below the line from a to c."""
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])


def _edges(corners: list[Point]) -> Iterator[Point]:
    return ((x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(corners))
