"""The perturbation table: everything else reads it, measures it, proves it or writes it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from exact.errors import InputError, shown
from exact.keyorder.order import KeyOrder
from exact.numbers.guard import MAX_KEYSIZE, integer
from exact.quantiser.rules import checked_keysize
from exact.table.origin import Origin
from exact.table.row import Row

ZERO_RULES = ("preserve", "row", "none")
MAX_COUNT = 1 << 61


@dataclass(frozen=True, slots=True)
class Repeat:
    """Past the last row, the last row repeats."""


@dataclass(frozen=True, slots=True)
class Wrap:
    """Past the last row, a count n uses the row of start + ((n - start) mod period)."""

    start: int
    period: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Counts past the last row are not covered by the table."""


Beyond = Repeat | Wrap | Stop


@dataclass(frozen=True, slots=True)
class PTable:
    """Rows for the counts ``first_count``, ``first_count`` + 1, ..., each over the same keys.

    ``zero`` says what happens to a count of 0: ``preserve`` (noise 0 for every key), ``row``
    (it has a row of its own) or ``none`` (not covered). ``first_key`` is the number that the file
    gives to the first key (1 where its keys are 1..K). ``holes`` are the released values that are
    meant never to occur, rising (an agency that publishes no 1s and 2s has the holes 1 and 2).
    ``key_order`` is a published bijection of the keys (counted from 0): key k is looked up at its
    place in the rows, and without one at place k.
    """

    keysize: int
    first_count: int
    rows: tuple[Row, ...]
    beyond: Beyond = Repeat()
    zero: str = "none"
    origin: Origin | None = None
    first_key: int = 0
    holes: tuple[int, ...] = ()
    key_order: KeyOrder | None = None

    def __post_init__(self) -> None:
        _require_integer(self.keysize, "keysize", 1, MAX_KEYSIZE)
        _require_integer(self.first_key, "first_key", 0, MAX_KEYSIZE)
        _require_integer(self.first_count, "first_count", 0, MAX_COUNT)
        if not self.rows:
            raise InputError("rows", 0, "the table has no rows", "give at least one row")
        for count, row in enumerate(self.rows, start=self.first_count):
            if row.keysize != self.keysize:
                rule = f"sums to {shown(row.keysize)}, not to the {self.keysize} keys of the table"
                raise InputError("row", count, rule, "every key needs exactly one noise value")
        self._check_zero()
        self._check_wrap()
        self._check_holes()
        if self.key_order is not None:
            self.key_order.require(self.keysize)
        if self.origin is not None:
            checked_keysize(self.origin.law.D, self.keysize)

    def _check_zero(self) -> None:
        if self.zero not in ZERO_RULES:
            raise InputError("zero", self.zero, "is not a zero rule", f"use {ZERO_RULES}")
        if (self.zero == "row") != (self.first_count == 0):
            rule = f"does not fit a table whose first row is for count {self.first_count}"
            raise InputError("zero", self.zero, rule, "use 'row' exactly if count 0 has a row")

    def _check_wrap(self) -> None:
        if isinstance(self.beyond, Wrap):
            first, last, start = self.first_count, self.last_count, self.beyond.start
            _require_integer(start, "wrap start", first, last)
            _require_integer(self.beyond.period, "wrap period", 1, last - start + 1)

    def _check_holes(self) -> None:
        for hole in self.holes:
            _require_integer(hole, "hole", 0, MAX_COUNT)
        if any(a >= b for a, b in pairwise(self.holes)):
            raise InputError("holes", self.holes, "must rise", "give each released value once")

    @property
    def last_key(self) -> int:
        """The number of the last key, in the file's own numbering."""
        return self.first_key + self.keysize - 1

    @property
    def last_count(self) -> int:
        """The count of the last row."""
        return self.first_count + len(self.rows) - 1

    def counts_by_row(self) -> dict[Row, list[int]]:
        """Return the different rows, each with the counts that have it, rising.

        What depends on the row alone is computed once for each: a table may have very many counts.
        """
        found: dict[Row, list[int]] = {}
        for count, row in enumerate(self.rows, start=self.first_count):
            found.setdefault(row, []).append(count)
        return found

    def row(self, count: int) -> Row:
        """Return the row that a true count uses."""
        _require_integer(count, "count", 0, 2 * MAX_COUNT)
        if count == 0 and self.zero == "preserve":
            return Row(((0, self.keysize),))
        if count < self.first_count:
            rule = f"is below the first row, {self.first_count}"
            raise InputError("count", count, rule, "the table does not cover it")
        if count <= self.last_count:
            return self.rows[count - self.first_count]
        if isinstance(self.beyond, Stop):
            rule = f"is past the last row, {self.last_count}"
            raise InputError("count", count, rule, "the table does not cover it")
        if isinstance(self.beyond, Wrap):
            wrapped = self.beyond.start + (count - self.beyond.start) % self.beyond.period
            return self.rows[wrapped - self.first_count]
        return self.rows[-1]

    def noise(self, count: int, key: int) -> int:
        """Return the noise added to ``count`` for ``key``, as the table's file numbers its keys."""
        if type(key) is not int:
            raise InputError("key", key, "must be an integer", "give an int")
        if not self.first_key <= key <= self.last_key:
            rule = f"is outside {self.first_key}..{self.last_key}"
            raise InputError("key", key, rule, "give a key of this table's key space")
        if self.key_order is None:
            return self.row(count).noise(key - self.first_key)
        return self.row(count).noise(self.key_order.place(key - self.first_key, self.keysize))

    @property
    def empty_noise(self) -> int:
        """The noise of an empty cell whose key is made of records: its key is 0, that of nobody.

        Where a file numbers its keys from 1 on, 0 is none of them, and the cell stays empty (at ESS
        key 0 means not perturbed). Requires: the table covers a count of 0.
        """
        return 0 if self.first_key else self.noise(0, 0)

    def key_at(self, place: int) -> int:
        """Return the key, in the file's own numbering, that is looked up at a place of the rows."""
        order = self.key_order
        return self.first_key + (place if order is None else order.key(place, self.keysize))

    def neighbours(self) -> Iterator[int]:
        """Yield counts n whose pairs (n, n+1) stand for all pairs that the table covers.

        Past the last row the rows repeat with period 1 or ``period``, so the pairs do too (up to
        a shift of all outputs, which changes no probability): one period of them is enough.
        """
        if self.zero == "preserve" and self.first_count == 1:
            yield 0
        yield from range(self.first_count, self.last_count)
        if isinstance(self.beyond, Repeat):
            yield self.last_count
        elif isinstance(self.beyond, Wrap):
            # One pair steps into the wrapped rows, then come the pairs of one whole period.
            yield from range(self.last_count, self.last_count + self.beyond.period + 1)


def _require_integer(value: int, argument: str, least: int, most: int) -> None:
    """Refuse whatever is not an int already: a stored value is never repaired."""
    if type(value) is int and least <= value <= most:
        return
    integer(value, argument, least, most)
    if type(value) is not int:
        raise InputError(argument, value, "must be an integer", "give an int")
