"""A released two-way table from a CSV file: a grid, or a line for each cell; margins left out.

Released counts are integers, and may be negative where noise was added to small counts.
"""

import re
from dataclasses import dataclass

from exact.errors import InputError
from exact.table.csv_grid import NUMBER, Lines, is_margin, lines_of, names_of

MAX_SIDE = 100
MAX_RELEASED = 1_000_000
_RELEASED = ("released", "value", "count", "counts", "n", "freq", "frequency")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")

Cells = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Released:
    """The released counts by row and column, with the names of both."""

    cells: Cells
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    left_out: int = 0

    def __post_init__(self) -> None:
        r, c = len(self.rows), len(self.columns)
        if r < 2 or c < 2:
            rule = "has one row or one column: nothing can be independent of it"
            raise InputError("table", f"{r} x {c}", rule, "give at least 2 x 2 cells")
        if max(r, c) > MAX_SIDE:
            rule = f"has more than {MAX_SIDE} rows or columns"
            raise InputError("table", f"{r} x {c}", rule, "give a part of it")
        self._check_sizes()
        lines = (
            ("row", self.rows, self.cells),
            ("column", self.columns, zip(*self.cells, strict=True)),
        )
        for what, names, counts in lines:
            for name, line in zip(names, counts, strict=True):
                if not any(line):
                    rule = "is empty: all its released counts are 0"
                    raise InputError(what, name, rule, "leave it out, or join it with another")

    def _check_sizes(self) -> None:
        for i, line in enumerate(self.cells):
            for j, x in enumerate(line):
                if abs(x) > MAX_RELEASED:
                    rule = f"is more than {MAX_RELEASED}"
                    raise InputError(self.place(i, j), x, rule, "give a table of smaller counts")

    def place(self, i: int, j: int) -> str:
        """Name a cell."""
        return f"cell ({self.rows[i]}, {self.columns[j]})"


def read_released(text: str) -> Released:
    r"""Return the table in a file.

    >>> read_released(",men,women,total\nyoung,3,-1,2\nold,0,5,5\n").cells
    ((3, -1), (0, 5))
    >>> read_released("age,sex,released\n0,m,3\n0,f,4\n1,m,0\n1,f,5\nall,m,3\n").cells
    ((3, 4), (0, 5))
    """
    lines = lines_of(text, "table", "released counts")
    head = [name.strip().lower() for name in lines[0][1]]
    named = [j for name in _RELEASED for j, title in enumerate(head) if title == name]
    if named and len(lines) > 1:
        return _long(lines, named[0], [j for j, title in enumerate(head) if title == "margin"])
    return _grid(lines)


def _grid(lines: Lines) -> Released:
    """Read a table with or without a line and a column of names."""
    has_head, has_names = names_of([row for _, row in lines])
    body = lines[1:] if has_head else lines
    if not body:
        raise InputError("table", "", "has no counts", "give a CSV with released counts")
    width = len(lines[0][1])
    first = int(has_names)
    head = lines[0][1] if has_head else [""] * width
    kept = [j for j in range(first, width) if not is_margin(head[j])]
    rows = [(i, row) for i, row in body if not (has_names and is_margin(row[0]))]
    names = [row[0].strip() if has_names else "" for _, row in rows]
    return Released(
        tuple(tuple(_count(row[j], i, j) for j in kept) for i, row in rows),
        tuple(name or str(k) for k, name in enumerate(names, start=1)),
        tuple(head[j].strip() or str(k) for k, j in enumerate(kept, start=1)),
        len(body) * (width - first) - len(rows) * len(kept),
    )


def _long(lines: Lines, column: int, extra: list[int]) -> Released:
    """Read one cell a line: two columns of names, every pair of them once."""
    names = [j for j in range(len(lines[0][1])) if j not in (column, *extra)]
    if len(names) != 2:
        rule = f"has {len(names)} columns of names beside the released counts"
        raise InputError("table", ",".join(lines[0][1]), rule, "give a two-way table")
    found: dict[tuple[str, str], int] = {}
    left_out = 0
    for i, row in lines[1:]:
        pair = row[names[0]].strip(), row[names[1]].strip()
        if any(not name or is_margin(name) for name in pair):
            left_out += 1
            continue
        if pair in found:
            raise InputError("table", f"line {i}", f"has the cell {pair} again", "give it once")
        found[pair] = _count(row[column], i, column)
    rows = tuple(dict.fromkeys(first for first, _ in found))
    columns = tuple(dict.fromkeys(second for _, second in found))
    missing = [(r, c) for r in rows for c in columns if (r, c) not in found]
    if missing:
        raise InputError("table", missing[0], "is a cell without a line", "give every cell")
    cells = tuple(tuple(found[r, c] for c in columns) for r in rows)
    return Released(cells, rows, columns, left_out)


def _count(cell: str, line: int, column: int) -> int:
    text, place = cell.strip(), f"line {line}, column {column + 1}"
    if _WHOLE.fullmatch(text):
        return int(text)
    if not text:
        raise InputError(place, cell, "is empty", "give every cell its released count")
    if NUMBER.fullmatch(text):
        rule = "is no whole number of a practical size"
        raise InputError(place, cell, rule, "give released counts, not weights or shares")
    raise InputError(place, cell, "is no released count", "give a whole number")
