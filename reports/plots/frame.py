"""The frame of a panel: grid, axes, ticks and their labels."""

from dataclasses import dataclass
from fractions import Fraction

from reports.plots.labels import TEXT_SIZE, TICK_SIZE, fitted, width
from reports.plots.palette import AXIS, GRID
from reports.plots.scale import LINEAR, Axis, Scale
from reports.plots.svg import coordinate, element
from reports.plots.ticks import Tick, labels_down, ticks
from reports.plots.words import upright, words

_TICK, _MINOR = 50, 30
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
    return widest + TEXT_SIZE + 22


def x_ticks(axis: Axis, across: int) -> tuple[Tick, ...]:
    """Return as many ticks of a horizontal axis of ``across`` pixels as have room side by side."""
    found: tuple[Tick, ...] = ()
    each = (_INTEGERS_ACROSS,) if axis.whole and axis.high - axis.low < _INTEGERS_ACROSS else ()
    for most in (*each, *_LABELS_ACROSS):
        found = ticks(axis, most)
        if sum(width(tick.label) + _BETWEEN_LABELS for tick in found) <= across:
            break
    return found


def x_room(axis: Axis, across: int) -> int:
    """Return how many pixels beside the frame a label at its end takes."""
    return max(24, *(width(tick.label) // 2 + 4 for tick in x_ticks(axis, across)))


def draw_frame(frame: Frame, is_lowest: bool) -> str:
    """Return grid, axes and labels; only the lowest panel has labels below it."""
    y_axis, x_axis = frame.y.axis, frame.x.axis
    rows = y_ticks(y_axis, (frame.bottom - frame.top) // 10)
    columns = x_ticks(x_axis, (frame.right - frame.left) // 10)
    parts = [_grid(frame, rows, columns), _axes(frame, rows, columns)]
    parts += [_row_label(frame, tick) for tick in rows if tick.label]
    middle = (frame.top + frame.bottom) // 2
    label = fitted(y_axis.label, (frame.bottom - frame.top) // 10, TEXT_SIZE)
    parts.append(upright("label", label, (10 * TEXT_SIZE + 20, middle), TEXT_SIZE))
    if is_lowest:
        parts += [_column_label(frame, tick) for tick in columns if tick.label]
        place = ((frame.left + frame.right) // 2, frame.bottom + 400)
        label = fitted(x_axis.label, (frame.right - frame.left) // 10, TEXT_SIZE)
        parts.append(words("label", label, place, TEXT_SIZE, "middle"))
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
