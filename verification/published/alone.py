"""What can be seen of published cells without the data: what no row of the table can give.

A released count y is possible if some count n that the table covers has the noise y - n in its row.
A margin and the cells below it differ by no more than the noise of all of them together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from exact.applying.margins import Margin
from exact.applying.names import inner, quoted
from exact.applying.statements import empty_cell
from exact.errors import InputError
from exact.table.ptable import PTable
from verification.published.causes import (
    BELOW,
    EXTRA,
    KEY,
    MISSING,
    NOISE,
    OPTIONAL,
    PUBLISHED,
    Columns,
)
from verification.published.causes import WORDS as OF_DATA
from verification.published.readings import sums_of_cells

NEGATIVE, HOLE, IMPOSSIBLE, MARGIN = "negative", "hole", "impossible", "margin"
RELEASED = "released"
WORDS = {
    MISSING: "a number of the cell is missing",
    NEGATIVE: "a negative count is released, which the table does not give",
    HOLE: "a value is released that is meant never to occur",
    IMPOSSIBLE: "no count has a noise that gives this released value",
    NOISE: "the row of the published count has no such noise, or not for the published key",
    RELEASED: "the released count is not count plus noise",
    KEY: "the key is none of the table, or not 0 where the cell is empty",
    BELOW: OF_DATA[BELOW],
    EXTRA: "a cell is published twice, or of a margin that names no dimension",
    MARGIN: "a margin is further from the sum of its cells than their noise can be",
}
UNSEEN = (
    "Without the data only what is impossible is seen: wrong counts, keys and rows that the table "
    "could give are not."
)


@dataclass(frozen=True)
class Possible:
    """Which released values a table can give.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((-1, 2), (1, 2))), Row(((0, 4),))), zero="preserve")
    >>> [y for y in range(-2, 5) if Possible(table).is_possible(y)]
    [0, 2, 3, 4]
    """

    table: PTable

    @property
    def noises(self) -> tuple[int, ...]:
        """Every noise of every row, and that of an empty cell."""
        found = {noise for row in set(self.table.rows) for noise, _ in row.runs}
        return tuple(sorted(found | _support(self.table, 0)))

    def is_possible(self, released: int) -> bool:
        """Tell whether some count may be released as this value."""
        return any(self.has_noise(released - noise, noise) for noise in self.noises)

    def has_noise(self, count: int, noise: int, key: int | None = None) -> bool:
        """Tell whether the row of a count has a noise, for this key where there is one.

        A count that is not covered has none. An empty cell has the key 0, and so one noise.
        """
        if count < 0 or noise not in _support(self.table, count):
            return False
        if key is None or not count:
            return True
        return self.has_key(key) and self.table.noise(count, key) == noise

    def has_key(self, key: int) -> bool:
        """Tell whether a key is one of the table."""
        return self.table.first_key <= key <= self.table.last_key


@cache
def _support(table: PTable, count: int) -> frozenset[int]:
    try:
        if not count:
            return frozenset((empty_cell(table)[1],))
        return frozenset(noise for noise, _ in table.row(count).runs)
    except InputError:
        return frozenset()


def impossible(table: PTable, values: Iterable[int]) -> list[int]:
    """Return the released values that no count gives."""
    possible = Possible(table)
    return [value for value in values if not possible.is_possible(value)]


def far_margins(margins: Sequence[Margin], least: int, most: int) -> str:
    """Return the margins that differ from the sum of their cells by more than noise can.

    T~ - sum F~ = z_T - sum z_F lies between least - c most and most - c least for c cells. A cell
    that is not published is taken to be empty and preserved. Where a released count is missing,
    nothing is concluded.
    """
    same = " AND ".join(
        f"m.{inner(name)} IS NOT DISTINCT FROM c.{inner(name)}" for name in margins[0].dimensions
    )
    residual = "m.released - c.total"
    return (
        f"SELECT m.line FROM {PUBLISHED} AS m JOIN ({sums_of_cells(margins, PUBLISHED)}) AS c "
        f"ON c.margin = m.margin AND {same} WHERE m.margin <> '' AND c.known = c.cells AND "
        f"({residual} < {least} - c.cells * {most} OR {residual} > {most} - c.cells * {least})"
    )


def missing(columns: Columns) -> str:
    """Return the cells of which a number is missing, but a released count below the threshold."""
    given = [quoted(name) for name in OPTIONAL if columns.has(name)]
    given += ["released"] if columns.threshold is None else []
    none = " OR ".join(f"{one} IS NULL" for one in given) or "false"
    return f"SELECT line FROM {PUBLISHED} WHERE {none}"


def wrong_sums(columns: Columns) -> str | None:
    """Return the cells that are not count plus noise; None where that is not seen.

    Where the released count is missing, the sum must be below the threshold.
    """
    if not (columns.has("count") and columns.has("noise")):
        return None
    wrong = 'released <> "count" + noise'
    if columns.threshold is not None:
        wrong += f' OR (released IS NULL AND "count" + noise >= {columns.threshold})'
    return f"SELECT line FROM {PUBLISHED} WHERE {wrong}"
