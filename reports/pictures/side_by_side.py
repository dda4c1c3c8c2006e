"""Accuracy and privacy of several tables by true count, in one picture."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt

from exact.numbers.epsilon import Epsilon
from exact.table.holes import covers
from exact.table.pairs import PairProfile, deltas_by_count
from exact.table.ptable import PTable
from reports.document.blocks import Column, Inline, Picture
from reports.numbers import delta_bounds, rational, upper, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import linear_axis, log_axis, whole_axis
from reports.plots.chart import LINE, POINTS, Chart, Panel, Point, Series
from reports.plots.drawing import both_widths

_NAME = "side-by-side"
_HEIGHT = 190
# Past its last row a table that repeats is drawn this much further, to be seen as a line.
_FURTHER = 5
_ANY = Fraction(1, 10)

Compared = Sequence[tuple[str, PTable, tuple[PairProfile, ...]]]


def side_by_side_picture(compared: Compared, epsilon: Epsilon) -> Picture:
    """Return the standard deviation by count above the tight delta by pair of counts."""
    title = f"Accuracy and privacy by true count, at ε = {epsilon.text}"
    first = min(table.first_count for _, table, _ in compared)
    last = max(table.last_count for _, table, _ in compared) + _FURTHER
    spreads = [_spreads(table, first, last) for _, table, _ in compared]
    deltas = [_deltas(pairs, epsilon) for _, _, pairs in compared]
    names = [name for name, _, _ in compared]
    axis = whole_axis("true count (n of the pair n, n + 1)", first, last)
    panels = (_accuracy(names, spreads), _privacy(deltas))
    alternative = _alternative(names, spreads)
    drawing = both_widths(Chart(_NAME, title, alternative, axis, panels))
    rows = _rows(compared, first, last)
    total = sum(len(found) for found in spreads)
    columns = (Column("table"), *numeric("true count", "variance"))
    behind = grid_behind(_NAME, "Variance of every table by true count.", columns, rows, total)
    caption = "Above: the standard deviation of the noise (lower is more accurate). Below: the "
    more = "larger tight δ of both directions of each pair of counts (lower is more private)."
    return Picture(_NAME, title, alternative, (caption + more,), drawing, behind)


def _spreads(table: PTable, first: int, last: int) -> tuple[Point, ...]:
    counts = [count for count in range(first, last + 1) if covers(table, count)]
    return tuple((Fraction(n), _root(table.row(n).pmf.variance())) for n in counts)


def _root(variance: Fraction) -> Fraction:
    """Return the square root to 64 bits, for drawing."""
    return Fraction(isqrt((variance.numerator << 128) // variance.denominator), 1 << 64)


def _deltas(pairs: tuple[PairProfile, ...], epsilon: Epsilon) -> tuple[Point, ...]:
    found = (
        (Fraction(pair.n), max(delta_bounds(pair.up).hi, delta_bounds(pair.down).hi))
        for pair in deltas_by_count(pairs, epsilon)
    )
    return tuple(point for point in found if point[1] > 0)


def _accuracy(names: list[str], spreads: list[tuple[Point, ...]]) -> Panel:
    series = tuple(
        Series(n, LINE, s, i) for i, (n, s) in enumerate(zip(names, spreads, strict=True))
    )
    heights = [Fraction(0), *(y for points in spreads for _, y in points)]
    return Panel(linear_axis("standard deviation", heights, _HEIGHT), series, height=_HEIGHT)


def _privacy(deltas: list[tuple[Point, ...]]) -> Panel:
    series = tuple(Series("", POINTS, points, i) for i, points in enumerate(deltas))
    heights = [y for points in deltas for _, y in points] or [_ANY]
    return Panel(log_axis("tight δ", heights, Fraction(1)), series, height=_HEIGHT)


def _rows(compared: Compared, first: int, last: int) -> Iterator[tuple[Inline, ...]]:
    for name, table, _ in compared:
        for count in range(first, last + 1):
            if covers(table, count):
                yield name, whole(count), rational(table.row(count).pmf.variance())


def _alternative(names: list[str], spreads: list[tuple[Point, ...]]) -> str:
    said = (
        f"{name}: standard deviation at most {upper(max((y for _, y in points)), 3).decimal}."
        for name, points in zip(names, spreads, strict=True)
        if points
    )
    return f"Two panels over the true count. {' '.join(said)}"
