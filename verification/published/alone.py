"""What can be seen of published cells without the data: what no row of the table can give.

A released count y is possible if some count n that the table covers has the noise y - n in its row.
A margin and the cells below it differ by no more than the noise of all of them together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from exact.applying.names import quoted
from exact.errors import InputError
from exact.table.ptable import PTable
from verification.published.causes import NOISE, PUBLISHED, RELEASED, Columns

NEGATIVE, HOLE, IMPOSSIBLE, MARGIN = "negative", "hole", "impossible", "margin"
WORDS = {
    NEGATIVE: "a negative count is released",
    HOLE: "a value is released that is meant never to occur",
    IMPOSSIBLE: "no count has a noise that gives this released value",
    NOISE: "the row of the published count has no such noise, or not for the published key",
    RELEASED: "the released count is not count plus noise",
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
        """Every noise of every row, and 0 of a preserved zero."""
        found = {noise for row in set(self.table.rows) for noise, _ in row.runs}
        return tuple(sorted(found | ({0} if self.table.zero == "preserve" else set())))

    def is_possible(self, released: int) -> bool:
        """Tell whether some count may be released as this value."""
        return any(self.has_noise(released - noise, noise) for noise in self.noises)

    def has_noise(self, count: int, noise: int) -> bool:
        """Tell whether the row of a count has a noise; a count that is not covered has none."""
        return count >= 0 and noise in _support(self.table, count)


@cache
def _support(table: PTable, count: int) -> frozenset[int]:
    try:
        return frozenset(noise for noise, _ in table.row(count).runs)
    except InputError:
        return frozenset()


def impossible(table: PTable, values: Iterable[int]) -> list[int]:
    """Return the released values that no count gives."""
    possible = Possible(table)
    return [value for value in values if not possible.is_possible(value)]


def far_margins(dimensions: Sequence[str], least: int, most: int) -> str:
    """Return how many margins differ from the sum of their cells by more than noise can.

    T~ - sum F~ = z_T - sum z_F lies between least - c most and most - c least for c cells. A cell
    that is not published is taken to be empty and preserved.
    """
    same = " AND ".join(
        f"(contains(',' || m.margin || ',', ',{name.replace(chr(39), chr(39) * 2)},') "
        f"OR m.{quoted(name)} IS NOT DISTINCT FROM c.{quoted(name)})"
        for name in dimensions
    )
    keys = ", ".join(f"m.{quoted(name)}" for name in dimensions)
    return (
        f"SELECT count(*) FROM (SELECT m.released - sum(c.released) AS residual, count(*) AS cells "
        f"FROM {PUBLISHED} AS m JOIN {PUBLISHED} AS c ON c.margin = '' AND {same} "
        f"WHERE m.margin <> '' GROUP BY {keys}, m.margin, m.released) "
        f"WHERE residual < {least} - cells * {most} OR residual > {most} - cells * {least}"
    )


def wrong_sums(columns: Columns) -> str | None:
    """Return how many released counts are not count plus noise; None where that is not seen."""
    if not (columns.has("count") and columns.has("noise")):
        return None
    return f'SELECT count(*) FROM {PUBLISHED} WHERE released <> "count" + noise'
