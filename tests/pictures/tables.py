"""Tables to draw, small and strange ones among them, and what is read back from a picture."""

from fractions import Fraction
from functools import cache

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.table.pairs import PairProfile, pair_profiles
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from reports.document.blocks import Grid, Number

HALF = Epsilon(value=Fraction(1, 2))


@cache
def example_1() -> PTable:
    """Return the table of Example 1: D = 25, epsilon = 1/2, 2^32 keys."""
    law = law_of_epsilon(25, HALF)
    return table_of_law(law, 2**32, epsilon=HALF, delta=Fraction(1, 10000))


def one_row(*runs: tuple[int, int]) -> PTable:
    """Return a table of one row that repeats from count 5 on."""
    row = Row(runs)
    return PTable(row.keysize, 5, (row,))


GAPS = one_row((-3, 4), (0, 8), (5, 4))
ONE_OUTCOME = one_row((-2, 10))
ONE_KEY = one_row((0, 1))
SHUFFLED = one_row((1, 2), (-1, 3), (1, 1), (0, 4), (-1, 1), (2, 5))
TINY = one_row((-1, 1), (0, 2**128 - 2), (1, 1))


def kept_total() -> PTable:
    """Return a table whose releases stay in 0..3: every pair has a finite pure epsilon."""
    weights = ((13, 1, 1, 1), (4, 10, 1, 1), (1, 2, 9, 4), (1, 1, 1, 13))
    rows = tuple(Row(tuple((y - n, w) for y, w in enumerate(row))) for n, row in enumerate(weights))
    return PTable(16, 0, rows, Stop(), "row")


def many_rows(rows: int, noises: int, seed: int) -> PTable:
    """Return a table whose every row is different: weights from a fixed recurrence."""
    state, found = seed, []
    for _ in range(rows):
        weights = []
        for _ in range(noises):
            state = (state * 1103515245 + 12345) % 2**31
            weights.append(1 + (state >> 8) % 4000)
        weights[noises // 2] += 2**20 - sum(weights)
        found.append(Row(tuple((z - noises // 2, w) for z, w in enumerate(weights))))
    return PTable(2**20, 30, tuple(found))


STRANGE = (GAPS, ONE_OUTCOME, ONE_KEY, SHUFFLED, TINY, kept_total())


def pairs_of(table: PTable) -> tuple[PairProfile, ...]:
    """Return both directions of all pairs."""
    return tuple(pair_profiles(table))


def exact(cell: object) -> Fraction:
    """Return the exact form of a number in a grid."""
    assert isinstance(cell, Number)
    return Fraction(cell.exact)


def columns(grid: Grid) -> list[list[Fraction]]:
    """Return the exact numbers of each column of a grid of numbers."""
    rows = [[exact(cell) for (cell,) in row] for row in grid.rows]
    return [list(column) for column in zip(*rows, strict=True)]


def probability(table: PTable, count: int, noise: int) -> Fraction:
    """Return P(noise) by counting the keys of the runs."""
    keys = sum(keys for z, keys in table.row(count).runs if z == noise)
    return Fraction(keys, table.keysize)


def released(table: PTable, count: int) -> dict[int, Fraction]:
    """Return the law of the released value of a true count."""
    noises = {z for z, _ in table.row(count).runs}
    return {count + z: probability(table, count, z) for z in noises}


def delta(table: PTable, count: int, other: int, E: Fraction) -> Fraction:
    """Return sum over y of max(0, P(y) - E Q(y)): the definition, (2.9)-(2.10)."""
    P, Q = released(table, count), released(table, other)
    return sum((max(Fraction(0), p - E * Q.get(y, 0)) for y, p in P.items()), Fraction(0))
