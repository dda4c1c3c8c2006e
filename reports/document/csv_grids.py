"""A grid as CSV, for programs: what is too long for paper goes with it as a file."""

import csv
import io
from collections.abc import Iterator

from reports.document.blocks import Blank, Code, Grid, Inline, Number, Sign, Status, Term, Text
from reports.document.visible import visible

# A spreadsheet would take such a cell for a formula; an apostrophe makes it text.
_FORMULA = ("=", "+", "-", "@")


def grid_csv(grid: Grid) -> str:
    """Return a grid as CSV; a column whose numbers have an exact form has a second one for it.

    >>> from reports.document.blocks import Column
    >>> rows = ((("a",), (Number("0.334", "1/3", "≤"),)),)
    >>> print(grid_csv(Grid("g", "", (Column("of"), Column("share", True)), rows)), end="")
    of,share,"share, exactly"
    a,0.334,1/3
    """
    doubled = [any(_exact(row[i]) for row in grid.rows) for i in range(len(grid.columns))]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    titles = (
        (_guarded(column.title), f"{_guarded(column.title)}, exactly") for column in grid.columns
    )
    writer.writerow(_flat(titles, doubled))
    for row in grid.rows:
        writer.writerow(_flat(((_shown(cell), _exact(cell)) for cell in row), doubled))
    return file.getvalue()


def _flat(cells: Iterator[tuple[str, str]], doubled: list[bool]) -> list[str]:
    return [
        text
        for (shown, exact), twice in zip(cells, doubled, strict=True)
        for text in ((shown, exact) if twice else (shown,))
    ]


def _exact(cell: Text) -> str:
    """Return the exact form of a cell that is one number with two forms."""
    match cell:
        case (Number(decimal=decimal, exact=exact),) if exact != decimal:
            return exact
    return ""


def _shown(cell: Text) -> str:
    match cell:
        case (Number(decimal=decimal),):
            return decimal
    return _guarded("".join(map(_part, cell)))


def _guarded(text: str) -> str:
    shown = visible(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _part(part: Inline) -> str:
    match part:
        case str():
            return part
        case Number():
            return part.decimal
        case Code(text) | Term(text) | Status(text) | Sign(text):
            return text
        case Blank():
            return ""
