"""Records counted by another engine through ibis; what comes back is checked here, cell by cell.

The engine counts, sums the keys and looks up the noise; the cells come here, where empty ones are
added, the noise is looked up a second time, and both must agree.
"""

from dataclasses import dataclass
from hashlib import file_digest
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from exact.applying import statements
from exact.applying.names import inner, inner_list
from exact.applying.ranges import Ranges
from exact.applying.record_keys import RecordKeys
from exact.errors import Disagreement, InputError
from exact.table.ptable import PTable
from reports.engines import expressions
from reports.engines.applying import (
    Application,
    Applied,
    Phase,
    apply,
    complete,
    counted,
    open_table,
)
from reports.engines.duck import Engine
from reports.engines.records import Counted, check_found
from reports.engines.source import CSV, PARQUET, Source, known_column, opened

DUCKDB, SPARK = "duckdb", "spark"
_SHOWN = 300
# Sums of keys are of 64 bits on every engine.
_MOST_SUM = 1 << 63
_FETCHED = "fetched"
# How an engine, by ibis's name, is told to take the columns of the file alone: else a folder of the
# path that is named sex=F or record_key=0 becomes a column, or replaces one.
_OWN_COLUMNS: dict[str, dict[str, bool]] = {
    "duckdb": {"hive_partitioning": False},
    "pyspark": {"recursiveFileLookup": True},
}
# How CSV is read as text, as it is here: a code 01 stays 01.
_AS_TEXT: dict[str, dict[str, Any]] = {
    "duckdb": {"all_varchar": True},
    "pyspark": {"inferSchema": False, "escape": '"', "multiLine": True},
}
_INTEGER = "^[0-9]{1,19}$"


@dataclass(frozen=True, slots=True)
class RemoteSource:
    """Records that an engine knows by a name, with the connection to it."""

    connection: Any
    records: Any
    engine: str
    version: str
    name: str
    path: Path | None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns with their types."""
        return dict(self.records.schema().items())

    def column(self, name: str, argument: str) -> str:
        """Return a column by its exact name."""
        return known_column(self.columns, self.name, name, argument)

    def close(self) -> None:
        """Leave the engine."""
        self.connection.disconnect()

    def sha256(self) -> str | None:
        """Return the digest of the file, where the records are one that is here."""
        if self.path is None:
            return None
        with self.path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()


def opened_remote(url: str, data: str) -> RemoteSource:
    """Connect to an engine and return its records: a table's name, or a file that it reads."""
    ibis = expressions.library()
    try:
        connection = _spark(ibis) if url == SPARK else ibis.connect(url)
        records, path = _records(connection, data)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 — each engine has errors of its own
        raise _refusal(error, "engine", url) from None
    known = str(connection.name)
    return RemoteSource(connection, records, known, _version(connection), Path(data).name, path)


def _spark(ibis: Any) -> Any:
    """Return a connection to Spark: where it runs is what spark-defaults.conf or SPARK_REMOTE say.

    Its own bar of progress would mix with our lines.
    """
    session = import_module("pyspark.sql").SparkSession.builder.appName("ptcert")
    session = session.config("spark.ui.showConsoleProgress", "false")
    return ibis.pyspark.connect(session.getOrCreate())


def _records(connection: Any, data: str) -> tuple[Any, Path | None]:
    suffix = Path(data).suffix.lower()
    if suffix not in (PARQUET, CSV):
        return connection.table(data), None
    engine = str(connection.name)
    own, path = _own_columns(engine, data), Path(data) if Path(data).is_file() else None
    if suffix == PARQUET:
        return connection.read_parquet(data, **own), path
    if engine not in _AS_TEXT:
        rule = f"is CSV, of which {engine} may make other categories than are written"
        raise InputError("data", data, rule, "give Parquet, or load it as a table of the engine")
    records = connection.read_csv(data, **own, **_AS_TEXT[engine])
    return records.mutate(**{n: records[n].nullif("") for n in records.columns}), path


