"""Tables of whole keys near a given one: the changes are a small program of their own."""

from exact.complete.problem import Keys, Problem
from reports.proposals.model import Model, neighbourhood
from reports.proposals.solving import opened, rounded, solved, whole_numbers

# First the table moves as real numbers, to correct what floats of size 1 have lost of 2^32 keys ...
_REFINEMENTS = (1 << 20, 1 << 12)
# ... then in whole keys, which may need a wider neighbourhood to keep every condition.
_WIDTHS = (2, 4, 8)
_NODES = 50


def near_table(problem: Problem, keys: Keys, keysize: int) -> Keys | None:
    """Return a table of whole keys near to ``keys``, which need not keep any rule."""
    for width in _REFINEMENTS:
        if keysize > width:
            keys = _moved(problem, keys, keysize, width)
    found = (changed(problem, keys, keysize, width) for width in _WIDTHS)
    return next((table for table in found if table is not None), None)


def changed(problem: Problem, keys: Keys, keysize: int, width: int) -> Keys | None:
    """Return the best table found with at most ``width`` keys more or less at each place."""
    model = neighbourhood(problem, keys, keysize, width)
    changes = whole_numbers(opened(model), len(model.places), _NODES)
    return None if changes is None else _sum(keys, model, changes)


def _moved(problem: Problem, keys: Keys, keysize: int, width: int) -> Keys:
    """Return the best change in real numbers, rounded; the same table where there is none."""
    model = neighbourhood(problem, keys, keysize, width)
    solver = opened(model)
    if not solved(solver):
        return keys
    return _sum(keys, model, rounded(solver.getSolution().col_value[: len(model.places)]))


def _sum(keys: Keys, model: Model, changes: list[int]) -> Keys:
    pairs = zip(keys, model.rows_of(changes), strict=True)
    return tuple(tuple(n + d for n, d in zip(*rows, strict=True)) for rows in pairs)
