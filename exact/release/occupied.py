"""Where somebody is known to live in every combination of values, and what follows for cells.

Then no A_T is of nobody (``exact.release.adding``) if every dimension has two values or more: the
keys of a person's cells are uniform and independent. A dimension of one value makes two cells of
the same people, with one key: looked up in one perturbation table they are one cell.

Elsewhere two cells may hold the same people without a person, and not with them: women alone in a
region, and all of it. They have one key, and the person takes their noise apart.
"""

from collections.abc import Mapping, Sequence

from exact.release.cells import ReleasedTable, lookups_of
from exact.release.plan import Plan


def is_occupied(tables: Sequence[ReleasedTable]) -> bool:
    """Tell whether a table with all dimensions has no empty cell, or none that is covered."""
    known = frozenset().union(*(one.planned.dimensions or () for one in tables))
    finest = [one for one in tables if one.planned.dimensions == known]
    return any(one.planned.count_floor > 0 or one.table.zero == "none" for one in finest)


def cells_apart(plan: Plan, tables: Sequence[ReleasedTable]) -> bool:
    """Tell whether no two cells that are named apart can hold the same people.

    The cells of one table without its margins never do; others do not where all are occupied.
    """
    planned = [one.planned for one in tables]
    by_number = sum(one.cells or 0 for one in planned)
    named = {people for one in planned for people in one.people()}
    if by_number + len(named) == 1:
        return True
    return by_number == 0 and (plan.occupied or is_occupied(tables))


def keys_independent(tables: Sequence[ReleasedTable], categories: Mapping[str, int]) -> bool:
    """Tell whether no two lookups of a person's cells have one key, where all are occupied."""
    cells = {
        (id(lookup), people)
        for one, lookup in zip(tables, lookups_of(tables), strict=True)
        for people in one.planned.people()
    }
    if len({lookup for lookup, _ in cells}) == 1:
        return True
    known = {name for _, people in cells for name in people}
    apart = all(categories.get(name, 1) > 1 for name in known)
    return apart and len({people for _, people in cells}) == len(cells)
