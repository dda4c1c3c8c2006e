"""Transition matrices: a line for each count, a column for each perturbed value or noise.

A matrix has no keys. It is read on the grid 10^-g of its longest decimal, the keys of a row given
out in the order of increasing noise; probabilities, and all that follows from them, are exact.
"""

from itertools import pairwise

from exact.errors import InputError
from exact.formats.assembling import (
    COUNT_BOUNDS,
    NOISE_BOUNDS,
    completed,
    has_errors,
    missing_counts,
)
from exact.formats.cells import (
    CellError,
    Written,
    check_range,
    read_cells,
    read_decimal,
    read_integer,
)
from exact.formats.decimals import check_places, decimal_text, finest, on_grid
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions
from exact.formats.result import Reading, StructureProblem, Tally, worst_first
from exact.formats.sheet import Sheet
from exact.table.row import Row

_MAX_CELLS = 4_000_000
# A row whose sum is off by more than a hundredth is no matter of printed digits.
_LEAST_SHARE = 100


def fits(file: Opened, _kind: Format) -> bool:
    """Return whether all columns but the first are headed by numbers."""
    return file.sheet is not None and column_numbers(file.sheet.names) is not None


def column_numbers(names: tuple[str, ...]) -> list[int] | None:
    """Return the numbers that head all columns but the first, or None where one is no number.

    >>> column_numbers(("i", "-1", "0", "1"))
    [-1, 0, 1]
    """
    try:
        return [read_integer(name) for name in names[1:]] or None
    except CellError:
        return None


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read a matrix of probabilities, each row of which must sum to exactly one.

    With ``--normalise`` a row whose sum is off by up to 1 % is divided by it, in whole keys by the
    largest remainders, and a finding says by how much.
    """
    (kind,), sheet = fitting, file.sheet
    assert sheet is not None
    options.refuse(kind.name, "keys")
    heads = _heads(sheet)
    meaning = _meaning(heads, options)
    counts, cells = _matrix(sheet)
    places = max(map(finest, cells))
    grid = [on_grid(column, places) for column in cells]
    sums = _row_sums(counts, grid, places, options.normalise)
    if options.normalise:
        grid = _normalised(grid, 10**places)
    problems = (
        *_twice(counts),
        *missing_counts(sorted(set(counts))),
        *sums,
        *_row_order(counts),
    )
    notes = (
        f"{sheet.about} are {meaning}",
        f"probabilities on the grid 10^-{places}: {10**places} keys in the order of the noise",
    )
    if has_errors(problems):
        return Reading(kind.name, None, problems, notes)
    rows = _rows(counts, heads, grid, meaning == "values")
    return completed(kind, rows, options, problems, notes)


def _rows(
    counts: list[int], heads: list[int], grid: list[list[int]], are_values: bool
) -> dict[int, Row]:
    """Return the rows of a matrix that sum to one, the keys in the order of the noise."""
    return {
        count: _row(heads, [column[k] for column in grid], count if are_values else 0)
        for k, count in enumerate(counts)
    }


def _heads(sheet: Sheet) -> list[int]:
    heads = column_numbers(sheet.names)
    assert heads is not None
    if len(set(heads)) != len(heads):
        twice = next(head for k, head in enumerate(heads) if head in heads[:k])
        raise InputError("line 1", twice, "heads two columns", "give each value one column")
    check_range(heads, NOISE_BOUNDS, "of a value", sheet.place, "values lie within 2^60")
    return heads


def _meaning(heads: list[int], options: ReadOptions) -> str:
    """Return what the columns stand for: noise where one is negative, else as the user said."""
    if options.columns is not None:
        return options.columns
    if min(heads) < 0:
        return "noise"
    rule = "may be perturbed values or noise"
    raise InputError("line 1", ",".join(map(str, heads)), rule, "say --columns values|noise")


def _matrix(sheet: Sheet) -> tuple[list[int], list[list[Written]]]:
    """Return the counts and the probabilities, column by column."""
    number = sheet.height * len(sheet.names)
    if number > _MAX_CELLS:
        rule = f"has more than {_MAX_CELLS} probabilities"
        raise InputError("file", f"{number} cells", rule, "split the matrix")
    first, *rest = sheet.texts()
    counts = read_cells(first, read_integer, sheet.labels[0], sheet.place)
    check_range(counts, COUNT_BOUNDS, sheet.labels[0], sheet.place, "counts are 0 or more")
    cells = []
    for label, column in zip(sheet.labels[1:], rest, strict=True):
        numbers = read_cells(column, _read_probability, label, sheet.place)
        check_places(numbers, label, sheet.place)
        cells.append(numbers)
    return counts, cells


def _read_probability(text: str) -> Written:
    digits, places = read_decimal(text)
    if digits < 0:
        raise CellError("is below 0", "write a probability")
    return digits, places


def _row(heads: list[int], weights: list[int], count: int) -> Row:
    """Return the runs in the order of the noise; ``count`` is taken off where heads are values."""
    return Row.of(sorted((head - count, keys) for head, keys in zip(heads, weights, strict=True)))


def _row_sums(
    counts: list[int], grid: list[list[int]], places: int, normalise: bool
) -> tuple[StructureProblem, ...]:
    wrong, divided = Tally(), Tally()
    offs = {k: sum(column[k] for column in grid) - 10**places for k in range(len(counts))}
    for k in worst_first(offs):
        taken = normalise and abs(offs[k]) * _LEAST_SHARE <= 10**places
        said = f"count {counts[k]}, line {k + 2}: by {decimal_text(offs[k], places)}"
        (divided if taken else wrong).add(said)
    remedy = "write probabilities that sum to exactly 1"
    words = "row~ not summing to 1, divided by the sum"
    return (
        *wrong.problem("ROW-SUM", "error", "row~ not summing to 1", remedy),
        *divided.problem("ROW-SUM", "warning", words, remedy),
    )


def _normalised(grid: list[list[int]], total: int) -> list[list[int]]:
    """Return each row over its sum, in whole keys: floors, and one more for the largest parts.

    >>> _normalised([[1], [1], [1]], 10)
    [[4], [3], [3]]
    """
    rows = [_divided(list(row), total) for row in zip(*grid, strict=True)]
    return [list(column) for column in zip(*rows, strict=True)]


def _divided(row: list[int], total: int) -> list[int]:
    whole = sum(row)
    if whole in (0, total):
        return row
    floors = [total * n // whole for n in row]
    order = sorted(range(len(row)), key=lambda k: -(total * row[k] % whole))
    for k in order[: total - sum(floors)]:
        floors[k] += 1
    return floors


def _twice(counts: list[int]) -> tuple[StructureProblem, ...]:
    tally, seen = Tally(), dict[int, int]()
    for line, count in enumerate(counts, start=2):
        if count in seen:
            tally.add(f"count {count} in lines {seen[count]} and {line}")
        seen.setdefault(count, line)
    remedy = "keep one line for each count"
    return tuple(tally.problem("DUPLICATE-KEY", "error", "duplicate row~", remedy))


def _row_order(counts: list[int]) -> tuple[StructureProblem, ...]:
    tally = Tally()
    for line, (before, count) in enumerate(pairwise(counts), start=3):
        if count < before:
            tally.add(f"line {line}: count {count} after {before}")
    remedy = "write the rows in increasing order"
    return tuple(tally.problem("ROW-ORDER", "note", "row~ out of order", remedy))
