"""A lower bound for keys that add, at every epsilon: cells that happen to hold the same people.

Where nobody is known to live in every combination of values, two published cells may hold the same
people without a person. They have one key k and the same noise. With the person one of them has
the key k + r and one person more, the other stays: a difference proves that the person is there, so

    delta >= 1 - P(both are released alike)    at every epsilon.

*Empty cells.* Let everybody differ from the person in one dimension d alone, all by one value. Of
two cells one has d, S', and one has not, S: the person's cell of S' is empty without them, and the
cell S' of that value has the people of S. These are the counts (0, n) of two cells and their margin
(``exact.margins.known_keys``). Counts of 0 must be covered, and no floor may exclude them.

*No cell empty.* Let the cells C + {d} and C + {e} be published, and none with both d and e. Let a
value of d and one of e go together, everywhere: whoever has one has the other, and the person has
that of d alone. Everything else is as full as floors ask for.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from exact.margins.counts import Counts
from exact.margins.known_keys import known_keys
from exact.margins.overlaps import MOST_MATCHED
from exact.margins.residues import by_residues
from exact.release.cells import ReleasedTable, lookups_of
from exact.release.plan import Dimensions
from exact.table.ptable import PTable, Stop

# Small counts that are tried beside the last row's.
_TRIED = 8
_NOTHING = Fraction(0)


def coinciding(
    published: Sequence[ReleasedTable],
    plan: Sequence[ReleasedTable],
    categories: Mapping[str, int],
) -> Fraction:
    """Return a lower bound of what is published; the data are as the tables of the plan allow.

    >>> from exact.release.plan import PlannedTable, Source
    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    >>> plans = [PlannedTable(d, Source("ptable", "t"), frozenset(d)) for d in "ab"]
    >>> tables = [ReleasedTable(planned, table) for planned in plans]
    >>> coinciding(tables, tables, {})
    Fraction(3, 4)
    """
    if any(isinstance(one.table.beyond, Stop) for one in plan):  # counts may not be large
        return _NOTHING
    tried = _tried(published, plan, categories)
    found = (known_keys(by_residues(table), counts) for table, counts in tried)
    return max((one.delta for one in found if one is not None), default=_NOTHING)


def _tried(
    published: Sequence[ReleasedTable],
    plan: Sequence[ReleasedTable],
    categories: Mapping[str, int],
) -> Iterator[tuple[PTable, list[Counts]]]:
    """Yield perturbation tables with counts (0, n), or (n), of cells with the same people."""
    floor = max(one.planned.count_floor for one in plan)
    for table, cells in _looked_up(published):
        for d, e in _going_together(cells):
            if _may_be_apart(d, e, plan) and all(categories.get(name, 2) > 1 for name in (d, e)):
                yield table, [(max(table.last_count, floor, 1),)]
                break
        if len(cells) > 1 and all(map(_may_be_empty, plan)):
            last = max(table.last_count, 1)
            yield table, [(0, n) for n in (last, *range(1, min(last, _TRIED)))]


def _looked_up(published: Sequence[ReleasedTable]) -> Iterator[tuple[PTable, set[Dimensions]]]:
    """Yield the cells by their perturbation tables, of those whose keys can be listed."""
    found: dict[int, tuple[PTable, set[Dimensions]]] = {}
    for released, table in zip(published, lookups_of(published), strict=True):
        found.setdefault(id(table), (table, set()))[1].update(released.planned.people())
    for table, cells in found.values():
        if table.key_order is None or table.keysize <= MOST_MATCHED:
            yield table, cells


def _going_together(cells: set[Dimensions]) -> Iterator[tuple[str, str]]:
    """Yield dimensions d and e of cells C + {d} and C + {e}."""
    ordered = sorted(cells, key=lambda one: (len(one), sorted(one)))
    for one, other in combinations(ordered, 2):
        if len(one - other) == len(other - one) == 1:
            yield min(one - other), min(other - one)


def _may_be_apart(d: str, e: str, plan: Sequence[ReleasedTable]) -> bool:
    """Tell whether nobody need have both values: no cell says it, or it may be empty."""
    both = (one for one in plan if any({d, e} <= people for people in one.planned.people()))
    return all(map(_may_be_empty, both))


def _may_be_empty(one: ReleasedTable) -> bool:
    """Tell whether 0 and 1 are counts of a table."""
    covered = one.table.zero != "none" and one.table.first_count <= 1
    return covered and one.planned.count_floor == 0
