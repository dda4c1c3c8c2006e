"""Profiles against the definition, event by event or with mpmath; drawn where they belong."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma
from exact.laws.rates import LogRate
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from reports.document.blocks import Number
from reports.pictures.law_profile import law_profile
from reports.pictures.named_profile import NamedProfile, ProfilePoint
from reports.pictures.profile import ProfileMark, profile_picture
from reports.pictures.table_profile import table_profile
from tests.numbers.mp_reference import to_fraction, to_mp
from tests.pictures.tables import (
    HALF,
    STRANGE,
    delta,
    example_1,
    kept_total,
    many_rows,
    pairs_of,
)
from tests.plots import svg_reading as reading
from tests.table.tables import tables

LAWS = (
    law_of_epsilon(25, HALF),
    law_of_epsilon(1, Epsilon(value=Fraction(3))),
    law_of_epsilon(300, Epsilon(exp=Fraction(2))),
    law_of_gamma(4, Fraction(0)),
    law_of_gamma(20, Fraction(1, 1000)),
    law_of_gamma(12, Fraction(3)),
)


def largest_delta(table: PTable, E: Fraction) -> Fraction:
    """Return the largest delta over all pairs of the table, by the definition."""
    return max(
        delta(table, a, b, E) for n in table.neighbours() for a, b in ((n, n + 1), (n + 1, n))
    )


def check_profile(table: PTable) -> NamedProfile:
    """Check every point of a profile against the definition, and that nothing falls after it."""
    found = table_profile("t", pairs_of(table))
    exps = [point.exp for point in found.points]
    assert exps[0] == 1
    assert all(a < b for a, b in pairwise(exps))
    for point in found.points[:: max(1, len(exps) // 25)] + found.points[-1:]:
        expected = largest_delta(table, point.exp)
        assert point.delta == Enclosure(expected, expected)
    last = found.points[-1]
    assert largest_delta(table, 10**6 * last.exp) == last.delta.lo
    if len(exps) > 1:
        assert largest_delta(table, (exps[-2] + exps[-1]) / 2) > last.delta.lo
    return found


@pytest.mark.parametrize("table", [example_1(), *STRANGE, many_rows(6, 7, 1)])
def test_a_profile_is_the_largest_delta_over_all_pairs(table: PTable) -> None:
    """At every point sum of max(0, P - E Q), and the last point is where it stops falling."""
    check_profile(table)


@given(tables())
def test_the_profile_of_any_small_table_is_the_largest_delta(table: PTable) -> None:
    """Also for tables with gaps, unsorted rows, one key, and wrapped rows."""
    if list(table.neighbours()):
        check_profile(table)
    else:
        with pytest.raises(InputError, match="has no neighbouring counts"):
            table_profile("t", pairs_of(table))


def test_breakpoints_of_the_worst_pair_are_points() -> None:
    """Example 1 has one pair of rows: all its ratios n(z)/n(z - 1) above 1 are vertices."""
    found = table_profile("t", pairs_of(example_1()))
    keys = [keys for _, keys in example_1().rows[0].runs]
    ratios = {Fraction(b, a) for a, b in pairwise(keys) if b > a}
    assert len(ratios) == 25
    assert ratios <= {point.exp for point in found.points}


@pytest.mark.parametrize("law", LAWS)
def test_the_profile_of_a_law_is_that_of_its_weights(law: MaxEntLaw) -> None:
    """Each delta lies in its bounds, which are narrow, by the definition at 60 digits."""
    found = law_profile("law", law)
    with mpmath.workdps(60):
        gamma = to_mp(law.rate.enclosure(256).lo)
        weights = [mpmath.exp(-gamma * z * z) for z in range(-law.D, law.D + 1)]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        for point in found.points[::7] + found.points[-1:]:
            E = to_mp(point.exp)
            terms = [p - E * q for p, q in zip(shares, [0, *shares], strict=False)]
            expected = to_fraction(mpmath.fsum(term for term in terms if term > 0))
            error = expected / 10**25
            assert point.delta.lo - error <= expected <= point.delta.hi + error
            assert point.delta.width * 10**19 <= point.delta.lo
    assert found.points[0].exp == 1


def test_a_deep_law_falls_to_ten_to_the_minus_4344() -> None:
    """p(-100) for gamma = 1: log10 = -(10000 + log(T)) / log(10), and the picture reaches it."""
    profile = law_profile("deep", law_of_gamma(100, Fraction(1)))
    with mpmath.workdps(30):
        total = 1 + 2 * mpmath.fsum(mpmath.exp(-k * k) for k in range(1, 12))
        exponent = int(mpmath.floor(-(10000 + mpmath.log(total)) / mpmath.log(10)))
    assert Fraction(10) ** exponent <= profile.plateau.lo < Fraction(10) ** (exponent + 1)
    svg = profile_picture((profile,), ()).drawing.wide
    assert "10⁻⁴⁰⁰⁰" in reading.texts(svg, "tick")


def test_a_law_without_ground_is_followed_to_ten_to_the_minus_4900_only() -> None:
    """gamma = ln(3/2), D = 700: its plateau (2/3)^490000 would take 286,000 bits at every point."""
    profile = law_profile("deeper", MaxEntLaw(700, LogRate(Fraction(1), Fraction(3, 2))))
    assert profile.unfinished
    assert Fraction(1, 10**5000) < profile.points[-1].delta.lo < Fraction(1, 10**4700)
    picture = profile_picture((profile,), ())
    assert picture.alternative.endswith(", and falls further.")
    assert not any("δ ≤" in text for text in reading.texts(picture.drawing.wide, "note"))


def test_the_curve_is_drawn_at_its_epsilon_and_delta() -> None:
    """The points of Example 1 on the drawing: ln E across, log10 delta down."""
    profile = table_profile("t", pairs_of(example_1()))
    svg = profile_picture((profile,), ()).drawing.wide
    (frame,) = reading.frames(svg)
    labels = reading.of_class(svg, "tick")
    across = {
        e.text: Fraction(e.attrib["x"]) for e in labels if e.attrib["text-anchor"] == "middle"
    }
    down = {
        e.text: Fraction(e.attrib["y"]) - Fraction("4.2")
        for e in labels
        if e.attrib["text-anchor"] == "end"
    }
    unit, decade = (across["0.5"] - across["0"]) * 2, down["10⁻³"] - down["10⁻²"]
    drawn = reading.places(reading.of_class(svg, "s0")[-1])
    assert len(drawn) == len(profile.points) + 1
    with mpmath.workdps(30):
        for point, (x, y) in zip(profile.points, drawn[:-1], strict=True):
            epsilon = to_fraction(mpmath.log(to_mp(point.exp)))
            exponent = to_fraction(mpmath.log10(to_mp(point.delta.lo)))
            assert abs(across["0"] + epsilon * unit - x) <= Fraction(3, 10)
            assert abs(down["10⁻²"] - (exponent + 2) * decade - y) <= Fraction(3, 10)
    assert drawn[-1] == (frame.right, drawn[-2][1])


def test_marks_and_plateau_are_drawn_and_listed() -> None:
    """Each mark is in the legend and in the table behind; the plateau's value, rounded up, too."""
    profile = table_profile("t", pairs_of(example_1()))
    marks = (
        ProfileMark("declared", HALF, Fraction(1, 10000)),
        ProfileMark("tight", HALF, pairs_of(example_1())[0].profile.delta(HALF)),
        ProfileMark("nothing", HALF, Fraction(0)),
    )
    picture = profile_picture((profile,), marks)
    legend = reading.texts(picture.drawing.wide, "legend")
    assert {"t", "declared", "tight"} <= set(legend)
    # 425760 of 2^32 keys lead to noise -25: 0.00009912996...
    assert "δ ≤ 9.913×10⁻⁵" in reading.texts(picture.drawing.wide, "note")
    rows = picture.behind.rows
    assert [row[0][0] for row in rows[:3]] == ["declared", "tight", "nothing"]
    tight = rows[1][2][0]
    assert isinstance(tight, Number)
    assert Fraction(tight.exact) == Fraction(425760, 2**32)
    assert "Not drawn" in str(picture.caption[0])
    assert "nothing" in str(picture.caption[0])


