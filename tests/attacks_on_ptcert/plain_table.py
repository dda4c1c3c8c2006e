"""A table as its certificate writes it, by definition: key by key, count by count.

For the judge of certificates alone: it imports nothing of ptcert.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Runs = tuple[tuple[int, int], ...]


class PlainTable(NamedTuple):
    """Runs of (noise, keys) by count, and what happens at 0 and past the last row.

    ``first`` is what the first key of the file leaves modulo K. ``empty`` is the noise of an empty
    cell whose key is made of records, 0. With ``of_records`` a count of 0 has that alone.
    """

    K: int
    rows: dict[int, Runs]
    zero: str
    rule: str
    start: int
    period: int
    holes: frozenset[int]
    first: int = 0
    empty: int | None = 0
    of_records: bool = False

    def runs(self, count: int) -> Runs | None:
        """Return the runs that a count uses, None where it is not covered."""
        last = max(self.rows)
        if count == 0 and self.of_records and self.zero == "row":
            assert self.empty is not None
            return ((self.empty, self.K),)
        if count == 0 and self.zero == "preserve":
            return ((0, self.K),)
        if count > last:
            if self.rule == "stop":
                return None
            count = self.start + (count - self.start) % self.period
        return self.rows.get(count)

    def covered(self, further: int = 0) -> list[int]:
        """Return the counts covered up to two periods past the last row, or further."""
        end = max(self.rows) + 2 * self.period + 2 + further
        return [n for n in range(end) if self.runs(n) is not None]

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Yield every pair of covered neighbours, both directions."""
        for n in self.covered():
            if self.runs(n + 1) is not None:
                yield from ((n, n + 1), (n + 1, n))


def read_plain(document: Any) -> PlainTable:
    """Read the table of a certificate; every row has K keys."""
    K, rows = document["keysize"], {}
    for row in document["rows"]:
        rows[row["count"]] = tuple(zip(row["noise"], row["keys"], strict=True))
    assert all(sum(keys for _, keys in row) == K for row in rows.values())
    assert all(keys > 0 for row in rows.values() for _, keys in row)
    assert sorted(rows) == list(range(min(rows), min(rows) + len(document["rows"])))
    beyond = document["beyond"]
    start = beyond.get("start", max(rows))
    holes = frozenset(document.get("holes", []))
    period = beyond.get("period", 1)
    assert document["zero"] in (("row",) if 0 in rows else ("none", "preserve"))
    assert beyond["rule"] in ("repeat", "stop", "wrap")
    assert period >= 1
    assert min(rows) <= start <= start + period - 1 <= max(rows)
    first = document.get("first_key", 0) % K
    known, order, empty = 0, document.get("key_order"), None
    if order is not None:
        known = order["places"][0] if order["kind"] == "list" else -1
    if document["zero"] == "row" and known >= 0:
        ends = [sum(keys for _, keys in rows[0][: i + 1]) for i in range(len(rows[0]))]
        empty = next(z for (z, _), end in zip(rows[0], ends, strict=True) if known < end)
    if document.get("first_key", 0) > 0 or document["zero"] == "preserve":
        empty = 0
    return PlainTable(K, rows, document["zero"], beyond["rule"], start, period, holes, first, empty)


@cache
def key_weights(K: int, bigN: int | None) -> tuple[int, ...] | None:
    """Return how many quadruples below bigN give each key by XOR; None: all keys alike."""
    if bigN is None:
        return None
    assert 1 <= bigN <= K
    two = Counter(a ^ b for a in range(bigN) for b in range(bigN))
    four: Counter[int] = Counter()
    for a, times in two.items():
        for b, more in two.items():
            four[a ^ b] += times * more
    return tuple(four[key] for key in range(K))


def released(table: PlainTable, count: int, weights: tuple[int, ...] | None) -> dict[int, Fraction]:
    """Return the probability of each value that a count is released as.

    The first place of a row is that of the first key of the file.
    """
    if weights is not None:
        weights = weights[table.first :] + weights[: table.first]
    runs = table.runs(count)
    assert runs is not None
    masses: Counter[int] = Counter()
    key, total = 0, table.K if weights is None else sum(weights)
    for noise, keys in runs:
        masses[count + noise] += keys if weights is None else sum(weights[key : key + keys])
        key += keys
    return {y: Fraction(mass, total) for y, mass in masses.items() if mass}
