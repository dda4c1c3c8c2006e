"""What floating-point sums of record keys would do: the finding FLOAT-KEYS.

Software that adds doubles has another key when it adds in another order: 0.1 + 0.2 + 0.7 is 1.0,
0.7 + 0.2 + 0.1 is 0.999... . The released counts are made of exact sums; here the same keys are
added as doubles in three orders, rising, falling and that of the file, and the fraction of each sum
is looked up as such software does: lower bound <= fraction < upper bound, where the bounds are the
doubles nearest to those of the table's file. A float shows a witness here, and decides nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exact.applying.binary_keys import LIMB, limb_sql
from exact.applying.margins import Margin
from exact.applying.names import entering, inner, inner_list, quoted
from exact.applying.ranges import Ranges
from exact.applying.statements import APPLIED
from exact.applying.where import Condition
from exact.table.ptable import PTable
from reports.engines.duck import Engine
from reports.engines.source import Source

FLOATS = "float_sums"
CODE = "FLOAT-KEYS"
_SUMS, _ROWS, _RANGES = "sums_of_doubles", "float_rows", "float_ranges"
_ORDERS = {"rising": "x", "falling": "x DESC", "as_filed": "place"}
# A fraction is looked up among the ranges that meet its bucket; multiples of 2^-8 are exact.
_BUCKETS = 256


@dataclass(frozen=True, slots=True)
class FloatKeys:
    """Of so many cells: how many could have another key, how many keys and noises do.

    Two numbers have one sum; of three or more it may depend on the order. ``keys`` and ``noises``
    differ between two orders that were tried.
    """

    cells: int
    could: int
    keys: int
    noises: int

    @property
    def text(self) -> str:
        """The finding in a sentence."""
        return (
            f"{self.could:,} of {self.cells:,} cells could have another key in another order, were "
            f"the keys added as floating-point numbers; rising against falling, {self.keys:,} keys "
            f"and {self.noises:,} noises differ. The sums here are exact"
        )


def float_keys(engine: Engine, margins: Sequence[Margin], filed: PTable, used: PTable) -> FloatKeys:
    """Look the sums of doubles up in the table as filed, and count what differs between orders.

    ``used`` is the table with the keys that the exact sums have.
    """
    _open_table(engine, filed)
    names = margins[0].dimensions
    same = " AND ".join(f"a.{inner(n)} IS NOT DISTINCT FROM f.{inner(n)}" for n in names)
    cells = (
        f"SELECT f.*, a.n, {Ranges(used).table_count('a.n')} AS of_count "
        f"FROM {APPLIED} AS a JOIN {_SUMS} AS f ON a.summed = f.summed AND {same} WHERE a.n > 0"
    )
    found = ", ".join(f"{order}.noise AS {order}_noise" for order in _ORDERS)
    looked_up = " ".join(
        f"LEFT JOIN {_RANGES} AS {order} ON {order}.row_number = {_ROWS}.row_number "
        f"AND {order}.bucket = floor({_BUCKETS} * s.{order}) "
        f"AND s.{order} >= {order}.lower AND s.{order} < {order}.upper"
        for order in _ORDERS
    )
    position = f"CAST({used.keysize} * {limb_sql('s.as_filed', 0)} // {LIMB} AS BIGINT)"
    engine.run(
        f"CREATE OR REPLACE TABLE {FLOATS} AS SELECT s.*, {found}, {position} AS as_filed_key "
        f"FROM ({cells}) AS s JOIN {_ROWS} ON {_ROWS}.for_count = of_count {looked_up}"
    )
    counted = engine.rows(
        "SELECT count(*), count(*) FILTER (n > 2), count(*) FILTER (rising <> falling), "
        f"count(*) FILTER (rising_noise IS DISTINCT FROM falling_noise) FROM {FLOATS}"
    )[0]
    return FloatKeys(*map(int, counted))


def open_sums(
    engine: Engine,
    source: Source,
    column: str,
    margins: Sequence[Margin],
    where: Sequence[Condition],
) -> None:
    """Make the table of the fractions that sums of doubles have, for each order."""
    names = margins[0].dimensions
    sets = ", ".join(f"({inner_list(margin.kept)})" for margin in margins)
    meets = " AND ".join(one.sql for one in where) or "true"
    sums = ", ".join(f"sum(x ORDER BY {order}) AS {name}" for name, order in _ORDERS.items())
    fractions = ", ".join(f"{name} - floor({name}) AS {name}" for name in _ORDERS)
    engine.run("SET preserve_insertion_order = true")
    engine.run(
        f"CREATE OR REPLACE TABLE {_SUMS} AS SELECT {inner_list(names)}, summed, {fractions} FROM "
        f"(SELECT {inner_list(names)}, GROUPING({inner_list(names)}) AS summed, {sums} FROM "
        f"(SELECT {entering(names)}, CAST({quoted(column)} AS DOUBLE) AS x, "
        f"row_number() OVER () AS place FROM {source.reading} WHERE {meets}) "
        f"GROUP BY GROUPING SETS ({sets}))"
    )


def _open_table(engine: Engine, filed: PTable) -> None:
    """Give the engine the rows of the table with the doubles nearest to their bounds."""
    numbers = {row: number for number, row in enumerate(dict.fromkeys(filed.rows))}
    rows = [(n, numbers[row]) for n, row in enumerate(filed.rows, start=filed.first_count)]
    engine.fill(_ROWS, ("for_count", "row_number"), rows)
    entries = [
        (number, *entry)
        for row, number in numbers.items()
        for noise, first, last in row.ranges()
        for entry in _cut(first / filed.keysize, (last + 1) / filed.keysize, noise)
    ]
    names = ("row_number", "bucket", "lower", "upper", "noise")
    engine.fill(_RANGES, names, entries, "DOUBLE")


def _cut(lower: float, upper: float, noise: int) -> Iterator[tuple[int, float, float, int]]:
    """Yield a range of fractions once for each bucket that it meets."""
    for bucket in range(int(_BUCKETS * lower), min(int(_BUCKETS * upper), _BUCKETS - 1) + 1):
        yield bucket, lower, upper, noise
