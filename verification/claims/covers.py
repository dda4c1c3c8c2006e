"""What a claim covers, in numbers: a claim about nothing must not look like one about all."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from exact.release.cells import cells_of_a_person
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable, Stop
from exact.table.zero import EXCLUDE
from verification.claims.context import Context
from verification.shapes.common import COUNT
from verification.shapes.shape import Shape, boolean, named, optional, record, whole


@dataclass(frozen=True, slots=True)
class Counts:
    """True counts from ``first`` to ``last`` (None: without end), and 0 where ``zero`` says so."""

    zero: bool
    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class OverRows:
    """A claim about each row, and so about each count that uses one of them."""

    rows: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class OverPairs:
    """A claim about each pair of neighbouring counts, in both directions, at each epsilon.

    Pairs that use the same two rows are one.
    """

    epsilons: int
    pairs: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class OverCells:
    """A claim about all cells of one person in so many tables, at each epsilon."""

    tables: int
    cells: int
    epsilons: int


@dataclass(frozen=True, slots=True)
class OverTuples:
    """A claim about all counts of cells with one margin, both directions, at each epsilon."""

    epsilons: int
    counts: Counts


Covers = OverRows | OverPairs | OverCells | OverTuples


@dataclass(frozen=True, slots=True)
class Covering:
    """How the coverage of a kind of claim stands in a certificate, and what it is."""

    shape: Shape[Any]
    of: Callable[[Context], Covers]


def counts_of(table: PTable) -> Counts:
    """Return the counts that a table covers."""
    last = table.last_count if isinstance(table.beyond, Stop) else None
    return Counts(table.zero in ("preserve", "row"), table.first_count, last)


_COUNTS = named(
    "counts",
    record(
        Counts,
        "The true counts that are covered.",
        zero=boolean(),
        first=COUNT,
        last=optional(COUNT, "The last count; null where there is no last one."),
    ),
)


ROWS = Covering(
    named(
        "over-rows",
        record(OverRows, "Every row, every count that uses it.", rows=whole(1), counts=_COUNTS),
    ),
    lambda context: OverRows(len(context.table.rows), counts_of(context.table)),
)
_OVER_PAIRS = named(
    "over-pairs",
    record(
        OverPairs,
        "Every pair of neighbouring counts in both directions at every epsilon; pairs that use "
        "the same two rows are one. Where the pair (0, 1) is excluded, its delta is given too, and "
        "the counts that the claim is about are from 1.",
        epsilons=whole(1),
        pairs=whole(1),
        counts=_COUNTS,
    ),
)
PAIRS = Covering(_OVER_PAIRS, lambda context: _pairs_of(context, context.pairs))
PAIRS_BY_LAW = Covering(
    _OVER_PAIRS, lambda context: _pairs_of(context, context.profiles.by_law or context.pairs)
)


def _pairs_of(context: Context, pairs: tuple[PairProfile, ...]) -> OverPairs:
    counts = counts_of(context.table)
    if context.request.first_pair.kind == EXCLUDE:
        counts = Counts(False, max(counts.first, 1), counts.last)
    return OverPairs(len(context.request.targets), len(pairs), counts)


def _cells_of(context: Context) -> OverCells:
    release = context.request.release
    assert release is not None  # claimed only of a release
    cells = cells_of_a_person(release.with_table(context.table))
    number = sum(one.number for one in cells)
    return OverCells(len(release.tables), number, len(release.targets))


CELLS = Covering(
    named(
        "over-cells",
        record(
            OverCells,
            "All cells that one person is in, the same people once, both directions.",
            tables=whole(1),
            cells=whole(1),
            epsilons=whole(1),
        ),
    ),
    _cells_of,
)


def _tuples_of(context: Context) -> OverTuples:
    release = context.request.release
    targets = context.request.targets if release is None else release.targets
    return OverTuples(len(targets), counts_of(context.table))


TUPLES = Covering(
    named(
        "over-tuples",
        record(
            OverTuples,
            "All counts of cells with one margin, in both directions, at every epsilon.",
            epsilons=whole(1),
            counts=_COUNTS,
        ),
    ),
    _tuples_of,
)
