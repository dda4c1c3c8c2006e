"""In how many cells of a release a person is: distinct sets of people are counted once.

A cell's key is made from the record keys of its people, so the same people looked up in the same
perturbation table have the same noise, and printing them twice tells nothing new. The same people
looked up in two different perturbation tables are two releases.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.errors import InputError
from exact.release.plan import MAX_CELLS, Dimensions, PlannedTable, people_at_least
from exact.table.ptable import PTable

_SHARE_BITS = 64


@dataclass(frozen=True, slots=True)
class ReleasedTable:
    """A table of the plan, with the perturbation table that its file holds."""

    planned: PlannedTable
    table: PTable


@dataclass(frozen=True, slots=True)
class Cells:
    """So many cells of one person, of one perturbation table, none with a count below ``floor``.

    ``is_margin``: a finer cell of the person is printed too, so that these have larger counts.
    ``share`` is the epsilon_i of each in the sum of Theorem 7.1 (a lower bound of 64 bits where it
    is irrational); None where neither the plan nor the perturbation table states one.
    """

    table: PTable
    floor: int
    number: int
    is_margin: bool = False
    share: Fraction | None = None


def cells_of_a_person(
    tables: Sequence[ReleasedTable], floors_of_plan: Mapping[Dimensions, int] | None = None
) -> tuple[Cells, ...]:
    """Return the distinct cells that a person is in, those alike together.

    Where two tables print the same cell, both say that its count is not small: the larger floor
    holds, and the larger epsilon_i. Only one set of people is the person alone, so of the cells
    with dimensions one may be empty without the person, and the others have somebody else in them.
    Cells of which only the number is known are taken as distinct from all others. Floors are those
    of these tables, or those that a larger plan says.
    """
    floors = floors_of_cells(tables) if floors_of_plan is None else floors_of_plan
    finest: set[Dimensions] = set()
    for cell in sorted(floors_of_cells(tables), key=len, reverse=True):
        if not any(cell < finer for finer in finest):
            finest.add(cell)
    found: dict[tuple[int, Dimensions | str], Cells] = {}
    for released, own in zip(tables, lookups_of(tables), strict=True):
        planned, share = released.planned, share_of(released)
        if planned.cells is not None:
            alike = Cells(own, planned.count_floor, planned.cells, share=share)
            found[id(own), planned.name] = alike
        for people in planned.people():
            new = Cells(own, floors[people], 1, people not in finest, share)
            known = found.setdefault((id(own), people), new)
            if share is not None and (known.share is None or known.share < share):
                found[id(own), people] = replace(known, share=share)
    return _grouped(_not_empty_twice(found))


def share_of(released: ReleasedTable) -> Fraction | None:
    """Return the epsilon_i of a table's cells: of the plan, else that which its law aims at."""
    origin = released.table.origin
    designed = None if origin is None else origin.epsilon
    stated = designed if released.planned.epsilon is None else released.planned.epsilon
    return None if stated is None or stated.is_zero else stated.enclosure(_SHARE_BITS).lo


def lookups_of(tables: Sequence[ReleasedTable]) -> list[PTable]:
    """Return the perturbation table of each table; those that are looked up alike are one."""
    known: dict[PTable, PTable] = {}
    several = (one.table for one in tables)
    return [known.setdefault(replace(one, origin=None, holes=()), one) for one in several]


def floors_of_cells(tables: Sequence[ReleasedTable]) -> dict[Dimensions, int]:
    """Return the floor of every cell: the largest that a table says of it."""
    floors: dict[Dimensions, int] = {}
    for planned in (one.planned for one in tables):
        for people in planned.people():
            floors[people] = max(floors.get(people, 0), planned.count_floor)
    return floors


def floors_known(
    tables: Sequence[ReleasedTable], categories: Mapping[str, int]
) -> dict[Dimensions, int]:
    """Return what all floors of a plan say of every cell: a margin adds its cells up.

    It has those of all values, two or more, of the dimensions that it leaves out. No cell has
    fewer people than its perturbation table covers, unless 0 is preserved.
    """
    floors = floors_of_cells(tables)
    for released in tables:
        covered = released.table.first_count if released.table.zero == "none" else 0
        floors |= {cell: max(floors[cell], covered) for cell in released.planned.people()}
    return {
        cell: max(
            floor * people_at_least(cell, finer, categories)
            for finer, floor in floors.items()
            if cell <= finer
        )
        for cell in floors
    }


def _not_empty_twice(found: dict[tuple[int, Dimensions | str], Cells]) -> Iterator[Cells]:
    """Yield the cells; of those of one table that may be empty all but the first have a floor of 1.

    A finest cell is the first: a margin is the person alone only where its cells are too.
    """
    empty: set[int] = set()
    for (own, people), cells in sorted(found.items(), key=lambda item: item[1].is_margin):
        may_be_empty = cells.floor == 0 and cells.table.zero != "none"
        if isinstance(people, str) or not may_be_empty:
            yield cells
        else:
            yield replace(cells, floor=1) if own in empty else cells
            empty.add(own)


def _grouped(several: Iterable[Cells]) -> tuple[Cells, ...]:
    """Return cells that are alike as one."""
    alike: dict[tuple[int, int, bool, Fraction | None], Cells] = {}
    for cells in several:
        kind = id(cells.table), cells.floor, cells.is_margin, cells.share
        known = alike.get(kind)
        alike[kind] = replace(cells, number=cells.number + known.number) if known else cells
    total = sum(cells.number for cells in alike.values())
    if total > MAX_CELLS:
        raise InputError("cells", total, f"are more than {MAX_CELLS} of one person", "plan fewer")
    return tuple(alike.values())
