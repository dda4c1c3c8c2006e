"""Fewer points for drawing only: what is left out would fall on the same pixels."""

from operator import itemgetter

from reports.plots.chart import SEGMENTS, Point, Series

MOST_POINTS = 800
# Of each bucket the first, the last, the lowest and the highest point are kept.
_KEPT = 4


def is_thinned(count: int) -> bool:
    """Tell whether a series of so many points (or segments) is drawn with fewer."""
    return count > MOST_POINTS


def thinned(series: Series) -> tuple[Point, ...]:
    """Return the points to draw: all, or about ``MOST_POINTS`` with every high and low among them.

    Points stand in the order in which they are joined, so neighbours form a bucket. Of segments
    every second, third, ... is drawn.
    """
    points = series.points
    if not is_thinned(len(points) // (2 if series.style == SEGMENTS else 1)):
        return points
    if series.style == SEGMENTS:
        stride = 2 * -(-len(points) // (2 * MOST_POINTS))
        return tuple(p for i in range(0, len(points), stride) for p in points[i : i + 2])
    size = -(-len(points) * _KEPT // MOST_POINTS)
    starts = range(0, len(points), size)
    return tuple(p for start in starts for p in _outermost(points[start : start + size]))


def _outermost(bucket: tuple[Point, ...]) -> tuple[Point, ...]:
    heights = list(enumerate(y for _, y in bucket))
    lowest = min(heights, key=itemgetter(1))[0]
    highest = max(heights, key=itemgetter(1))[0]
    return tuple(bucket[i] for i in sorted({0, lowest, highest, len(bucket) - 1}))
