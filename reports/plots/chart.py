"""A chart as a value: panels above each other that share the horizontal axis."""

import re
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from reports.plots.scale import Axis

LINE, POINTS, STEMS, SEGMENTS, BARS = "line", "points", "stems", "segments", "bars"
# In pixels: of a drawing for a screen, and of one for a phone or for paper.
WIDTH, NARROW = 720, 360
Point = tuple[Fraction, Fraction]
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind, drawn in one colour.

    ``line`` joins them; ``points`` marks each; ``stems`` joins each mark to the value 0 (to the
    foot of a log axis); ``bars`` stand on the value 0, each nearly as wide as one unit of the
    horizontal axis; ``segments`` joins the first to the second, the third to the fourth, ...
    A series without a name is not in the legend.
    """

    name: str
    style: str
    points: tuple[Point, ...]
    colour: int = 0
    width: int = 2

    def __post_init__(self) -> None:
        if self.style not in (LINE, POINTS, STEMS, SEGMENTS, BARS):
            rule = "is no way to draw a series"
            raise InputError("style", self.style, rule, "use line, points, stems, segments or bars")
        if self.style == SEGMENTS and len(self.points) % 2:
            raise InputError("points", len(self.points), "is odd", "a segment has two ends")


@dataclass(frozen=True, slots=True)
class Mark:
    """One point that matters: a large open marker, explained in the legend.

    The shapes 0, 1, 2, 3 differ in size too, so that marks at one place can be told apart.
    """

    x: Fraction
    y: Fraction
    text: str
    colour: int
    shape: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A few words along a level line from ``start`` to ``end``, put where they cover least."""

    start: Fraction
    end: Fraction
    y: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One vertical axis with what is drawn along it; ``height`` is that of the frame."""

    y: Axis
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()
    height: int = 320


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole drawing. The ids in it come from ``name``: two of one name cannot share a page."""

    name: str
    title: str
    description: str
    x: Axis
    panels: tuple[Panel, ...]
    width: int = WIDTH

    def __post_init__(self) -> None:
        checked_name(self.name)


def checked_name(name: str) -> str:
    """Return ``name`` if ids can be made of it."""
    if _NAME.fullmatch(name) is None:
        rule = "cannot name a drawing"
        raise InputError("name", name, rule, "use small letters, digits and hyphens")
    return name
