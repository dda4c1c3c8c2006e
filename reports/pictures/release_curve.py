"""delta(epsilon) of everything that is released about one person, between its proved bounds."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.release.answer import Answer, Budget, CurvePoint
from reports.document.blocks import Inline, Picture
from reports.numbers import at_least, epsilon_bounds, epsilon_number, guaranteed, upper
from reports.pictures.behind import grid_behind, numeric
from reports.pictures.profile_curves import CLAIMED, TIGHT, like
from reports.plots.axes import log_axis
from reports.plots.chart import LINE, Chart, Mark, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME = "release-curve"
_TITLE = "What everything together gives away: δ for every ε"
_DIGITS = 4


def release_curve_picture(answer: Answer) -> Picture:
    """Return both bounds of the curve on a log axis, beside that of the worst single cell."""
    curve = answer.drawn
    drawn = [point for point in curve if point.delta.lo > 0]
    alone = [(_across(point), point.delta.hi) for point in answer.one_cell if point.delta.hi > 0]
    upper_line, lower_line = (
        [(_across(point), end(point)) for point in drawn] for end in (_high, _low)
    )
    series = (
        Series("all cells of a person, at most", LINE, tuple(upper_line), 0),
        Series("at least", LINE, tuple(lower_line), 1),
        Series("the worst single cell", LINE, tuple(alone), 7),
    )
    marks = tuple(_marks(answer.curve, answer.budget))
    heights = [y for line in (upper_line, lower_line, alone) for _, y in line]
    heights += [mark.y for mark in marks]
    y = log_axis("δ", heights or [Fraction(1, 10)], Fraction(1))
    x = Axis("ε", Fraction(0), max(map(_across, curve)))
    panel = Panel(y, series, marks, height=360)
    alternative = _alternative(curve)
    drawing = both_widths(Chart(_NAME, _TITLE, alternative, x, (panel,)))
    columns = numeric("ε", "δ, at most", "δ, at least")
    behind = grid_behind(_NAME, f"{_TITLE}.", columns, _rows(curve), len(curve))
    return Picture(_NAME, _TITLE, alternative, (_CAPTION,), drawing, behind)


_CAPTION = (
    "How much more likely than e^ε times any set of published tables may be when one person is "
    "added or removed. The truth lies between the two lines, which are proved; where they lie "
    "closer than a line is wide only one is seen. Where the curve is level it has reached its "
    "plateau, which no larger ε removes."
)


def _marks(asked: Sequence[CurvePoint], budget: Budget | None) -> Iterator[Mark]:
    """Yield the budget as what is claimed, and the points that were asked for as tight."""
    if budget is not None and budget.delta > 0:
        place = epsilon_bounds(budget.epsilon).lo, budget.delta
        yield like(CLAIMED, place, f"claimed at {budget.epsilon.text}")
    for point in asked[:4]:
        if point.delta.hi > 0:
            place = _across(point), point.delta.hi
            yield like(TIGHT, place, f"δ at {point.epsilon.text}")


def _across(point: CurvePoint) -> Fraction:
    return epsilon_bounds(point.epsilon).lo


def _high(point: CurvePoint) -> Fraction:
    return point.delta.hi


def _low(point: CurvePoint) -> Fraction:
    return point.delta.lo


def _rows(curve: Sequence[CurvePoint]) -> Iterator[tuple[Inline, ...]]:
    for point in curve:
        yield epsilon_number(point.epsilon), upper(point.delta), at_least(point.delta)


def _alternative(curve: Sequence[CurvePoint]) -> str:
    first, last = curve[0], curve[-1]
    return (
        f"δ falls from {guaranteed(first.delta, _DIGITS)} at"
        f" ε = {epsilon_number(first.epsilon, _DIGITS).decimal} to"
        f" {guaranteed(last.delta, _DIGITS)} at"
        f" ε = {epsilon_number(last.epsilon, _DIGITS).decimal}."
    )
