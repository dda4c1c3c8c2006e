"""The tight delta of each pair of neighbouring counts at one epsilon, in both directions."""

from collections.abc import Iterator
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.pairs import (
    BothDeltas,
    PairProfile,
    WorstPair,
    deltas_by_count,
    worst_pair,
)
from reports.document.blocks import Inline, Picture
from reports.numbers import delta_bounds, upper, whole
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.axes import log_axis, whole_axis
from reports.plots.chart import POINTS, Chart, Panel, Point, Series
from reports.plots.drawing import both_widths

_NAME = "pair-delta"
_ANY, _ONE = Fraction(1, 10), Fraction(1)


def pair_delta_picture(pairs: tuple[PairProfile, ...], epsilon: Epsilon) -> Picture:
    """Return delta at ``epsilon`` against the lower count of each pair, delta on a log axis."""
    found = deltas_by_count(pairs, epsilon)
    if not found:
        raise InputError("pairs", 0, "has no neighbouring counts", "give a table with two")
    title = f"Tight δ by pair of counts, at ε = {epsilon.text}"
    alternative = _alternative(found, worst_pair(pairs, epsilon), epsilon)
    axis = whole_axis("lower count n of the pair (n, n + 1)", found[0].n, found[-1].n)
    panel = _panel(found)
    drawing = both_widths(Chart(_NAME, title, alternative, axis, (panel,)))
    columns = numeric("lower count n", "δ of n against n + 1", "δ of n + 1 against n")
    behind = grid_behind(_NAME, f"{title}.", columns, _rows(found), len(found))
    return Picture(_NAME, title, alternative, (_caption(found, panel),), drawing, behind)


def _panel(found: tuple[BothDeltas, ...]) -> Panel:
    up, down = _points((p.n, p.up) for p in found), _points((p.n, p.down) for p in found)
    axis = log_axis("tight δ", [y for _, y in (*up, *down)] or [_ANY], _ONE)
    return Panel(
        axis,
        (Series("n against n + 1", POINTS, up, 0), Series("n + 1 against n", POINTS, down, 1)),
    )


def _points(deltas: Iterator[tuple[int, Delta]]) -> tuple[Point, ...]:
    """Return what can stand on a log axis: every delta but 0."""
    bounds = ((n, delta_bounds(delta).hi) for n, delta in deltas)
    return tuple((Fraction(n), high) for n, high in bounds if high > 0)


def _rows(found: tuple[BothDeltas, ...]) -> Iterator[tuple[Inline, ...]]:
    for pair in found:
        yield whole(pair.n), upper(pair.up), upper(pair.down)


def _alternative(found: tuple[BothDeltas, ...], worst: WorstPair, epsilon: Epsilon) -> str:
    return (
        f"Tight δ at ε = {epsilon.text} for {len(found)} pairs of neighbouring counts, both"
        f" directions. The largest is at most {upper(worst.delta, 4).decimal}, a true count"
        f" of {worst.count} against {worst.other}."
    )


def _caption(found: tuple[BothDeltas, ...], panel: Panel) -> str:
    zeros = sum(delta.compare(Fraction(0)) == 0 for p in found for delta in (p.up, p.down))
    text = "The smallest δ over all events, by pair of neighbouring counts and direction."
    if zeros:
        text += f" {zeros} of {2 * len(found)} are exactly 0 and cannot stand on a log axis."
    return text + thinning_text(max(len(series.points) for series in panel.series))
