"""What floating-point sums of record keys would do: the finding FLOAT-KEYS.

Software that adds doubles has another key when it adds in another order: 0.1 + 0.2 + 0.7 is 1.0,
0.7 + 0.2 + 0.1 is 0.999... . The released counts are made of exact sums; here the same keys are
added as doubles in three orders, rising, falling and that of the file, to see what differs. A
float shows a witness here, and decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from exact.applying.binary_keys import LIMB, limb_sql
from exact.applying.margins import Margin
from exact.applying.names import entering, inner, inner_list, quoted
from exact.applying.ranges import Ranges
from exact.applying.statements import APPLIED, PLACES, RANGES, ROWS
from exact.applying.where import Condition
from reports.engines.duck import Engine
from reports.engines.source import Source

FLOATS = "float_sums"
CODE = "FLOAT-KEYS"
_ORDERS = ("rising", "falling", "as_filed")


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


def open_floats(
    engine: Engine,
    source: Source,
    column: str,
    margins: Sequence[Margin],
    where: Sequence[Condition],
    keysize: int,
) -> None:
    """Make the table of the positions that sums of doubles have, for each order."""
    names = margins[0].dimensions
    sets = ", ".join(f"({inner_list(margin.kept)})" for margin in margins)
    meets = " AND ".join(one.sql for one in where) or "true"
    sums = ", ".join(
        f"sum(x ORDER BY {order}) AS {name}"
        for name, order in zip(_ORDERS, ("x", "x DESC", "place"), strict=True)
    )
    found = ", ".join(f"{_position(name, keysize)} AS {name}" for name in _ORDERS)
    engine.run("SET preserve_insertion_order = true")
    engine.run(
        f"CREATE OR REPLACE TABLE {FLOATS} AS SELECT {inner_list(names)}, summed, {found} FROM "
        f"(SELECT {inner_list(names)}, GROUPING({inner_list(names)}) AS summed, {sums} FROM "
        f"(SELECT {entering(names)}, CAST({quoted(column)} AS DOUBLE) AS x, "
        f"row_number() OVER () AS place FROM {source.reading} WHERE {meets}) "
        f"GROUP BY GROUPING SETS ({sets}))"
    )


def _position(name: str, keysize: int) -> str:
    """Return floor(K f) for the fraction f of a sum of doubles."""
    return f"CAST({keysize} * {limb_sql(f'({name} - floor({name}))', 0)} // {LIMB} AS BIGINT)"


def float_keys(engine: Engine, dimensions: Sequence[str], ranges: Ranges) -> FloatKeys:
    """Count what differs between the orders, over the cells that were applied."""
    same = " AND ".join(
        f"a.{inner(name)} IS NOT DISTINCT FROM f.{inner(name)}" for name in dimensions
    )
    cells = (
        f"SELECT a.n, f.rising, f.falling, {ranges.table_count('a.n')} AS of_count "
        f"FROM {APPLIED} AS a JOIN {FLOATS} AS f ON a.summed = f.summed AND {same} WHERE a.n > 0"
    )
    looked_up, places = "", {"rising": "rising", "falling": "falling"}
    for name in places:
        place = name
        if ranges.table.key_order is not None:
            place = f"{name}_place.p"
            looked_up += f"LEFT JOIN {PLACES} AS {name}_place ON {name}_place.of_key = {name} "
        looked_up += (
            f"LEFT JOIN {RANGES} AS {name}_range ON {name}_range.row_number = {ROWS}.row_number "
            f"AND {name}_range.bucket = {place} >> {ranges.shift} "
            f"AND {place} BETWEEN {name}_range.first_key AND {name}_range.last_key "
        )
    found = engine.rows(
        "SELECT count(*), count(*) FILTER (n > 2), count(*) FILTER (rising <> falling), "
        "count(*) FILTER (rising_range.noise IS DISTINCT FROM falling_range.noise) "
        f"FROM ({cells}) JOIN {ROWS} ON {ROWS}.for_count = of_count {looked_up}"
    )[0]
    return FloatKeys(*map(int, found))
