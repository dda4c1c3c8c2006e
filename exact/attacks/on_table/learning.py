"""What m cells with known true counts show about a table: how many are enough for each."""

from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.learning import (
    Asymmetry,
    Extreme,
    Hole,
    clearest_asymmetry,
    clearest_hole,
    extreme,
)
from exact.attacks.on_table.asked import Asked
from exact.attacks.tuples_needed import tuples_needed

Needed = tuple[tuple[Fraction, int | None], ...]


@dataclass(frozen=True, slots=True)
class Learning:
    """What shows first of each kind, with the cells for every confidence level.

    None stands where there is nothing to show, and as a number where none up to the limit is
    enough.
    """

    extreme: Extreme
    extreme_cells: Needed
    hole: Hole | None
    hole_cells: Needed
    asymmetry: Asymmetry | None
    asymmetry_cells: Needed


def learning(asked: Asked) -> Learning:
    """Return the attack; the levels rise."""
    levels = sorted(asked.levels)
    end, hole = extreme(asked.seen), clearest_hole(asked.seen)
    asymmetry = clearest_asymmetry(asked.seen)
    return Learning(
        end,
        tuple((level, tuples_needed(end.probability, level)) for level in levels),
        hole,
        tuple((each, tuples_needed(hole.neighbour, each)) for each in levels if hole is not None),
        asymmetry,
        tuple((level, asymmetry.cells(level)) for level in levels if asymmetry is not None),
    )
