"""Published cells without the data: what the table cannot have given."""

from collections.abc import Iterator
from typing import Any

from exact.applying.margins import margins_called
from exact.applying.names import inner, inner_list
from exact.table.ptable import PTable
from reports.engines.duck import Engine
from reports.engines.verifying import (
    HEADS,
    SHOWN_CELLS,
    Publication,
    Verified,
    listed,
    open_published,
)
from verification.published import alone
from verification.published.causes import (
    BELOW,
    EXTRA,
    KEY,
    MISSING,
    NOISE,
    OPTIONAL,
    PUBLISHED,
    Columns,
)

_FAULTS, _BAD = "faults", "bad_cells"


def verify_alone(
    engine: Engine,
    published: Publication,
    table: PTable,
    names: tuple[str, ...],
    threshold: int | None = None,
) -> Verified:
    """Count the published cells that no count, key and row of the table can give."""
    columns = open_published(engine, published, names, {}, threshold)
    engine.run(f"CREATE TABLE {_FAULTS} (place INTEGER, cause VARCHAR, line BIGINT)")
    wrong = dict.fromkeys(_causes(columns), 0)
    for place, (cause, cells) in enumerate(_checks(engine, published, table, columns, names)):
        engine.run(f"INSERT INTO {_FAULTS} SELECT {place}, '{cause}', line FROM ({cells})")
        found = engine.rows(f"SELECT count(*) FROM {_FAULTS} WHERE place = {place}")
        wrong[cause] += int(found[0][0])
    engine.run(
        f"CREATE VIEW {_BAD} AS SELECT p.*, f.cause FROM {PUBLISHED} AS p JOIN (SELECT line, "
        f"string_agg(DISTINCT cause, '; ' ORDER BY cause) AS cause FROM {_FAULTS} GROUP BY line) "
        "AS f ON p.line = f.line"
    )
    cells, bad = engine.rows(
        f"SELECT (SELECT count(*) FROM {PUBLISHED}), (SELECT count(*) FROM {_BAD})"
    )[0]
    shown = {"cause": "cause", "line": "line"}
    shown |= {f"published_{n}": f'"{n}"' for n in OPTIONAL if columns.has(n)}
    shown["published_released"] = "released"
    first = _first(engine, names)
    listing = listed(names, shown, _BAD)
    return Verified(cells, cells - bad, wrong, first, None, alone.UNSEEN, listing)


def _causes(columns: Columns) -> tuple[str, ...]:
    """Return the causes that are looked for, in this order."""
    named = (MISSING, alone.NEGATIVE, alone.HOLE, alone.IMPOSSIBLE, EXTRA, KEY, NOISE)
    below = () if columns.threshold is None else (BELOW,)
    return (*named, alone.RELEASED, alone.MARGIN, *below)


def _checks(
    engine: Engine,
    published: Publication,
    table: PTable,
    columns: Columns,
    names: tuple[str, ...],
) -> Iterator[tuple[str, str]]:
    """Yield each cause with what finds its cells."""
    cells = f"SELECT line FROM {PUBLISHED}"
    _list_impossible(engine, table)
    holes = ", ".join(map(str, table.holes)) or "NULL"
    impossible = "released IN (SELECT value FROM impossible)"
    yield MISSING, alone.missing(columns)
    yield alone.NEGATIVE, f"{cells} WHERE released < 0 AND {impossible}"
    yield alone.HOLE, f"{cells} WHERE released IN ({holes})"
    yield alone.IMPOSSIBLE, f"{cells} WHERE released >= 0 AND {impossible}"
    yield EXTRA, f"{cells} WHERE place > 1 OR summed IS NULL"
    if columns.has("key"):
        none = f'"key" NOT BETWEEN {table.first_key} AND {table.last_key}'
        if columns.has("count"):
            none = f'CASE WHEN "count" = 0 THEN "key" <> 0 ELSE {none} END'
        yield KEY, f"{cells} WHERE {none}"
    if columns.has("count"):
        yield NOISE, _wrong_noise(engine, table, columns)
    sums = alone.wrong_sums(columns)
    if sums is not None:
        yield alone.RELEASED, sums
    if columns.threshold is not None:
        yield BELOW, f"{cells} WHERE released < {columns.threshold}"
    made = margins_called(names, ["", *published.margin_texts(engine)])
    if len(set(made.values())) > 1:
        noises = alone.Possible(table).noises
        yield alone.MARGIN, alone.far_margins(tuple(made.values()), noises[0], noises[-1])


def _list_impossible(engine: Engine, table: PTable) -> None:
    """List the released values that no count gives and that are no holes."""
    values = [
        value
        for (value,) in engine.rows(f"SELECT DISTINCT released FROM {PUBLISHED}")
        if value is not None and value not in table.holes
    ]
    engine.fill("impossible", ("value",), [(v,) for v in alone.impossible(table, values)])


def _wrong_noise(engine: Engine, table: PTable, columns: Columns) -> str:
    """Return the cells whose published count has no such noise, or not for the published key."""
    noise = "noise" if columns.has("noise") else 'released - "count"'
    key = '"key"' if columns.has("key") else "CAST(NULL AS BIGINT)"
    inside = f"CASE WHEN {key} BETWEEN {table.first_key} AND {table.last_key} THEN {key} END"
    engine.run(
        f'CREATE TABLE said AS SELECT line, "count" AS n, {noise} AS z, {inside} AS k '
        f'FROM {PUBLISHED} WHERE "count" IS NOT NULL AND {noise} IS NOT NULL'
    )
    possible = alone.Possible(table)
    wrong = [
        (count, said, -1 if at is None else at)
        for count, said, at in engine.rows("SELECT DISTINCT n, z, k FROM said")
        if not possible.has_noise(count, said, at)
    ]
    engine.fill("wrong_noise", ("n", "z", "k"), wrong)
    same = "said.n = w.n AND said.z = w.z AND coalesce(said.k, -1) = w.k"
    return f"SELECT line FROM said SEMI JOIN wrong_noise AS w ON {same}"


def _first(engine: Engine, names: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    """Return the first wrong cells, in the order of the table."""
    rows = engine.rows(
        f"SELECT {inner_list(names)}, margin, cause, NULL, released, released FROM {_BAD} "
        f"ORDER BY margin, {', '.join(map(inner, names))}, line LIMIT {SHOWN_CELLS}"
    )
    return tuple(dict(zip((*names, *HEADS), row, strict=True)) for row in rows)
