"""Published cells compared by the engine with what was applied: causes, and the best reading."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exact.applying.names import entering, inner, inner_list, quoted, text_literal
from exact.applying.ranges import Ranges
from exact.applying.statements import APPLIED, place_of
from exact.errors import InputError
from reports.engines.applying import Application, Phase
from reports.engines.duck import Engine
from reports.engines.float_keys import FLOATS
from reports.engines.source import Source
from verification.published.causes import (
    CAUSES,
    EXPECTED,
    JUDGED,
    OPTIONAL,
    PUBLISHED,
    RIGHT,
    Columns,
    empty_cells,
    judged,
    of_other_rows,
)
from verification.published.readings import explained, readings, summed_cells

_SHOWN_CELLS = 5


@dataclass(frozen=True, slots=True)
class BestReading:
    """The other reading that explains most: so many of the wrong cells, so many cells in all."""

    name: str
    words: str
    explains: int
    of: int
    cells_right: int


@dataclass(frozen=True, slots=True)
class Verified:
    """How many cells are right, how many wrong by each cause, and the first wrong ones."""

    cells: int
    right: int
    wrong: dict[str, int]
    first: tuple[dict[str, Any], ...]
    best: BestReading | None
    unseen: str


def verify(engine: Engine, source: Source, asked: Application, phase: Phase) -> Verified:
    """Compare what was published with what was applied in the same engine."""
    columns = open_published(engine, source, asked.dimensions)
    ranges = Ranges(asked.table)
    with phase("comparing the cells"):
        _open_expected(engine, asked)
        engine.run(judged(asked.dimensions, asked.table.first_key, columns))
        engine.run(empty_cells(asked.margins))
        engine.run(of_other_rows(ranges))
    counted = dict(engine.rows(f"SELECT cause, count(*) FROM {JUDGED} GROUP BY cause"))
    cells, right = sum(counted.values()), counted.get(RIGHT, 0)
    with phase("trying other readings"):
        best = _best(engine, asked, ranges, cells - right) if cells > right else None
    wrong = {cause: counted.get(cause, 0) for cause in CAUSES}
    return Verified(cells, right, wrong, _first(engine, asked), best, columns.unseen)


def open_published(engine: Engine, source: Source, dimensions: Sequence[str]) -> Columns:
    """Make the view of the published cells: categories as text, numbers as integers."""
    for name in (*dimensions, "released"):
        source.column(name, "published")
    margin = "coalesce(margin, '')" if "margin" in source.columns else "''"
    given = frozenset(name for name in OPTIONAL if name in source.columns)
    numbers = [name for name in (*OPTIONAL, "released") if name in source.columns]
    for name in numbers:
        _check_whole(engine, source, name)
    texts = entering(dimensions, text=True)
    whole = ", ".join(f"CAST({quoted(n)} AS BIGINT) AS {quoted(n)}" for n in numbers)
    names = inner_list(dimensions)
    engine.run(
        f"CREATE TABLE {PUBLISHED} AS SELECT *, row_number() OVER () AS id, row_number() OVER "
        f"(PARTITION BY margin, {names}) AS place FROM "
        f"(SELECT {texts}, {margin} AS margin, {whole} FROM {source.reading})",
        about="published",
    )
    return Columns(given)


def _check_whole(engine: Engine, source: Source, name: str) -> None:
    column = quoted(name)
    wrong = (
        f"TRY_CAST({column} AS DECIMAL(38, 9)) IS NULL "
        f"OR TRY_CAST({column} AS DECIMAL(38, 9)) <> TRY_CAST({column} AS BIGINT)"
    )
    found = engine.rows(
        f"SELECT {column} FROM {source.reading} WHERE {column} IS NOT NULL AND ({wrong}) LIMIT 1"
    )
    if found:
        rule = f"in the column {name} of what was published is no integer"
        raise InputError("published", found[0][0], rule, "publish whole numbers")


def _open_expected(engine: Engine, asked: Application) -> None:
    """Make the view of what was applied, with what sums of doubles give where they were made."""
    names = asked.dimensions
    texts = " ".join(f"WHEN {m.mask} THEN {text_literal(m.text)}" for m in asked.margins)
    categories = ", ".join(f"CAST(a.{inner(n)} AS VARCHAR) AS {inner(n)}" for n in names)
    floats, joined = "NULL AS float_key, NULL AS float_noise", ""
    if asked.filed is not None:
        same = " AND ".join(f"a.{inner(n)} IS NOT DISTINCT FROM f.{inner(n)}" for n in names)
        floats = "f.as_filed_key AS float_key, CAST(f.as_filed_noise AS BIGINT) AS float_noise"
        joined = f"LEFT JOIN {FLOATS} AS f ON a.summed = f.summed AND {same}"
    made = {"n": "n", "k": "k", "p": place_of(asked.table), "noise": "noise"}
    numbers = ", ".join(f"CAST(a.{sql} AS BIGINT) AS {name}" for name, sql in made.items())
    engine.run(
        f"CREATE VIEW {EXPECTED} AS SELECT {categories}, CASE a.summed {texts} END AS margin, "
        f"{numbers}, {floats} FROM {APPLIED} AS a {joined}"
    )


def _best(engine: Engine, asked: Application, ranges: Ranges, wrong: int) -> BestReading | None:
    """Return the reading under which most cells are right, if more are than as they should be."""
    found = []
    for reading in readings(asked.table, asked.dimensions):
        right, mended = engine.rows(explained(reading, ranges))[0]
        found.append(BestReading(reading.name, reading.words, mended, wrong, right))
    if len(asked.margins) > 1:
        right, mended = engine.rows(summed_cells(asked.margins))[0]
        words = "margins are sums of the released cells"
        found.append(BestReading("margins-of-noisy-cells", words, mended, wrong, right))
    (right,) = engine.rows(
        f"SELECT count(*) FROM {JUDGED} WHERE cause = '{RIGHT}' AND n IS NOT NULL"
    )[0]
    best = max(found, key=lambda one: (one.cells_right, one.explains))
    return best if best.cells_right > right else None


def _first(engine: Engine, asked: Application) -> tuple[dict[str, Any], ...]:
    names = inner_list(asked.dimensions)
    rows = engine.rows(
        f"SELECT {names}, margin, cause, n + noise, released FROM {JUDGED} "
        f"WHERE cause <> '{RIGHT}' ORDER BY margin, {names} LIMIT {_SHOWN_CELLS}"
    )
    heads = (*asked.dimensions, "margin", "cause", "expected", "released")
    return tuple(dict(zip(heads, row, strict=True)) for row in rows)
