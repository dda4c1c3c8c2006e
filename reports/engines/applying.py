"""A table applied to records by the engine: phase by phase, each answer checked before the next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exact.applying import statements
from exact.applying.margins import Margin
from exact.applying.names import inner, inner_list, text_literal
from exact.applying.ranges import Ranges
from exact.applying.statements import KeyColumns
from exact.applying.where import Condition
from exact.errors import Disagreement, InputError
from exact.table.ptable import PTable
from reports.engines.duck import Engine
from reports.engines.float_keys import FloatKeys, float_keys, open_sums
from reports.engines.records import Counted, Grid, checked_records, key_names, open_records
from reports.engines.source import CSV, Source

_SHOWN_CELLS = 3
Phase = Callable[[str], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class Application:
    """What is asked: the table as its keys are used, dimensions and margins, keys, selection.

    ``zeros`` adds the empty cells: the product of the categories that occur, or of those that are
    ``declared`` for a dimension. Where record keys are fractions, ``filed`` is the table as its
    file has it.
    """

    table: PTable
    margins: tuple[Margin, ...]
    keys: KeyColumns
    grid: Grid
    where: tuple[Condition, ...] = ()
    zeros: bool = False
    declared: Mapping[str, tuple[str, ...]] | None = None
    filed: PTable | None = None

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The dimensions of the table."""
        return self.margins[0].dimensions


@dataclass(frozen=True, slots=True)
class Applied:
    """How much was counted: the cells are the engine's view of that name.

    ``counted`` has the records and the least and largest of their keys; ``empty`` is how many of
    the cells have no record.
    """

    counted: Counted
    cells: int
    by_margin: dict[str, int]
    floats: FloatKeys | None = None
    empty: int = 0

    @property
    def records(self) -> int:
        """How many records were counted."""
        return self.counted.records


def apply(engine: Engine, source: Source, asked: Application, phase: Phase) -> Applied:
    """Count, look up, and check: each cell has one range, each margin counts every record."""
    engine.take_threads(source.path.stat().st_size)
    with phase("reading the records"):
        open_records(engine, source, asked.dimensions, asked.keys, asked.grid, asked.where)
        engine.run(statements.finest(asked.dimensions, asked.keys))
        read = checked_records(engine, asked.keys)
    with phase("counting the cells"):
        table = asked.table
        texts = _texts(engine, statements.FINEST, asked.dimensions)
        for made in statements.category_types(asked.dimensions, texts, asked.declared or {}):
            engine.run(made)
        for made in statements.cells(asked.margins, asked.keys, table, read.records, texts):
            engine.run(made)
        engine.run(f"DROP TABLE {statements.FINEST}")
    complete(engine, asked, read.records, phase)
    floats = None
    if asked.filed is not None:
        with phase("adding the keys as floating-point numbers"):
            (column,) = key_names(asked.keys)
            open_sums(engine, source, column, asked.margins, asked.where)
            floats = float_keys(engine, asked.margins, asked.filed, asked.table)
    return counted(engine, asked, read, floats)


