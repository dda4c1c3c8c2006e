"""Why a published cell is wrong: one cause for each, the first that can be seen.

Count, key and noise are compared where they are published, in the order in which they are made;
what is not published is inferred from the released count as far as that goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from exact.applying.margins import Margin
from exact.applying.names import inner, text_literal
from exact.applying.ranges import Ranges
from exact.applying.statements import RANGES

RIGHT = "right"
COUNT, KEY, ROW, NOISE, MISSING, EXTRA = "count", "key", "row", "noise", "missing", "extra"
CAUSES = (COUNT, KEY, ROW, NOISE, MISSING, EXTRA)
WORDS = {
    COUNT: "the count is not that of the data",
    KEY: "the key is not that of the cell's records",
    ROW: "the noise is that of another row for this key",
    NOISE: "no row gives this noise, or that in the released count, for this key",
    MISSING: "a cell of the data is not published",
    EXTRA: "a cell is published that the data do not have, or twice",
}
EXPECTED, PUBLISHED, JUDGED = "expected", "published", "judged"
# What a publication may hold beside its dimensions and the released count.
OPTIONAL = ("count", "key", "noise")


@dataclass(frozen=True, slots=True)
class Columns:
    """What was published of each cell beside the released count.

    >>> Columns(frozenset({"key", "noise"})).unseen
    ''
    """

    given: frozenset[str]

    def has(self, name: str) -> bool:
        """Tell whether a column was published."""
        return name in self.given

    @property
    def noise(self) -> str:
        """The noise of a published cell, as SQL: as published, or what the released count says.

        Where the published noise is right and the released count has another, it is NULL.
        """
        if not self.has("noise"):
            return "(p.released - e.n)"
        return "CASE WHEN p.noise <> e.noise OR p.released = e.n + e.noise THEN p.noise END"

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
    same = " AND ".join(
        f"e.{inner(name)} IS NOT DISTINCT FROM p.{inner(name)}" for name in dimensions
    )
    names = ", ".join(f"coalesce(p.{inner(n)}, e.{inner(n)}) AS {inner(n)}" for n in dimensions)
    tests = [
        ("p.place IS NULL OR p.released IS NULL", MISSING),
        ("e.n IS NULL OR p.place > 1", EXTRA),
    ]
    if columns.has("count"):
        tests.append(('p."count" IS DISTINCT FROM e.n', COUNT))
    if columns.has("key"):
        tests.append((f'p."key" IS DISTINCT FROM e.k + {first_key}', KEY))
    tests.append((f"{columns.noise} IS DISTINCT FROM e.noise", NOISE))
    key = f'(p."key" - {first_key})' if columns.has("key") else "NULL"
    cases = " ".join(f"WHEN {test} THEN '{cause}'" for test, cause in tests)
    return (
        f"CREATE TABLE {JUDGED} AS SELECT {names}, coalesce(p.margin, e.margin) AS margin, "
        f"e.n, e.k, e.p, e.float_key, e.float_noise, e.noise, {columns.noise} AS said_noise, "
        f"{key} AS said_key, p.released, p.place, "
        f"CASE {cases} ELSE '{RIGHT}' END AS cause "
        f"FROM {EXPECTED} AS e FULL OUTER JOIN {PUBLISHED} AS p ON e.margin = p.margin AND {same}"
    )


def empty_cells(margins: Sequence[Margin]) -> str:
    """Return what finds that a cell without records is right: published once, as 0.

    Its margin must be asked for, and its categories occur.
    """
    told = ", ".join(text_literal(margin.text) for margin in margins)
    occur = " AND ".join(
        f"({inner(n)} IS NULL OR {inner(n)} IN (SELECT DISTINCT {inner(n)} FROM {EXPECTED}))"
        for n in margins[0].dimensions
    )
    return (
        f"UPDATE {JUDGED} SET cause = '{RIGHT}' WHERE cause = '{EXTRA}' AND n IS NULL "
        f"AND place = 1 AND released = 0 AND margin IN ({told}) AND {occur}"
    )


def of_other_rows(ranges: Ranges) -> str:
    """Return what tells a noise that another row has for the key from one that no row has."""
    return (
        f"UPDATE {JUDGED} SET cause = '{ROW}' WHERE cause = '{NOISE}' AND EXISTS ("
        f"SELECT 1 FROM {RANGES} WHERE bucket = {JUDGED}.p >> {ranges.shift} AND "
        f"{JUDGED}.p BETWEEN first_key AND last_key AND {RANGES}.noise = {JUDGED}.said_noise)"
    )
