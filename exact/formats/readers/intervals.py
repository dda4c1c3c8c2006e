"""Tables of intervals [lb, ub) of a cell key in [0, 1): R ptable, tau-Argus, SAS, cellKey.

The bounds are what a lookup uses, so the bounds are the table: on the grid 10^-g, where g is the
largest number of decimals written in any bound, an interval holds (ub - lb) 10^g of the 10^g keys.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from exact.errors import InputError
from exact.formats.assembling import (
    COUNT_BOUNDS,
    NOISE_BOUNDS,
    completed,
    has_errors,
    missing_counts,
)
from exact.formats.cells import (
    Place,
    Written,
    check_range,
    read_cells,
    read_decimal,
    read_integer,
)
from exact.formats.decimals import check_places, finest, on_grid
from exact.formats.format import Format
from exact.formats.interval_checks import Lines, Piece, checked_lines, checked_pieces
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions
from exact.formats.result import Reading
from exact.table.row import Row

_BY_POSITION = "tau-argus"
_ALIASES = {
    "p_ij": "p",
    "p_ij_ub": "ub",
    "p_int_ub": "ub",
    "p_ij_lb": "lb",
    "p_int_lb": "lb",
}
_NEEDED = {"i", "j", "p", "v", "ub"}
_KNOWN = _NEEDED | {"lb", "type"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column as text under the name that the file gives it."""

    label: str
    cells: Sequence[str]


def canonical(names: Sequence[str]) -> list[str] | None:
    """Return the names i, j, p, v, lb, ub, type that a header stands for, or None if it does not.

    >>> canonical(["i", "j", "p_ij", "v", "p_ij_ub"])
    ['i', 'j', 'p', 'v', 'ub']
    """
    found = [_ALIASES.get(name, name) for name in names]
    known = _NEEDED <= set(found) <= _KNOWN and len(set(found)) == len(found)
    return found if known else None


def fits(file: Opened, kind: Format) -> bool:
    """Return whether a file has the columns of intervals; without lower bounds it is tau-Argus."""
    names = None if file.sheet is None else canonical(file.sheet.names)
    return names is not None and ("lb" not in names) == (kind.name == _BY_POSITION)


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read a delimited file of intervals: R ptable or SAS by its separator, or tau-Argus."""
    sheet = file.sheet
    assert sheet is not None
    names = canonical(sheet.names)
    assert names is not None
    kind = next((kind for kind in fitting if sheet.separator in kind.separators), fitting[0])
    columns = dict(zip(names, map(Column, sheet.labels, sheet.texts()), strict=True))
    return read_intervals(kind, columns, sheet.place, options, (sheet.about,))


def read_intervals(
    kind: Format,
    columns: Mapping[str, Column],
    place: Place,
    options: ReadOptions,
    notes: tuple[str, ...],
) -> Reading:
    """Read intervals from columns of text; ``place`` says where a cell stands."""
    options.refuse(kind.name, "keys", "columns")
    _check_one_type(columns.get("type"), place)
    lines = _lines(columns, place)
    rows, row_problems = checked_pieces(_pieces(lines), lines, "lb" in columns)
    broken = (*row_problems, *missing_counts(sorted(rows)))
    # What the other columns say against the bounds leaves a table: that of the bounds.
    problems = (*broken, *checked_lines(lines, rows, positional=kind.name == _BY_POSITION))
    notes = (*notes, f"bounds on the grid 10^-{lines.places}: {10**lines.places} keys")
    if has_errors(broken):
        return Reading(kind.name, None, problems, notes)
    made = {
        count: Row.of([(piece.noise, piece.high - piece.low) for piece in pieces])
        for count, pieces in rows.items()
    }
    return completed(kind, made, options, problems, notes)


def _check_one_type(column: Column | None, place: Place) -> None:
    """Refuse a table that holds several tables: for all, even and odd numbers of contributors."""
    for index, cell in enumerate(column.cells if column else ()):
        assert column is not None
        if cell != column.cells[0]:
            rule = f"is a second type beside {column.cells[0]!r}"
            raise InputError(place(index, column.label), cell, rule, "give one type in a file")


def _lines(columns: Mapping[str, Column], place: Place) -> Lines:
    """Read every column, the bounds on their common grid."""
    counts = _integers(columns["i"], COUNT_BOUNDS, place)
    values = _integers(columns["j"], NOISE_BOUNDS, place)
    noises = _integers(columns["v"], NOISE_BOUNDS, place)
    p = _decimals(columns["p"], place)
    written = {name: _bounds(columns[name], place) for name in ("lb", "ub") if name in columns}
    places = max(map(finest, written.values()))
    highs = on_grid(written["ub"], places)
    lows = on_grid(written["lb"], places) if "lb" in written else _lows(counts, highs)
    bounds = tuple(number for column in written.values() for number in column)
    return Lines(_where(place), counts, values, noises, p, lows, highs, places, bounds)


def _where(place: Place) -> Callable[[int], str]:
    """Return where a line stands, without the column."""
    return lambda index: place(index, "").partition(",")[0]


def _integers(column: Column, bounds: tuple[int, int], place: Place) -> list[int]:
    numbers = read_cells(column.cells, read_integer, column.label, place)
    check_range(numbers, bounds, column.label, place, "counts are 0 or more, noise within 2^60")
    return numbers


def _decimals(column: Column, place: Place) -> list[Written]:
    return read_cells(column.cells, read_decimal, column.label, place)


def _bounds(column: Column, place: Place) -> list[Written]:
    numbers = _decimals(column, place)
    check_places(numbers, column.label, place)
    return numbers


def _lows(counts: list[int], highs: list[int]) -> list[int]:
    """Return the lower bounds of a file without them: the upper bound before, 0 at first."""
    last: dict[int, int] = {}
    lows = []
    for count, high in zip(counts, highs, strict=True):
        lows.append(last.get(count, 0))
        last[count] = high
    return lows


def _pieces(lines: Lines) -> dict[int, list[Piece]]:
    """Return the intervals of each count in the order of the file."""
    rows: dict[int, list[Piece]] = {}
    columns = (lines.counts, lines.lows, lines.highs, lines.noises, range(len(lines.counts)))
    for count, low, high, noise, index in zip(*columns, strict=True):
        rows.setdefault(count, []).append(Piece(low, high, noise, index))
    return rows
