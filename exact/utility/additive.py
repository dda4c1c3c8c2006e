"""Additivity restored: cells that add up to margins which were released with noise of their own.

By least squares: of all tables with the margins r (rows), c (columns), both of the same sum T, the
nearest to the released cells b is

    x_ij = b_ij + (r_i - b_i.) / C + (c_j - b_.j) / R - (T - b_..) / (RC),

the projection on a linear space. Whole numbers with the same margins always exist next to it (Cox
1987): while cells with a fractional part are left, they hold a cycle of rows and columns, along
which a step up and down in turn makes one more cell whole and changes no margin.

It is a function of released values alone, so it is post-processing: whatever (epsilon, delta) the
release has, the additive table has too (Dwork and Roth 2014, Proposition 2.1; Rinott et al. 4.4).
"""

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import InputError

Whole = list[list[int]]
Exact = list[list[Fraction]]


def common_margins(
    rows: Sequence[int], columns: Sequence[int], total: int
) -> tuple[list[int], list[int]]:
    """Return margins of the released total: what is missing is shared out, one by one.

    >>> common_margins([3, 5], [4, 3], 10)
    ([4, 6], [6, 4])
    """
    return _shared(rows, total), _shared(columns, total)


def _shared(margin: Sequence[int], total: int) -> list[int]:
    """Add the same to all, and one more to the first that it does not come out for."""
    each, rest = divmod(total - sum(margin), len(margin))
    return [n + each + (i < rest) for i, n in enumerate(margin)]


def projected(
    cells: Sequence[Sequence[Fraction | int]], rows: list[int], columns: list[int]
) -> Exact:
    """Return the table with these margins that is nearest to the cells.

    >>> projected([[1, 2], [3, 4]], [4, 6], [5, 5])
    [[Fraction(2, 1), Fraction(2, 1)], [Fraction(3, 1), Fraction(3, 1)]]
    """
    R, C = len(cells), len(cells[0])
    if len(rows) != R or len(columns) != C or sum(rows) != sum(columns):
        raise InputError("margins", (rows, columns), "do not fit the cells", "use common_margins")
    by_row = [
        r - sum(map(Fraction, line), Fraction(0)) for r, line in zip(rows, cells, strict=True)
    ]
    by_column = [
        c - sum((Fraction(line[j]) for line in cells), Fraction(0)) for j, c in enumerate(columns)
    ]
    both = sum(by_row, Fraction(0)) / (R * C)
    return [
        [Fraction(line[j]) + by_row[i] / C + by_column[j] / R - both for j in range(C)]
        for i, line in enumerate(cells)
    ]


def rounded(table: Exact) -> Whole:
    """Return whole numbers next to the cells with the same margins, which must be whole.

    It ends: each step makes at least one fractional cell whole, and none is made fractional.

    >>> half = Fraction(1, 2)
    >>> rounded([[half, half], [half, half]])
    [[0, 1], [1, 0]]
    """
    cells = [list(line) for line in table]
    while start := _fractional(cells):
        cycle = _cycle(cells, start)
        up = [cells[i][j] for i, j in cycle[::2]]
        down = [cells[i][j] for i, j in cycle[1::2]]
        step = min([*(x.__ceil__() - x for x in up), *(x - x.__floor__() for x in down)])
        for k, (i, j) in enumerate(cycle):
            cells[i][j] += step if k % 2 == 0 else -step
    return [[int(x) for x in line] for line in cells]


def _fractional(cells: Exact) -> tuple[int, int] | None:
    places = ((i, j) for i, line in enumerate(cells) for j, x in enumerate(line))
    return next((place for place in places if cells[place[0]][place[1]].denominator > 1), None)


def _cycle(cells: Exact, start: tuple[int, int]) -> list[tuple[int, int]]:
    """Return fractional cells that share a row and a column in turn, and close.

    A row or column with one fractional cell would have a margin that is not whole, so from each
    cell there is a way on; the first row or column that is met again closes the cycle.
    """
    path, seen, in_row = [start], {("row", start[0]): 0}, True
    while True:
        i, j = path[-1]
        line = (
            [(i, k) for k in range(len(cells[0])) if k != j]
            if in_row
            else [(k, j) for k in range(len(cells)) if k != i]
        )
        after = next((p for p in line if cells[p[0]][p[1]].denominator > 1), None)
        if after is None:
            raise InputError("margins", start, "are not whole", "give whole margins")
        path.append(after)
        in_row = not in_row
        key = ("row", after[0]) if in_row else ("column", after[1])
        if key in seen:
            first = seen[key] + ((len(path) - seen[key]) % 2)
            return path[first:]
        seen[key] = len(path) - 1
