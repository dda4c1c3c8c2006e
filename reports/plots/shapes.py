"""A series, a mark and a sample of each for the legend, as SVG paths.

A page may set stroke and fill of a class at once; so a line is given fill-opacity 0 and a filled
shape stroke-width 0, and neither changes its kind when only its colour should change.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from reports.plots.chart import BARS, LINE, POINTS, SEGMENTS, STEMS, Mark, Series
from reports.plots.markers import marker, open_marker
from reports.plots.palette import colour, dash, series_class
from reports.plots.scale import LOG, Axis, Scale
from reports.plots.svg import coordinate, element
from reports.plots.thinning import thinned

Spot = tuple[int, int]
_RADIUS, _SMALL_RADIUS = 30, 18
_MANY = 150
_BROADEST = 420
SAMPLE_WIDTH = 24


def spots(series: Series, x: Scale, y: Scale) -> tuple[Spot, ...]:
    """Return the coordinates, in tenths of a pixel, of the points that are drawn."""
    return tuple((x.tenths(a), y.tenths(b)) for a, b in thinned(series))


def strokes(series: Series, places: tuple[Spot, ...], y: Scale) -> tuple[tuple[Spot, Spot], ...]:
    """Return the straight lines that a series consists of."""
    if series.style == LINE:
        return tuple(pairwise(places))
    if series.style == SEGMENTS:
        return tuple(zip(places[::2], places[1::2], strict=True))
    if series.style in (STEMS, BARS):
        foot = y.tenths(_foot(y.axis))
        return tuple(((across, foot), (across, down)) for across, down in places)
    return ()


def series_paths(series: Series, places: tuple[Spot, ...], x: Scale, y: Scale) -> str:
    """Return one path for the lines of a series and one for its markers."""
    if not places:
        return ""
    drawn = ""
    if series.style == LINE:
        drawn = _stroked("M" + "L".join(_pair(spot) for spot in places), series)
    elif series.style in (SEGMENTS, STEMS):
        lines = strokes(series, places, y)
        drawn = _stroked("".join(f"M{_pair(a)}L{_pair(b)}" for a, b in lines), series)
    elif series.style == BARS:
        return _bars(series.colour, strokes(series, places, y), _bar_width(x))
    if series.style in (POINTS, STEMS) or len(places) == 1:
        radius = _SMALL_RADIUS if len(places) > _MANY else _RADIUS
        drawn += _markers(series.colour, places, radius)
    return drawn


def mark_path(mark: Mark, place: Spot) -> str:
    """Return the large open marker of a mark."""
    attributes = {
        "class": series_class(mark.colour),
        "d": open_marker(mark.shape, *place),
    }
    return element("path", attributes | _outline(mark.colour, "1.6"))


def sample(series: Series, left: int, middle: int) -> str:
    """Return what a series looks like, for the legend."""
    centre, right = (left + 5 * SAMPLE_WIDTH, middle), (left + 10 * SAMPLE_WIDTH, middle)
    if series.style == POINTS:
        return _markers(series.colour, (centre,), _RADIUS)
    if series.style == BARS:
        return _bars(series.colour, (((centre[0], middle + 50), (centre[0], middle - 50)),), 140)
    line = _stroked(f"M{_pair((left, middle))}L{_pair(right)}", series)
    return line + (_markers(series.colour, (centre,), _RADIUS) if series.style == STEMS else "")


def _bar_width(x: Scale) -> int:
    """Return four fifths of a unit of the axis, but no more than a broad bar."""
    unit = x.tenths(x.axis.low + 1) - x.tenths(x.axis.low)
    return max(10, min(_BROADEST, unit * 4 // 5))


def _bars(index: int, lines: Iterable[tuple[Spot, Spot]], wide: int) -> str:
    d = "".join(
        f"M{_pair((across - wide // 2, foot))}V{coordinate(top)}h{coordinate(wide)}"
        f"V{coordinate(foot)}z"
        for (across, foot), (_, top) in lines
    )
    return element("path", {"class": series_class(index), "d": d} | _filled(index))


def _foot(axis: Axis) -> Fraction:
    """Return where stems stand: on 0, or on the end of the axis that is nearest to it."""
    return axis.low if axis.kind == LOG else min(max(Fraction(0), axis.low), axis.high)


def _stroked(d: str, series: Series) -> str:
    attributes = {
        "class": series_class(series.colour),
        "d": d,
        **_outline(series.colour, str(series.width)),
        "stroke-linejoin": "round",
    }
    if dash(series.colour) and series.style == LINE:
        attributes["stroke-dasharray"] = dash(series.colour)
    return element("path", attributes)


def _markers(index: int, places: Iterable[Spot], radius: int) -> str:
    attributes = {
        "class": series_class(index),
        "d": "".join(marker(index, *place, radius) for place in places),
    }
    # Every second kind of marker is open, so that it does not hide one of another series.
    return element("path", attributes | (_outline(index, "1.4") if index % 2 else _filled(index)))


def _outline(index: int, width: str) -> dict[str, str]:
    return {"fill": "none", "fill-opacity": "0", "stroke": colour(index), "stroke-width": width}


def _filled(index: int) -> dict[str, str]:
    return {"fill": colour(index), "stroke": "none", "stroke-width": "0"}


def _pair(spot: Spot) -> str:
    return f"{coordinate(spot[0])} {coordinate(spot[1])}"
