"""A two-way table in a CSV file: its lines, and whether the first line and column are names."""

import csv
import re
from collections.abc import Sequence
from io import StringIO

from exact.errors import InputError

Lines = list[tuple[int, list[str]]]  # the number of each line that is not empty, and its cells

_DELIMITERS = ("\t", ";", ",")
MARGINS = ("total", "totals", "sum", "all", "margin", "margins")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")


def lines_of(text: str, what: str, kind: str) -> Lines:
    r"""Return the lines of a file that are not empty, all of one length.

    ``what`` is named where the file is wrong, and the ``kind`` of counts that it is to have.

    >>> lines_of("a;b\n\n1;2\n", "counts", "counts")
    [(1, ['a', 'b']), (3, ['1', '2'])]
    """
    plain = text.removeprefix("\ufeff")
    first = plain.split("\n", 1)[0]
    delimiter = next((sign for sign in _DELIMITERS if sign in first), ",")
    try:
        rows = list(csv.reader(StringIO(plain), delimiter=delimiter))
    except csv.Error as error:
        raise InputError(what, str(error), "is no CSV", "save the table as CSV") from None
    found = [(i, row) for i, row in enumerate(rows, start=1) if any(cell.strip() for cell in row)]
    if not found:
        raise InputError(what, "", "has no lines", f"give a CSV with {kind}")
    width = len(found[0][1])
    for i, row in found:
        if len(row) != width:
            rule = f"has {len(row)} cells, and the first line has {width}"
            raise InputError(what, f"line {i}", rule, "give every line as many")
    return found


def is_name(cell: str) -> bool:
    """Tell whether a cell is neither empty nor a number."""
    return bool(cell.strip()) and NUMBER.fullmatch(cell.strip()) is None


def is_margin(cell: str) -> bool:
    """Tell whether a name is that of a total."""
    return cell.strip().lower() in MARGINS


def names_of(rows: Sequence[Sequence[str]]) -> tuple[bool, bool]:
    """Return whether the first line, and the first column, are names.

    A first line of numbers after a name (``north,3,5``) may be either, and so may names among
    numbers (``3,b``): these are refused, because a line that is left out changes every answer. An
    empty first cell says that both are names.

    >>> names_of([["", "2011", "2012"], ["north", "3", "5"]]), names_of([["1", "2"], ["3", "4"]])
    ((True, True), (False, False))
    """
    first, body = rows[0], rows[1:]
    corner = len(first) > 1 and bool(body) and not first[0].strip() and any(map(str.strip, first))
    has_names = len(first) > 1 and (corner or any(is_name(row[0]) for row in body))
    rest = first[1:] if has_names else first
    numbers = any(cell.strip() and not is_name(cell) for cell in rest)
    names = any(is_name(cell) and not is_margin(cell) for cell in rest)
    has_head = names or corner or any(map(is_margin, rest))
    if numbers and (names or (has_names and is_name(first[0]) and not has_head)):
        rule = "may be names or counts: a name stands beside numbers"
        raise InputError("line 1", ",".join(first), rule, "put a line of names above the counts")
    return has_head, has_names