def _own_columns(engine: str, data: str) -> dict[str, bool]:
    """Return what tells an engine to make no columns of the folders of a path."""
    if engine in _OWN_COLUMNS:
        return _OWN_COLUMNS[engine]
    if any("=" in part for part in Path(data).absolute().parent.parts):
        rule = f"lies in a folder with = in its name, which {engine} may take for a column"
        raise InputError("data", data, rule, "move the file, or load it as a table of the engine")
    return {}


def _version(connection: Any) -> str:
    try:
        found = str(connection.version)
    except (AttributeError, NotImplementedError):
        found = "unknown"
    try:
        return f"{found}, ibis {version('ibis-framework')}"
    except PackageNotFoundError:
        return found


def counted_by(url: str, engine: Engine, data: str, phase: Phase) -> Source | RemoteSource:
    """Return the records: a file for the engine here, or what another engine knows by a name."""
    if url == DUCKDB:
        return opened(engine, data)
    with phase("connecting to the engine"):
        return opened_remote(url, data)


def apply_there(
    engine: Engine, source: Source | RemoteSource, asked: Application, phase: Phase
) -> Applied:
    """Apply a table where its records are; conditions that no record meets are refused."""
    if isinstance(source, RemoteSource):
        found = _apply_remote(engine, source, asked, phase)
    else:
        found = apply(engine, source, asked, phase)
    if asked.where and not found.records:
        conditions = " and ".join(one.text for one in asked.where)
        rule = f"leaves no record of {source.name}"
        raise InputError("where", conditions, rule, "correct the condition, or the data")
    return found


def _apply_remote(
    engine: Engine, source: RemoteSource, asked: Application, phase: Phase
) -> Applied:
    """Count on the other engine, fetch the cells, and check them here."""
    for name in asked.dimensions:
        source.column(name, "by")
    for one in asked.where:
        source.column(one.column, "where")
    try:
        with phase("counting the records on the engine"):
            keys = _integer_keys(source, asked)
            open_table(engine, Ranges(asked.table))
            cells, read = _counted_there(engine, source, asked, keys)
        with phase("fetching the cells"):
            fetched = cells.to_pyarrow()
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 — each engine has errors of its own
        raise _refusal(error, "engine", source.engine) from None
    _take(engine, asked, fetched)
    complete(engine, asked, read.records, phase)
    _compare(engine, asked)
    return counted(engine, asked, read)


def _integer_keys(source: RemoteSource, asked: Application) -> RecordKeys:
    keys = asked.keys
    assert isinstance(keys, RecordKeys)
    for name in keys.columns:
        kind = source.columns[source.column(name, "record-key")]
        if kind.is_string() and source.name.lower().endswith(CSV):
            _check_integers(source, name)
        elif not kind.is_integer():
            rule = f"is a column of the type {kind}, and on this engine keys are integers"
            raise InputError("record-key", name, rule, "make integers of it, or use duckdb")
    return keys


def _check_integers(source: RemoteSource, name: str) -> None:
    """Refuse keys in a file of text that are no integers."""
    column = source.records[name]
    wrong = source.records.filter(~column.re_search(_INTEGER)).select(key=column).limit(1)
    found = wrong.to_pyarrow().to_pylist()
    if found:
        rule = f"of the column {name} is no integer, as keys are on this engine"
        raise InputError("record key", found[0]["key"], rule, "make integers of it, or use duckdb")


