"""Marker shapes as pieces of a path: one path holds all markers of a series."""

from collections.abc import Callable

from reports.plots.svg import coordinate

Shape = Callable[[int, int, int], str]


def _circle(x: int, y: int, r: int) -> str:
    radius, across = coordinate(r), coordinate(2 * r)
    half = f"a{radius} {radius} 0 1 0 "
    return f"M{coordinate(x - r)} {coordinate(y)}{half}{across} 0{half}-{across} 0z"


def _corners(*offsets: tuple[int, int]) -> Shape:
    """Return a closed shape whose corners are given in tenths of the radius."""

    def shape(x: int, y: int, r: int) -> str:
        places = ((x + a * r // 10, y + b * r // 10) for a, b in offsets)
        return "M" + "L".join(f"{coordinate(a)} {coordinate(b)}" for a, b in places) + "z"

    return shape


_SQUARE = _corners((-9, -9), (9, -9), (9, 9), (-9, 9))
_DIAMOND = _corners((0, -13), (13, 0), (0, 13), (-13, 0))
_TRIANGLE = _corners((0, -12), (11, 8), (-11, 8))
_DOWNWARD = _corners((0, 12), (11, -8), (-11, -8))
_PLUS = _corners(
    (-3, -11), (3, -11), (3, -3), (11, -3), (11, 3), (3, 3),
    (3, 11), (-3, 11), (-3, 3), (-11, 3), (-11, -3), (-3, -3),
)  # fmt: skip
_CROSS = _corners(
    (0, -4), (7, -11), (11, -7), (4, 0), (11, 7), (7, 11),
    (0, 4), (-7, 11), (-11, 7), (-4, 0), (-11, -7), (-7, -11),
)  # fmt: skip
_BAR = _corners((-12, -4), (12, -4), (12, 4), (-12, 4))
_SHAPES: tuple[Shape, ...] = (
    _circle, _SQUARE, _TRIANGLE, _DIAMOND, _DOWNWARD, _PLUS, _CROSS, _BAR,
)  # fmt: skip


# From the outermost to the innermost: a ring, a diamond, a square and a small circle.
_OPEN: tuple[tuple[Shape, int], ...] = ((_circle, 85), (_DIAMOND, 46), (_SQUARE, 30), (_circle, 14))


def open_marker(index: int, x: int, y: int) -> str:
    """Return the outline of a mark around (x, y), in tenths of a pixel."""
    shape, radius = _OPEN[index % len(_OPEN)]
    return shape(x, y, radius)


def marker(index: int, x: int, y: int, radius: int) -> str:
    """Return the marker that goes with a colour, around (x, y); all in tenths of a pixel."""
    return _SHAPES[index % len(_SHAPES)](x, y, radius)
