"""What restored additivity costs: simulated, cells and margins released with keys of their own.

Iterative proportional fitting runs in floating point and only proposes: its cells are put on a
grid, projected on the margins exactly, and rounded to whole numbers with the same margins.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from exact.errors import InputError
from exact.utility.additive import common_margins, projected, rounded
from exact.utility.chances import Perturbation
from exact.utility.counts import Counts
from reports.utility.draws import Drawn
from reports.utility.simulation import Simulated, summary

METHODS = ("least-squares", "ipf")
MOST_DRAWS = 100
MAX_CELLS = 2000
_ROUNDS = 50
_GRID = 1 << 20
NAMES = ("gaps", "cells_before", "cells_after", "margins_before", "margins_after", "negative")

Cells = list[list[int]]


def restored_losses(
    counts: Counts, perturbation: Perturbation, method: str, draws: int, seed: int
) -> dict[str, Simulated]:
    """Return l1 of cells and of margins before and after, and what did not add up before."""
    if counts.shape is None or len(counts.cells) > MAX_CELLS:
        rule = f"needs a two-way table of at most {MAX_CELLS} cells"
        raise InputError("additive", len(counts.cells), rule, "give rows and columns")
    true = [list(row) for row in counts.rows()]
    margins = (*map(sum, true), *map(sum, zip(*true, strict=True)), counts.total)
    drawn = {n: Drawn(perturbation.released(n)) for n in {*counts.cells, *margins}}
    chance, found = Random(seed), {name: list[float]() for name in NAMES}
    for _ in range(min(draws, MOST_DRAWS)):
        cells = [[drawn[n].draw(chance) for n in row] for row in true]
        released = [drawn[n].draw(chance) for n in margins]
        made = additive_table(cells, released, method)
        for name, value in zip(NAMES, _measured(true, cells, released, made), strict=True):
            found[name].append(float(value))
    return {name: summary(0.0, values) for name, values in found.items()}


def additive_table(cells: Cells, released: Sequence[int], method: str) -> Cells:
    """Return whole cells that add up to the released margins, made consistent with their total.

    >>> additive_table([[1, 2], [3, 4]], [4, 6, 5, 5, 10], "least-squares")
    [[2, 2], [3, 3]]
    >>> additive_table([[1, 1], [1, 1]], [4, 4, 4, 4, 8], "ipf")
    [[2, 2], [2, 2]]
    """
    R = len(cells)
    rows, columns = common_margins(released[:R], released[R:-1], max(0, released[-1]))
    if method == "ipf" and min(rows) >= 0 and min(columns) >= 0:
        return rounded(projected(_fitted(cells, rows, columns), rows, columns))
    return rounded(projected(cells, rows, columns))


def _fitted(cells: Cells, rows: list[int], columns: list[int]) -> list[list[Fraction]]:
    """Return cells scaled in turn to rows and columns, on a grid; a proposal."""
    fitted = [[float(n) for n in line] for line in cells]
    for _ in range(_ROUNDS):
        for line, wanted in zip(fitted, rows, strict=True):
            total = sum(line)
            line[:] = [x * wanted / total for x in line] if total else line
        for j, wanted in enumerate(columns):
            total = sum(line[j] for line in fitted)
            for line in fitted:
                line[j] = line[j] * wanted / total if total else line[j]
    return [[Fraction(round(x * _GRID), _GRID) for x in line] for line in fitted]


def _margins(cells: Cells) -> list[int]:
    rows = list(map(sum, cells))
    return [*rows, *map(sum, zip(*cells, strict=True)), sum(rows)]


def _measured(true: Cells, cells: Cells, released: list[int], made: Cells) -> tuple[int, ...]:
    """Return the measures in the order of NAMES."""
    right = _margins(true)
    return (
        _distance(_margins(cells), released),
        _distance(_flat(true), _flat(cells)),
        _distance(_flat(true), _flat(made)),
        _distance(right, released),
        _distance(right, _margins(made)),
        sum(n < 0 for line in made for n in line),
    )


def _flat(cells: Cells) -> list[int]:
    return [n for line in cells for n in line]


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
