"""Published cells without the data: what the table cannot have given."""

from exact.errors import InputError
from exact.table.ptable import PTable
from reports.engines.duck import Engine
from reports.engines.source import Source
from reports.engines.verifying import Verified, open_published
from verification.published import alone
from verification.published.causes import NOISE, OPTIONAL, PUBLISHED, RELEASED, Columns

_NAMES = ("margin", "released", *OPTIONAL)


def verify_alone(engine: Engine, source: Source, table: PTable, by: str | None) -> Verified:
    """Count the published cells that no count, key and row of the table can give."""
    names = tuple(by.split(",")) if by else tuple(n for n in source.columns if n not in _NAMES)
    if not names:
        rule = "has no column that is a dimension"
        raise InputError("published", source.path, rule, "publish the categories of each cell")
    columns = open_published(engine, source, names)
    cells = int(engine.rows(f"SELECT count(*) FROM {PUBLISHED}")[0][0])
    wrong = _wrong_values(engine, table)
    noise = _wrong_noise(engine, table, columns)
    if noise is not None:
        wrong[NOISE] = noise
    sums = alone.wrong_sums(columns)
    if sums is not None:
        wrong[RELEASED] = int(engine.rows(sums)[0][0])
    noises = alone.Possible(table).noises
    if "margin" in source.columns:
        found = engine.rows(alone.far_margins(names, noises[0], noises[-1]))
        wrong[alone.MARGIN] = int(found[0][0])
    bad = max(wrong.values(), default=0)
    return Verified(cells, cells - bad, wrong, (), None, alone.UNSEEN)


def _wrong_values(engine: Engine, table: PTable) -> dict[str, int]:
    """Count negative, missing-by-design and impossible released values, each cell once."""
    counted = dict(
        engine.rows(
            f"SELECT released, count(*) FROM {PUBLISHED} WHERE released IS NOT NULL GROUP BY 1"
        )
    )
    negative = [value for value in counted if value < 0]
    holes = [value for value in counted if value in table.holes]
    rest = [value for value in counted if value >= 0 and value not in table.holes]
    return {
        alone.NEGATIVE: sum(counted[value] for value in negative),
        alone.HOLE: sum(counted[value] for value in holes),
        alone.IMPOSSIBLE: sum(counted[value] for value in alone.impossible(table, rest)),
    }


def _wrong_noise(engine: Engine, table: PTable, columns: Columns) -> int | None:
    """Count cells whose published count has no such noise, or not for the published key."""
    if not columns.has("count"):
        return None
    noise = "noise" if columns.has("noise") else 'released - "count"'
    key = '"key"' if columns.has("key") else "NULL"
    rows = engine.rows(
        f'SELECT "count", {noise}, {key}, count(*) FROM {PUBLISHED} '
        f'WHERE "count" IS NOT NULL AND {noise} IS NOT NULL GROUP BY ALL'
    )
    possible = alone.Possible(table)
    return sum(
        int(number)
        for count, said, at, number in rows
        if not possible.has_noise(count, said)
        or (at is not None and count > 0 and _noise_at(table, count, at) != said)
    )


def _noise_at(table: PTable, count: int, key: int) -> int | None:
    inside = table.first_key <= key <= table.last_key
    return table.noise(count, key) if inside else None
