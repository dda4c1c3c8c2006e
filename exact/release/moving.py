"""An upper bound for keys that add, over any number of margins: the person's key is moved.

Let there be somebody, beside the person, in every combination of the values of all dimensions. Then
the sum A of the record keys of those who share all values with the person is uniform without the
person and with them, and independent of all others: the keys of all published cells have the same
law before and after, and it stays the same where A is moved by some s. That moves the keys of the
person's own cells by s, and no other. So of everything that is released, y, with the probabilities
P(y) without the person and Q(y) with them, and any s that may depend on y,

    Pr{the keys release y without the person; moved by s they release y with them}

is at most P(y), and at most Q(y). Hence at every epsilon >= 0, in both directions,

    delta <= 1 - sum over y of min(P(y), Q(y)) <= 1 - sum over y of this probability.

The keys k_S of the person's cells are uniform and independent (``exact.release.adding``). Let s
depend on what one or two of them release, y_1 and y_2; with z_S and z'_S for the noise of a cell
without and with the person, K keys, m cells,

    delta <= 1 - sum over y_1, y_2 of max over s of o_1(s) o_2(s) prod over the others f_S(s) / K^m,
    f_S(s) = #{k : z_S(k) = 1 + z'_S(k + s)},    o_i(s) = #{such k of cell i that release y_i}.

f and o are linear between knots, where s is tried; every s gives a bound. True counts are not
known: the least over all that the plan allows is taken, for f_S at every s.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from exact.margins.overlaps import MOST_MATCHED, Overlaps
from exact.release.cells import Cells
from exact.table.ptable import PTable
from exact.table.spread import spread

# With more cells the bound is nearer to 1 than it could be of use to know.
MOST_CELLS = 32
# Knots times places that are tried, and products of two cells' releases: about a second each.
# Where that leaves few places, or the releases of one cell, the bound is wider.
MOST_WORK = 2_000_000

_ONE = Fraction(1)
Values = tuple[int, ...]


def moved(cells: Sequence[Cells]) -> Fraction:
    """Return an upper bound of delta at every epsilon; 1 where none is proved.

    The keys of the cells must be independent, and no cell without another person.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    >>> moved([Cells(table, 1, 1)]), moved([Cells(table, 1, 2)])
    (Fraction(1, 2), Fraction(3, 4))
    """
    number, K = sum(one.number for one in cells), cells[0].table.keysize
    alike = all(one.table.keysize == K and _by_keys(one.table) for one in cells)
    if number > MOST_CELLS or not alike:
        return _ONE
    steps = [tuple(_steps(one)) for one in cells]
    places = _places((one for group in steps for step in group for one in step), K)
    groups = [tuple(_Step.of(step, places, K) for step in group) for group in steps]
    each = [group for group, one in zip(groups, cells, strict=True) for _ in range(one.number)]
    return 1 - Fraction(_same(sorted(each, key=len), len(places)), K**number)


@dataclass(frozen=True, slots=True)
class _Step:
    """One person more: how many keys release the same, moved to each place, by what is released."""

    all: Values
    by_release: tuple[Values, ...]

    @classmethod
    def of(cls, overlaps: Iterable[Overlaps], places: Sequence[int], K: int) -> "_Step":
        apart = tuple(tuple(one.at(s, K) for s in places) for one in overlaps)
        return cls(tuple(sum(one[i] for one in apart) for i in range(len(places))), apart)


def _steps(cells: Cells) -> Iterator[tuple[Overlaps, ...]]:
    """Yield the steps of all counts that the cells may have; equal pairs of rows once."""
    table, least = spread(cells.table), max(cells.floor, 1)
    # Past the last row all pairs of rows come again, however large counts must be.
    counts = (n for n in table.neighbours() if n >= min(least, table.last_count))
    for before, after in dict.fromkeys((table.row(n), table.row(n + 1)) for n in counts):
        yield Overlaps.by_noise(before, after)


def _by_keys(table: PTable) -> bool:
    return table.key_order is None or table.keysize <= MOST_MATCHED


def _places(overlaps: Iterable[Overlaps], K: int) -> list[int]:
    """Return where s is tried: at knots, evenly chosen where they are too many."""
    knots = [knot % K for one in overlaps for _, knot in one.knots]
    found, most = sorted({*knots}), MOST_WORK // max(1, len(knots))
    return found if len(found) <= most else [found[i * len(found) // most] for i in range(most)]


def _same(cells: Sequence[tuple[_Step, ...]], places: int) -> int:
    """Return how many keys of the cells, at least, release the same moved by an s of their own."""
    number = 2 if _work(cells[:2], places) <= MOST_WORK else 1
    apart, others = cells[:number], cells[number:]
    kept = [prod(values) for values in zip([1] * places, *map(_least, others), strict=True)]
    return min(
        sum(max(map(prod, zip(kept, *each, strict=True)), default=0) for each in product(*several))
        for several in product(*([step.by_release for step in cell] for cell in apart))
    )


def _least(cell: tuple[_Step, ...]) -> Iterator[int]:
    """Yield the least number of keys over all counts, at each place."""
    return map(min, zip(*(step.all for step in cell), strict=True))


def _work(cells: Sequence[tuple[_Step, ...]], places: int) -> int:
    """Return how many products the releases of these cells make, over all counts."""
    return places * prod(sum(len(step.by_release) for step in cell) for cell in cells)