def test_a_purely_private_table_falls_off_the_axis() -> None:
    """Its curve ends at the foot of the frame, at the largest likelihood ratio."""
    profile = table_profile("pure", pairs_of(kept_total()))
    assert profile.plateau == Enclosure(Fraction(0), Fraction(0))
    assert profile.points[-1].exp == 10
    svg = profile_picture((profile,), ()).drawing.wide
    (frame,) = reading.frames(svg)
    drawn = reading.places(reading.of_class(svg, "s0")[-1])
    assert drawn[-1][1] == frame.bottom
    assert drawn[-1][0] < frame.right
    assert all(a[1] <= b[1] for a, b in pairwise(drawn))


def test_far_plateaus_do_not_hide_the_marks() -> None:
    """The axis ends a few times past the marks, and the curve is cut there."""
    points = tuple(
        ProfilePoint(E, Enclosure(d, d))
        for E, d in ((Fraction(1), Fraction(1)), (Fraction(10) ** 30, Fraction(1, 10**9)))
    )
    mark = ProfileMark("claim", Epsilon(value=Fraction(1)), Fraction(1, 100))
    svg = profile_picture((NamedProfile("far", points),), (mark,)).drawing.wide
    (frame,) = reading.frames(svg)
    drawn = reading.places(reading.of_class(svg, "s0")[-1])
    assert drawn[-1][0] == frame.right
    assert max(reading.number(text) for text in reading.texts(svg, "tick")) <= 10


