"""The trade-off curve against all events: it is the lower hull of both errors."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from exact.pmf import Pmf
from exact.privacy.profile import profile
from exact.privacy.trade_off import trade_off
from exact.table.ptable import PTable
from reports.pictures.trade_off import trade_off_picture
from reports.plots.chart import Point
from tests.pictures.tables import GAPS, ONE_OUTCOME, columns, example_1, pairs_of
from tests.plots import svg_reading as reading
from tests.privacy.definition import events, pmfs

HALF_A_TENTH = Fraction(1, 20)


def errors(P: Pmf, Q: Pmf, event: tuple[int, ...]) -> Point:
    """Return Q(S) and 1 - P(S): the errors of saying P exactly on the event S."""
    first = sum((Q.probability(y) for y in event), Fraction(0))
    return first, 1 - sum((P.probability(y) for y in event), Fraction(0))


def lies_on_or_above(curve: tuple[Point, ...], point: Point) -> bool:
    """Tell whether no segment of a falling convex curve passes above the point."""
    return all(
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0
        for a, b in pairwise(curve)
    )


@given(pmfs(), pmfs())
def test_no_event_has_smaller_errors_and_every_vertex_is_one(P: Pmf, Q: Pmf) -> None:
    """All 2^n events lie on or above the curve, whose vertices are among them (Neyman-Pearson)."""
    curve = trade_off(profile(P, Q))
    possible = [errors(P, Q, event) for event in events(P, Q)]
    assert set(curve) <= set(possible)
    assert all(lies_on_or_above(curve, point) for point in possible)


@given(pmfs(), pmfs())
def test_the_curve_is_convex_from_corner_to_corner(P: Pmf, Q: Pmf) -> None:
    """It falls from (0, 1) to (1, 0) and turns at each vertex: none is superfluous."""
    curve = trade_off(profile(P, Q))
    assert [*curve[0], *curve[-1]] == [0, 1, 1, 0]
    slopes = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(curve)]
    assert all(dx >= 0 >= dy for dx, dy in slopes)
    assert all(a[0] * b[1] - a[1] * b[0] > 0 for a, b in pairwise(slopes))


@pytest.mark.parametrize("table", [example_1(), GAPS, ONE_OUTCOME])
def test_the_picture_shows_and_lists_the_vertices(table: PTable) -> None:
    """Coordinates and exact numbers are those of the curve; the diagonal is there too."""
    pair = pairs_of(table)[0]
    picture = trade_off_picture(pair)
    (frame,) = reading.frames(picture.drawing.wide)
    first, second, both = columns(picture.behind)
    sums_p = sums_q = Fraction(0)
    corners = [(Fraction(0), Fraction(1))]
    for p, q in zip(pair.profile.p, pair.profile.q, strict=True):
        sums_p, sums_q = sums_p + p, sums_q + q
        corners.append((sums_q / pair.profile.total, 1 - sums_p / pair.profile.total))
    listed = list(zip(first, second, strict=True))
    assert set(listed) <= set(corners)
    assert both == [a + b for a, b in listed]
    curve = reading.places(reading.of_class(picture.drawing.wide, "s0")[-1])
    for (x, y), (across, down) in zip(listed, curve, strict=True):
        assert abs(frame.left + x * (frame.right - frame.left) - across) <= HALF_A_TENTH
        assert abs(frame.bottom - y * (frame.bottom - frame.top) - down) <= HALF_A_TENTH
    diagonal = reading.places(reading.of_class(picture.drawing.wide, "s1")[-1])
    assert diagonal == [(frame.left, frame.top), (frame.right, frame.bottom)]


def test_the_words_name_the_least_sum_of_errors() -> None:
    """Example 1: the two errors sum to 1 - delta(0) = 1 - n(0)/K, rounded down."""
    assert "at least 0.9431" in trade_off_picture(pairs_of(example_1())[0]).alternative
