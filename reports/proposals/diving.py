"""Whole keys by diving: round one place after the other, and let the others follow.

After every step the program is solved anew from its last basis, which takes less than a
millisecond for a small table; a search in whole numbers takes hundreds.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from reports.proposals.model import Model
from reports.proposals.solving import solved

if TYPE_CHECKING:
    from highspy import Highs

# Nearer than this to a whole number is taken for one.
WHOLE = 1e-6

# Of a noise value and its keys: the least comes first.
Order = Callable[[int, float], float]


def outer_first(noise: int, keys: float) -> float:
    """Round the largest noise first: that near 0 has many keys, and room for the rest."""
    del keys
    return float(-abs(noise))


def fewest_first(noise: int, keys: float) -> float:
    """Round the smallest numbers of keys first."""
    del noise
    return keys


ORDERS: tuple[Order, ...] = (outer_first, fewest_first)


def dived(model: Model, solver: "Highs", keysize: int, order: Order) -> list[int] | None:
    """Return whole keys for every place; None: a place could be rounded neither up nor down."""
    rows = model.problem.rows
    noise = [rows[i].support[k] for i, k in model.places]
    ends = [(0.0, float(keysize))] * len(noise)
    if not solved(solver):
        return None
    while True:
        keys = solver.getSolution().col_value[: len(noise)]
        broken = [c for c, n in enumerate(keys) if abs(n - round(n)) > WHOLE]
        if not broken:
            return [round(n) for n in keys]
        column = min(broken, key=lambda c: order(noise[c], keys[c]))
        if not _rounded(solver, column, keys[column], ends):
            return None


def _rounded(solver: "Highs", column: int, keys: float, ends: list[tuple[float, float]]) -> bool:
    """Round a number of keys to the nearer side, or to the other one if that leaves no table."""
    floor, (low, high) = float(int(keys)), ends[column]
    sides = ((low, floor), (floor + 1, high))
    for side in sides if keys - floor < 0.5 else sides[::-1]:
        solver.changeColBounds(column, *side)
        if solved(solver):
            ends[column] = side
            return True
    return False
