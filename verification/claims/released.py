"""A whole release as a certificate holds it: its tables, their keys, what is asked of it."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.release.cells import ReleasedTable, lookups_of
from exact.release.plan import INDEPENDENT, SECRETS, Plan, PlannedTable
from exact.release.plan import Source as PlanSource
from exact.table.ptable import PTable


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A perturbation table of the release beside the one certified, and its file's SHA-256."""

    sha256: str
    table: PTable


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


@dataclass(frozen=True, slots=True)
class ReleaseTarget:
    """An epsilon, and the delta that is claimed of everything together (None: only measured)."""

    epsilon: Epsilon
    delta: Fraction | None


@dataclass(frozen=True, slots=True)
class Released:
    """A release: nothing is composed without a statement about keys."""

    keys: str
    secret: str
    grid: int
    targets: tuple[ReleaseTarget, ...]
    others: tuple[OtherTable, ...]
    tables: tuple[TableOfPlan, ...]

    def __post_init__(self) -> None:
        if self.keys != INDEPENDENT:
            rule = "are not composed in a certificate, which needs independent keys"
            remedy = f'write keys = "{INDEPENDENT}" where that is so'
            raise InputError("keys", self.keys, rule, remedy)
        if self.secret not in SECRETS:
            raise InputError("secret", self.secret, "is not known", f"use {' or '.join(SECRETS)}")
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
        plan = Plan(self.keys, tuple(map(_planned, self.tables)), self.secret)
        return tuple(
            ReleasedTable(planned, several[table.ptable])
            for planned, table in zip(plan.tables, self.tables, strict=True)
        )


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
    digests: tuple[str, ...],
    targets: tuple[ReleaseTarget, ...],
    grid: int,
) -> Released:
    """Return a plan as a certificate holds it; the table of its first is the one certified.

    ``digests`` are the SHA-256 of the file of each table. Perturbation tables that are looked up
    alike are one.
    """
    lookups = lookups_of(tables)
    numbers: dict[int, int] = {}
    for table in lookups:
        numbers.setdefault(id(table), len(numbers))
    others = {
        numbers[id(table)]: OtherTable(digest, table)
        for table, digest in zip(reversed(lookups), reversed(digests), strict=True)
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
