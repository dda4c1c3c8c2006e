"""Counts from a CSV file: a two-way table, a list of numbers, or lines with a column ``count``.

Lines and columns called total, sum or all are margins: they are left out, and it is said.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from exact.errors import InputError
from exact.numbers.guard import rational
from exact.table.csv_grid import NUMBER, Lines, is_margin, lines_of, names_of
from exact.table.ptable import MAX_COUNT
from exact.utility.counts import MAX_CELLS, Counts

_COUNTS = ("count", "counts", "n", "freq", "frequency", "true", "true_count")
_WHOLE = re.compile(r"[0-9]{1,19}")

Number = TypeVar("Number", int, Fraction)


def read_counts(text: str) -> Counts:
    r"""Return the counts in a file.

    >>> read_counts("age,men,women,total\n0-9,3,4,7\n10-19,0,5,5\ntotal,3,9,12\n")
    Counts(cells=(3, 4, 0, 5), columns=2, left_out=5)
    >>> read_counts("age,sex,count\n0,m,3\n0,f,4\n1,m,0\n1,f,5\n")
    Counts(cells=(3, 4, 0, 5), columns=2, left_out=0)
    >>> read_counts("3\n4\n")
    Counts(cells=(3, 4), columns=None, left_out=0)
    """
    found = _cells(text, _count)
    return Counts(tuple(found.cells), found.columns, found.left_out)


def read_weighted(text: str) -> tuple[Fraction, ...]:
    r"""Return weighted counts, numbers of at least 0, in the layout of counts.

    >>> read_weighted("1.5,2\n0,1/3\n")
    (Fraction(3, 2), Fraction(2, 1), Fraction(0, 1), Fraction(1, 3))
    """
    return tuple(_cells(text, _weighted).cells)


@dataclass(frozen=True, slots=True)
class _Read(Generic[Number]):
    cells: list[Number]
    columns: int | None
    left_out: int

    def __post_init__(self) -> None:
        if len(self.cells) > MAX_CELLS:
            rule = f"has more than {MAX_CELLS} cells"
            raise InputError("counts", len(self.cells), rule, "give a part of it")
        if not self.cells:
            raise InputError("counts", "", "has no cell beside margins", "give the cells too")


def _cells(text: str, number: Callable[[str, int, int], Number]) -> _Read[Number]:
    lines = lines_of(text, "counts", "counts")
    head = [name.strip().lower() for name in lines[0][1]]
    named = [i for i, name in enumerate(head) if name in _COUNTS]
    if len(named) == 1 and len(lines) > 1:
        return _long(lines, named[0], number)
    return _grid(lines, number)


def _grid(lines: Lines, number: Callable[[str, int, int], Number]) -> _Read[Number]:
    """Read a table with or without a line and a column of labels."""
    has_head, has_labels = names_of([row for _, row in lines])
    body = lines[1:] if has_head and len(lines) > 1 else lines
    columns = range(1 if has_labels else 0, len(body[0][1]))
    head = lines[0][1] if has_head else [""] * len(lines[0][1])
    kept = [j for j in columns if not is_margin(head[j])]
    rows = [(i, row) for i, row in body if not (has_labels and is_margin(row[0]))]
    left_out = len(body) * len(columns) - len(rows) * len(kept)
    cells = [number(row[j], i, j) for i, row in rows for j in kept]
    two_way = len(rows) > 1 and len(kept) > 1
    return _Read(cells, len(kept) if two_way else None, left_out)


def _long(lines: Lines, column: int, number: Callable[[str, int, int], Number]) -> _Read[Number]:
    """Read one cell a line; two columns of labels that cross make a two-way table."""
    labels = [j for j in range(len(lines[0][1])) if j != column]
    body = [(i, row) for i, row in lines[1:] if not any(is_margin(row[j]) for j in labels)]
    cells = [number(row[column], i, column) for i, row in body]
    columns = _crossed([tuple(row[j].strip() for j in labels) for _, row in body])
    return _Read(cells, columns, len(lines) - 1 - len(body))


def _crossed(keys: Sequence[tuple[str, ...]]) -> int | None:
    """Return the number of columns where pairs of labels come row by row, each once."""
    if not keys or len(keys[0]) != 2:
        return None
    columns = [second for first, second in keys if first == keys[0][0]]
    firsts = list(dict.fromkeys(first for first, _ in keys))
    ordered = [(first, second) for first in firsts for second in columns]
    two_way = len(firsts) > 1 and len(columns) > 1 and list(keys) == ordered
    return len(columns) if two_way else None


def _count(cell: str, line: int, column: int) -> int:
    text, place = cell.strip(), f"line {line}, column {column + 1}"
    if _WHOLE.fullmatch(text):
        return int(text)
    if not text:
        raise InputError(place, cell, "is empty", "write 0 where nobody is counted")
    if text.startswith("-") and NUMBER.fullmatch(text):
        raise InputError(place, cell, "is negative", "give true counts, not released ones")
    if NUMBER.fullmatch(text):
        raise InputError(place, cell, "is no whole number", "give counts, not weights or shares")
    raise InputError(place, cell, "is no count", "give a whole number")


def _weighted(cell: str, line: int, column: int) -> Fraction:
    place = f"line {line}, column {column + 1}"
    found = rational(cell.strip(), place)
    if not 0 <= found <= MAX_COUNT:
        raise InputError(place, cell, "must be from 0 to 2^61", "give weighted counts")
    return found
