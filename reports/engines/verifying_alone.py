"""Published cells without the data: what the table cannot have given."""

from collections.abc import Iterator

from exact.applying.margins import margins
from exact.applying.names import dimensions
from exact.errors import InputError
from exact.table.ptable import PTable
from reports.engines.duck import Engine
from reports.engines.source import Source
from reports.engines.verifying import Verified, open_published
from verification.published import alone
from verification.published.causes import CAUSES, EXTRA, NOISE, OPTIONAL, PUBLISHED, Columns

_NAMES = ("margin", "released", *OPTIONAL)
_FAULTS = "faults"


def verify_alone(engine: Engine, source: Source, table: PTable, by: str | None) -> Verified:
    """Count the published cells that no count, key and row of the table can give."""
    given = tuple(by.split(",")) if by else tuple(n for n in source.columns if n not in _NAMES)
    if not given:
        rule = "has no column that is a dimension"
        raise InputError("published", source.path, rule, "publish the categories of each cell")
    names = dimensions(given)
    columns = open_published(engine, source, names)
    engine.run(f"CREATE TABLE {_FAULTS} (cause VARCHAR, id BIGINT)")
    wrong = dict.fromkeys(CAUSES, 0)
    for cause, cells in _checks(engine, table, columns, names):
        engine.run(f"INSERT INTO {_FAULTS} SELECT '{cause}', id FROM ({cells})")
        found = engine.rows(f"SELECT count(*) FROM {_FAULTS} WHERE cause = '{cause}'")
        wrong[cause] = int(found[0][0])
    cells, bad = engine.rows(
        f"SELECT (SELECT count(*) FROM {PUBLISHED}), (SELECT count(DISTINCT id) FROM {_FAULTS})"
    )[0]
    return Verified(cells, cells - bad, wrong, (), None, alone.UNSEEN)


def _checks(
    engine: Engine, table: PTable, columns: Columns, names: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield each cause with what finds its cells."""
    cells = f"SELECT id FROM {PUBLISHED}"
    _list_impossible(engine, table)
    holes = ", ".join(map(str, table.holes)) or "NULL"
    yield alone.NEGATIVE, f"{cells} WHERE released < 0"
    yield alone.HOLE, f"{cells} WHERE released IN ({holes})"
    yield alone.IMPOSSIBLE, f"{cells} WHERE released IN (SELECT value FROM impossible)"
    yield EXTRA, f"{cells} WHERE place > 1"
    if columns.has("count"):
        yield NOISE, _wrong_noise(engine, table, columns)
    sums = alone.wrong_sums(columns)
    if sums is not None:
        yield alone.RELEASED, sums
    texts = [text for (text,) in engine.rows(f"SELECT DISTINCT margin FROM {PUBLISHED}")]
    if any(texts):
        noises = alone.Possible(table).noises
        made = margins(names, ";".join(text for text in texts if text))
        yield alone.MARGIN, alone.far_margins(made, noises[0], noises[-1])


def _list_impossible(engine: Engine, table: PTable) -> None:
    """List the released values that no count gives and that are neither negative nor holes."""
    values = [
        value
        for (value,) in engine.rows(f"SELECT DISTINCT released FROM {PUBLISHED}")
        if value is not None and value >= 0 and value not in table.holes
    ]
    engine.fill("impossible", ("value",), [(v,) for v in alone.impossible(table, values)])


def _wrong_noise(engine: Engine, table: PTable, columns: Columns) -> str:
    """Return the cells whose published count has no such noise, or not for the published key."""
    noise = "noise" if columns.has("noise") else 'released - "count"'
    key = '"key"' if columns.has("key") else "CAST(NULL AS BIGINT)"
    engine.run(
        f'CREATE TABLE said AS SELECT id, "count" AS n, {noise} AS z, {key} AS k '
        f'FROM {PUBLISHED} WHERE "count" IS NOT NULL AND {noise} IS NOT NULL'
    )
    possible = alone.Possible(table)
    wrong = [
        (count, said, -1 if at is None else at)
        for count, said, at in engine.rows("SELECT DISTINCT n, z, k FROM said")
        if not possible.has_noise(count, said)
        or (at is not None and count > 0 and _noise_at(table, count, at) != said)
    ]
    engine.fill("wrong_noise", ("n", "z", "k"), wrong)
    same = "said.n = w.n AND said.z = w.z AND coalesce(said.k, -1) = w.k"
    return f"SELECT id FROM said SEMI JOIN wrong_noise AS w ON {same}"


def _noise_at(table: PTable, count: int, key: int) -> int | None:
    inside = table.first_key <= key <= table.last_key
    return table.noise(count, key) if inside else None
