"""Ticks: round values inside the axis, whose labels say exactly what they are."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.decimals import floor_log10
from reports.plots.axes import linear_axis, log_axis, whole_axis
from reports.plots.frame import x_ticks
from reports.plots.scale import LINEAR, LOG, Axis, Scale, logarithm
from reports.plots.ticks import Tick, labels_down, ticks
from tests.plots.svg_reading import number

VALUES = st.fractions(-(10**6), 10**6, max_denominator=10**6)
POSITIVE = st.builds(
    lambda mantissa, exponent: mantissa * Fraction(10) ** exponent,
    st.integers(1, 999),
    st.integers(-4500, 60),
)


def labelled(found: tuple[Tick, ...]) -> list[Tick]:
    """Return the ticks that have a label."""
    return [tick for tick in found if tick.label]


@given(VALUES, VALUES.filter(bool), st.integers(3, 9))
def test_linear_ticks_are_even_round_and_say_what_they_are(
    low: Fraction, span: Fraction, most: int
) -> None:
    """Steps are 1, 2 or 5 times a power of ten; no more ticks than asked for; labels are exact."""
    found = ticks(Axis("x", low, low + abs(span)), most)
    assert 1 <= len(found) <= most
    assert all(low <= tick.value <= low + abs(span) for tick in found)
    assert all(number(tick.label) == tick.value for tick in found)
    steps = {b.value - a.value for a, b in pairwise(found)}
    assert len(steps) <= 1
    assert all(step / Fraction(10) ** floor_log10(step) in (1, 2, 5) for step in steps)


@given(st.integers(-(10**9), 10**9), st.integers(0, 10**9))
def test_an_axis_of_integers_has_ticks_at_integers_only(first: int, more: int) -> None:
    """No tick stands between two integers, and at least one is there."""
    found = ticks(whole_axis("n", first, first + more), 9)
    assert found
    assert all(tick.value.denominator == 1 for tick in found)


@given(POSITIVE, POSITIVE)
def test_log_ticks_are_powers_of_ten_inside_the_axis(one: Fraction, other: Fraction) -> None:
    """Every label says its value; there are two at least and not too many, however wide."""
    axis = log_axis("p", (one, other))
    found = ticks(axis, 7)
    assert axis.low < min(one, other) <= max(one, other) < axis.high
    assert all(axis.low <= tick.value <= axis.high for tick in found)
    assert all(number(tick.label) == tick.value for tick in labelled(found))
    assert 2 <= len(labelled(found)) <= 9
    assert len(found) <= 80


def test_labels_are_typeset() -> None:
    """Minus signs and powers of ten as a journal prints them."""
    assert [t.label for t in ticks(Axis("x", Fraction(-1), Fraction(1)), 3)] == ["−1", "0", "1"]
    wide = Axis("p", Fraction(1, 10**4000), Fraction(1), LOG)
    assert [t.label for t in labelled(ticks(wide, 5))] == [
        "10⁻⁴⁰⁰⁰",
        "10⁻³⁰⁰⁰",
        "10⁻²⁰⁰⁰",
        "10⁻¹⁰⁰⁰",
        "1",
    ]
    narrow = Axis("p", Fraction(2, 100), Fraction(1, 2), LOG)
    labels = [t.label for t in labelled(ticks(narrow, 7))]
    assert labels == ["0.02", "0.05", "0.1", "0.2", "0.5"]
    large = Axis("n", Fraction(0), Fraction(2**100))
    assert [t.label for t in ticks(large, 4)] == ["0", "5×10²⁹", "10³⁰"]


@pytest.mark.parametrize(("low", "high"), [((12, 10), (18, 10)), ((21, 1), (39, 1))])
def test_a_log_axis_between_two_powers_has_labels(
    low: tuple[int, int], high: tuple[int, int]
) -> None:
    """Where neither 1, 2 nor 5 times a power of ten is inside, the ticks are those between."""
    found = ticks(Axis("x", Fraction(*low), Fraction(*high), LOG), 6)
    assert len(labelled(found)) > 1
    assert all(number(tick.label) == tick.value for tick in labelled(found))


@given(st.lists(VALUES, min_size=1, max_size=5), st.sampled_from([60, 130, 190, 300]))
def test_a_linear_axis_begins_and_ends_at_ticks(values: list[Fraction], height: int) -> None:
    """Its ends hold all values and are themselves labelled."""
    axis = linear_axis("y", values, height)
    found = [tick.value for tick in ticks(axis, labels_down(height))]
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert (axis.low, axis.high) == (found[0], found[-1])


def test_a_bounded_log_axis_does_not_pass_its_bound() -> None:
    """An axis of probabilities ends at 1."""
    assert log_axis("p", [Fraction(1, 300), Fraction(1)], Fraction(1)).high == 1
    assert log_axis("p", [Fraction(1, 300), Fraction(1)]).high > 1


@given(POSITIVE)
def test_the_logarithm_of_any_rational_can_be_drawn(value: Fraction) -> None:
    """Also of numbers that no float holds: right exponent, and minus that of 1/x."""
    exponent = floor_log10(value)
    assert Fraction(10) ** exponent <= value < Fraction(10) ** (exponent + 1)
    assert abs(logarithm(value) - exponent - 0.5) <= 0.5 + 1e-9
    assert logarithm(1 / value) == -logarithm(value)


def test_coordinates_of_extreme_values() -> None:
    """2^128 and 10^-4000 have their place, and the middle of a log axis is the geometric mean."""
    scale = Scale(Axis("x", Fraction(1, 10**4000), Fraction(10**4000), LOG), 0, 800)
    assert scale.tenths(Fraction(1)) == 4000
    assert scale.tenths(Fraction(1, 10**4000)) == 0
    assert (
        Scale(Axis("x", Fraction(1), Fraction(2**128), LOG), 0, 128).tenths(Fraction(2**64)) == 640
    )
    assert Scale(Axis("x", Fraction(0), Fraction(2**128)), 100, 0).tenths(Fraction(2**127)) == 500


@pytest.mark.parametrize(
    ("low", "high", "kind", "rule"),
    [
        (1, 1, LINEAR, "is empty"),
        (2, 1, LOG, "is empty"),
        (0, 1, LOG, "has no logarithm"),
        (0, 1, "polar", "is no kind of axis"),
    ],
)
def test_an_impossible_axis_is_refused(low: int, high: int, kind: str, rule: str) -> None:
    """An axis needs a length, and a log axis positive values."""
    with pytest.raises(InputError, match=rule):
        Axis("x", Fraction(low), Fraction(high), kind)


def test_zero_has_no_place_on_a_log_axis() -> None:
    """It is refused, not drawn at the foot."""
    scale = Scale(Axis("x", Fraction(1, 10), Fraction(1), LOG), 0, 10)
    with pytest.raises(InputError, match="has no logarithm"):
        scale.tenths(Fraction(0))


def test_ticks_without_a_label_take_no_room_from_labels() -> None:
    """From 10^-6 to 10^-2 each power of ten has its label on 500 pixels, with 2..9 between them."""
    axis = Axis("x", Fraction(3, 10**7), Fraction(3, 100), LOG)
    labels = [tick.label for tick in x_ticks(axis, 500) if tick.label]
    assert labels == ["10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²"]
