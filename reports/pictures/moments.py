"""What the noise does to a count on average: bias and variance, row by row."""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from exact.table.ptable import PTable
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import rational, whole
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.axes import linear_axis, whole_axis
from reports.plots.chart import LINE, POINTS, Chart, Panel, Series
from reports.plots.drawing import both_widths

_NAME = "moments"
_DIGITS = 4
_HEIGHT = 190


def moments_picture(table: PTable) -> Picture:
    """Return bias (4.6) and variance (4.7) of the noise against the true count, exactly."""
    title = "Bias and variance by true count"
    pmfs = [row.pmf for row in table.rows]
    biases, variances = [pmf.mean() for pmf in pmfs], [pmf.variance() for pmf in pmfs]
    alternative = _alternative(table, biases, variances)
    axis = whole_axis("true count", table.first_count, table.last_count)
    panels = (_bias_panel(table, biases, variances), _panel("variance", table, variances))
    drawing = both_widths(Chart(_NAME, title, alternative, axis, panels))
    columns = numeric("true count", "bias", "variance")
    behind = grid_behind(
        _NAME, f"{title}.", columns, _rows(table, biases, variances), len(table.rows)
    )
    said = "Mean of the noise of each row beside its standard deviation, and its variance."
    caption = f"{said}{thinning_text(len(table.rows))}"
    return Picture(_NAME, title, alternative, (caption,), drawing, behind)


def _bias_panel(table: PTable, biases: list[Fraction], variances: list[Fraction]) -> Panel:
    """Return the bias between plus and minus the standard deviation, which it is held against."""
    counts = [Fraction(count) for count in range(table.first_count, table.last_count + 1)]
    spreads = [_root(variance) for variance in variances]
    lines = (
        Series("± standard deviation", LINE, tuple(zip(counts, spreads, strict=True)), 1),
        Series("", LINE, tuple(zip(counts, [-s for s in spreads], strict=True)), 1),
        Series("", POINTS, tuple(zip(counts, biases, strict=True)), 0),
    )
    axis = linear_axis("bias", [*biases, *spreads, *(-s for s in spreads), Fraction(0)], _HEIGHT)
    return Panel(axis, lines, height=_HEIGHT)


def _root(variance: Fraction) -> Fraction:
    """Return the square root to 64 bits, for drawing."""
    return Fraction(isqrt((variance.numerator << 128) // variance.denominator), 1 << 64)


def _panel(label: str, table: PTable, values: list[Fraction]) -> Panel:
    counts = (Fraction(count) for count in range(table.first_count, table.last_count + 1))
    series = Series("", POINTS, tuple(zip(counts, values, strict=True)))
    return Panel(linear_axis(label, [*values, Fraction(0)], _HEIGHT), (series,), height=_HEIGHT)


def _rows(
    table: PTable, biases: list[Fraction], variances: list[Fraction]
) -> Iterator[tuple[Inline, ...]]:
    moments = zip(biases, variances, strict=True)
    for count, (bias, variance) in enumerate(moments, start=table.first_count):
        yield whole(count), rational(bias), rational(variance)


def _alternative(table: PTable, biases: list[Fraction], variances: list[Fraction]) -> str:
    return (
        f"Over the true counts {table.first_count} to {table.last_count} the bias lies between"
        f" {_between(biases)}, the variance between {_between(variances)}."
    )


def _between(values: list[Fraction]) -> str:
    """Return bounds of all values, rounded outward."""
    return f"{decimal(min(values), _DIGITS, DOWN)} and {decimal(max(values), _DIGITS, UP)}"
