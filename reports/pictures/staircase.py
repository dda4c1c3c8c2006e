"""Which keys lead to which noise: the key space cut into the runs of a row."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from exact.table.ptable import PTable
from exact.table.row import Row
from reports.decimals import NEAREST, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import as_power, rational, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import whole_axis
from reports.plots.chart import LINE, SEGMENTS, Chart, Panel, Point, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis
from reports.plots.thinning import MOST_POINTS, is_thinned
from reports.words import looked_up_by

_PIXELS, _WIDEST = 400, 9


def staircase_picture(table: PTable, count: int) -> Picture:
    """Return the runs of the row of ``count``: a bar from the first to the last key of each.

    Where noise rises with the key, the upper ends are c^Q(z), Sadeghi-Chien (4.2), and thin lines
    join the bars to a staircase.
    """
    name, title = f"staircase-{count}", f"Keys of a true count of {count}"
    row = table.row(count)
    by, start = looked_up_by(table)
    alternative = _alternative(count, row, by, start)
    outcomes = row.pmf.outcomes
    x = whole_axis("noise z", outcomes[0], outcomes[-1])
    y = Axis("share of the keys", Fraction(0), Fraction(1))
    drawing = both_widths(Chart(name, title, alternative, x, (Panel(y, _series(row), height=360),)))
    columns = ("noise", f"first {by}", f"last {by}", "number of keys", "probability")
    behind = grid_behind(name, f"{title}.", numeric(*columns), _rows(row, start), len(row.runs))
    caption = (
        f"Each bar goes from the first to the last {by} that leads to a noise value, as shares of"
        f" {as_power(row.keysize)} keys.{_order(row, by)}{_left_out(row)}"
    )
    return Picture(name, title, alternative, (caption,), drawing, behind)


def _series(row: Row) -> tuple[Series, ...]:
    """Return the bars, and the steps between them where noise rises with the key."""
    total = row.keysize
    ends = [
        (Fraction(z), Fraction(first, total), Fraction(last + 1, total))
        for z, first, last in row.ranges()
    ]
    bars = tuple(point for z, low, high in ends for point in ((z, low), (z, high)))
    if not _is_rising(row):
        return (Series("", SEGMENTS, bars, 0, _width(row)),)
    if is_thinned(len(row.runs)):
        return (Series("", LINE, bars, 0),)
    steps: tuple[Point, ...] = tuple(
        point for (a, _, high), (b, _, _) in pairwise(ends) for point in ((a, high), (b, high))
    )
    return Series("", SEGMENTS, steps, 0, 1), Series("", SEGMENTS, bars, 0, _width(row))


def _is_rising(row: Row) -> bool:
    return all(a < b for (a, _), (b, _) in pairwise(row.runs))


def _width(row: Row) -> int:
    """Return the width of a bar: neighbours do not touch."""
    outcomes = row.pmf.outcomes
    return max(1, min(_WIDEST, _PIXELS // (outcomes[-1] - outcomes[0] + 1)))


def _order(row: Row, by: str) -> str:
    if len(row.runs) == 1:
        return ""
    if _is_rising(row):
        return f" Noise rises with the {by}."
    return f" Noise does not rise with the {by}: {len(row.runs)} runs of {by}s."


def _left_out(row: Row) -> str:
    if not is_thinned(len(row.runs)):
        return ""
    return f" Of {len(row.runs):,} runs about {MOST_POINTS} are drawn."


def _rows(row: Row, start: int) -> Iterator[tuple[Inline, ...]]:
    total = row.keysize
    for noise, first, last in row.ranges(start):
        keys = last - first + 1
        numbers = (whole(n) for n in (noise, first, last, keys))
        yield (*numbers, rational(Fraction(keys, total)))


def _alternative(count: int, row: Row, by: str, start: int) -> str:
    if len(row.runs) == 1:
        return f"For a true count of {count} all {row.keysize} keys lead to noise {row.runs[0][0]}."
    noise, first, last = max(row.ranges(start), key=lambda span: span[2] - span[1])
    share = decimal(Fraction(last - first + 1, row.keysize), 3, NEAREST)
    outcomes = row.pmf.outcomes
    return (
        f"For a true count of {count} the {row.keysize} keys fall into {len(row.runs)} runs that"
        f" lead to noise from {outcomes[0]} to {outcomes[-1]}. The longest run, {by}s {first} to"
        f" {last}, leads to noise {noise} and holds {share} of the keys.{_order(row, by)}"
    )
