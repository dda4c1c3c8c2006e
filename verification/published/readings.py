"""Other readings of table, keys and margins: each tried over all cells, the best one named.

A reading says which row, which key and which released count a cell has where it differs from the
right one. What was published is then right under it in so many cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exact.applying.margins import Margin
from exact.applying.names import inner, inner_list, text_literal
from exact.applying.ranges import Ranges
from exact.applying.statements import PLACES, RANGES, ROWS, keeps_empty_cells
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from verification.published.causes import JUDGED

_ROUNDING_BASES = (3, 5, 10)


@dataclass(frozen=True, slots=True)
class Reading:
    """A way in which software may differ: the count whose row is used, the position of the key.

    ``noise`` is what is found there, or what the reading has itself; ``released`` is the released
    count, from the count ``n`` and this noise.
    """

    name: str
    words: str
    count: str
    position: str = "k"
    noise: str = f"coalesce({RANGES}.noise, 0)"
    released: str = "n + noise"


def readings(table: PTable, dimensions: Sequence[str]) -> Iterator[Reading]:
    """Yield the readings that are seen in practice and differ from this table's own."""
    right = Ranges(table).table_count("n")
    keys, last = table.keysize, table.last_count
    if not isinstance(table.beyond, Repeat):
        count = _past(table, f"{last}")
        yield Reading("last-row-repeats", "past the last row, the last row repeats", count)
    if not isinstance(table.beyond, Wrap) and last > table.first_count:
        rows = len(table.rows)
        first = table.first_count
        count = _past(table, f"{first} + ((n - {first}) % {rows})")
        yield Reading("rows-wrap", "past the last row, the rows begin anew", count)
    if not isinstance(table.beyond, Stop) and table.zero == "preserve":
        count = f"CASE WHEN n <= {last} THEN {right} ELSE NULL END"
        yield Reading("no-noise-past", "past the last row, no noise is added", count)
    if not keeps_empty_cells(table):
        count = f"CASE WHEN n > 0 THEN {right} END"
        yield Reading("empty-stay-empty", "cells without records stay 0", count)
    for step, other in ((1, "one below"), (-1, "one above")):
        moved = f"(k + {step + keys}) % {keys}"
        yield Reading(
            f"key-{other.replace(' ', '-')}", f"keys are counted from {other}", right, moved
        )
    missing = " OR ".join(
        f"({inner(name)} IS NULL AND NOT contains(',' || margin || ',', ',{_text(name)},'))"
        for name in dimensions
    )
    position = f"CASE WHEN {missing} THEN {-table.first_key % keys} ELSE k END"
    yield Reading("missing-key-0", "cells with a missing category have the key 0", right, position)
    yield Reading(
        "float-keys",
        "record keys are added as floating-point numbers, in the order of the file",
        right,
        "coalesce(float_key, k)",
        "coalesce(float_noise, s.noise)",
    )
    yield Reading("noise-subtracted", "the noise is subtracted", right, released="n - noise")
    yield Reading("no-noise", "no noise is added at all", right, released="n")
    for base in _ROUNDING_BASES:
        rounded = f"{base} * ((n + noise + {base // 2}) // {base})"
        said = f"the released counts are rounded to multiples of {base}"
        yield Reading(f"rounded-{base}", said, right, released=rounded)
    yield Reading(
        "negative-to-zero",
        "negative results are released as 0",
        right,
        released="greatest(n + noise, 0)",
    )


def _past(table: PTable, other: str) -> str:
    first, last = table.first_count, table.last_count
    return f"CASE WHEN n < {first} THEN NULL WHEN n <= {last} THEN n ELSE {other} END"


def _text(name: str) -> str:
    return name.replace("'", "''")


def explained(reading: Reading, ranges: Ranges) -> str:
    """Return how many cells are right under a reading, and how many of the wrong ones.

    A cell whose row the reading leaves open has no noise. Where keys are published, one that is
    neither the right key nor the reading's own is not explained.
    """
    place, places = "moved", ""
    if ranges.table.key_order is not None:
        place, places = f"{PLACES}.p", f"LEFT JOIN {PLACES} ON {PLACES}.of_key = moved "
    filled = " AND n > 0" if keeps_empty_cells(ranges.table) else ""
    looked_up = (
        f"SELECT s.* EXCLUDE (noise), {reading.noise} AS noise FROM (SELECT * EXCLUDE (p), "
        f"{reading.count} AS of_count, {reading.position} AS moved FROM {JUDGED} "
        f"WHERE n IS NOT NULL AND place = 1) AS s "
        f"{places}LEFT JOIN {ROWS} ON {ROWS}.for_count = of_count{filled} "
        f"LEFT JOIN {RANGES} ON {RANGES}.row_number = {ROWS}.row_number "
        f"AND {RANGES}.bucket = {place} >> {ranges.shift} "
        f"AND {place} BETWEEN {RANGES}.first_key AND {RANGES}.last_key"
    )
    key = "coalesce(said_key IN (k, moved), true)"
    told = f"CASE WHEN {key} THEN {reading.released} END AS told"
    return _counted(f"SELECT released, cause, {told} FROM ({looked_up})")


def summed_cells(margins: Sequence[Margin]) -> str:
    """Return the same for margins that are sums of the published cells of the whole table."""
    same = " AND ".join(
        f"m.{inner(name)} IS NOT DISTINCT FROM c.{inner(name)}" for name in margins[0].dimensions
    )
    told = (
        f"SELECT m.cause, m.released, c.total AS told FROM {JUDGED} AS m "
        f"JOIN ({sums_of_cells(margins, JUDGED)}) AS c ON c.margin = m.margin AND {same} "
        "WHERE m.margin <> '' AND m.place = 1 AND m.n IS NOT NULL"
    )
    cells = (
        f"SELECT cause, released, n + noise AS told FROM {JUDGED} "
        "WHERE margin = '' AND place = 1 AND n IS NOT NULL"
    )
    return _counted(f"{told} UNION ALL {cells}")


def sums_of_cells(margins: Sequence[Margin], table: str) -> str:
    """Return for every margin the sums of the released cells of the whole table, and how many.

    ``known`` is how many of the ``cells`` have a released count.
    """
    names = inner_list(margins[0].dimensions)
    sets = ", ".join(f"({inner_list(margin.kept)})" for margin in margins)
    texts = " ".join(f"WHEN {m.mask} THEN {text_literal(m.text)}" for m in margins)
    return (
        f"SELECT {names}, CASE GROUPING({names}) {texts} END AS margin, sum(released) AS total, "
        f"count(*) AS cells, count(released) AS known FROM {table} WHERE margin = '' AND place = 1 "
        f"GROUP BY GROUPING SETS ({sets})"
    )


def _counted(rows: str) -> str:
    return (
        "SELECT count(*) FILTER (released = told), "
        f"count(*) FILTER (released = told AND cause <> 'right') FROM ({rows})"
    )
