"""Replay a release cell by cell: count + noise from the record keys and the table, or reported.

The cell key is the sum of the record keys of the cell modulo the number of keys; the released
count is n + noise(n, key), or missing where that is below the threshold.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from exact.cellkeys.arithmetic import SumModulo
from exact.table.ptable import PTable

Cell = tuple[str | None, ...]
Release = Mapping[Cell, int | None]


@dataclass(frozen=True, slots=True)
class Microdata:
    """A value of each variable and a record key for each record; None is a missing value."""

    variables: Mapping[str, tuple[str | None, ...]]
    record_keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tabulation:
    """Which variables are crossed, and below which perturbed count a cell is suppressed."""

    variables: tuple[str, ...]
    threshold: int


@dataclass(frozen=True, slots=True)
class _Tally:
    """A cell with the number of its records and the sum of their keys."""

    cell: Cell
    count: int
    sum_of_keys: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell whose release is not what key and table give; None stands for a suppressed count."""

    cell: Cell
    count: int
    key: int
    expected: int | None
    released: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Replay:
    """All cells of one table: how many of each kind, and which cannot be explained.

    ``absent`` cells should have been released, ``unknown`` ones have no record and no category.
    """

    tabulation: Tabulation
    cells: int
    empty: int
    past_the_rows: int
    suppressed: int
    differences: tuple[Difference, ...]
    absent: tuple[Cell, ...]
    unknown: tuple[Cell, ...]

    @property
    def is_explained(self) -> bool:
        """Tell whether every released cell follows from the record keys and the table."""
        return not (self.differences or self.absent or self.unknown)


def replay(data: Microdata, tabulation: Tabulation, table: PTable, release: Release) -> Replay:
    """Compare a release with what the table makes of the records."""
    tallies = _tallies(data, tabulation.variables)
    there = [tally for tally in tallies if tally.cell in release]
    known = {tally.cell for tally in tallies}
    compared = (_compared(tally, tabulation.threshold, table, release) for tally in there)
    return Replay(
        tabulation,
        len(there),
        sum(tally.count == 0 for tally in there),
        sum(tally.count > table.last_count for tally in there),
        sum(release[tally.cell] is None for tally in there),
        tuple(difference for difference in compared if difference is not None),
        tuple(tally.cell for tally in tallies if tally.cell not in release),
        tuple(cell for cell in release if cell not in known),
    )


def _compared(tally: _Tally, threshold: int, table: PTable, release: Release) -> Difference | None:
    key = SumModulo(table.keysize).cell_key([tally.sum_of_keys])
    expected = _released(table, threshold, tally.count, key)
    released = release[tally.cell]
    if released == expected:
        return None
    reason = _reason(table, threshold, tally.count, released)
    return Difference(tally.cell, tally.count, key, expected, released, reason)


def _tallies(data: Microdata, variables: tuple[str, ...]) -> list[_Tally]:
    """Return every combination of categories that occur, the empty ones too."""
    found: dict[Cell, list[int]] = {}
    columns = [data.variables[name] for name in variables]
    for cell, key in zip(zip(*columns, strict=True), data.record_keys, strict=True):
        tally = found.setdefault(cell, [0, 0])
        tally[0] += 1
        tally[1] += key
    return [_Tally(cell, *found.get(cell, (0, 0))) for cell in product(*map(_categories, columns))]


def _categories(column: tuple[str | None, ...]) -> list[str | None]:
    """Return the values that occur in order; a missing value comes last."""
    return sorted(set(column), key=lambda value: (value is None, value or ""))


def _released(table: PTable, threshold: int, count: int, key: int) -> int | None:
    perturbed = count + table.noise(count, key)
    return None if perturbed < threshold else perturbed


def _reason(table: PTable, threshold: int, count: int, released: int | None) -> str:
    """Say which mistake reproduces the release: noise for an empty cell's key 0, or none."""
    if released == _released(table, threshold, count, 0):
        return "what cell key 0 gives"
    return "the true count" if released == count else "neither the noise of key 0 nor none"
