"""Published cells compared by the engine with what was applied: causes, and the best reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from exact.applying.margins import margins_called
from exact.applying.names import RESULT_COLUMNS, inner, inner_list, quoted, text_literal
from exact.applying.ranges import Ranges
from exact.applying.statements import APPLIED, CELLS, empty_cell, place_of
from exact.errors import InputError
from reports.engines.applying import Application, Phase
from reports.engines.duck import Engine
from reports.engines.float_keys import FLOATS
from reports.engines.source import CSV, Source
from verification.published.causes import (
    EXPECTED,
    JUDGED,
    OPTIONAL,
    PUBLISHED,
    RIGHT,
    Columns,
    are_empty,
    judged,
    judged_empty,
    of_other_rows,
)
from verification.published.readings import explained, readings, summed_cells

SHOWN_CELLS = 5
# What is said of a wrong cell after its categories.
HEADS = ("margin", "cause", "expected", "published", "released")
_TEXTS = "margin_texts"
# The columns of the ONS's tool: what ptcert calls each of them.
_ONS = {"count": "pre_sdc_count", "key": "ckey", "noise": "pvalue", "released": "count"}
_ONS_ROW = "pcv"
# Numbers of published cells are below it, so that sums of two stay within 64 bits.
_MOST_NUMBER = 1 << 62


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
    """How many cells are right, how many wrong by each cause, and the first wrong ones.

    ``wrong_cells`` selects every wrong cell in the engine.
    """

    cells: int
    right: int
    wrong: dict[str, int]
    first: tuple[dict[str, Any], ...]
    best: BestReading | None
    unseen: str
    wrong_cells: str


@dataclass(frozen=True)
class Publication:
    """A file of published cells, and which of its columns is what.

    In the layout of the ONS's tool ``count`` is the released count. Names differ from ours in
    small and large letters at most.
    """

    source: Source

    @cached_property
    def is_ons(self) -> bool:
        """Whether the released count is the column ``count``."""
        names = {name.casefold() for name in self.source.columns}
        return "released" not in names and "count" in names

    @cached_property
    def columns(self) -> dict[str, str]:
        """The column of the file for each of ours that it has."""
        known = {name.casefold(): name for name in self.source.columns}
        wanted = dict(zip(RESULT_COLUMNS, RESULT_COLUMNS, strict=True))
        wanted |= _ONS if self.is_ons else {}
        return {ours: known[theirs] for ours, theirs in wanted.items() if theirs in known}

    @property
    def own_dimensions(self) -> tuple[str, ...]:
        """The columns that are left: its dimensions, where nobody names them."""
        known = {*self.columns.values(), *((_ONS_ROW,) if self.is_ons else ())}
        return tuple(name for name in self.source.columns if name not in known)

    def beside(self, dimensions: Sequence[str]) -> tuple[str, ...]:
        """Return the columns that are compared with nothing."""
        known = {*self.columns.values(), *dimensions}
        return tuple(name for name in self.source.columns if name not in known)

    def margin_texts(self, engine: Engine) -> list[str]:
        """Return what the file calls its margins; without such a column it has the whole table."""
        if "margin" not in self.columns:
            return [""]
        column = f"coalesce(CAST({quoted(self.columns['margin'])} AS VARCHAR), '')"
        found = engine.rows(f"SELECT DISTINCT {column} FROM {self.source.reading} ORDER BY 1")
        return [text for (text,) in found]


def verify(
    engine: Engine,
    published: Publication,
    asked: Application,
    phase: Phase,
    threshold: int | None = None,
) -> Verified:
    """Compare what was published with what was applied in the same engine."""
    ranges = Ranges(asked.table)
    with phase("comparing the cells"):
        _open_expected(engine, asked)
        empty = _empty_texts(engine, published, asked.dimensions)
        columns = open_published(engine, published, asked.dimensions, empty, threshold)
        engine.run(judged(asked.dimensions, asked.table.first_key, columns))
        _judge_empty(engine, asked, columns)
        engine.run(of_other_rows(ranges))
    counted = dict(engine.rows(f"SELECT cause, count(*) FROM {JUDGED} GROUP BY cause"))
    cells, right = sum(counted.values()), counted.get(RIGHT, 0)
    with phase("trying other readings"):
        best = _best(engine, asked, ranges, cells - right) if cells > right else None
    wrong = {cause: counted.get(cause, 0) for cause in columns.causes}
    listed = _wrong_cells(asked, columns)
    return Verified(cells, right, wrong, _first(engine, asked), best, columns.unseen, listed)


def open_published(
    engine: Engine,
    published: Publication,
    dimensions: Sequence[str],
    empty: Mapping[str, str],
    threshold: int | None = None,
) -> Columns:
    """Make the table of the published cells: categories as text, numbers as integers.

    ``empty`` says for a dimension how empty text and what is missing are made one (in SQL); else
    they are two categories. What is summed over has none.
    """
    source, ours = published.source, published.columns
    for name in dimensions:
        source.column(name, "published")
    source.column(ours.get("released", "released"), "published")
    given = tuple(name for name in (*OPTIONAL, "released") if name in ours)
    _check_whole(engine, source, [ours[name] for name in given])
    _open_margins(engine, published, tuple(dimensions))
    margin = "''"
    if "margin" in ours:
        margin = f"coalesce(CAST({quoted(ours['margin'])} AS VARCHAR), '')"
    texts = ", ".join(f"CAST({quoted(n)} AS VARCHAR) AS {inner(n)}" for n in dimensions)
    whole = ", ".join(f"{_whole(source, ours[n])} AS {quoted(n)}" for n in given)
    kept = ", ".join(
        f"CASE WHEN (CAST(t.summed AS INTEGER) >> {bit}) & 1 = 1 THEN nullif({inner(n)}, '') "
        f"ELSE {empty.get(n, '{}').format(inner(n))} END AS {inner(n)}"
        for bit, n in enumerate(reversed(dimensions))
    )
    names = inner_list(dimensions)
    engine.run("SET preserve_insertion_order = true")
    engine.run(
        f"CREATE TABLE {PUBLISHED} AS SELECT *, row_number() OVER (PARTITION BY margin, {names} "
        f"ORDER BY line) AS place FROM (SELECT line, {kept}, coalesce(t.called, r.margin) AS "
        f"margin, CAST(t.summed AS INTEGER) AS summed, {', '.join(map(quoted, given))} FROM "
        f"(SELECT row_number() OVER () AS line, {texts}, {margin} AS margin, {whole} "
        f"FROM {source.reading}) AS r LEFT JOIN {_TEXTS} AS t ON r.margin = t.said)",
        about="published",
    )
    engine.run("SET preserve_insertion_order = false")
    return Columns(frozenset(given), threshold)


def _open_margins(engine: Engine, published: Publication, dimensions: tuple[str, ...]) -> None:
    """Make the table of what margins are called: in the file, and here."""
    found = margins_called(dimensions, published.margin_texts(engine))
    rows = [(text, margin.text, str(margin.mask)) for text, margin in found.items()]
    engine.fill(_TEXTS, ("said", "called", "summed"), rows, "VARCHAR")


def _check_whole(engine: Engine, source: Source, names: Sequence[str]) -> None:
    """Refuse numbers that are not whole, or so large that no count is."""
    first = ", ".join(
        f"min(CAST({quoted(name)} AS VARCHAR)) FILTER "
        f"({quoted(name)} IS NOT NULL AND coalesce({_is_odd(source, name)}, true))"
        for name in names
    )
    (found,) = engine.rows(f"SELECT {first} FROM {source.reading}")
    for name, value in zip(names, found, strict=True):
        if value is not None:
            rule = f"in the column {name} of what was published is no integer"
            raise InputError("published", value, rule, "publish whole numbers")


def _is_odd(source: Source, name: str) -> str:
    """Return what tells that a number is none that a cell has, as SQL."""
    column, number = quoted(name), _whole(source, name, "TRY_CAST")
    large = f"abs({number}) >= {_MOST_NUMBER}"
    if source.columns[name] == "VARCHAR":
        whole = f"regexp_full_match({column}, '[+-]?[0-9]+([.]0*)?|')"
        return f"NOT {whole} OR ({column} <> '' AND coalesce({large}, true))"
    return f"{large} OR CAST({column} AS VARCHAR) IN ('nan', 'inf') OR {column} <> {number}"


def _whole(source: Source, name: str, cast: str = "CAST") -> str:
    """Return a column of numbers as SQL; the empty text is no number."""
    text = source.columns[name] == "VARCHAR"
    column = f"split_part({quoted(name)}, '.', 1)" if text else quoted(name)
    return f"{cast}(nullif({column}, '') AS BIGINT)" if text else f"{cast}({column} AS BIGINT)"


def _empty_texts(
    engine: Engine, published: Publication, dimensions: Sequence[str]
) -> dict[str, str]:
    """Return for each dimension how empty text and what is missing are one, where they are.

    CSV does not always tell them apart. Where the data have one of the two alone, both are it.
    """
    if published.source.path.suffix.lower() != CSV:
        return {}
    told = ", ".join(
        f"bool_or(CAST({inner(n)} AS VARCHAR) = ''), bool_or({inner(n)} IS NULL)"
        for n in dimensions
    )
    (found,) = engine.rows(f"SELECT {told} FROM {CELLS} WHERE summed = 0")
    one = {}
    for place, name in enumerate(dimensions):
        text, missing = found[2 * place : 2 * place + 2]
        if not (text and missing):
            one[name] = "coalesce({}, '')" if text else "nullif({}, '')"
    return one


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
        f"CAST(a.summed AS INTEGER) AS summed, {numbers}, {floats} FROM {APPLIED} AS a {joined}"
    )


def _judge_empty(engine: Engine, asked: Application, columns: Columns) -> None:
    """Judge the published cells that no record is in: their count is 0, and so is their key."""
    empty = are_empty(asked.margins)
    if not engine.rows(f"SELECT 1 FROM {JUDGED} WHERE {empty} LIMIT 1"):
        return
    if asked.table.zero == "none":
        rule = "is not covered by the table, and cells without records are published"
        raise InputError("count", 0, rule, "say what the table does with them: --zero preserve")
    place, noise = empty_cell(asked.table)
    for made in judged_empty(asked.margins, asked.table.first_key, place, noise, columns):
        engine.run(made)


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
    """Return the first wrong cells: what is expected and published of the number that is wrong."""
    names, first = inner_list(asked.dimensions), asked.table.first_key
    expected = f"CASE cause WHEN 'count' THEN n WHEN 'key' THEN k + {first} ELSE n + noise END"
    said = f"CASE cause WHEN 'count' THEN said_count WHEN 'key' THEN said_key + {first}"
    rows = engine.rows(
        f"SELECT {names}, margin, cause, {expected}, {said} ELSE released END, released "
        f"FROM {JUDGED} WHERE cause <> '{RIGHT}' ORDER BY margin, {names}, line LIMIT {SHOWN_CELLS}"
    )
    return tuple(dict(zip((*asked.dimensions, *HEADS), row, strict=True)) for row in rows)


def _wrong_cells(asked: Application, columns: Columns) -> str:
    """Return what selects every wrong cell: what is expected, what was published, in its order."""
    first = asked.table.first_key
    expected = {"count": "n", "key": f"k + {first}", "noise": "noise", "released": "n + noise"}
    said = {"count": "said_count", "key": f"said_key + {first}", "noise": "said_noise"}
    shown = {"cause": "cause", "line": "line"}
    shown |= {f"expected_{name}": sql for name, sql in expected.items()}
    shown |= {f"published_{name}": said[name] for name in OPTIONAL if columns.has(name)}
    shown["published_released"] = "released"
    return listed(asked.dimensions, shown, f"{JUDGED} WHERE cause <> '{RIGHT}'")


def listed(dimensions: Sequence[str], shown: Mapping[str, str], rows: str) -> str:
    """Return what selects cells in the order of the table; a name that a dimension has gets a _."""
    taken = {name.casefold() for name in dimensions}
    columns = {name: inner(name) for name in dimensions} | {"margin": "margin"}
    for name, sql in shown.items():
        free = name
        while free in taken:
            free += "_"
        columns[free] = sql
    told = ", ".join(f"{sql} AS {quoted(name)}" for name, sql in columns.items())
    return f"SELECT {told} FROM {rows} ORDER BY margin, {inner_list(dimensions)}, line"


def write_list(engine: Engine, found: Verified, path: Path, suffix: str) -> None:
    """Write every wrong cell to a file that nobody reads yet."""
    kind = "FORMAT csv, HEADER true" if suffix == CSV else "FORMAT parquet, COMPRESSION zstd"
    with engine.sorting():
        copied = f"COPY ({found.wrong_cells}) TO {text_literal(str(path))} ({kind})"
        engine.run(copied, about="output")
