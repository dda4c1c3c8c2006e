"""The SQL that applies a table: cells with their counts and keys, then noise by key ranges.

A record is in one cell of the table and of each margin. Records are read once, into the cells of
the finest table; those of the margins are sums of them. A key ``k`` is looked up at its place ``p``
in the row: the key itself, or where the table's key order puts it. GROUPING tells a dimension that
is summed over from one whose category is missing, though both are NULL. Keys of cells count from 0
here; the number that the file gives to a key is added when the result is written.

There may be many more cells than categories: text is kept once, as the values of a type of its own
(ENUM) in their order, and integers in the fewest bytes that hold them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from exact.applying.binary_keys import BinaryKeys
from exact.applying.margins import Margin
from exact.applying.names import inner, inner_key, inner_list, quoted, text_literal
from exact.applying.ranges import Ranges
from exact.applying.record_keys import RecordKeys
from exact.table.ptable import PTable

RECORDS, FINEST, CELLS, APPLIED = "records", "finest", "cells", "applied"
ROWS, RUNS, RANGES = "table_rows", "key_runs", "key_ranges"
KeyColumns = RecordKeys | BinaryKeys
# Where the table has a key order: the place of each key that occurs.
PLACES = "key_places"
# The engine keeps the cells of all grouping sets of a statement in memory.
_SETS_AT_ONCE = 8
# The sum of two integers of at most this stays within 32 bits.
_SMALL = (1 << 30) - 1


def finest(dimensions: Sequence[str], keys: KeyColumns) -> str:
    """Return what counts the records of every cell of the whole table and sums their keys.

    The records are read once: margins are made of these cells, for counts and sums add up. How many
    keys there are, the least and the largest are told beside.
    """
    ends = ", ".join(
        f"count({name}) AS known{i}, min({name}) AS least{i}, max({name}) AS most{i}"
        for i, name in enumerate(map(inner_key, keys.columns))
    )
    return (
        f"CREATE OR REPLACE TABLE {FINEST} AS SELECT {inner_list(dimensions)}, count(*) AS n, "
        f"{keys.sums}, {ends} FROM {RECORDS} GROUP BY {inner_list(dimensions)}"
    )


def category_type(place: int) -> str:
    """Return what the type of the categories of a dimension is called."""
    return f"category_{place}"


def category_types(
    dimensions: Sequence[str], texts: Sequence[str], declared: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield what makes the type of each dimension that is text: what occurs or was declared."""
    for place, name in enumerate(dimensions):
        if name in texts:
            found = f"SELECT {inner(name)} AS v FROM {FINEST} WHERE {inner(name)} IS NOT NULL"
            if given := declared.get(name):
                values = ", ".join(f"({text_literal(value)})" for value in given)
                found = f"{found} UNION SELECT * FROM (VALUES {values})"
            yield (
                f"CREATE OR REPLACE TYPE {category_type(place)} AS ENUM "
                f"(SELECT DISTINCT v FROM ({found}) ORDER BY v)"
            )


def cells(
    margins: Sequence[Margin],
    keys: KeyColumns,
    table: PTable,
    records: int,
    texts: Sequence[str],
) -> Iterator[str]:
    """Yield what makes the cells of the margins, then of the table, with counts and keys.

    The key of a cell is a residue modulo the keys; counted from the file's first key it is the
    position (key - first) mod K. Without records there is no key but 0. ``texts`` are the
    dimensions that have types of their own.
    """
    names = margins[0].dimensions
    made = {
        name: f"CAST({inner(name)} AS {category_type(i)})" if name in texts else inner(name)
        for i, name in enumerate(names)
    }
    dimensions = ", ".join(f"{sql} AS {inner(name)}" for name, sql in made.items())
    n, k = integer_type(records), integer_type(table.keysize)
    whole = (
        f"SELECT {dimensions}, CAST(0 AS USMALLINT) AS summed, CAST(n AS {n}) AS n, "
        f"CAST({_position(keys.cell_key('s{}'), table)} AS {k}) AS k FROM {FINEST}"
    )
    yield f"CREATE OR REPLACE TABLE {CELLS} AS {whole} LIMIT 0"
    position = _position(keys.cell_key("sum(s{})"), table)
    for begin in range(1, len(margins), _SETS_AT_ONCE):
        chosen = margins[begin : begin + _SETS_AT_ONCE]
        kept = {name for margin in chosen for name in margin.kept}
        dimensions = ", ".join(made[name] if name in kept else "NULL" for name in names)
        sets = ", ".join(f"({inner_list(margin.kept)})" for margin in chosen)
        yield (
            f"INSERT INTO {CELLS} SELECT {dimensions}, {_summed(names, kept)}, "
            f"coalesce(sum(n), 0), coalesce({position}, {-table.first_key}) "
            f"FROM {FINEST} GROUP BY GROUPING SETS ({sets})"
        )
    yield f"INSERT INTO {CELLS} {whole}"


