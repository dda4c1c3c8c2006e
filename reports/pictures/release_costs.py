"""What each table of a release costs, as bars: how much smaller delta is without it."""

from collections.abc import Iterator
from fractions import Fraction

from exact.release.answer import FROM_BELOW, Answer, TableCost
from reports.document.blocks import Column, Inline, Picture
from reports.numbers import at_least, guaranteed, upper, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import linear_axis
from reports.plots.chart import BARS, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME = "release-costs"
_HEIGHT = 260
# So many bars have a colour and a place in the legend; more are numbered alone.
_NAMED = 8


def release_costs_picture(answer: Answer) -> Picture:
    """Return a bar for each table: delta of everything minus delta without it, upper bounds."""
    point = answer.curve[0]
    title = f"What each table costs, at ε = {point.epsilon.text}"
    costs = [saved(answer, cost) for cost in answer.costs]
    axis = linear_axis("δ that goes with it", [*costs, Fraction(0)], _HEIGHT)
    half = Fraction(1, 2)
    x = Axis("table", half, len(costs) + half, whole=True)
    panel = Panel(axis, tuple(_bars(answer.costs, costs)), height=_HEIGHT)
    most = max(range(len(costs)), key=costs.__getitem__)
    alternative = (
        f"Of {len(costs)} tables the one that costs most is {answer.costs[most].name}: without it δ"
        f" is {guaranteed(answer.costs[most].without[0], 4)} instead of"
        f" {guaranteed(point.delta, 4)}."
    )
    drawing = both_widths(Chart(_NAME, title, alternative, x, (panel,)))
    columns = (
        *numeric("number"),
        Column("table"),
        *numeric("cells", "of its own", "δ without it, at most", "at least"),
    )
    behind = grid_behind(_NAME, f"{title}.", columns, _rows(answer), len(costs))
    caption = (
        f"δ of everything is {guaranteed(point.delta, 4)}; a bar is what would go if"
        " the table were not published. Cells that another table prints too cost nothing more, and"
        " costs do not add up to the whole: what two tables give away together is more."
    )
    return Picture(_NAME, title, alternative, (caption,), drawing, behind)


def saved(answer: Answer, cost: TableCost) -> Fraction:
    """Return how much smaller the bound of delta is without the table, at the first ε."""
    whole, without = answer.curve[0].delta, cost.without[0]
    cost_of = whole.lo - without.lo if answer.basis == FROM_BELOW else whole.hi - without.hi
    return max(Fraction(0), cost_of)


def _bars(costs: tuple[TableCost, ...], heights: list[Fraction]) -> Iterator[Series]:
    bars = tuple((Fraction(number), height) for number, height in enumerate(heights, start=1))
    if len(bars) > _NAMED:
        yield Series("", BARS, bars, 0)
        return
    for number, (cost, bar) in enumerate(zip(costs, bars, strict=True)):
        yield Series(f"{number + 1}: {cost.name}", BARS, (bar,), number)


def _rows(answer: Answer) -> Iterator[tuple[Inline, ...]]:
    for number, cost in enumerate(answer.costs, start=1):
        yield (
            whole(number),
            cost.name,
            whole(cost.cells),
            whole(cost.own),
            upper(cost.without[0]),
            at_least(cost.without[0]),
        )
