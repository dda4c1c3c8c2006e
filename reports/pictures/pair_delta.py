"""The tight delta of each pair of neighbouring counts at one epsilon, in both directions."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.pairs import PairProfile
from reports.document.blocks import Inline, Picture
from reports.numbers import delta_bounds, upper, whole
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.axes import log_axis, whole_axis
from reports.plots.chart import POINTS, Chart, Panel, Point, Series
from reports.plots.draw import draw

_NAME = "pair-delta"
_ANY, _ONE = Fraction(1, 10), Fraction(1)


@dataclass(frozen=True, slots=True)
class _Pair:
    """The delta of count n against n + 1 (``up``) and of n + 1 against n (``down``)."""

    n: int
    up: Delta
    down: Delta


def pair_delta_picture(pairs: tuple[PairProfile, ...], epsilon: Epsilon) -> Picture:
    """Return delta at ``epsilon`` against the lower count of each pair, delta on a log axis."""
    found = _by_count(pairs, epsilon)
    if not found:
        raise InputError("pairs", 0, "has no neighbouring counts", "give a table with two")
    title = f"Tight δ by pair of counts, at ε = {epsilon.text}"
    alternative = _alternative(found, epsilon)
    axis = whole_axis("lower count n of the pair (n, n + 1)", found[0].n, found[-1].n)
    panel = _panel(found)
    svg = draw(Chart(_NAME, title, alternative, axis, (panel,)))
    columns = numeric("lower count n", "δ of n against n + 1", "δ of n + 1 against n")
    behind = grid_behind(_NAME, f"{title}.", columns, _rows(found), len(found))
    return Picture(_NAME, title, alternative, (_caption(found, panel),), svg, behind)


def _by_count(pairs: tuple[PairProfile, ...], epsilon: Epsilon) -> list[_Pair]:
    """Return both directions of every pair by rising count; pairs of the same rows share them."""
    up: dict[int, Delta] = {}
    down: dict[int, Delta] = {}
    for pair in pairs:
        delta = pair.profile.delta(epsilon)
        (up if pair.count < pair.other else down).update(dict.fromkeys(pair.alike, delta))
    return [_Pair(n, up[n], down[n]) for n in sorted(up)]


def _panel(found: list[_Pair]) -> Panel:
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


def _rows(found: list[_Pair]) -> Iterator[tuple[Inline, ...]]:
    for pair in found:
        yield whole(pair.n), upper(pair.up), upper(pair.down)


def _worst(found: list[_Pair]) -> tuple[int, int, Delta]:
    """Return the largest delta with its counts; the first of equals."""
    best = (found[0].n, found[0].n + 1, found[0].up)
    for pair in found:
        for count, other, delta in ((pair.n, pair.n + 1, pair.up), (pair.n + 1, pair.n, pair.down)):
            if delta.compare_to(best[2]) > 0:
                best = (count, other, delta)
    return best


def _alternative(found: list[_Pair], epsilon: Epsilon) -> str:
    count, other, delta = _worst(found)
    return (
        f"Tight δ at ε = {epsilon.text} for {len(found)} pairs of neighbouring counts, both"
        f" directions. The largest is at most {upper(delta, 4).decimal}, a true count of {count}"
        f" against {other}."
    )


def _caption(found: list[_Pair], panel: Panel) -> str:
    zeros = sum(delta.compare(Fraction(0)) == 0 for p in found for delta in (p.up, p.down))
    text = "The smallest δ over all events, by pair of neighbouring counts and direction."
    if zeros:
        text += f" {zeros} of {2 * len(found)} are exactly 0 and cannot stand on a log axis."
    return text + thinning_text(max(len(series.points) for series in panel.series))
