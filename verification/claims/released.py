"""A whole release as a certificate holds it: its tables, their keys, what is asked of it."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError, Undecided
from exact.numbers.epsilon import Epsilon
from exact.release.cells import ReleasedTable, cells_of_a_person, lookups_of
from exact.release.plan import SUM, Plan, PlannedTable
from exact.release.plan import Source as PlanSource
from exact.release.said import check_keys, seen_by_cells
from exact.table.ptable import PTable
from verification.claims.source import NOTHING_SAID, ReadAs, Source
from verification.shapes.common import Bounds


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A perturbation table of the release beside the one certified, its file's SHA-256.

    And how that was read; ``format`` None: nobody said, as before it was recorded.
    """

    sha256: str
    table: PTable
    format: str | None = None
    options: ReadAs = NOTHING_SAID


@dataclass(frozen=True, slots=True)
class TableOfPlan:
    """A table of the release: by which perturbation table, and which cells of a person it has.

    ``ptable`` 0 is the one certified, 1 the first of the others. Either the dimensions and the
    margins are known, as names that rise, or only the number of cells.
    """

    name: str
    ptable: int
    dimensions: tuple[str, ...] | None
    margins: tuple[tuple[str, ...], ...]
    cells: int | None
    count_floor: int

    def words(self) -> tuple[str, ...]:
        """Return the names of all dimensions; those of margins are among them."""
        return self.dimensions or ()


@dataclass(frozen=True, slots=True)
class ReleaseTarget:
    """An epsilon, and the delta that is claimed of everything together (None: only measured)."""

    epsilon: Epsilon
    delta: Fraction | None


@dataclass(frozen=True, slots=True)
class Released:
    """A release: nothing is composed without a statement about keys.

    ``categories`` are how many values dimensions have, where the keys of margins are sums.
    """

    keys: str
    secret: str
    grid: int
    targets: tuple[ReleaseTarget, ...]
    others: tuple[OtherTable, ...]
    tables: tuple[TableOfPlan, ...]
    categories: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for text in (text for table in self.tables for text in (table.name, *table.words())):
            if not text.isprintable():
                rule = "is no text of one line, and a certificate has no other"
                raise InputError("name", text, rule, "name tables and dimensions on one line")
        if not self.targets or len({one.epsilon for one in self.targets}) < len(self.targets):
            rule = "must be given, each once"
            raise InputError("epsilon", len(self.targets), rule, "give each epsilon once")
        used = {table.ptable for table in self.tables}
        if used != set(range(1 + len(self.others))):
            rule = "are not the perturbation tables of the release"
            raise InputError("ptable", sorted(used), rule, "certify the release anew")

    def with_table(self, own: PTable) -> tuple[ReleasedTable, ...]:
        """Return the tables of the release, of which one is the table certified."""
        several = (own, *(other.table for other in self.others))
        planned = tuple(map(_planned, self.tables))
        plan = Plan(self.keys, planned, self.secret, self.categories)
        tables = tuple(
            ReleasedTable(planned, several[table.ptable])
            for planned, table in zip(plan.tables, self.tables, strict=True)
        )
        check_keys(plan, tables)
        return seen_by_cells(self.keys, tables)

    def adds_up(self, own: PTable) -> bool:
        """Tell whether it is of several cells whose keys add: these are not composed."""
        cells = cells_of_a_person(self.with_table(own))
        return self.keys == SUM and sum(one.number for one in cells) > 1


def kept(delta: Bounds, target: ReleaseTarget) -> bool:
    """Tell whether a target is met; refuse what says nothing, and what the bounds leave open."""
    if delta.hi >= 1:
        rule = "is no delta to certify: none below 1 is proved"
        raise InputError("delta", f"at epsilon {target.epsilon.text}", rule, "publish less")
    claimed = target.delta
    if claimed is None or delta.hi <= claimed:
        return True
    if delta.lo > claimed:
        return False
    said = f"delta at epsilon {target.epsilon.text} is between bounds that hold {claimed}"
    raise Undecided(f"{said}; take a finer grid")


def _planned(table: TableOfPlan) -> PlannedTable:
    return PlannedTable(
        table.name,
        PlanSource("ptable", str(table.ptable)),
        None if table.dimensions is None else frozenset(table.dimensions),
        tuple(map(frozenset, table.margins)),
        table.cells,
        table.count_floor,
    )


def released_of(
    plan: Plan,
    tables: tuple[ReleasedTable, ...],
    sources: tuple[Source, ...],
    targets: tuple[ReleaseTarget, ...],
    grid: int,
) -> Released:
    """Return a plan as a certificate holds it; the table of its first is the one certified.

    ``sources`` are the files of the tables. Perturbation tables that are looked up alike are one.
    """
    lookups = lookups_of(seen_by_cells(plan.keys, tables))
    numbers: dict[int, int] = {}
    for table in lookups:
        numbers.setdefault(id(table), len(numbers))
    others = {
        numbers[id(lookup)]: OtherTable(source.sha256, one.table, source.format, source.options)
        for lookup, one, source in [*zip(lookups, tables, sources, strict=True)][::-1]
    }
    return Released(
        plan.keys,
        plan.secret,
        grid,
        targets,
        tuple(others[number] for number in range(1, len(numbers))),
        tuple(
            _table_of_plan(planned, numbers[id(table)])
            for planned, table in zip(plan.tables, lookups, strict=True)
        ),
        plan.categories if plan.keys == SUM else (),
    )


def _table_of_plan(planned: PlannedTable, ptable: int) -> TableOfPlan:
    dimensions = planned.dimensions
    return TableOfPlan(
        planned.name,
        ptable,
        None if dimensions is None else tuple(sorted(dimensions)),
        tuple(tuple(sorted(margin)) for margin in planned.margins),
        planned.cells,
        planned.count_floor,
    )
