"""Why a published cell is wrong: one cause for each, the first that can be seen.

Count, key and noise are compared where they are published, in the order in which they are made;
what is not published is inferred from the released count as far as that goes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exact.applying.margins import Margin
from exact.applying.names import inner, quoted
from exact.applying.ranges import Ranges
from exact.applying.statements import CELLS, RANGES

RIGHT = "right"
COUNT, KEY, ROW, NOISE, MISSING, EXTRA = "count", "key", "row", "noise", "missing", "extra"
BELOW = "below"
CAUSES = (COUNT, KEY, ROW, NOISE, MISSING, EXTRA)
WORDS = {
    COUNT: "the count is not that of the data",
    KEY: "the key is not that of the cell's records",
    ROW: "the noise is that of another row for this key",
    NOISE: "no row gives this noise, or that in the released count, for this key",
    MISSING: "a cell of the data, or its released count, is not published",
    EXTRA: "a cell is published that the data do not have, or twice",
    BELOW: "a released count below the threshold is published",
}
EXPECTED, PUBLISHED, JUDGED = "expected", "published", "judged"
# What a publication may hold beside its dimensions and the released count.
OPTIONAL = ("count", "key", "noise")


@dataclass(frozen=True, slots=True)
class Columns:
    """What was published of each cell beside the released count.

    Where there is a ``threshold``, a released count below it is published as missing.

    >>> Columns(frozenset({"key", "noise"})).unseen
    ''
    """

    given: frozenset[str]
    threshold: int | None = None

    def has(self, name: str) -> bool:
        """Tell whether a column was published."""
        return name in self.given

    @property
    def causes(self) -> tuple[str, ...]:
        """The causes that a cell may be wrong by."""
        return CAUSES if self.threshold is None else (*CAUSES, BELOW)

    @property
    def below(self) -> str:
        """Whether the released count of a cell is below the threshold, as SQL."""
        return "false" if self.threshold is None else f"(n + noise < {self.threshold})"

    @property
    def noise(self) -> str:
        """The noise of a published cell, as SQL: as published, or what the released count says.

        Where the published noise is right and the released count has another, it is NULL. Of a
        released count that is missing below the threshold, what it says is right.
        """
        absent = f"(released IS NULL AND {self.below})"
        if not self.has("noise"):
            return f"(CASE WHEN {absent} THEN noise ELSE released - n END)"
        right = f"said_noise <> noise OR released = n + noise OR {absent}"
        return f"(CASE WHEN {right} THEN said_noise END)"

    @property
    def unseen(self) -> str:
        """What cannot be seen, in a sentence; empty where everything was published."""
        if self.has("key"):
            return ""
        seen = "Keys are not published: a wrong key that leads to the same noise is not seen."
        if self.has("noise"):
            return seen
        return f"{seen} Causes are inferred from the released counts."


def judged(dimensions: Sequence[str], first_key: int, columns: Columns) -> str:
    """Return what compares every published cell with the expected one and names a cause."""
    names = ", ".join(f"coalesce(p.{inner(n)}, e.{inner(n)}) AS {inner(n)}" for n in dimensions)
    same = " AND ".join(
        f"e.{inner(name)} IS NOT DISTINCT FROM p.{inner(name)}" for name in dimensions
    )
    told = {n: f"p.{quoted(n)}" if columns.has(n) else "CAST(NULL AS BIGINT)" for n in OPTIONAL}
    told["key"] += f" - {first_key}"
    said = ", ".join(f"{sql} AS said_{name}" for name, sql in told.items())
    return (
        f"CREATE TABLE {JUDGED} AS SELECT *, {columns.noise} AS seen_noise, {_cause(columns)} "
        f"AS cause FROM (SELECT {names}, coalesce(p.margin, e.margin) AS margin, "
        f"coalesce(p.summed, e.summed) AS summed, e.n, e.k, e.p, e.float_key, e.float_noise, "
        f"e.noise, {said}, p.released, p.place, p.line FROM {EXPECTED} AS e FULL OUTER JOIN "
        f"{PUBLISHED} AS p ON e.margin = p.margin AND {same})"
    )


def _cause(columns: Columns) -> str:
    """Return the first cause that can be seen of a cell, as SQL."""
    tests = [
        ("place IS NULL", MISSING),
        ("n IS NULL OR place > 1", EXTRA),
        (f"released IS NULL AND NOT {columns.below}", MISSING),
    ]
    if columns.has("count"):
        tests.append(("said_count IS DISTINCT FROM n", COUNT))
    if columns.has("key"):
        tests.append(("said_key IS DISTINCT FROM k", KEY))
    tests.append((f"{columns.noise} IS DISTINCT FROM noise", NOISE))
    tests.append((f"released IS NOT NULL AND {columns.below}", BELOW))
    cases = " ".join(f"WHEN {test} THEN '{cause}'" for test, cause in tests)
    return f"CASE {cases} ELSE '{RIGHT}' END"


def are_empty(margins: Sequence[Margin]) -> str:
    """Return which of the cells that the data do not have are empty ones, as SQL.

    Such a cell is published once, its margin is asked for, and its categories occur in the data.
    """
    told = ", ".join(str(margin.mask) for margin in margins)
    occur = []
    for bit, name in enumerate(reversed(margins[0].dimensions)):
        known = f"SELECT 1 FROM {CELLS} AS c WHERE c.summed = {margins[0].mask}"
        same = f"CAST(c.{inner(name)} AS VARCHAR) IS NOT DISTINCT FROM {JUDGED}.{inner(name)}"
        occurs = f"EXISTS ({known} AND {same})"
        over = f"(summed >> {bit}) & 1 = 1"
        occur.append(f"CASE WHEN {over} THEN {inner(name)} IS NULL ELSE {occurs} END")
    return f"n IS NULL AND place = 1 AND summed IN ({told}) AND {' AND '.join(occur)}"


def judged_empty(
    margins: Sequence[Margin], first_key: int, place: int, noise: int, columns: Columns
) -> Iterator[str]:
    """Yield what judges the empty cells: each has the count 0, the key 0, and so one noise.

    ``place`` is where their key is looked up, ``noise`` what is found there.
    """
    yield (
        f"UPDATE {JUDGED} SET n = 0, k = {-first_key}, p = {place}, noise = {noise}, cause = NULL "
        f"WHERE {are_empty(margins)}"
    )
    yield (
        f"UPDATE {JUDGED} SET cause = {_cause(columns)}, seen_noise = {columns.noise} "
        "WHERE cause IS NULL"
    )


def of_other_rows(ranges: Ranges) -> str:
    """Return what tells a noise that another row has for the key from one that no row has."""
    return (
        f"UPDATE {JUDGED} SET cause = '{ROW}' WHERE cause = '{NOISE}' AND EXISTS ("
        f"SELECT 1 FROM {RANGES} WHERE bucket = {JUDGED}.p >> {ranges.shift} AND "
        f"{JUDGED}.p BETWEEN first_key AND last_key AND {RANGES}.noise = {JUDGED}.seen_noise)"
    )
