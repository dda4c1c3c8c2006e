"""Curves of exact or enclosed values as a picture, with every number in the table behind it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.document.blocks import Column, Grid, Picture, Text
from reports.numbers import enclosed, rational
from reports.plots.chart import LINE, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import LINEAR, LOG, Axis

_DIGITS = 8
Quantity = Callable[[Fraction], Enclosure]


@dataclass(frozen=True, slots=True)
class Curve:
    """Values y, each an enclosure, at exact places x."""

    name: str
    points: tuple[tuple[Fraction, Enclosure], ...]
    style: str = LINE


@dataclass(frozen=True, slots=True)
class Figure:
    """What a figure is called, what it shows in words, and what its axes measure."""

    name: str
    title: str
    alternative: str
    x: str
    y: str
    log_x: bool = False
    log_y: bool = False


def curve(name: str, places: Iterable[Fraction], quantity: Quantity, style: str = LINE) -> Curve:
    """Return a quantity at given places."""
    return Curve(name, tuple((x, quantity(x)) for x in places), style)


def drawn(figure: Figure, curves: tuple[Curve, ...], caption: Text = ()) -> Picture:
    """Return the picture of some curves."""
    places = [x for one in curves for x, _ in one.points]
    values = [_middle(y) for one in curves for _, y in one.points]
    series = tuple(
        Series(one.name, one.style, tuple((x, _middle(y)) for x, y in one.points), colour)
        for colour, one in enumerate(curves)
    )
    chart = Chart(
        figure.name,
        figure.title,
        figure.alternative,
        _axis(figure.x, places, figure.log_x),
        (Panel(_axis(figure.y, values, figure.log_y), series),),
    )
    return Picture(
        figure.name,
        figure.title,
        figure.alternative,
        caption or (figure.alternative,),
        both_widths(chart),
        _behind(figure, curves),
    )


def _middle(value: Enclosure) -> Fraction:
    return (value.lo + value.hi) / 2


def _axis(label: str, values: list[Fraction], log: bool) -> Axis:
    low, high = min(values), max(values)
    if log:
        positive = [value for value in values if value > 0]
        return Axis(label, min(positive) * Fraction(4, 5), high * Fraction(5, 4), LOG)
    room = (high - low) / 20 or Fraction(1)
    foot = Fraction(0) if low >= 0 and low < high / 3 else low - room
    return Axis(label, foot, high + room, LINEAR)


def _behind(figure: Figure, curves: tuple[Curve, ...]) -> Grid:
    """Return one line for each place: the value of each curve there, or nothing."""
    places = sorted({x for one in curves for x, _ in one.points})
    found = [dict(one.points) for one in curves]
    rows = tuple(
        ((rational(x),), *((enclosed(at[x], _DIGITS),) if x in at else ("",) for at in found))
        for x in places
    )
    columns = (Column(figure.x, True), *(Column(one.name, True) for one in curves))
    return Grid(f"{figure.name}-values", f"{figure.title}: the values", columns, rows, folded=True)
