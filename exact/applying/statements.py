"""The SQL that applies a table: cells with their counts and keys, then noise by key ranges.

A record is in one cell of the table and of each margin. Records are read once, into the cells of
the finest table; those of the margins are sums of them. A key ``k`` is looked up at its place ``p``
in the row: the key itself, or where the table's key order puts it. GROUPING tells a dimension that
is summed over from one whose category is missing, though both are NULL. Keys of cells count from 0
here; the number that the file gives to a key is added when the result is written.
"""

from collections.abc import Sequence

from exact.applying.binary_keys import BinaryKeys
from exact.applying.margins import Margin
from exact.applying.names import inner, inner_key, inner_list, quoted, text_literal
from exact.applying.ranges import Ranges
from exact.applying.record_keys import RecordKeys
from exact.table.ptable import PTable

RECORDS, FINEST, CELLS, APPLIED = "records", "finest", "cells", "applied"
ROWS, RANGES = "table_rows", "key_ranges"
KeyColumns = RecordKeys | BinaryKeys
# Where the table has a key order: the place of each key that occurs.
PLACES = "key_places"


def finest(dimensions: Sequence[str], keys: KeyColumns) -> str:
    """Return what counts the records of every cell of the whole table and sums their keys.

    The records are read once: margins are made of these cells, for counts and sums add up. What
    keys there are is found beside.
    """
    ends = "".join(
        f", count({name}) AS known{i}, min({name}) AS least{i}, max({name}) AS most{i}"
        for i, name in enumerate(map(inner_key, keys.columns))
    )
    return (
        f"CREATE OR REPLACE TABLE {FINEST} AS SELECT {inner_list(dimensions)}, count(*) AS n, "
        f"{keys.sums}{ends} FROM {RECORDS} GROUP BY {inner_list(dimensions)}"
    )


def cells(margins: Sequence[Margin], keys: KeyColumns, first_key: int, keysize: int) -> str:
    """Return what makes the cells of the table and of every margin, with counts and keys.

    The key of a cell is a residue modulo the keys; counted from the file's first key it is the
    position (key - first) mod K. Without records there is no key but 0.
    """
    names = margins[0].dimensions
    sets = ", ".join(f"({inner_list(margin.kept)})" for margin in margins)
    position = keys.cell_key
    if first_key % keysize:
        moved = f"CAST({position} AS HUGEINT) + {keysize - first_key % keysize}"
        position = f"CAST(({moved}) % {keysize} AS BIGINT)"
    return (
        f"CREATE OR REPLACE TABLE {CELLS} AS SELECT {inner_list(names)}, "
        f'GROUPING({inner_list(names)}) AS "summed", CAST(coalesce(sum(n), 0) AS BIGINT) AS "n", '
        f'coalesce({position}, {-first_key}) AS "k" '
        f"FROM {FINEST} GROUP BY GROUPING SETS ({sets})"
    )


def zeros(margin: Margin, categories: Sequence[str], first_key: int) -> str:
    """Return what adds the empty cells of a margin: categories that no record has together.

    ``categories`` are the tables with the categories of each dimension. An empty cell has the key
    0 in every known arithmetic, which is no key of a file whose keys begin at 1.
    """
    kept = margin.kept
    made = [
        f"c{number}.{inner(name)}" if name in kept else f"NULL AS {inner(name)}"
        for number, name in enumerate(margin.dimensions)
    ]
    sources = ", ".join(
        f"{table} AS c{number}"
        for number, (name, table) in enumerate(zip(margin.dimensions, categories, strict=True))
        if name in kept
    )
    same = " AND ".join(
        f"c{number}.{inner(name)} IS NOT DISTINCT FROM {CELLS}.{inner(name)}"
        for number, name in enumerate(margin.dimensions)
        if name in kept
    )
    return (
        f"INSERT INTO {CELLS} SELECT {', '.join(made)}, {margin.mask}, 0, {-first_key} "
        f"FROM {sources} "
        f"WHERE NOT EXISTS (SELECT 1 FROM {CELLS} WHERE {CELLS}.summed = {margin.mask} AND {same})"
    )


