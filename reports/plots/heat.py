"""A heat map: a grid of cells in nine steps, from light (little) to dark (much).

All cells of a step are one path, and equal cells above each other are one rectangle of it, so that
a table of hundreds of rows stays small.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from exact.errors import InputError
from reports.plots.chart import WIDTH, Mark, checked_name
from reports.plots.draw import svg
from reports.plots.frame import Frame, draw_frame, x_foot, x_room, y_room
from reports.plots.labels import TICK_SIZE, width
from reports.plots.palette import HEAT
from reports.plots.scale import Axis, Scale
from reports.plots.shapes import mark_path
from reports.plots.svg import coordinate, element
from reports.plots.words import words

STEPS = len(HEAT)
_TOP = 52
_SWATCH_WIDE, _SWATCH_HIGH, _SWATCH_TOP, _APART = 46, 14, 22, 4

Cell = int | None
Rectangle = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Rows of cells from the top; a cell is a step 0..8 or None, which stays blank.

    The cells divide both axes evenly; the vertical one begins at the top. ``ends`` are the ten
    labels at the ends of the nine steps, ``measure`` says what they measure. The words of a mark
    belong into the caption: there is no legend.
    """

    name: str
    said: tuple[str, str]
    x: Axis
    y: Axis
    cells: tuple[tuple[Cell, ...], ...]
    measure: str
    ends: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    width: int = WIDTH
    height: int = 400

    def __post_init__(self) -> None:
        checked_name(self.name)
        if len({len(row) for row in self.cells}) != 1:
            raise InputError("cells", len(self.cells), "is no grid", "give rows of one length")
        if len(self.ends) != STEPS + 1:
            raise InputError("ends", len(self.ends), "must be ten labels", "name both ends of all")


def rectangles(cells: tuple[tuple[Cell, ...], ...]) -> Iterator[tuple[int, int, int, int]]:
    """Yield (step, column, first row, row after the last): equal cells above each other as one.

    >>> list(rectangles(((0, None), (0, 3))))
    [(0, 0, 0, 2), (3, 1, 1, 2)]
    """
    for column, values in enumerate(zip(*cells, strict=True)):
        row = 0
        for step, run in groupby(values):
            after = row + len(list(run))
            if step is not None:
                yield step, column, row, after
            row = after


def heat_map(chart: HeatMap) -> str:
    """Return the heat map as one SVG element, the scale of its steps above it."""
    room = y_room(chart.y, chart.height)
    beside = x_room(chart.x, chart.width - room)
    left, right = max(room, beside), chart.width - beside
    frame = Frame(Scale(chart.x, left, right), Scale(chart.y, _TOP, _TOP + chart.height))
    parts = [_scale_of_steps(chart, left), draw_frame(frame, True), *_cells(chart.cells, frame)]
    parts += [
        mark_path(mark, (frame.x.tenths(mark.x), frame.y.tenths(mark.y))) for mark in chart.marks
    ]
    tall = _TOP + chart.height + x_foot(chart.x, right - left)
    return svg(chart.name, chart.said, tall, parts, chart.width)


def _cells(cells: tuple[tuple[Cell, ...], ...], frame: Frame) -> list[str]:
    """Return one path for each step that occurs."""
    across = _edges(frame.left, frame.right, len(cells[0]))
    down = _edges(frame.top, frame.bottom, len(cells))
    paths = [""] * STEPS
    for step, column, row, after in rectangles(cells):
        wide = across[column + 1] - across[column]
        paths[step] += _rectangle(across[column], down[row], wide, down[after] - down[row])
    return [_swatch(step, d) for step, d in enumerate(paths) if d]


def _edges(start: int, end: int, parts: int) -> list[int]:
    """Return where the cells begin and end, in tenths: neighbours share an edge."""
    return [start + ((end - start) * i * 2 + parts) // (2 * parts) for i in range(parts + 1)]


def _scale_of_steps(chart: HeatMap, left: int) -> str:
    """Return the nine steps side by side with the values at their ends, as many as have room."""
    begin = left + width(chart.measure) + 12
    step_wide = min(_SWATCH_WIDE, (chart.width - begin - width(chart.ends[-1]) // 2) // STEPS)
    start, top, wide, high = 10 * begin, 10 * _SWATCH_TOP, 10 * step_wide, 10 * _SWATCH_HIGH
    parts = [words("legend", chart.measure, (10 * left, top + high - 30), TICK_SIZE)]
    parts += [
        _swatch(step, _rectangle(start + step * wide, top, wide, high)) for step in range(STEPS)
    ]
    for index, label in _with_room(chart.ends, step_wide):
        place = (start + index * wide, top - 50)
        parts.append(words("tick", label, place, TICK_SIZE, "middle"))
    return "".join(parts)


def _with_room(ends: tuple[str, ...], apart: int) -> list[tuple[int, str]]:
    """Return the last label, and before it each that touches none of its neighbours.

    >>> _with_room(("0", "a long one", "1", "2"), 30)
    [(0, '0'), (2, '1'), (3, '2')]
    """
    found: list[tuple[int, str]] = []
    for index, label in reversed(list(enumerate(ends))):
        taken = (width(label) + width(found[-1][1])) // 2 + _APART if found else 0
        if label and (not found or apart * (found[-1][0] - index) >= taken):
            found.append((index, label))
    return found[::-1]


def _rectangle(left: int, top: int, wide: int, high: int) -> str:
    across, down = coordinate(wide), coordinate(high)
    return f"M{coordinate(left)} {coordinate(top)}h{across}v{down}h-{across}z"


def _swatch(step: int, d: str) -> str:
    attributes = {
        "class": f"h{step}",
        "d": d,
        "fill": HEAT[step],
        "stroke": "none",
        "stroke-width": "0",
        "shape-rendering": "crispEdges",
    }
    return element("path", attributes)