def _summed(names: Sequence[str], kept: Collection[str]) -> str:
    """Return the mask of what is summed over; a dimension that no margin keeps always is."""
    bits = enumerate(reversed(names))
    return " + ".join(
        f"{1 << bit} * GROUPING({inner(name)})" if name in kept else f"{1 << bit}"
        for bit, name in bits
    )


def integer_type(most: int) -> str:
    """Return the type of integers up to ``most``: what is added to them fits in too.

    >>> integer_type(10**7), integer_type(2**32)
    ('INTEGER', 'BIGINT')
    """
    return "INTEGER" if most <= _SMALL else "BIGINT"


def _position(key: str, table: PTable) -> str:
    """Return where in its row a cell key stands, from 0 on."""
    first = table.first_key % table.keysize
    if not first:
        return key
    return f"(CAST({key} AS HUGEINT) + {table.keysize - first}) % {table.keysize}"


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


def empty_cell(table: PTable) -> tuple[int, int]:
    """Return where the key of an empty cell is looked up, and its noise: every one has the key 0.

    >>> from exact.table.row import Row
    >>> empty_cell(PTable(2, 0, (Row(((1, 1), (2, 1))),), zero="row"))
    (0, 1)
    """
    if keeps_empty_cells(table):
        return 0, 0
    order = table.key_order
    return 0 if order is None else order.place(0, table.keysize), table.noise(0, table.first_key)


def uncovered(dimensions: Sequence[str], ranges: Ranges, most: int) -> str:
    """Return what finds cells whose count the table has no row for, the smallest counts first."""
    zero = "n > 0 AND " if keeps_empty_cells(ranges.table) else ""
    return (
        f"SELECT {inner_list(dimensions)}, summed, n FROM {CELLS} "
        f"WHERE {zero}({ranges.table_count('n')}) IS NULL ORDER BY n LIMIT {most}"
    )


def key_ranges(ranges: Ranges) -> str:
    """Return what lists every range of keys once for each bucket that it meets."""
    first, last = (f"{end}_key >> {ranges.shift}" for end in ("first", "last"))
    return (
        f"CREATE OR REPLACE TABLE {RANGES} AS "
        f"SELECT *, unnest(range({first}, ({last}) + 1)) AS bucket FROM {RUNS}"
    )


def applied(dimensions: Sequence[str], ranges: Ranges) -> str:
    """Return what finds the noise of every cell: by row and bucket, then by the range of keys.

    It is a view: looking up twice costs less than a second copy of the cells.
    """
    names, place = f"{inner_list(dimensions)}, summed, n, k", place_of(ranges.table)
    placed = f"(SELECT *, {ranges.table_count('n')} AS of_count FROM {CELLS})"
    if place != "k":
        names, placed = f"{names}, {place}", f"{placed} JOIN {PLACES} ON {PLACES}.of_key = k"
    noise = integer_type(max(abs(z) for row in ranges.different_rows for z, _ in row.runs))
    kept = where = ""
    if keeps_empty_cells(ranges.table):
        where = " WHERE n > 0"
        empty = names if place == "k" else f"{names.removesuffix(place)}0"
        kept = f" UNION ALL SELECT {empty}, 0 FROM {CELLS} WHERE n = 0"
    return (
        f"CREATE OR REPLACE VIEW {APPLIED} AS SELECT {names}, CAST(noise AS {noise}) AS noise "
        f"FROM {placed} JOIN {ROWS} ON {ROWS}.for_count = of_count "
        f"JOIN {RANGES} ON {RANGES}.row_number = {ROWS}.row_number "
        f"AND {RANGES}.bucket = {place} >> {ranges.shift} "
        f"AND {place} BETWEEN {RANGES}.first_key AND {RANGES}.last_key{where}{kept}"
    )


def place_of(table: PTable) -> str:
    """Return the column with the place of a cell's key in its row; without an order, the key."""
    return "k" if table.key_order is None else "p"


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


def released(margins: Sequence[Margin], first_key: int, publish: bool, texts: Sequence[str]) -> str:
    """Return the rows of the result in their order; published ones without what is secret.

    They are sorted as the cells are stored, and made text after that.
    """
    names = margins[0].dimensions
    leaving = ", ".join(
        f"CAST({inner(n)} AS VARCHAR) AS {quoted(n)}"
        if n in texts
        else f"{inner(n)} AS {quoted(n)}"
        for n in names
    )
    told = " ".join(f"WHEN {margin.mask} THEN {text_literal(margin.text)}" for margin in margins)
    place = " ".join(f"WHEN {margin.mask} THEN {i}" for i, margin in enumerate(margins))
    numbers = {"count": "n", "key": f"CAST(k AS BIGINT) + {first_key}", "noise": "noise"}
    secret = {} if publish else numbers
    shown = ", ".join(
        f"CAST({sql} AS BIGINT) AS {quoted(name)}"
        for name, sql in (secret | {"released": "n + noise"}).items()
    )
    order = ", ".join(f"{inner(name)} NULLS LAST" for name in names)
    return (
        f"SELECT {leaving}, CASE summed {told} END AS margin, {shown} FROM "
        f"(SELECT * FROM {APPLIED} ORDER BY CASE summed {place} END, {order})"
    )
