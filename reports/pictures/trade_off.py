"""Telling two neighbouring counts apart: the least error of one kind for each of the other."""

from collections.abc import Iterator
from fractions import Fraction

from exact.privacy.trade_off import trade_off
from exact.table.pairs import PairProfile
from reports.decimals import DOWN, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import rational
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.chart import LINE, Chart, Panel, Point, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_ZERO, _ONE = Fraction(0), Fraction(1)


def trade_off_picture(pair: PairProfile) -> Picture:
    """Return the trade-off between both errors of the best test of ``other`` against ``count``."""
    name = f"trade-off-{pair.count}-{pair.other}"
    title = f"Telling a true count of {pair.count} from {pair.other}"
    vertices = trade_off(pair.profile)
    alternative = _alternative(pair, vertices)
    axes = (
        Axis(f"type I error: {pair.other} taken for {pair.count}", _ZERO, _ONE),
        Axis(f"type II error: {pair.count} taken for {pair.other}", _ZERO, _ONE),
    )
    curves = (
        Series("best test", LINE, vertices, 0),
        Series("guessing: perfect privacy", LINE, ((_ZERO, _ONE), (_ONE, _ZERO)), 1),
    )
    drawing = both_widths(
        Chart(name, title, alternative, axes[0], (Panel(axes[1], curves, height=420),))
    )
    columns = numeric("type I error", "type II error", "sum of both")
    behind = grid_behind(name, "Vertices of the curve.", columns, _rows(vertices), len(vertices))
    caption = (
        f"The least type II error that any test can have for each type I error, from one released"
        f" count. The nearer to the diagonal, the less the release tells."
        f"{thinning_text(len(vertices))}"
    )
    return Picture(name, title, alternative, (caption,), drawing, behind)


def _rows(vertices: tuple[Point, ...]) -> Iterator[tuple[Inline, ...]]:
    for first, second in vertices:
        yield rational(first), rational(second), rational(first + second)


def _alternative(pair: PairProfile, vertices: tuple[Point, ...]) -> str:
    least = min(first + second for first, second in vertices)
    return (
        f"Type II error against type I error for telling a true count of {pair.count} from"
        f" {pair.other}: a convex curve with {len(vertices)} vertices from (0, 1) to (1, 0)."
        f" The two errors of any test sum to at least {decimal(least, 4, DOWN)}; guessing gives 1."
    )
