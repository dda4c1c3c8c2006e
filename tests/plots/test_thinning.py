"""Thinning: few points are drawn, and what the eye would see of the others is kept."""

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from reports.plots.chart import LINE, POINTS, SEGMENTS, Series
from reports.plots.thinning import MOST_POINTS, is_thinned, thinned


def series(heights: list[int], style: str = LINE) -> Series:
    """Return points of the given heights at 0, 1, 2, ..."""
    return Series("", style, tuple((Fraction(i), Fraction(y)) for i, y in enumerate(heights)))


@given(st.lists(st.integers(), max_size=MOST_POINTS))
def test_a_short_series_is_drawn_whole(heights: list[int]) -> None:
    """Up to the limit nothing is left out."""
    assert not is_thinned(len(heights))
    assert thinned(series(heights)) == series(heights).points


@given(st.integers(MOST_POINTS + 1, 5000), st.integers(0, 2**32))
def test_a_long_series_keeps_its_ends_and_extremes(length: int, seed: int) -> None:
    """About the limit is left, in order, with the first, the last, the highest and the lowest."""
    random = Random(seed)
    found = series([random.randrange(10**6) for _ in range(length)], POINTS)
    left = thinned(found)
    heights = [y for _, y in found.points]
    assert len(left) <= MOST_POINTS + 4
    assert list(left) == sorted(set(left))
    assert set(left) <= set(found.points)
    assert (left[0], left[-1]) == (found.points[0], found.points[-1])
    assert {max(heights), min(heights)} <= {y for _, y in left}


def test_segments_stay_whole() -> None:
    """Of many segments some are drawn, each from its own first to its own second end."""
    found = series(list(range(10000)), SEGMENTS)
    left = thinned(found)
    assert len(left) <= 2 * MOST_POINTS
    assert all(
        b[0] - a[0] == 1 and a[0] % 2 == 0 for a, b in zip(left[::2], left[1::2], strict=True)
    )
