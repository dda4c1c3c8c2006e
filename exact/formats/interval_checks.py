"""Intervals that must partition [0, 1) in each row, and columns that must agree with them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from exact.formats.cells import Written
from exact.formats.decimals import decimal_text, finest, on_grid
from exact.formats.doubles import DOUBLE_ERROR_BITS, coarser_grid
from exact.formats.result import StructureProblem, Tally, worst_first

MILLION = 10**6


class Piece(NamedTuple):
    """An interval [low, high) on the grid of the file, its noise, and its place in the file."""

    low: int
    high: int
    noise: int
    line: int


@dataclass(frozen=True, slots=True)
class Lines:
    """The columns of a file of intervals; bounds are integers on the grid 10^-places.

    ``where`` says where a line stands ("line 7"), ``bounds`` are all bounds as written.
    """

    where: Callable[[int], str]
    counts: Sequence[int]
    values: Sequence[int]
    noises: Sequence[int]
    p: Sequence[Written]
    lows: Sequence[int]
    highs: Sequence[int]
    places: int
    bounds: Sequence[Written]


class _Partition:
    """Collects what keeps the intervals of the rows from being partitions of [0, 1)."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.first, self.gap, self.overlap = Tally(), Tally(), Tally()
        self.last, self.reversed, self.shuffled = Tally(), Tally(), Tally()

    def check(self, count: int, pieces: Sequence[Piece]) -> None:
        """Compare each bound with the one before it, 0 at first and 1 at last."""
        position = 0
        for number, piece in enumerate(pieces):
            where = f"count {count}, {self.lines.where(piece.line)}"
            if number == 0 and piece.low != 0:
                self.first.add(f"{where}: begins at {self._text(piece.low)}")
            elif piece.low != position:
                low, high = sorted((position, piece.low))
                tally = self.gap if piece.low > position else self.overlap
                tally.add(f"{where}: from {self._text(low)} to {self._text(high)}")
            if piece.high < piece.low:
                bounds = f"{self._text(piece.high)} after {self._text(piece.low)}"
                self.reversed.add(f"{where}: {bounds}")
            position = piece.high
        self._check_last(count, pieces[-1])

    def _check_last(self, count: int, piece: Piece) -> None:
        off = piece.high - 10**self.lines.places
        if off:
            where = f"count {count}, {self.lines.where(piece.line)}"
            side = f"{self._text(abs(off))} {'above' if off > 0 else 'below'} 1"
            self.last.add(f"{where}: {self._text(piece.high)}, {side}")

    def _text(self, number: int) -> str:
        return decimal_text(number, self.lines.places)

    def problems(self) -> Iterator[StructureProblem]:
        """Yield a problem for each kind of fault that was seen."""
        one = "every key needs exactly one noise value"
        yield from self.first.problem(
            "FIRST-BOUND", "error", "row~ beginning elsewhere than at 0", "begin each row at 0"
        )
        yield from self.gap.problem("GAP", "error", "gap~", one)
        yield from self.overlap.problem("OVERLAP", "error", "overlap~", one)
        yield from self.reversed.problem(
            "DECREASING", "error", "decreasing bound~", "write the bounds in increasing order"
        )
        yield from self.shuffled.problem(
            "DECREASING",
            "warning",
            "row~ with lines in another order",
            "sort the lines by their lower bound",
        )
        yield from self.last.problem(
            "LAST-BOUND", "error", "last bound~ other than 1", "end each row at exactly 1"
        )


def checked_pieces(
    rows: Mapping[int, list[Piece]], lines: Lines, has_lows: bool
) -> tuple[dict[int, list[Piece]], tuple[StructureProblem, ...]]:
    """Return the rows with their intervals in order, and what keeps them from being partitions."""
    partition, ordered = _Partition(lines), {}
    for count, pieces in rows.items():
        lows = [piece.low for piece in pieces]
        if has_lows and lows != sorted(lows):
            partition.shuffled.add(f"count {count}, {lines.where(pieces[0].line)}")
            ordered[count] = sorted(pieces)
        else:
            ordered[count] = pieces
        partition.check(count, ordered[count])
    return ordered, tuple(partition.problems())


def checked_lines(
    lines: Lines, rows: Mapping[int, list[Piece]], positional: bool
) -> Iterator[StructureProblem]:
    """Yield what the other columns say against the bounds; the table is that of the bounds."""
    grid = coarser_grid(lines.bounds)
    yield from _p_mismatch(lines, grid is not None)
    yield from _row_sum(lines, rows, grid is not None)
    yield from _noise_mismatch(lines)
    yield from _row_order(lines, "warning" if positional else "note")
    if grid is not None:
        message = f"the bounds are doubles of the grid 10^-{grid}, written on 10^-{lines.places}"
        remedy = f"they are read as written; round them to {grid} decimals for the table meant"
        yield StructureProblem("GRID", "note", message, remedy)


