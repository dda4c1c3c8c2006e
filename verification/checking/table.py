"""The integers of the table, and the pairs of neighbouring counts that it makes."""

from dataclasses import dataclass

from verification.checking.reading import Document, only, whole
from verification.checking.refusing import refuse, same

MOST_KEYS = 1 << 128
LARGEST_VALUE = 1 << 62  # of counts and noise values
TABLE_KEYS = ("format", "version", "keysize", "zero", "beyond", "origin", "rows")

Row = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Table:
    """Rows of (noise, number of keys) runs, and which row a count uses that has none of its own.

    Past the last row a count n uses the row of start + (n - start) mod period: with ``repeat`` that
    is the last row, with ``stop`` the table covers no such count.
    """

    K: int
    first: int
    rows: tuple[Row, ...]
    zero: str
    rule: str
    start: int
    period: int

    @property
    def last(self) -> int:
        """The count of the last row."""
        return self.first + len(self.rows) - 1

    @property
    def counts(self) -> range:
        """The counts that have a row of their own."""
        return range(self.first, self.last + 1)

    def row(self, count: int) -> Row:
        """Return the runs that a count uses."""
        if count == 0 and self.zero == "preserve":
            return ((0, self.K),)
        if count > self.last:
            count = self.start + (count - self.start) % self.period
        return self.rows[count - self.first]

    def neighbours(self) -> list[int]:
        """Return counts n whose pairs (n, n+1) stand for all pairs that the table covers.

        Past the last row the rows come again after ``period`` counts, and so do the pairs, up to a
        shift of all released values: one pair that steps there and one whole period are enough.
        """
        preserved = [0] if self.zero == "preserve" and self.first == 1 else []
        past = {"stop": 0, "repeat": 1, "wrap": self.period + 1}[self.rule]
        return [*preserved, *range(self.first, self.last + past)]

    def pairs(self) -> list[tuple[int, int]]:
        """Return both directions of each neighbouring pair; equal pairs of rows only once."""
        found: dict[tuple[Row, Row], int] = {}
        for n in self.neighbours():
            found.setdefault((self.row(n), self.row(n + 1)), n)
        return [pair for n in found.values() for pair in ((n, n + 1), (n + 1, n))]


def read_table(document: Document) -> Table:
    """Read a table; each row must have positive integers that sum to the number of keys."""
    check_version(document)
    K = whole(document["keysize"], 1, MOST_KEYS)
    first = whole(document["rows"][0]["count"], 0, LARGEST_VALUE)
    counts = range(first, first + len(document["rows"]))
    rows = tuple(
        read_row(row, count, K) for count, row in zip(counts, document["rows"], strict=True)
    )
    if document["zero"] not in (("row",) if first == 0 else ("preserve", "none")):
        refuse("unknown rule for a count of 0")
    rule, start, period = read_beyond(document["beyond"], first, counts[-1])
    return Table(K, first, rows, document["zero"], rule, start, period)


def check_version(document: Document) -> None:
    """Refuse what is no table; since version 2 it says its first key and its holes."""
    same("format of the table", document["format"], "ptcert-ptable")
    if type(document["version"]) is not int or document["version"] not in (1, 2):
        refuse("unknown version of the table")
    only(document, *TABLE_KEYS, *(("first_key", "holes") if document["version"] == 2 else ()))
    if document["version"] == 2:
        whole(document["first_key"], 0, MOST_KEYS)
        if document["holes"] != []:
            refuse("a table with holes")


def read_row(document: Document, count: int, K: int) -> Row:
    """Read the runs of one row."""
    same("count of a row", only(document, "count", "noise", "keys")["count"], count)
    noise = [whole(z, -LARGEST_VALUE, LARGEST_VALUE) for z in document["noise"]]
    keys = [whole(n, 1, K) for n in document["keys"]]
    same(f"well-formed: keys of row {count}", sum(keys), K)
    return tuple(zip(noise, keys, strict=True))


def read_beyond(document: Document, first: int, last: int) -> tuple[str, int, int]:
    """Read the rule for counts past the last row: its name, start and period."""
    rule = document["rule"]
    if rule not in ("repeat", "wrap", "stop"):
        refuse("unknown rule for counts past the last row")
    if rule != "wrap":
        only(document, "rule")
        return rule, last, 1
    start = whole(only(document, "rule", "start", "period")["start"], first, last)
    return rule, start, whole(document["period"], 1, last - start + 1)
