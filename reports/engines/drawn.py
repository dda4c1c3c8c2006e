"""Do the record keys fit the table: their range, and the noise that was drawn, by exact tails."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from exact.applying.ranges import Ranges
from exact.applying.record_keys import RecordKeys
from exact.applying.statements import APPLIED, ROWS
from exact.applying.tails import two_sided
from exact.applying.uniformity import is_plausible, spread, union
from exact.errors import InputError, power_of_two
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.table.ptable import PTable
from reports.decimals import NEAREST, UP, decimal
from reports.engines.applying import Application, Applied
from reports.engines.duck import Engine
from reports.engines.records import key_names

_DIGITS = 3
_REMEDY = "give the keys that were made for this table; ptcert keys --check looks at them"


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


def check_fit(asked: Application, found: Applied, drawn: Sequence[DrawnNoise]) -> None:
    """Refuse record keys that are not what the table is for: one in a million runs by chance.

    Keys whose range is a part of 0..modulus-1, and noise that is not what its law gives.
    """
    columns, keys = ",".join(key_names(asked.keys)), asked.keys
    for column, least, largest in found.counted.ends if isinstance(keys, RecordKeys) else ():
        p = spread(least, largest, found.records, keys.modulus)
        if not is_plausible(p):
            rule = (
                f"has {found.records:,} keys from {least} to {largest}, where the table's are "
                f"0..{power_of_two(keys.modulus)}-1: {_said_chance(p)}"
            )
            raise InputError("record-key", column, rule, _REMEDY)
    tails = {
        (one, noise): one.tail(noise)
        for one in drawn
        for noise in {*one.law.outcomes, *dict(one.drawn)}
    }
    if tails and not is_plausible(p := union(list(tails.values()))):
        one, noise = min(tails, key=lambda each: tails[each].hi)
        rule = (
            f"does not give the noise of this table: {dict(one.drawn).get(noise, 0):,} of "
            f"{one.cells:,} cells with the law of count {one.first_count} drew {noise}, and "
            f"{decimal(one.cells * one.law.probability(noise), _DIGITS, NEAREST)} are expected; "
            f"{_said_chance(p)}"
        )
        raise InputError("record-key", columns, rule, _REMEDY)


def _said_chance(p: Enclosure) -> str:
    """Return a small chance in words: its bound, rounded up."""
    return f"a chance of at most {decimal(p.hi, _DIGITS, UP)} were the keys uniform"


def _first_counts(table: PTable) -> dict[Pmf, int]:
    first: dict[Pmf, int] = {}
    for row, counts in table.counts_by_row().items():
        first[row.pmf] = min(counts[0], first.get(row.pmf, counts[0]))
    return first
