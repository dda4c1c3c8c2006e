"""Record keys by the engine: added to a file, or counted in one that has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from exact.applying.key_generator import SECRET, record_key_sql
from exact.applying.names import quoted, text_literal
from exact.applying.uniformity import (
    BUCKETS,
    CERTAIN,
    bucket_of,
    evenness,
    fine_buckets,
    repeats,
    uniformity,
    union,
)
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from reports.engines.duck import Engine
from reports.engines.records import Grid, integer_sql, refuse_unreadable
from reports.engines.source import CSV, Source

# Keys that must differ are neither: the tests of them are for keys that may repeat.
TOO_EVEN, TOO_DIFFERENT = "too even", "repeated too rarely"
_CHECKED, _ALTERED = "checked_keys", "keys_of_secret"
_WHOLE = "TRY_CAST(id AS HUGEINT)"


@dataclass(frozen=True, slots=True)
class KeyCheck:
    """What the keys of one column are: how many are missing, outside, repeated; and the tests.

    ``tests`` has, by what the keys may be, the chance of that and more for sound keys; ``altered``
    is how many are not the keys that the secret gives, None where no secret was given.
    """

    column: str
    records: int
    missing: int
    outside: int
    distinct: int
    tests: dict[str, Enclosure]
    altered: int | None


def add_keys(
    engine: Engine, source: Source, columns: Sequence[str], identity: str | None, modulus: int
) -> None:
    """Make a view of the records with keys: of their number in the file, or of an own column."""
    for name in columns:
        if name.casefold() in {known.casefold() for known in source.columns}:
            rule = f"is a column of {source.path.name} already"
            raise InputError("record-key", name, rule, "name another, or check it with --check")
    if identity is None:
        record = "row_number() OVER ()"
    else:
        record = quoted(source.column(identity, "id"))
        _check_identity(engine, source, identity)
    keys = ", ".join(
        f"{record_key_sql(place, 'record_of_key', modulus)} AS {quoted(name)}"
        for place, name in enumerate(columns)
    )
    engine.run(
        f"CREATE VIEW keyed AS SELECT * EXCLUDE (record_of_key), {keys} FROM "
        f"(SELECT *, {record} AS record_of_key FROM {source.reading})"
    )


def open_secret(engine: Engine, secret: str) -> None:
    """Give the engine the secret as a value, so that no statement and no error shows it."""
    engine.run(f"CREATE TABLE {SECRET} (value VARCHAR)")
    engine.run(f"INSERT INTO {SECRET} VALUES (?)", [secret])


def write_keyed(engine: Engine, path: Path, suffix: str) -> int:
    """Write the records with their keys to a file that nobody reads yet; return how many."""
    kind = "FORMAT csv, HEADER true" if suffix == CSV else "FORMAT parquet, COMPRESSION zstd"
    written = engine.run(
        f"COPY (SELECT * FROM keyed) TO {text_literal(str(path))} ({kind})", about="output"
    )
    return int(written.fetchall()[0][0])


def _check_identity(engine: Engine, source: Source, name: str) -> None:
    column = quoted(name)
    records, known, distinct = engine.rows(
        f"SELECT count(*), count({column}), count(DISTINCT {column}) FROM {source.reading}"
    )[0]
    if known < records or distinct < known:
        rule = f"has {records - known} records without one and {known - distinct} repeated"
        remedy = "give a column that names each record once: equal ones would have equal keys"
        raise InputError("id", name, rule, remedy)


def open_checked(
    engine: Engine,
    source: Source,
    columns: Sequence[str],
    identity: str | None,
    grid: Grid,
    modulus: int | None,
) -> None:
    """Make the table of the keys in the order of the file, with the records' names.

    With a ``modulus`` the keys that the secret gives stand beside.
    """
    for column in columns:
        refuse_unreadable(engine, source, source.column(column, "record-key"), grid.places)
    if identity is not None:
        source.column(identity, "id")
        _check_identity(engine, source, identity)
    keys = [
        f"CAST({integer_sql(source, column, grid)} AS HUGEINT) AS k{place}"
        for place, column in enumerate(columns)
    ]
    engine.run(
        f"CREATE TABLE {_CHECKED} AS SELECT row_number() OVER () AS place, "
        f"{'NULL' if identity is None else quoted(identity)} AS id, {', '.join(keys)} "
        f"FROM {source.reading}"
    )
    if modulus is not None:
        record = "place" if identity is None else "id"
        made = ", ".join(
            f"{record_key_sql(place, record, modulus)} AS e{place}" for place in range(len(columns))
        )
        engine.run(f"CREATE TABLE {_ALTERED} AS SELECT *, {made} FROM {_CHECKED}")


def check_keys(engine: Engine, columns: Sequence[str], place: int, modulus: int) -> KeyCheck:
    """Count what the keys of a column are, and what sound keys would be with what chance."""
    inside = f"key BETWEEN 0 AND {modulus - 1}"
    records, known, within, distinct = engine.rows(
        f"SELECT count(*), count(key), count(*) FILTER ({inside}), "
        f"count(DISTINCT key) FILTER ({inside}) FROM (SELECT k{place} AS key FROM {_CHECKED})"
    )[0]
    tests = _tests(engine, columns, place, modulus, (within, distinct)) if within else {}
    altered = None
    if _ALTERED in {name for (name,) in engine.rows("SELECT table_name FROM duckdb_tables()")}:
        ((altered,),) = engine.rows(
            f"SELECT count(*) FROM {_ALTERED} WHERE k{place} IS DISTINCT FROM e{place}"
        )
    return KeyCheck(
        columns[place], records, records - known, known - within, distinct, tests, altered
    )


def _tests(
    engine: Engine, columns: Sequence[str], place: int, modulus: int, found: tuple[int, int]
) -> dict[str, Enclosure]:
    """Return the p-value of every test of a column, by what the keys would be."""
    keys = f"(SELECT place, id, k{place} AS key FROM {_CHECKED} WHERE k{place} BETWEEN 0 AND "
    keys += f"{modulus - 1})"
    within, distinct = found
    buckets, size = fine_buckets(modulus)
    bucket = f"key // {size} AS b, count(*) FROM {keys} WHERE b < {buckets}"
    fine = dict(engine.rows(f"SELECT {bucket} GROUP BY b"))
    counts = [int(fine.get(bucket, 0)) for bucket in range(buckets)]
    many, few = repeats(distinct, within, modulus)
    tests = {
        "uneven": _uniform(engine, "key", keys, modulus),
        TOO_EVEN: evenness(min(counts), max(counts), within, modulus),
        "repeated too often": many,
        TOO_DIFFERENT: few,
        "related to their neighbours": _serial(engine, keys, "place", modulus),
    }
    ((named, whole),) = engine.rows(f"SELECT count(id), count({_WHOLE}) FROM {keys}")
    if named:
        order = _WHOLE if whole == named else "id"
        tests["related to their neighbours by the id"] = _serial(engine, keys, order, modulus)
    if named and whole == named:
        less = f"((key - {_WHOLE} % {modulus}) % {modulus} + {modulus}) % {modulus}"
        tests["related to the id"] = _uniform(engine, less, keys, modulus)
    for other in range(place):
        both = f"(SELECT * FROM {_CHECKED} WHERE k{place} BETWEEN 0 AND {modulus - 1} AND "
        both += f"k{other} BETWEEN 0 AND {modulus - 1})"
        less = f"(k{place} - k{other} + {modulus}) % {modulus}"
        tests[f"related to {columns[other]}"] = _uniform(engine, less, both, modulus)
    return tests


def _serial(engine: Engine, keys: str, order: str, modulus: int) -> Enclosure:
    """Return the p-value of differences of neighbours: of disjoint pairs, in two ways."""
    pairs = (
        f"(SELECT lead(key) OVER (ORDER BY {order}) - key AS d, "
        f"row_number() OVER (ORDER BY {order}) % 2 AS odd FROM {keys})"
    )
    ways = [f"(SELECT * FROM {pairs} WHERE odd = {odd} AND d IS NOT NULL)" for odd in (0, 1)]
    return union([_uniform(engine, f"(d + {modulus}) % {modulus}", way, modulus) for way in ways])


def _uniform(engine: Engine, key: str, of: str, modulus: int) -> Enclosure:
    """Return the p-value of values that are 0..N-1, were they uniform and independent."""
    bucket = bucket_of(f"CAST({key} AS HUGEINT)", modulus)
    counted = dict(engine.rows(f"SELECT {bucket} AS b, count(*) FROM {of} GROUP BY b"))
    numbers = [int(counted.get(bucket, 0)) for bucket in range(BUCKETS)]
    return uniformity(numbers, modulus) if any(numbers) else CERTAIN
