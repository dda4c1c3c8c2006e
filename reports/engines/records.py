"""The records that are counted: a view with their dimensions and with keys that are integers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exact.applying.binary_keys import BinaryKeys, limb_sql, limbs_for
from exact.applying.names import entering, inner_key, quoted
from exact.applying.statements import FINEST, RECORDS, KeyColumns
from exact.applying.where import Condition
from exact.errors import InputError
from reports.engines.duck import Engine
from reports.engines.source import Source

_INTEGERS = frozenset(
    f"{sign}{size}"
    for sign in ("", "U")
    for size in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)
# Their sum is of 128 bits already; where it leaves them the engine says so.
_SUMMED_EXACTLY = _INTEGERS - {"UHUGEINT"}
_DOUBLES = frozenset(("DOUBLE", "FLOAT"))
# What is done with keys that are floating-point numbers.
REFUSED, SUMMED = "refuse", "exact"
# Integers that a double holds exactly.
_EXACT_DOUBLE = 1 << 53


@dataclass(frozen=True, slots=True)
class Grid:
    """The unit of the record keys: integers (places = 0), or decimals with so many places.

    ``limbs`` is not 0 where keys are floating-point numbers: in so many limbs they are summed.
    """

    places: int = 0
    limbs: int = 0

    @property
    def keys(self) -> int:
        """How many decimals of so many places there are from 0 to below 1."""
        return int(10**self.places)


def grid_of(
    engine: Engine, source: Source, columns: Sequence[str], float_keys: str = REFUSED
) -> Grid:
    """Return on which grid the record keys lie: decimals are written with a point."""
    places = 0
    for column in columns:
        kind = source.columns[source.column(column, "record-key")]
        if kind in _DOUBLES and float_keys == SUMMED and len(columns) == 1:
            limbs = _limbs(engine, source, column)
            if limbs:
                return Grid(limbs=limbs)
        if kind.startswith("DECIMAL"):
            places = max(places, int(kind.rstrip(")").split(",")[1]))
        elif kind == "VARCHAR":
            written = f"length(split_part({quoted(column)}, '.', 2))"
            found = engine.rows(f"SELECT max({written}) FROM {source.reading}")[0][0]
            places = max(places, found or 0)
    return Grid(places)


def _limbs(engine: Engine, source: Source, column: str) -> int:
    """Return in how many limbs the fractions of a column are summed; 0 where all are integers."""
    name = quoted(column)
    if not engine.rows(f"SELECT 1 FROM {source.reading} WHERE {name} <> floor({name}) LIMIT 1"):
        return 0
    wrong = f"{name} < 0 OR {name} >= 1 OR isnan({name})"
    found = engine.rows(f"SELECT {name} FROM {source.reading} WHERE {wrong} LIMIT 1")
    if found:
        rule = f"in the column {column} is outside [0, 1)"
        raise InputError("record key", found[0][0], rule, "give fractions, or integers")
    least = engine.rows(f"SELECT min({name}) FROM {source.reading} WHERE {name} > 0")[0][0]
    return limbs_for(*least.as_integer_ratio())


def open_records(
    engine: Engine,
    source: Source,
    dimensions: Sequence[str],
    keys: KeyColumns,
    grid: Grid,
    where: Sequence[Condition],
) -> None:
    """Make the view of the records with their keys as integers."""
    for name in dimensions:
        kind = source.columns[source.column(name, "by")]
        if kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION")):
            raise InputError("by", name, f"is of the type {kind}", "give a column of categories")
    for one in where:
        source.column(one.column, "where")
    for column in key_names(keys):
        if column in dimensions:
            rule = "is a record key and a dimension"
            raise InputError("record-key", column, rule, "give it one part only")
        if not grid.limbs:
            refuse_unreadable(engine, source, column, grid.places)
    meets = " AND ".join(one.sql for one in where) or "true"
    engine.run(
        f"CREATE OR REPLACE VIEW {RECORDS} AS SELECT {entering(dimensions)}, "
        f"{_keys_sql(source, keys, grid)} "
        f"FROM {source.reading} WHERE {meets}"
    )


def key_names(keys: KeyColumns) -> tuple[str, ...]:
    """Return the columns of the data that hold record keys."""
    return (keys.column,) if isinstance(keys, BinaryKeys) else keys.columns


def _keys_sql(source: Source, keys: KeyColumns, grid: Grid) -> str:
    """Return the columns with keys as integers."""
    if isinstance(keys, BinaryKeys):
        name = f"CAST({quoted(keys.column)} AS DOUBLE)"
        made = [limb_sql(name, place) for place in range(keys.limbs)]
    else:
        made = [integer_sql(source, column, grid) for column in keys.columns]
    named = zip(made, keys.columns, strict=True)
    return ", ".join(f"{sql} AS {inner_key(name)}" for sql, name in named)


def _refuse_integers(engine: Engine, source: Source, column: str) -> None:
    """Refuse an integer among decimals: only 0 means the same in both."""
    name = quoted(column)
    first, last = (
        engine.rows(f"SELECT {name} FROM {source.reading} WHERE {which} LIMIT 1")
        for which in (f"{name} LIKE '%.%'", f"{name} NOT LIKE '%.%' AND NOT ({name} ~ '0+')")
    )
    if first and last:
        rule = f"of the column {column} is an integer, and {first[0][0]} there a decimal"
        raise InputError(
            "record key", last[0][0], rule, "write all keys as integers, or as decimals"
        )


def refuse_unreadable(engine: Engine, source: Source, column: str, places: int = 0) -> None:
    """Refuse keys that are no integers and no decimals: each must be read in one way only."""
    kind, name = source.columns[source.column(column, "record-key")], quoted(column)
    if kind in _INTEGERS or kind.startswith("DECIMAL"):
        return
    if kind == "VARCHAR":
        wrong = f"NOT regexp_full_match({name}, '[0-9]+|0?\\.[0-9]+')"
        found = engine.rows(f"SELECT {name} FROM {source.reading} WHERE {wrong} LIMIT 1")
        if found:
            rule = f"of the column {column} is no integer and no decimal from 0 to below 1"
            raise InputError("record key", found[0][0], rule, "write it out, without an exponent")
        if places:
            _refuse_integers(engine, source, column)
        return
    if kind in _DOUBLES:
        wrong = f"{name} <> floor({name}) OR {name} >= {_EXACT_DOUBLE} OR isnan({name})"
        found = engine.rows(f"SELECT {name} FROM {source.reading} WHERE {wrong} LIMIT 1")
        if not found:
            return
        rule = (
            f"in the column {column} is a floating-point number: the sum of such keys depends on "
            "the order of the records (FLOAT-KEYS)"
        )
        remedy = "store keys as integers or decimals, or say --float-keys exact"
        raise InputError("record key", found[0][0], rule, remedy)
    rule = f"is a column of the type {kind}"
    raise InputError("record-key", column, rule, "give keys that are integers or decimals")


def integer_sql(source: Source, column: str, grid: Grid) -> str:
    """Return a key as an integer on its grid, as SQL."""
    name, kind = quoted(column), source.columns[column]
    if kind == "VARCHAR" and grid.places:
        digits = f"rpad(split_part({name}, '.', 2), {grid.places}, '0')"
        return f"CAST({digits} AS HUGEINT)"
    if kind.startswith("DECIMAL"):
        return f"CAST(CAST({name} AS DECIMAL(38, {grid.places})) * {grid.keys} AS HUGEINT)"
    return name if kind in _SUMMED_EXACTLY else f"CAST({name} AS HUGEINT)"


@dataclass(frozen=True, slots=True)
class Counted:
    """How many records there are, and for each column the least and the largest of its keys."""

    records: int
    ends: tuple[tuple[str, int, int], ...]


def checked_records(engine: Engine, keys: KeyColumns) -> Counted:
    """Return how many records were counted, each with keys in 0..modulus-1."""
    places = range(len(keys.columns))
    ends = ", ".join(f"sum(known{i}), min(least{i}), max(most{i})" for i in places)
    return check_found(engine.rows(f"SELECT coalesce(sum(n), 0), {ends} FROM {FINEST}")[0], keys)


def check_found(found: Sequence[Any], keys: KeyColumns) -> Counted:
    """Return what was counted, refusing keys that are missing or outside 0..modulus-1.

    ``found`` is that number, then for each column how many keys there are, the least, the largest.
    """
    records, ends = int(found[0]), []
    for number, column in enumerate(keys.columns if records else ()):
        present, least, most = found[1 + 3 * number : 4 + 3 * number]
        if present < records:
            rule = f"{records - present} of {records} records have none in the column {column}"
            raise InputError("record key", "", rule, "give every record a key, as ptcert keys does")
        if not 0 <= least <= most < keys.modulus:
            outside = least if least < 0 else most
            rule = f"in the column {column} is outside 0..{keys.modulus - 1}"
            raise InputError("record key", outside, rule, "use keys made for this table, or --bigN")
        ends.append((column, int(least), int(most)))
    return Counted(records, tuple(ends))
