"""The noise that was drawn, counted by the law of the row: to be held against that law."""

from collections import Counter
from dataclasses import dataclass

from exact.applying.ranges import Ranges
from exact.applying.statements import APPLIED, ROWS
from exact.applying.tails import two_sided
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.table.ptable import PTable
from reports.engines.applying import Application
from reports.engines.duck import Engine


@dataclass(frozen=True, slots=True)
class DrawnNoise:
    """Cells whose rows have one law: how many there are, and how many drew each noise.

    Cells of the whole table have no record in common: with record keys that are uniform and
    independent their keys are too, so that the number of cells with a noise is binomial.
    """

    first_count: int
    law: Pmf
    cells: int
    drawn: tuple[tuple[int, int], ...]

    def tail(self, noise: int) -> Enclosure:
        """The chance of a number of cells at least as far off as the one that was drawn."""
        return two_sided(dict(self.drawn).get(noise, 0), self.cells, self.law.probability(noise))


def drawn_noise(engine: Engine, asked: Application) -> tuple[DrawnNoise, ...]:
    """Count the noise of the non-empty cells of the whole table, by the law of their row."""
    ranges, table = Ranges(asked.table), asked.table
    rows = engine.rows(
        f"SELECT row_number, noise, count(*) FROM (SELECT {ranges.table_count('n')} AS of_count, "
        f"noise FROM {APPLIED} WHERE summed = {asked.margins[0].mask} AND n > 0) "
        f"JOIN {ROWS} ON {ROWS}.for_count = of_count GROUP BY ALL"
    )
    counted: dict[Pmf, Counter[int]] = {}
    for number, noise, cells in rows:
        counted.setdefault(ranges.different_rows[number].pmf, Counter())[noise] += cells
    first = _first_counts(table)
    found = [
        DrawnNoise(first[law], law, sum(drawn.values()), tuple(sorted(drawn.items())))
        for law, drawn in counted.items()
    ]
    return tuple(sorted(found, key=lambda one: one.first_count))


def _first_counts(table: PTable) -> dict[Pmf, int]:
    first: dict[Pmf, int] = {}
    for row, counts in table.counts_by_row().items():
        first[row.pmf] = min(counts[0], first.get(row.pmf, counts[0]))
    return first
