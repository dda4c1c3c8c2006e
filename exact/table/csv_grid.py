"""A two-way table of counts in a CSV file: whether its first line and first column are names."""

import re
from collections.abc import Sequence

from exact.errors import InputError

MARGINS = ("total", "totals", "sum", "all", "margin", "margins")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")


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