def test_a_table_without_loss_has_nothing_on_a_log_axis() -> None:
    """Two counts that are released alike have delta 0: said, not drawn."""
    zero = (ProfilePoint(Fraction(1), Enclosure(Fraction(0), Fraction(0))),)
    picture = profile_picture((NamedProfile("none", zero),), ())
    assert "δ = 0 has no place on a log axis: none" in str(picture.caption[0])


def test_profiles_of_several_tables_are_told_apart() -> None:
    """Each has its own line, dash and name."""
    profiles = tuple(table_profile(f"table {i}", pairs_of(many_rows(2, 5, i))) for i in range(4))
    svg = profile_picture(profiles, (), "comparison").drawing.wide
    lines = [reading.of_class(svg, f"s{i}")[-1] for i in range(4)]
    assert len({line.get("stroke-dasharray") for line in lines}) == 4
    assert [f"table {i}" for i in range(4)] == reading.texts(svg, "legend")[:4]


def test_nothing_to_draw_is_refused() -> None:
    """A picture without a profile would be empty."""
    with pytest.raises(InputError, match="has nothing to draw"):
        profile_picture((), ())


@given(st.integers(1, 40), st.integers(1, 40))
def test_epsilons_in_the_table_are_correctly_rounded(a: int, b: int) -> None:
    """The decimal of ln(E) is the nearest one of its length, by mpmath."""
    E = Fraction(max(a, b), min(a, b))
    zero = Enclosure(Fraction(0), Fraction(0))
    one = Enclosure(Fraction(1), Fraction(1))
    points = (ProfilePoint(Fraction(1), one), ProfilePoint(E + 1, zero))
    cell = profile_picture((NamedProfile("p", points),), ()).behind.rows[1][1][0]
    assert isinstance(cell, Number)
    assert cell.exact == f"ln({E + 1})"
    with mpmath.workdps(40):
        expected = to_fraction(mpmath.log(to_mp(E + 1)))
    digits = len(cell.decimal.partition(".")[2])
    assert abs(Fraction(cell.decimal) - expected) <= Fraction(1, 2 * 10**digits)