def _p_mismatch(lines: Lines, doubles: bool) -> Iterator[StructureProblem]:
    """Compare p with ub - lb; one unit of the grid on which they are written is rounding.

    What is no probability is none by rounding either.
    """
    places = max(finest(lines.p), lines.places)
    scale, p = 10 ** (places - lines.places), on_grid(lines.p, places)
    widths = zip(p, lines.lows, lines.highs, strict=True)
    off = [abs(p - (high - low) * scale) for p, low, high in widths]
    number, largest = sum(map(bool, off)), max(off)
    wrong = Tally()
    for index, written in enumerate(p):
        if not 0 <= written <= 10**places:
            wrong.add(f"{lines.where(index)}: p = {decimal_text(written, places)}")
    remedy = "write probabilities: p = ub - lb"
    yield from wrong.problem("P-MISMATCH", "error", "line~ with a p that is none", remedy)
    if largest:
        severity = _severity(largest, _rounding(lines, places, doubles), places)
        where = lines.where(off.index(largest))
        message = f"{number} of {len(off)} lines have p other than ub - lb, at most by "
        message += f"{decimal_text(largest, places)} ({where})"
        remedy = "the bounds are what a lookup uses: write p = ub - lb"
        yield StructureProblem("P-MISMATCH", severity, message, remedy)


def _severity(off: int, rounding: int, places: int) -> str:
    """Return how grave a difference is: of rounding a note, above a millionth an error.

    Between them no lookup with up to a million keys tells p from the bounds.
    """
    if off <= rounding:
        return "note"
    return "error" if off * MILLION > 10**places else "warning"


def _rounding(lines: Lines, places: int, doubles: bool) -> int:
    """Return, on the grid 10^-places, one unit of the coarser of the grids of p and the bounds.

    Fewer than two decimals are no rounding of a probability: at most 1/100 is. Doubles are written
    with more decimals than they have: their unit is 2^-52.
    """
    unit: int = min(10 ** (places - min(finest(lines.p), lines.places)), 10**places // 100)
    return max(unit, 10**places >> DOUBLE_ERROR_BITS) if doubles else unit


def _row_sum(
    lines: Lines, rows: Mapping[int, list[Piece]], doubles: bool
) -> Iterator[StructureProblem]:
    """Say which rows have p that do not sum to one as printed."""
    places = max(finest(lines.p), lines.places)
    p, tally, severities = on_grid(lines.p, places), Tally(), {"note"}
    rounding = _rounding(lines, places, doubles)
    sums = {n: sum(p[piece.line] for piece in pieces) for n, pieces in rows.items()}
    for count in worst_first({n: found - 10**places for n, found in sums.items()}):
        off = sums[count] - 10**places
        tally.add(f"count {count} by {decimal_text(off, places)}")
        severities.add(_severity(abs(off), len(rows[count]) * rounding // 2, places))
    severity = next(s for s in ("error", "warning", "note") if s in severities)
    remedy = "the bounds are what a lookup uses: write p = ub - lb"
    yield from tally.problem("ROW-SUM", severity, "row~ with p not summing to 1", remedy)


def _noise_mismatch(lines: Lines) -> Iterator[StructureProblem]:
    """Say where the noise v is not j - i."""
    tally = Tally()
    columns = zip(lines.counts, lines.values, lines.noises, strict=True)
    for index, (i, j, v) in enumerate(columns):
        if v != j - i:
            tally.add(f"{lines.where(index)}: v = {v}, and j - i = {j - i}")
    remedy = "write v = j - i: the noise v was read, and a tool that uses j gives another result"
    yield from tally.problem("NOISE-MISMATCH", "error", "line~ with v other than j - i", remedy)


def _row_order(lines: Lines, severity: str) -> Iterator[StructureProblem]:
    """Say which rows a reader by position, such as tau-Argus, takes for another count."""
    tally = Tally()
    blocks = [
        (count, next(group))
        for count, group in groupby(range(len(lines.counts)), lines.counts.__getitem__)
    ]
    if blocks[0][0] != 0:
        tally.add(f"{lines.where(0)}: the first row is for count {blocks[0][0]}, not 0")
    for (before, _), (count, index) in pairwise(blocks):
        if count < before:
            tally.add(f"{lines.where(index)}: count {count} after {before}")
    remedy = "write the rows 0, 1, 2, ...: tau-Argus reads rows by position and shifts them"
    yield from tally.problem("ROW-ORDER", severity, "row~ out of order", remedy)
