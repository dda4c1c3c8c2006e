"""Record keys by the engine: added to a file, or counted in one that has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from exact.applying.key_generator import SECRET, record_key_sql
from exact.applying.names import quoted, text_literal
from exact.applying.uniformity import BUCKETS, Uniformity, bucket_of, uniformity
from exact.errors import InputError
from reports.engines.duck import Engine
from reports.engines.records import Grid, integer_sql, refuse_unreadable
from reports.engines.source import CSV, Source


@dataclass(frozen=True, slots=True)
class KeyCheck:
    """What the keys of one column are: how many are missing, outside, repeated; and how even."""

    column: str
    records: int
    missing: int
    outside: int
    distinct: int
    uniformity: Uniformity | None


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


def check_keys(engine: Engine, source: Source, column: str, grid: Grid, modulus: int) -> KeyCheck:
    """Count what the keys of a column are."""
    refuse_unreadable(engine, source, column, grid.places)
    key = integer_sql(source, column, grid)
    inside = f"key BETWEEN 0 AND {modulus - 1}"
    records, known, within, distinct = engine.rows(
        f"SELECT count(*), count(key), count(*) FILTER ({inside}), count(DISTINCT key) "
        f"FROM (SELECT {key} AS key FROM {source.reading})"
    )[0]
    counted = dict(
        engine.rows(
            f"SELECT {bucket_of('key', modulus)}, count(*) FROM (SELECT {key} AS key "
            f"FROM {source.reading}) WHERE {inside} GROUP BY 1"
        )
    )
    numbers = [int(counted.get(bucket, 0)) for bucket in range(BUCKETS)]
    even = uniformity(numbers, modulus) if within else None
    return KeyCheck(column, records, records - known, known - within, distinct, even)
