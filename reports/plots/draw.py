"""A chart as one SVG element."""

from reports.plots.chart import WIDTH, Chart, Panel
from reports.plots.frame import Frame, draw_frame, x_foot, x_room, y_room
from reports.plots.legend import draw_legend, entries, height
from reports.plots.notes import Box, Stroke, around, place_note
from reports.plots.scale import Scale
from reports.plots.shapes import mark_path, series_paths, spots, strokes
from reports.plots.svg import NAMESPACE, element, escaped

_TOP, _BETWEEN = 10, 16


def draw(chart: Chart) -> str:
    """Return the drawing: panels above each other, their frames in line.

    >>> from fractions import Fraction
    >>> from reports.plots.chart import LINE, Series
    >>> from reports.plots.scale import Axis
    >>> axis = Axis("x", Fraction(0), Fraction(1))
    >>> line = Series("a line", LINE, ((axis.low, axis.low), (axis.high, axis.high)))
    >>> draw(Chart("demo", "Title", "Words", axis, (Panel(axis, (line,)),)))[:20]
    '<svg xmlns="http://w'
    """
    room = max(y_room(panel.y, panel.height) for panel in chart.panels)
    beside = x_room(chart.x, chart.width - room)
    left, right = max(room, beside), chart.width - beside
    parts, top = [], _TOP
    for panel in chart.panels:
        legend = entries(panel, left, right)
        parts.append(draw_legend(legend, top))
        top += height(legend) + 6
        frame = Frame(Scale(chart.x, left, right), Scale(panel.y, top + panel.height, top))
        parts.append(draw_frame(frame, is_lowest=panel is chart.panels[-1]))
        parts.append(_contents(panel, frame))
        top += panel.height + _BETWEEN
    tall = top - _BETWEEN + x_foot(chart.x, right - left)
    return svg(chart.name, (chart.title, chart.description), tall, parts, chart.width)


def svg(name: str, said: tuple[str, str], tall: int, parts: list[str], wide: int = WIDTH) -> str:
    """Return the root element with its title and description, named for screen readers."""
    title, description = f"{name}-title", f"{name}-description"
    attributes = {
        "xmlns": NAMESPACE,
        "viewBox": f"0 0 {wide} {tall}",
        "width": str(wide),
        "height": str(tall),
        "role": "img",
        "class": "plot",
        "aria-labelledby": f"{title} {description}",
    }
    words = [
        element("title", {"id": title}, escaped(said[0])),
        element("desc", {"id": description}, escaped(said[1])),
    ]
    return element("svg", attributes, *words, *parts)


def _contents(panel: Panel, frame: Frame) -> str:
    """Return series, then marks, then notes where they cover least."""
    parts, taken, notes = [], list[Stroke](), list[Box]()
    for series in panel.series:
        places = spots(series, frame.x, frame.y)
        parts.append(series_paths(series, places, frame.x, frame.y))
        taken += strokes(series, places, frame.y) or ((place, place) for place in places)
    for mark in panel.marks:
        place = (frame.x.tenths(mark.x), frame.y.tenths(mark.y))
        parts.append(mark_path(mark, place))
        taken += around(place).sides()
    inside = Box(frame.left, frame.top, frame.right, frame.bottom)
    for note in panel.notes:
        along = (frame.x.tenths(note.start), frame.x.tenths(note.end))
        level = frame.y.tenths(note.y)
        text, box = place_note(note.text, along, level, inside, (taken, notes))
        parts.append(text)
        notes.append(box)
    return "".join(parts)