def _texts(engine: Engine, table: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the dimensions that are text, in a type of their own or not."""
    asked = ", ".join(f"regexp_matches(typeof({inner(n)}), '^(VARCHAR$|ENUM)')" for n in names)
    found = engine.rows(f"SELECT {asked} FROM {table} LIMIT 1")
    return tuple(name for name, text in zip(names, *found, strict=True) if text) if found else ()


def complete(engine: Engine, asked: Application, records: int, phase: Phase) -> None:
    """Check the cells, add the empty ones, find the noise of each."""
    _reconcile(engine, asked.margins, records)
    if asked.zeros:
        with phase("adding the empty cells"):
            _add_zeros(engine, asked)
    with phase("looking up the noise"):
        _look_up(engine, asked)


def counted(
    engine: Engine, asked: Application, read: Counted, floats: FloatKeys | None = None
) -> Applied:
    """Return how many cells there are of each margin."""
    cells = statements.CELLS
    found = dict(engine.rows(f"SELECT summed, count(*) FROM {cells} GROUP BY summed"))
    by_margin = {m.text: found[m.mask] for m in asked.margins if m.mask in found}
    ((empty,),) = engine.rows(f"SELECT count(*) FROM {cells} WHERE n = 0")
    return Applied(read, sum(by_margin.values()), by_margin, floats, int(empty))


def first_below(engine: Engine, asked: Application, floor: int) -> str:
    """Return the first cells with a smaller count in words; empty where there is none."""
    rows = engine.rows(
        f"SELECT {inner_list(asked.dimensions)}, summed, n FROM {statements.APPLIED} "
        f"WHERE n < {floor} ORDER BY n LIMIT {_SHOWN_CELLS}"
    )
    return "; ".join(_cell_text(asked.dimensions, row) for row in rows)


def write(engine: Engine, asked: Application, path: Path, suffix: str, publish: bool) -> None:
    """Write the result to a file that nobody reads yet."""
    texts = _texts(engine, statements.APPLIED, asked.dimensions)
    rows = statements.released(asked.margins, asked.table.first_key, publish, texts)
    kind = "FORMAT csv, HEADER true" if suffix == CSV else "FORMAT parquet, COMPRESSION zstd"
    with engine.sorting():
        engine.run(f"COPY ({rows}) TO {text_literal(str(path))} ({kind})", about="output")


def _reconcile(engine: Engine, margins: Sequence[Margin], records: int) -> None:
    """See that the cells of every margin hold every record once."""
    found = dict(engine.rows(f"SELECT summed, sum(n) FROM {statements.CELLS} GROUP BY summed"))
    for margin in margins:
        if found.get(margin.mask, 0) != records:
            told = f"the margin over {margin.text or 'nothing'} counts {found.get(margin.mask)}"
            raise Disagreement(f"{told} of {records} records")


def _add_zeros(engine: Engine, asked: Application) -> None:
    tables = [f"categories_{number}" for number in range(len(asked.dimensions))]
    whole = asked.margins[0].mask
    for name, table in zip(asked.dimensions, tables, strict=True):
        engine.run(
            f"CREATE OR REPLACE TABLE {table} AS SELECT DISTINCT {inner(name)} "
            f"FROM {statements.CELLS} WHERE summed = {whole}"
        )
        _declare(engine, asked, name, table)
    for margin in asked.margins:
        if margin.kept:
            engine.run(statements.zeros(margin, tables, asked.table.first_key))


def _declare(engine: Engine, asked: Application, name: str, table: str) -> None:
    """Add the categories that were declared; one that occurs and was not declared is refused."""
    declared = (asked.declared or {}).get(name)
    if declared is None:
        return
    values = ", ".join(f"({text_literal(value)})" for value in declared)
    column = inner(name)
    unknown = engine.rows(
        f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL "
        f"AND CAST({column} AS VARCHAR) NOT IN (SELECT * FROM (VALUES {values})) LIMIT 1"
    )
    if unknown:
        rule = f"occurs in the column {name} and is not among the declared categories"
        raise InputError("categories", unknown[0][0], rule, "declare it, or leave such records out")
    engine.run(
        f"INSERT INTO {table} SELECT v FROM (VALUES {values}) AS given(v) WHERE NOT EXISTS "
        f"(SELECT 1 FROM {table} WHERE CAST({column} AS VARCHAR) = v)"
    )


def _look_up(engine: Engine, asked: Application) -> None:
    ranges, table = Ranges(asked.table), asked.table
    uncovered = engine.rows(statements.uncovered(asked.dimensions, ranges, _SHOWN_CELLS))
    if uncovered:
        cells = "; ".join(_cell_text(asked.dimensions, row) for row in uncovered)
        rule = f"is not covered by the table ({_cells_are(table)}): {cells}"
        remedy = "use a table that covers every count that occurs"
        raise InputError("count", uncovered[0][-1], rule, remedy)
    open_table(engine, ranges)
    _place_keys(engine, table)
    engine.run(statements.applied(asked.dimensions, ranges))
    cells, found = engine.rows(
        f"SELECT (SELECT count(*) FROM {statements.CELLS}), "
        f"(SELECT count(*) FROM {statements.APPLIED})"
    )[0]
    if cells != found:
        wrong = engine.rows(statements.unmatched(asked.dimensions))
        cell = _cell_text(asked.dimensions, wrong[0][:-2]) if wrong else "none found"
        raise Disagreement(f"{cells} cells met {found} ranges of keys; the first: {cell}")


def open_table(engine: Engine, ranges: Ranges) -> None:
    """Give the engine the table: the row of every count, and the ranges of keys of every row."""
    rows = enumerate(ranges.row_numbers, start=ranges.table.first_count)
    engine.fill(statements.ROWS, ("for_count", "row_number"), list(rows))
    names = ("row_number", "first_key", "last_key", "noise")
    engine.fill(statements.RUNS, names, list(ranges.runs()))
    engine.run(statements.key_ranges(ranges))


def _place_keys(engine: Engine, table: PTable) -> None:
    """Where the table has a key order, list the place of every key that occurs."""
    order = table.key_order
    if order is None:
        return
    keys = [
        key for (key,) in engine.rows(f"SELECT DISTINCT k FROM {statements.CELLS} WHERE k >= 0")
    ]
    places = [(key, order.place(key, table.keysize)) for key in keys]
    engine.fill(statements.PLACES, ("of_key", "p"), places)


def _cells_are(table: PTable) -> str:
    return f"its rows are for {table.first_count} to {table.last_count}"


def _cell_text(dimensions: Sequence[str], row: Sequence[Any]) -> str:
    """Return a cell in words: its categories, and its count."""
    return f"{', '.join(_category(dimensions, row))} has {row[len(dimensions) + 1]}"


def _category(dimensions: Sequence[str], row: Sequence[Any]) -> Iterator[str]:
    mask = int(row[len(dimensions)])
    for place, name in enumerate(dimensions):
        if mask >> (len(dimensions) - 1 - place) & 1:
            yield f"all {name}"
        else:
            yield f"{name} {'missing' if row[place] is None else row[place]}"
