"""Read what another program printed, a row at a time: CSV as a stream, JSON up to a bound."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NoReturn, TextIO

from exact.errors import InputError
from verification.comparison.json_rows import MAX_JSON, json_rows
from verification.comparison.reference import COLUMNS

_MAX_LINE = 1 << 16
_SEPARATORS = ("\t", ";", ",")
# What programs call the columns, without capitals, blanks, ``_``, ``^`` and ``-``.
_NAMES = {name: name for name in ("z", "epsilon", *COLUMNS)} | {
    "noise": "z",
    "pmf": "p",
    "cmf": "c",
    "cdf": "c",
    "pmfq": "pq",
    "cmfq": "cq",
    "cdfq": "cq",
    "eps": "epsilon",
    "epsq": "epsilonq",
    "biasq": "bias",
    "var": "variance",
    "varianceq": "variance",
}

Row = tuple[int, Sequence[str]]


@dataclass(frozen=True)
class Output:
    """What another program printed: its columns, and (line, cells) as they are read.

    ``columns`` has the name of each column, empty where it is not compared; ``ignored`` has the
    labels of those. An empty cell holds no value. ``place`` is what a row is counted in.
    """

    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    rows: Iterator[Row]
    place: str


def read_output(text: TextIO) -> Output:
    r"""Open the output of another program; rows are read from the stream when they are asked for.

    The stream decodes UTF-8 strictly, without a byte order mark, and keeps line ends.

    >>> from io import StringIO
    >>> read_output(StringIO("Z;P\n0;0.5\n")).columns
    ('z', 'p')
    """
    lines = _lines(text)
    first = next(lines, "")
    if "\0" in first:
        raise InputError("output", "a NUL character", "is not text", "give CSV or JSON in UTF-8")
    if not first:
        raise InputError("output", "", "is empty", "give CSV or JSON with a header")
    if _is_json(first):
        place, (labels, rows) = "row", json_rows(first + _rest(text))
    else:
        place, (labels, rows) = "line", _csv_rows(first, lines)
    columns = _columns(labels)
    ignored = tuple(label for label, name in zip(labels, columns, strict=True) if not name)
    return Output(columns, ignored, rows, place)


def _lines(text: TextIO) -> Iterator[str]:
    """Yield the lines from the first that is not blank, none longer than a bound."""
    try:
        line = text.readline(_MAX_LINE)
        while line.isspace():
            line = text.readline(_MAX_LINE)
        while line:
            if len(line) == _MAX_LINE and not _is_json(line):
                rule = f"has a line of {_MAX_LINE} characters or more"
                raise InputError("output", line[:20], rule, "give each row a line")
            yield line
            line = text.readline(_MAX_LINE)
    except UnicodeDecodeError:
        raise InputError("output", "bytes", "is not UTF-8 text", "save it as UTF-8") from None
    except OSError as error:
        rule = f"cannot be read ({error.strerror})"
        raise InputError("output", "the file", rule, "check its permissions") from None


def _is_json(line: str) -> bool:
    return line.lstrip().startswith(("{", "["))


def _rest(text: TextIO) -> str:
    try:
        return text.read(MAX_JSON + 1)
    except UnicodeDecodeError:
        raise InputError("output", "bytes", "is not UTF-8 text", "save it as UTF-8") from None


def _csv_rows(header: str, lines: Iterator[str]) -> tuple[list[str], Iterator[Row]]:
    separator = next((mark for mark in _SEPARATORS if mark in header), ",")
    reader = csv.reader(chain([header], lines), delimiter=separator, skipinitialspace=True)

    labels = [label.strip() for label in _header(reader)]

    def rows() -> Iterator[Row]:
        width = len(labels)
        try:
            for cells in reader:
                if len(cells) == width:
                    yield reader.line_num, cells
                elif any(cells):  # a blank line has no cells
                    _refuse_width(reader.line_num, cells, width)
        except csv.Error as error:
            place = f"line {reader.line_num}"
            raise InputError(place, "CSV", str(error), "check the quotes") from None

    return labels, rows()


def _header(reader: Iterator[list[str]]) -> list[str]:
    try:
        return next(reader)
    except csv.Error as error:
        raise InputError("line 1", "CSV", str(error), "check the quotes") from None


def _refuse_width(line: int, cells: list[str], width: int) -> NoReturn:
    rule = f"has {len(cells)} cells, the header {width}"
    raise InputError(f"line {line}", cells[0], rule, "give a cell for each column")


def _columns(labels: list[str]) -> tuple[str, ...]:
    """Return what each column is, empty where it is not known.

    Beside a column delta, epsilon says where delta is taken; without one it is epsilon^Q.
    """
    names = [_NAMES.get(_plain(label), "") for label in labels]
    if "delta" not in names:
        names = ["epsilonq" if name == "epsilon" else name for name in names]
    known = [name for name in names if name]
    if not set(known) & set(COLUMNS):
        rule = "names none of the columns that can be compared"
        raise InputError("header", ",".join(labels), rule, f"use z and {', '.join(COLUMNS)}")
    for name in known:
        if known.count(name) > 1:
            raise InputError("header", ",".join(labels), f"has {name} twice", "leave one out")
    if "z" not in known and set(known) & {"p", "c", "pq", "cq"}:
        raise InputError("header", ",".join(labels), "has no column z", "say of which noise value")
    return tuple(names)


def _plain(label: str) -> str:
    return "".join(letter for letter in label.lower() if letter not in " _^-")
