"""Where two rows lead the same key to different noise."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exact.table.row import Row


@dataclass(frozen=True, slots=True)
class RowDifference:
    """Keys are seen as positions key/K in [0, 1), so rows with different K can be compared too.

    ``first`` is the first position that leads to different noise (None: there is none), ``share``
    the share of all positions that do. With the same K, ``first`` K is the first key and
    ``share`` K the number of keys.
    """

    first: Fraction | None
    share: Fraction


def row_difference(a: Row, b: Row) -> RowDifference:
    """Return where two rows differ, by one walk along both.

    >>> row_difference(Row(((0, 3), (1, 1))), Row(((0, 2), (1, 2))))
    RowDifference(first=Fraction(1, 2), share=Fraction(1, 4))
    """
    grid = lcm(a.keysize, b.keysize)
    first, differing = None, 0
    for start, length, noise, other in _common_runs(a, b, grid):
        if noise != other:
            differing += length
            first = start if first is None else first
    return RowDifference(
        None if first is None else Fraction(first, grid), Fraction(differing, grid)
    )


def _common_runs(a: Row, b: Row, grid: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (start, length, noise in a, noise in b) of the pieces on which both are constant."""
    runs_a = [(noise, keys * (grid // a.keysize)) for noise, keys in a.runs]
    runs_b = [(noise, keys * (grid // b.keysize)) for noise, keys in b.runs]
    start = i = j = 0
    left_a, left_b = runs_a[0][1], runs_b[0][1]
    while start < grid:
        length = min(left_a, left_b)
        yield start, length, runs_a[i][0], runs_b[j][0]
        start, left_a, left_b = start + length, left_a - length, left_b - length
        if left_a == 0 and start < grid:
            i += 1
            left_a = runs_a[i][1]
        if left_b == 0 and start < grid:
            j += 1
            left_b = runs_b[j][1]
