"""How likely the rounded mean of q partitions is the true count."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from exact.attacks.on_table.averaging import Averaging
from reports.decimals import NEAREST, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import enclosed, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import log_axis
from reports.plots.chart import LINE, POINTS, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME = "averaging-chance"
_TITLE = "The rounded mean of q partitions is the true count"


def averaging_picture(found: Averaging) -> Picture:
    """Return the probability over q, with the confidence levels as lines."""
    numbers = [Fraction(point.partitions) for point in found.points]
    x = log_axis("partitions q", (*numbers, Fraction(2)))
    y = Axis("probability", Fraction(0), Fraction(1))
    chart = Chart(_NAME, _TITLE, _words(found), x, (Panel(y, _series(found, x)),))
    columns = numeric("q", "independent keys", "keys that add")
    behind = grid_behind(_NAME, f"{_TITLE}.", columns, _rows(found), len(found.points))
    caption = (
        "Each point is computed by itself; the level lines are the confidence levels. Where points "
        "of keys that add are left out no line is drawn."
    )
    return Picture(_NAME, _TITLE, _words(found), (caption,), both_widths(chart), behind)


def _series(found: Averaging, x: Axis) -> tuple[Series, ...]:
    one = tuple((Fraction(p.partitions), p.independent.lo) for p in found.points)
    lines = [Series("independent keys", LINE, one, 0), Series("", POINTS, one, 0)]
    for number, other in enumerate(_computed(found)):
        name = "" if number else "keys that add"
        lines += [Series(name, LINE, other, 1), Series("", POINTS, other, 1)]
    ends = (x.low, x.high)
    for level in found.levels:
        lines.append(Series("", LINE, tuple((end, level.confidence) for end in ends), 3, 1))
    return tuple(lines)


def _computed(found: Averaging) -> Iterator[tuple[tuple[Fraction, Fraction], ...]]:
    """Yield the points of keys that add, apart where some between were left out: no line there."""
    for known, points in groupby(found.points, key=lambda point: point.added is not None):
        if known:
            yield tuple((Fraction(p.partitions), p.added.lo) for p in points if p.added)


def _rows(found: Averaging) -> Iterator[tuple[Inline, ...]]:
    for p in found.points:
        added: Inline = "" if p.added is None else enclosed(p.added)
        yield whole(p.partitions), enclosed(p.independent), added


def _words(found: Averaging) -> str:
    first, last = found.points[0], found.points[-1]
    start, end = (decimal(p.independent.lo, 3, NEAREST) for p in (first, last))
    return (
        f"With {first.partitions} partition the true count is found with probability {start}, "
        f"with {last.partitions:,} with probability {end}."
    )