def keeps_empty_cells(table: PTable) -> bool:
    """Tell whether an empty cell stays empty: it has no row, or its key 0 is no key of the file."""
    return table.zero == "preserve" or (table.zero == "row" and table.first_key > 0)


def uncovered(dimensions: Sequence[str], ranges: Ranges, most: int) -> str:
    """Return what finds cells whose count the table has no row for, the smallest counts first."""
    zero = "n > 0 AND " if keeps_empty_cells(ranges.table) else ""
    return (
        f"SELECT {inner_list(dimensions)}, summed, n FROM {CELLS} "
        f"WHERE {zero}({ranges.table_count('n')}) IS NULL ORDER BY n LIMIT {most}"
    )


def applied(dimensions: Sequence[str], ranges: Ranges) -> str:
    """Return what finds the noise of every cell: by row and bucket, then by the range of keys."""
    names = f"{inner_list(dimensions)}, summed, n, k"
    placed = f"(SELECT *, {ranges.table_count('n')} AS of_count, k AS p FROM {CELLS})"
    if ranges.table.key_order is not None:
        placed = (
            f"(SELECT {CELLS}.*, {ranges.table_count('n')} AS of_count, {PLACES}.p FROM {CELLS} "
            f"JOIN {PLACES} ON {PLACES}.of_key = k)"
        )
    kept = where = ""
    if keeps_empty_cells(ranges.table):
        where, kept = " WHERE n > 0", f" UNION ALL SELECT {names}, 0, 0 FROM {CELLS} WHERE n = 0"
    return (
        f"CREATE OR REPLACE TABLE {APPLIED} AS SELECT {names}, noise, p FROM {placed} "
        f"JOIN {ROWS} ON {ROWS}.for_count = of_count "
        f"JOIN {RANGES} ON {RANGES}.row_number = {ROWS}.row_number "
        f"AND {RANGES}.bucket = p >> {ranges.shift} "
        f"AND p BETWEEN {RANGES}.first_key AND {RANGES}.last_key{where}{kept}"
    )


def unmatched(dimensions: Sequence[str]) -> str:
    """Return what finds cells that did not meet exactly one range of keys."""
    same = " AND ".join(
        f"{CELLS}.{inner(name)} IS NOT DISTINCT FROM {APPLIED}.{inner(name)}" for name in dimensions
    )
    return (
        f"SELECT {', '.join(f'{CELLS}.{inner(name)}' for name in dimensions)}, {CELLS}.summed, "
        f"{CELLS}.n, {CELLS}.k, count({APPLIED}.n) AS ranges FROM {CELLS} LEFT JOIN {APPLIED} "
        f"ON {CELLS}.summed = {APPLIED}.summed AND {same} GROUP BY ALL "
        f"HAVING count({APPLIED}.n) <> 1 LIMIT 1"
    )


def released(margins: Sequence[Margin], first_key: int, publish: bool) -> str:
    """Return the rows of the result in their order; published ones without what is secret."""
    names = margins[0].dimensions
    leaving = ", ".join(f"{inner(name)} AS {quoted(name)}" for name in names)
    texts = " ".join(f"WHEN {margin.mask} THEN {text_literal(margin.text)}" for margin in margins)
    place = " ".join(f"WHEN {margin.mask} THEN {i}" for i, margin in enumerate(margins))
    secret = "" if publish else f'n AS "count", k + {first_key} AS "key", noise, '
    return (
        f"SELECT {leaving}, CASE summed {texts} END AS margin, {secret}"
        f"n + noise AS released FROM {APPLIED} "
        f"ORDER BY CASE summed {place} END, "
        + ", ".join(f"{inner(name)} NULLS LAST" for name in names)
    )
