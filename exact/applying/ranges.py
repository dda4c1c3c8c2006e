"""A table as ranges of keys, listed by buckets: so that an engine finds a range by an equality.

A cell with key k of a row lies in the bucket k >> shift; each range of the row is listed in every
bucket that it meets. A join on (row, bucket) finds few ranges, and k between first and last one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from exact.errors import InputError, power_of_two
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row

# Key ranges are looked up in signed 64-bit integers of an engine.
MOST_KEYS = 1 << 63
_BUCKET_BITS = 8
_MOST_ENTRIES = 1 << 22


@dataclass(frozen=True)
class Ranges:
    """The ranges of a table for an engine.

    >>> table = PTable(1024, 1, (Row(((-1, 300), (1, 724))),), zero="preserve")
    >>> ranges = Ranges(table)
    >>> ranges.shift, list(ranges.runs()), ranges.row_numbers
    (2, [(0, 0, 299, -1), (0, 300, 1023, 1)], (0,))
    """

    table: PTable

    def __post_init__(self) -> None:
        if self.table.keysize > MOST_KEYS:
            rule = f"are more than the {power_of_two(MOST_KEYS)} keys that engines count with"
            raise InputError("keys", power_of_two(self.table.keysize), rule, "use fewer keys")

    @cached_property
    def different_rows(self) -> tuple[Row, ...]:
        """Each row once, in the order in which counts first use it."""
        return tuple(dict.fromkeys(self.table.rows))

    @cached_property
    def row_numbers(self) -> tuple[int, ...]:
        """For each count of the table, from its first on, the number of its row."""
        numbers = {row: number for number, row in enumerate(self.different_rows)}
        return tuple(numbers[row] for row in self.table.rows)

    @cached_property
    def shift(self) -> int:
        """How many low bits of a key its bucket leaves out."""
        bits = (self.table.keysize - 1).bit_length()
        buckets = _BUCKET_BITS
        while buckets and len(self.different_rows) << buckets > _MOST_ENTRIES:
            buckets -= 1
        return max(0, bits - buckets)

    def runs(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield every range of every different row: row, first and last key from 0 on, noise."""
        for number, row in enumerate(self.different_rows):
            for noise, first, last in row.ranges():
                yield number, first, last, noise

    def table_count(self, count: str) -> str:
        """Return as SQL the count whose row a true count uses; NULL where the table has none.

        >>> Ranges(PTable(2, 1, (Row(((0, 2),)),))).table_count("n")
        'CASE WHEN n < 1 THEN NULL WHEN n <= 1 THEN n ELSE 1 END'
        """
        table = self.table
        if isinstance(table.beyond, Wrap):
            start, period = table.beyond.start, table.beyond.period
            past = f"{start} + (({count} - {start}) % {period})"
        else:
            past = f"{table.last_count}" if isinstance(table.beyond, Repeat) else "NULL"
        inside = f"WHEN {count} <= {table.last_count} THEN {count} ELSE {past} END"
        return f"CASE WHEN {count} < {table.first_count} THEN NULL {inside}"
