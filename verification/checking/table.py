"""The integers of the table, and the pairs of neighbouring counts that it makes."""

from itertools import groupby
from typing import NamedTuple

from verification.checking.older_table import NOT_SAID, newer
from verification.checking.orders import Order, read_order
from verification.checking.reading import Document, fits, only, whole
from verification.checking.refusing import refuse, same

MOST_KEYS = 1 << 128
LARGEST_VALUE = 1 << 62  # of all that is released
LARGEST_FIRST, LARGEST_NOISE, MOST_HOLES = 1 << 61, 1 << 60, 10_000
TABLE_PARTS = ("format", "version", "keysize", "zero", "beyond", "origin", "rows")
ADDED = {1: (), 2: (*NOT_SAID,), 3: (*NOT_SAID, "key_order")}  # by the version

Run = tuple[int, int]  # a noise value, and how many keys in a row lead to it
Row = tuple[Run, ...]


class Table(NamedTuple):
    """Rows of (noise, number of keys) runs, and which row a count uses that has none of its own.

    Past the last row a count n uses the row of start + (n - start) mod period: with ``repeat`` that
    is the last row, with ``stop`` the table covers no such count. ``first_key`` is the file's own
    number of its first key; ``holes`` are the released values that are meant never to occur.
    ``order`` leads from places of the rows to keys, both counted from 0; None: a key is its place.
    """

    K: int
    first_key: int
    counts: range
    rows: tuple[Row, ...]
    zero: str
    holes: list[int]
    order: Order | None
    rule: str
    start: int
    period: int

    def row(self, count: int) -> Row:
        """Return the runs that a count uses."""
        if count == 0 and self.zero == "preserve":
            return ((0, self.K),)
        if count > self.counts[-1]:
            count = self.start + (count - self.start) % self.period
        return self.rows[count - self.counts[0]]

    def key_at(self, place: int) -> int:
        """Return the key that is looked up at a place, as the file numbers it."""
        return self.first_key + (place if self.order is None else self.order(place))

    def covered(self) -> Document:
        """Return which counts the table says something about; ``last`` null: all that follow."""
        last = self.counts[-1] if self.rule == "stop" else None
        return {"zero": self.zero != "none", "first": self.counts[0], "last": last}

    def pairs(self) -> list[tuple[int, int]]:
        """Return both directions of each neighbouring pair; equal pairs of rows only once.

        Past the last row the rows come again after ``period`` counts, and so do the pairs, up to a
        shift of all released values: one pair that steps there and one whole period are enough.
        Rows are told apart by their text: for numbers anybody can find many of one hash.
        """
        found: dict[str, int] = {}
        preserved = [0] if self.zero == "preserve" and self.counts[0] == 1 else []
        past = {"stop": 0, "repeat": 1, "wrap": self.period + 1}[self.rule]
        for n in (*preserved, *range(self.counts[0], self.counts[-1] + past)):
            found.setdefault(f"{self.row(n)}{self.row(n + 1)}", n)
        return [pair for n in found.values() for pair in ((n, n + 1), (n + 1, n))]


def read_table(document: Document) -> Table:
    """Read a table; each row must have positive integers that sum to the number of keys."""
    same("format of the table", document["format"], "ptcert-ptable")
    said = newer(only(document, *TABLE_PARTS, *ADDED[whole(document["version"], 1, 3)]))
    K, first_key = whole(said["keysize"], 1, MOST_KEYS), whole(said["first_key"], 0, MOST_KEYS)
    first = whole(said["rows"][0]["count"], 0, LARGEST_FIRST + 1 - len(said["rows"]))
    counts = range(first, first + len(said["rows"]))
    rows = tuple(read_row(row, n, K) for n, row in zip(counts, said["rows"], strict=True))
    fits(said["zero"], "row" if first == 0 else "preserve|none")
    fits(said["holes"], [range(2**61 + 1)])
    if said["holes"] != sorted(set(said["holes"])) or said["holes"][MOST_HOLES:]:
        refuse("the holes do not rise, or they are too many")
    beyond = read_beyond(said["beyond"], counts)
    order = read_order(said["key_order"], K) if "key_order" in said else None
    return Table(K, first_key, counts, rows, said["zero"], said["holes"], order, *beyond)


def read_row(document: Document, count: int, K: int) -> Row:
    """Read the runs of one row."""
    same("count of a row", only(document, "count", "noise", "keys")["count"], count)
    noise = [whole(z, -LARGEST_NOISE, LARGEST_NOISE) for z in document["noise"]]
    keys, runs = [whole(n, 1, K) for n in document["keys"]], [z for z, _ in groupby(noise)]
    same(f"well-formed: keys of row {count}", [sum(keys), runs], [K, noise])
    return tuple(zip(noise, keys, strict=True))


def read_beyond(document: Document, counts: range) -> tuple[str, int, int]:
    """Read the rule for counts past the last row: its name, start and period."""
    if document["rule"] == "wrap":
        start = whole(only(document, "rule", "start", "period")["start"], counts[0], counts[-1])
        return "wrap", start, whole(document["period"], 1, counts[-1] - start + 1)
    fits(document, {"rule": "repeat|stop"})
    return document["rule"], counts[-1], 1
