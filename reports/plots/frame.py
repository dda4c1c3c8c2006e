"""The frame of a panel: grid, axes, ticks and their labels."""

from dataclasses import dataclass
from fractions import Fraction

from reports.plots.labels import TEXT_SIZE, TICK_SIZE, width, wrapped
from reports.plots.palette import AXIS, GRID
from reports.plots.scale import LINEAR, Axis, Scale
from reports.plots.svg import coordinate, element
from reports.plots.ticks import Tick, labels_down, ticks
from reports.plots.words import upright, words

_TICK, _MINOR = 50, 30
# From the baseline of one line of an axis' name to that of the next.
_LINE = TEXT_SIZE + 3
_LABELS_ACROSS = (9, 7, 5, 4, 3, 2)
_BETWEEN_LABELS = 14
# So few integers have a label each, where there is room.
_INTEGERS_ACROSS, _PIXELS_AN_INTEGER = 16, 18


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a panel lies, in pixels, with its two scales."""

    x: Scale
    y: Scale

    @property
    def left(self) -> int:
        """The left edge in tenths of a pixel."""
        return 10 * self.x.start

    @property
    def right(self) -> int:
        """The right edge."""
        return 10 * self.x.end

    @property
    def top(self) -> int:
        """The upper edge."""
        return 10 * min(self.y.start, self.y.end)

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return 10 * max(self.y.start, self.y.end)


def y_ticks(axis: Axis, height: int) -> tuple[Tick, ...]:
    """Return the ticks of a vertical axis of ``height`` pixels; few integers have a label each."""
    each = axis.whole and axis.high - axis.low <= height // _PIXELS_AN_INTEGER
    return ticks(axis, height // _PIXELS_AN_INTEGER if each else labels_down(height))


def y_room(axis: Axis, height: int) -> int:
    """Return how many pixels the labels and the title left of a vertical axis take."""
    widest = max((width(tick.label) for tick in y_ticks(axis, height)), default=0)
    return widest + _LINE * len(wrapped(axis.label, height, TEXT_SIZE)) + 19


def x_ticks(axis: Axis, across: int) -> tuple[Tick, ...]:
    """Return as many ticks of a horizontal axis of ``across`` pixels as have room side by side."""
    found: tuple[Tick, ...] = ()
    each = (_INTEGERS_ACROSS,) if axis.whole and axis.high - axis.low < _INTEGERS_ACROSS else ()
    for most in (*each, *_LABELS_ACROSS):
        found = ticks(axis, most)
        labels = [tick.label for tick in found if tick.label]
        if sum(width(label) + _BETWEEN_LABELS for label in labels) <= across:
            break
    return found


def x_room(axis: Axis, across: int) -> int:
    """Return how many pixels beside the frame a label at its end takes."""
    return max(24, *(width(tick.label) // 2 + 4 for tick in x_ticks(axis, across)))


def x_foot(axis: Axis, across: int) -> int:
    """Return how many pixels below the frame the labels and the name of its axis take."""
    return 34 + _LINE * len(wrapped(axis.label, across, TEXT_SIZE))


def draw_frame(frame: Frame, is_lowest: bool) -> str:
    """Return grid, axes and labels; only the lowest panel has labels below it."""
    y_axis, x_axis = frame.y.axis, frame.x.axis
    rows = y_ticks(y_axis, (frame.bottom - frame.top) // 10)
    columns = x_ticks(x_axis, (frame.right - frame.left) // 10)
    parts = [_grid(frame, rows, columns), _axes(frame, rows, columns)]
    parts += [_row_label(frame, tick) for tick in rows if tick.label]
    parts.append(_row_name(frame))
    if is_lowest:
        parts += [_column_label(frame, tick) for tick in columns if tick.label]
        parts.append(_column_name(frame))
    return "".join(parts)


def _grid(frame: Frame, rows: tuple[Tick, ...], columns: tuple[Tick, ...]) -> str:
    left, right = coordinate(frame.left), coordinate(frame.right)
    top, bottom = coordinate(frame.top), coordinate(frame.bottom)
    heights = (coordinate(frame.y.tenths(tick.value)) for tick in rows if tick.label)
    places = (coordinate(frame.x.tenths(tick.value)) for tick in columns if tick.label)
    d = "".join(f"M{left} {y}H{right}" for y in heights)
    d += "".join(f"M{x} {top}V{bottom}" for x in places)
    return _lines("grid", d, GRID)


def _axes(frame: Frame, rows: tuple[Tick, ...], columns: tuple[Tick, ...]) -> str:
    left, right = coordinate(frame.left), coordinate(frame.right)
    top, bottom = coordinate(frame.top), coordinate(frame.bottom)
    d = f"M{left} {top}V{bottom}H{right}"
    y_axis = frame.y.axis
    if y_axis.kind == LINEAR and y_axis.low < 0 < y_axis.high and not y_axis.whole:
        d += f"M{left} {coordinate(frame.y.tenths(Fraction(0)))}H{right}"
    for tick in rows:
        y = coordinate(frame.y.tenths(tick.value))
        d += f"M{left} {y}H{coordinate(frame.left - (_TICK if tick.label else _MINOR))}"
    for tick in columns:
        x = coordinate(frame.x.tenths(tick.value))
        d += f"M{x} {bottom}V{coordinate(frame.bottom + (_TICK if tick.label else _MINOR))}"
    return _lines("axis", d, AXIS)


def _lines(kind: str, d: str, stroke: str) -> str:
    attributes = {"class": kind, "d": d, "fill": "none", "fill-opacity": "0"}
    return element("path", attributes | {"stroke": stroke, "stroke-width": "1"})


def _row_label(frame: Frame, tick: Tick) -> str:
    place = (frame.left - 80, frame.y.tenths(tick.value) + 42)
    return words("tick", tick.label, place, TICK_SIZE, "end")


def _column_label(frame: Frame, tick: Tick) -> str:
    place = (frame.x.tenths(tick.value), frame.bottom + 190)
    return words("tick", tick.label, place, TICK_SIZE, "middle")


def _row_name(frame: Frame) -> str:
    """Return the name of the vertical axis, upright, in as many lines as it needs."""
    middle = (frame.top + frame.bottom) // 2
    lines = wrapped(frame.y.axis.label, (frame.bottom - frame.top) // 10, TEXT_SIZE)
    return "".join(
        upright("label", text, (10 * (TEXT_SIZE + 2 + _LINE * i), middle), TEXT_SIZE)
        for i, text in enumerate(lines)
    )


def _column_name(frame: Frame) -> str:
    """Return the name of the horizontal axis below its labels."""
    middle = (frame.left + frame.right) // 2
    lines = wrapped(frame.x.axis.label, (frame.right - frame.left) // 10, TEXT_SIZE)
    return "".join(
        words("label", text, (middle, frame.bottom + 400 + 10 * _LINE * i), TEXT_SIZE, "middle")
        for i, text in enumerate(lines)
    )
