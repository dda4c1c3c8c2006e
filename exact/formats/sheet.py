"""A delimited text as columns: the header, the separator, and every line with as many cells."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from exact.errors import InputError
from exact.formats.cells import CellError, Remembered

V = TypeVar("V")

SEPARATORS = (",", ";", "\t")
MAX_COLUMNS = 10_000
_MAX_LINE = 1 << 20
# Few lines at a time: their cells are read while they are still in the processor's cache, and the
# lines of a large file are never all there at once.
_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Sheet:
    """The header as written (``labels``) and in lower case (``names``), and the lines below it.

    ``about`` says in words what the columns are.
    """

    labels: tuple[str, ...]
    names: tuple[str, ...]
    separator: str
    body: str
    about: str

    @property
    def height(self) -> int:
        """How many lines there are below the header."""
        return self.body.count("\n") + 1

    @staticmethod
    def place(index: int, label: str) -> str:
        """Return where the cell of a data line stands; the header is line 1."""
        return f"line {index + 2}, column {label}"

    def columns(self, read: Callable[[str], V]) -> list[list[V]]:
        """Return every column, its cells read by ``read``, which raises CellError."""
        columns: list[list[V]] = [[] for _ in self.names]
        remembered = Remembered(read).__getitem__
        for first, rows in self._chunks():
            try:
                for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
                    column.extend(map(remembered, cells))
            except CellError:
                self._locate(first, rows, read)
        return columns

    def texts(self) -> list[list[str]]:
        """Return every column as text without the spaces around it."""
        columns = self.columns(str.strip)
        for index, cell in enumerate(columns[0]):
            if cell.lower() == self.names[0]:
                self._refuse_header(index + 2)
        return columns

    def _chunks(self) -> Iterator[tuple[int, list[list[str]]]]:
        """Yield the number of a line and the cells of the lines from there, some at a time."""
        width, first = {len(self.names)}, 2
        for lines in self._some_lines():
            if max(map(len, lines)) > _MAX_LINE:
                self._refuse_long(first, lines)
            rows = split(lines, self.separator, first)
            if set(map(len, rows)) != width:
                self._refuse_width(first, rows)
            yield first, rows
            first += len(lines)

    def _some_lines(self) -> Iterator[list[str]]:
        """Yield the lines below the header, some at a time."""
        start, size = 0, len(self.body)
        while start <= size:
            end = self.body.find("\n", start + _CHUNK)
            end = size if end < 0 else end
            yield self.body[start:end].split("\n")
            start = end + 1

    def _locate(self, first: int, rows: list[list[str]], read: Callable[[str], object]) -> NoReturn:
        """Raise the error of the first cell that cannot be read."""
        for line, row in enumerate(rows, start=first):
            for label, cell in zip(self.labels, row, strict=True):
                try:
                    read(cell)
                except CellError as error:
                    if tuple(other.strip().lower() for other in row) == self.names:
                        self._refuse_header(line)
                    argument = f"line {line}, column {label}"
                    raise InputError(argument, cell, error.rule, error.remedy) from None
        raise AssertionError("a cell that failed once fails again")

    def _refuse_header(self, line: int) -> NoReturn:
        rule = "repeats the header in the middle of the file"
        raise InputError(f"line {line}", self.separator.join(self.labels), rule, "split the file")

    def _refuse_long(self, first: int, lines: list[str]) -> NoReturn:
        line = next(n for n, text in enumerate(lines, start=first) if len(text) > _MAX_LINE)
        raise InputError(
            f"line {line}", lines[line - first], "has more than 2^20 characters", "give a ptable"
        )

    def _refuse_width(self, first: int, rows: list[list[str]]) -> NoReturn:
        width = len(self.names)
        line = next(n for n, row in enumerate(rows, start=first) if len(row) != width)
        cells = rows[line - first]
        rule = f"has {len(cells)} cells, and the header has {width}"
        remedy = f"one table in a file, every line with {width} cells separated by "
        raise InputError(
            f"line {line}", self.separator.join(cells), rule, remedy + repr(self.separator)
        )


def split(lines: list[str], separator: str, first: int) -> list[list[str]]:
    """Return the cells of each line; a quoted cell may not reach over the end of a line."""
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error:
        rows = []
    return rows if len(rows) == len(lines) else _refuse_quotes(lines, separator, first)


def _refuse_quotes(lines: list[str], separator: str, first: int) -> NoReturn:
    """Raise the error of the first line that cannot be split by itself."""
    for number, line in enumerate(lines, start=first):
        try:
            next(csv.reader([line], delimiter=separator, strict=True))
        except csv.Error as error:
            remedy = "close the quotes of a cell in the same line"
            raise InputError(f"line {number}", line, f"cannot be split ({error})", remedy) from None
    raise AssertionError("a line that failed once fails again")


def open_sheet(text: str, about: str = "") -> Sheet:
    r"""Return the header and the lines of a text, which must have some.

    ``about`` says what the columns are where they do not come from such a text.

    >>> open_sheet("a;b\n1;2\n").names
    ('a', 'b')
    """
    header, end, body = text.rstrip().partition("\n")
    if not header.strip():
        rule = "has an empty first line" if end else "is empty"
        raise InputError("file", "line 1", rule, "give a table with its header")
    labels, separator = _header(header)
    names = tuple(label.lower() for label in labels)
    if len(set(names)) != len(names):
        twice = next(name for k, name in enumerate(names) if name in names[:k])
        raise InputError("line 1", twice, "is the name of two columns", "give each its own name")
    if not end:
        raise InputError("file", header, "has a header and no lines below it", "give a table")
    about = about or f"columns separated by {separator!r}"
    return Sheet(labels, names, separator, body, about)


def _header(header: str) -> tuple[tuple[str, ...], str]:
    """Return the names in a header and the separator, the one that occurs most."""
    separator = max(SEPARATORS, key=header.count)
    if header.count(separator) >= MAX_COLUMNS:
        rule = f"has more than {MAX_COLUMNS} columns"
        raise InputError("line 1", header[:40], rule, "give a ptable")
    if len(header) > _MAX_LINE:
        raise InputError("line 1", header[:40], "has more than 2^20 characters", "give a ptable")
    (labels,) = split([header], separator, 1)
    return tuple(label.strip() for label in labels), separator
