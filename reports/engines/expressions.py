"""The cells of a table as expressions of ibis: the same on every engine that ibis speaks to.

ibis has no grouping sets: margins are a union. Each is made of the cells of the finest table, for
counts and sums of keys add up. Sums are of 64 bits, and what could leave them is refused before.
"""

from collections.abc import Sequence
from functools import reduce
from importlib import import_module
from typing import Any

from exact.applying.margins import Margin
from exact.applying.ranges import Ranges
from exact.applying.record_keys import RecordKeys
from exact.applying.where import Condition
from exact.cellkeys.arithmetic import ByteFold, XorOfFour
from exact.errors import InputError
from exact.table.ptable import PTable, Repeat, Wrap

REMEDY = "install it with: pip install 'ptcert[engines]'"
# What the table is looked up in, on the engine.
ROWS = {"for_count": "int64", "row_number": "int64"}
RANGES = dict.fromkeys(("row_number", "bucket", "first_key", "last_key", "noise"), "int64")


def library() -> Any:
    """Return the library, or say how to get it."""
    try:
        return import_module("ibis")
    except ImportError:
        rule = "is not installed, and other engines than DuckDB are spoken to by it"
        raise InputError("engine", "ibis", rule, REMEDY) from None


def dimension(place: int) -> str:
    """Return what a dimension is called on the engine: never by a name from outside."""
    return f"d{place}"


def selected(
    records: Any, names: Sequence[str], keys: RecordKeys, where: Sequence[Condition]
) -> Any:
    """Return dimensions and keys of the records that meet the conditions."""
    chosen = records.filter(*(_meets(records, one) for one in where)) if where else records
    dimensions = {dimension(place): chosen[name] for place, name in enumerate(names)}
    made = {f"k{place}": chosen[name].cast("int64") for place, name in enumerate(keys.columns)}
    return chosen.select(**dimensions, **made)


def _meets(records: Any, one: Condition) -> Any:
    column = records[one.column]
    if one.sign in ("=", "!="):
        text = column.cast("string").fill_null("")
        return text == one.value if one.sign == "=" else text != one.value
    if not column.type().is_numeric():
        rule = f"compares numbers, and the column {one.column} has none on this engine"
        raise InputError("where", one.text, rule, "make it a column of numbers")
    value = library().literal(one.value).cast("decimal(38, 9)")
    number = column.cast("decimal(38, 9)")
    signs = {"<": number < value, "<=": number <= value, ">": number > value, ">=": number >= value}
    return signs[one.sign]


def finest(records: Any, dimensions: int, keys: RecordKeys) -> Any:
    """Return the cells of the whole table: counts, sums of keys, and what keys there are."""
    found = {"n": records.count()}
    for place in range(len(keys.columns)):
        key = records[f"k{place}"]
        found |= {
            f"s{place}": _whole(key.sum()),
            f"known{place}": key.count(),
            f"least{place}": key.min(),
            f"most{place}": key.max(),
        }
    return records.group_by([dimension(place) for place in range(dimensions)]).aggregate(**found)


def cells(finest_cells: Any, margins: Sequence[Margin], keys: RecordKeys, table: PTable) -> Any:
    """Return the cells of the table and of every margin: ``summed``, count n and key k from 0."""
    parts = [_margin(finest_cells, margin, keys, table) for margin in margins]
    return parts[0] if len(parts) == 1 else library().union(*parts, distinct=False)


def _margin(finest_cells: Any, margin: Margin, keys: RecordKeys, table: PTable) -> Any:
    names, schema = margin.dimensions, finest_cells.schema()
    kept = [dimension(place) for place, name in enumerate(names) if name in margin.kept]
    sums = {f"s{place}": finest_cells[f"s{place}"].sum() for place in range(len(keys.columns))}
    sums = {name: _whole(one) for name, one in sums.items()}
    found = finest_cells.group_by(kept) if kept else finest_cells
    found = found.aggregate(n=_whole(finest_cells.n.sum()), **sums)
    null = library().null
    dimensions = {
        name: found[name] if name in kept else null(schema[name])
        for name in map(dimension, range(len(names)))
    }
    summed = library().literal(margin.mask, "int64")
    return found.select(**dimensions, summed=summed, n=found.n, k=_cell_key(found, keys, table))


def _whole(sum_: Any) -> Any:
    """Return a sum as an integer of 64 bits, which some engines make a decimal number of.

    ibis takes the sum for such an integer already and would leave a plain cast out.
    """
    return sum_.cast("decimal(38, 0)").cast("int64")


def _cell_key(found: Any, keys: RecordKeys, table: PTable) -> Any:
    """Return the key counted from the file's first: the modulo of the whole sum, then the type."""
    modulus = library().literal(keys.modulus, "int64")
    sums = [(found[f"s{place}"] % modulus).cast("int64") for place in range(len(keys.columns))]
    if isinstance(keys.arithmetic, XorOfFour):
        key = reduce(lambda one, other: one ^ other, sums)
    elif isinstance(keys.arithmetic, ByteFold):
        parts = [(sums[0] >> shift) & 255 for shift in (0, 8, 16, 24)]
        key = reduce(lambda one, other: one ^ other, parts).cast("int64")
    else:
        key = sums[0]
    first = table.first_key % table.keysize
    if first:
        whole = library().literal(table.keysize, "int64")
        return ((key + library().literal(table.keysize - first, "int64")) % whole).cast("int64")
    return key


def looked_up(found: Any, rows: Any, ranges: Any, table: PTable) -> Any:
    """Return the cells with their noise: by row and bucket, then by the range of keys.

    A bucket is named by its first key here, which no engine computes by a shift or a division.

    A cell that meets no range has no noise (NULL), one that meets two stands there twice: both are
    seen by whoever takes the answer.
    """
    size = library().literal(1 << Ranges(table).shift, "int64")
    used = found.mutate(of_count=_table_count(found.n, table), bucket=found.k - found.k % size)
    used = used.left_join(rows, used.of_count == rows.for_count).drop("for_count")
    plain = [ranges[name] for name in ("first_key", "last_key", "noise")]
    renamed = ranges.select(*plain, range_row=ranges.row_number, range_bucket=ranges.bucket)
    joined = used.left_join(
        renamed,
        [
            used.row_number == renamed.range_row,
            used.bucket == renamed.range_bucket,
            used.k >= renamed.first_key,
            used.k <= renamed.last_key,
        ],
    )
    names = [name for name in found.columns if name.startswith("d")]
    return joined.select(*names, "summed", "n", "k", "noise")


def _table_count(n: Any, table: PTable) -> Any:
    """Return the count whose row a true count uses; NULL where the table has none."""
    whole = library().literal
    last, none = table.last_count, library().null("int64")
    if isinstance(table.beyond, Wrap):
        start, period = table.beyond.start, table.beyond.period
        past = ((n - start) % period + start).cast("int64")
    else:
        past = whole(last, "int64") if isinstance(table.beyond, Repeat) else none
    return library().cases((n < table.first_count, none), (n <= last, n), else_=past)