def _counted_there(
    engine: Engine, source: RemoteSource, asked: Application, keys: RecordKeys
) -> tuple[Any, Counted]:
    """Return the cells with their noise as an expression, and what was counted."""
    chosen = expressions.selected(source.records, asked.dimensions, keys, asked.where)
    number = int(chosen.count().to_pyarrow().as_py())
    if number * keys.modulus >= _MOST_SUM:
        rule = f"records with keys below {keys.modulus} have sums that may leave 64 bits"
        raise InputError("records", number, rule, "use a smaller bigN, or duckdb, or split them")
    finest = expressions.finest(chosen, len(asked.dimensions), keys).cache()
    ends = [finest.n.sum()]
    for place in range(len(keys.columns)):
        ends += [finest[f"known{place}"].sum(), finest[f"least{place}"].min()]
        ends.append(finest[f"most{place}"].max())
    named = finest.aggregate(**{f"e{place}": end for place, end in enumerate(ends)})
    found = named.to_pyarrow().to_pylist()[0]
    read = check_found([found[f"e{place}"] or 0 for place in range(len(ends))], keys)
    cells = expressions.cells(finest, asked.margins, keys, asked.table)
    return _looked_up(engine, cells, asked.table), read


def _looked_up(engine: Engine, cells: Any, table: PTable) -> Any:
    """Return the cells with noise; where a table has a key order, that is found here alone.

    A bucket is named by its first key there.
    """
    ibis = expressions.library()
    if table.key_order is not None:
        return cells.mutate(noise=ibis.null("int64"))
    moved = {"bucket": f"bucket << {Ranges(table).shift}"}
    rows = _arrow(engine, statements.ROWS, {name: name for name in expressions.ROWS})
    ranges = _arrow(engine, statements.RANGES, {n: moved.get(n, n) for n in expressions.RANGES})
    return expressions.looked_up(cells, ibis.memtable(rows), ibis.memtable(ranges), table)


def _arrow(engine: Engine, table: str, columns: dict[str, str]) -> Any:
    """Return integers of the engine here as another engine takes them."""
    arrow = import_module("pyarrow")
    found = zip(*engine.rows(f"SELECT {', '.join(columns.values())} FROM {table}"), strict=True)
    return arrow.table(
        {name: arrow.array(one, "int64") for name, one in zip(columns, found, strict=True)}
    )


def _take(engine: Engine, asked: Application, fetched: Any) -> None:
    """Make the tables of cells here; categories keep their types."""
    dimensions = ", ".join(
        f"{expressions.dimension(place)} AS {inner(name)}"
        for place, name in enumerate(asked.dimensions)
    )
    whole = ", ".join(f"CAST({name} AS BIGINT) AS {name}" for name in ("summed", "n", "k", "noise"))
    engine.connection.register("from_engine", fetched)
    engine.run(
        f"CREATE OR REPLACE TABLE {_FETCHED} AS SELECT {dimensions}, {whole} FROM from_engine"
    )
    engine.connection.unregister("from_engine")
    names = f"{inner_list(asked.dimensions)}, summed, n, k"
    engine.run(
        f"CREATE OR REPLACE TABLE {statements.CELLS} AS SELECT DISTINCT {names} FROM {_FETCHED}"
    )


def _compare(engine: Engine, asked: Application) -> None:
    """See that each cell met one range there, with the noise that is found here."""
    if asked.table.key_order is not None:
        return
    same = " AND ".join(
        f"f.{inner(name)} IS NOT DISTINCT FROM a.{inner(name)}" for name in asked.dimensions
    )
    there, agree = engine.rows(
        f"SELECT (SELECT count(*) FROM {_FETCHED}), (SELECT count(*) FROM {_FETCHED} AS f "
        f"JOIN {statements.APPLIED} AS a ON f.summed = a.summed AND {same} AND f.n = a.n "
        f"AND f.k = a.k AND f.noise IS NOT DISTINCT FROM a.noise)"
    )[0]
    (cells,) = engine.rows(f"SELECT count(*) FROM {statements.APPLIED} WHERE n > 0")[0]
    if not there == agree == cells:
        told = f"the engine found {there} cells, {agree} with the noise that is found here"
        raise Disagreement(f"{told}, of {cells}")


def _refusal(error: Exception, argument: str, value: str) -> InputError:
    text = " ".join(str(error).split("\n\n")[0].split()) or type(error).__name__
    return InputError(argument, value, f"refused ({text[:_SHOWN]})", "look at engine and data")
