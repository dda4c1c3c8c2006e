"""Which part of a plan is cells and their margin: where that is all of it, its joint law is known.

A margin adds up the cells of all values of the dimensions that it leaves out, so the plan has to
say how many values these have (``categories``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from exact.release.cells import ReleasedTable, floors_of_cells
from exact.release.plan import Dimensions
from exact.table.ptable import PTable


@dataclass(frozen=True, slots=True)
class OneMargin:
    """So many cells and their margin, all of one perturbation table.

    No true count of a cell is below ``floor``, and none of the margin below ``margin_floor``.
    """

    table: PTable
    cells: int
    floor: int
    margin_floor: int

    @property
    def floor_of_both(self) -> int:
        """A floor of the cells with which their sum keeps that of the margin too."""
        enough = self.cells * self.floor >= self.margin_floor
        return self.floor if enough else max(self.floor, self.margin_floor)


def with_margins(
    tables: Sequence[ReleasedTable],
    categories: Mapping[str, int],
    floors: Mapping[Dimensions, int],
) -> Iterator[OneMargin]:
    """Yield each cell with each margin of it that is published by the same perturbation table."""
    by_table: dict[int, tuple[PTable, set[Dimensions]]] = {}
    for released in tables:
        _, sets = by_table.setdefault(id(released.table), (released.table, set()))
        sets.update(released.planned.people())
    for table, sets in by_table.values():
        ordered = sorted(sets, key=lambda one: (len(one), sorted(one)))
        for margin, cell in ((a, b) for a in ordered for b in ordered if a < b):
            if cell - margin <= set(categories):
                number = prod(categories[name] for name in cell - margin)
                yield OneMargin(table, number, floors[cell], floors[margin])


def one_margin(tables: Sequence[ReleasedTable], categories: Mapping[str, int]) -> OneMargin | None:
    """Return the cells and the margin that a plan is made of; None where it is anything else."""
    several = len({id(released.table) for released in tables}) > 1
    if several or any(released.planned.cells is not None for released in tables):
        return None
    floors = floors_of_cells(tables)
    found = tuple(with_margins(tables, categories, floors))
    return found[0] if len(floors) == 2 and found else None
