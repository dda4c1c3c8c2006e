"""Tables of whole keys near a given one: the changes are a small program of their own."""

from collections.abc import Sequence
from fractions import Fraction

from exact.complete.problem import Keys, Problem
from reports.proposals.model import Model, level, neighbourhood, row_rounding
from reports.proposals.solving import opened, solved, whole_numbers

# First the table moves as real numbers, to correct what floats have lost of 2^32 keys ...
_REAL_WIDTH = 1 << 16
# ... then in whole keys, which may need a wider neighbourhood to keep every condition.
_WIDTHS = (2, 4, 8)
# A table of more places is rounded row by row.
_MAX_PLACES = 300
_NODES = 50
_ROW_NODES = 20
_ROW_GAP = 0.3


def near_table(problem: Problem, keys: Keys, keysize: int) -> Keys | None:
    """Return a table of whole keys near to ``keys``, which need not keep any rule."""
    model = neighbourhood(problem, keys, _REAL_WIDTH, Fraction(keysize))
    solver, size = opened(model), len(model.places)
    real = list(solver.getSolution().col_value[:size]) if solved(solver) else [0.0] * size
    if size <= _MAX_PLACES:
        moved = _sum(keys, model, [round(change) for change in real])
        found = [changed(problem, moved, keysize, width) for width in _WIDTHS]
        tables = [table for table in found if table is not None]
        if tables:
            return min(tables, key=lambda table: level(problem, table))
    return _row_by_row(model, keys, real, keysize)


def changed(problem: Problem, keys: Keys, keysize: int, width: int) -> Keys | None:
    """Return the best table found with at most ``width`` keys more or less at each place."""
    model = neighbourhood(problem, keys, width, Fraction(keysize))
    changes = whole_numbers(opened(model), len(model.places), _NODES)
    return None if changes is None else _sum(keys, model, changes)


def _row_by_row(model: Model, keys: Keys, real: Sequence[float], keysize: int) -> Keys | None:
    """Round every row by itself, with the least change that keeps its conditions."""
    found, start = [], 0
    for i, row in enumerate(keys):
        changes = [Fraction(change) for change in real[start : start + len(row)]]
        start += len(row)
        wanted = [n + change for n, change in zip(row, changes, strict=True)]
        table = _rounded_row(model.problem, i, wanted, keysize)
        if table is None:
            return None
        found.append(table)
    return tuple(found)


def _rounded_row(
    problem: Problem, i: int, wanted: list[Fraction], keysize: int
) -> tuple[int, ...] | None:
    for width in _WIDTHS:
        model, floors = row_rounding(problem, i, wanted, Fraction(keysize), width)
        changes = whole_numbers(opened(model), len(wanted), _ROW_NODES, _ROW_GAP)
        if changes is not None:
            return tuple(n + d for n, d in zip(floors, changes, strict=True))
    return None


def _sum(keys: Keys, model: Model, changes: list[int]) -> Keys:
    pairs = zip(keys, model.rows_of(changes), strict=True)
    return tuple(tuple(n + d for n, d in zip(*rows, strict=True)) for rows in pairs)
