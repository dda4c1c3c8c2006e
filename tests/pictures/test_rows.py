"""The pictures of one row: probabilities, law, keys."""

import re
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon, law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.table.origin import Origin
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.document.blocks import Number
from reports.pictures.pmf import pmf_picture
from reports.pictures.staircase import staircase_picture
from tests.numbers.mp_reference import to_fraction, to_mp
from tests.pictures.tables import (
    GAPS,
    ONE_KEY,
    ONE_OUTCOME,
    SHUFFLED,
    STRANGE,
    columns,
    example_1,
    probability,
)
from tests.plots import svg_reading as reading
from tests.table.tables import rows

HALF_A_TENTH = Fraction(1, 20)


def bounds(cell: Number) -> tuple[Fraction, Fraction]:
    """Return the bounds that the exact form of an irrational number names."""
    match = re.fullmatch(r"between (\S+) and (\S+)", cell.exact)
    assert match is not None
    return Fraction(match[1]), Fraction(match[2])


@pytest.mark.parametrize("table", STRANGE)
def test_probabilities_are_counted_keys(table: PTable) -> None:
    """Each noise value that a key leads to is listed once, with its exact probability."""
    count = table.first_count
    noise, keys, share = columns(pmf_picture(table, count).behind)
    assert noise == sorted({Fraction(z) for z, _ in table.row(count).runs})
    assert share == [probability(table, count, int(z)) for z in noise]
    assert [n / table.keysize for n in keys] == share
    assert sum(share) == 1


def test_example_1_stands_beside_its_law() -> None:
    """p(z) = e^(-gamma z^2) / T by mpmath lies in the bounds, and so does n(z) - K p(z)."""
    table = example_1()
    assert table.origin is not None
    assert table.origin.law.rate is not None
    grid = pmf_picture(table, 25).behind
    assert [row[0][0] for row in grid.rows] == [Number(str(z), str(z)) for z in range(-25, 26)]
    with mpmath.workdps(60):
        gamma = to_mp(table.origin.law.rate.enclosure(256).lo)
        weights = {z: mpmath.exp(-gamma * z * z) for z in range(-25, 26)}
        total = sum(weights.values())
        law = {z: to_fraction(weight / total) for z, weight in weights.items()}
    for z, row in zip(range(-25, 26), grid.rows, strict=True):
        for cell, expected in (
            (row[3][0], law[z]),
            (row[4][0], (probability(table, 25, z) - law[z]) * 2**32),
        ):
            assert isinstance(cell, Number)
            low, high = bounds(cell)
            assert low <= expected <= high
            assert high - low <= Fraction(1, 10**18)
            assert abs(Fraction(cell.decimal) - expected) <= abs(expected) / 10**5


def test_points_and_law_are_drawn_where_they_belong() -> None:
    """The marker of each noise value lies on its probability; the line of the law beside it."""
    table = example_1()
    svg = pmf_picture(table, 25).drawing.wide
    upper, lower = reading.frames(svg)
    labels = [e for e in reading.of_class(svg, "tick") if e.attrib["text-anchor"] == "end"]
    heights = {
        (e.text or ""): Fraction(e.attrib["y"]) - Fraction("4.2")
        for e in labels
        if Fraction(e.attrib["y"]) < upper.bottom
    }
    decade = heights["10⁻³"] - heights["10⁻²"]
    drawn = reading.circles(reading.of_class(svg, "s0")[-1])
    assert len(drawn) == 51
    for z, (across, down) in zip(range(-25, 26), drawn, strict=True):
        with mpmath.workdps(30):
            exponent = to_fraction(mpmath.log10(to_mp(probability(table, 25, z))))
        assert abs(heights["10⁻²"] - (exponent + 2) * decade - down) <= Fraction(1, 5)
        assert upper.left < across < upper.right
    curve = reading.places(reading.of_class(svg, "s1")[-1])
    assert len(curve) == 51
    assert all(abs(a[1] - b[1]) <= Fraction(1, 5) for a, b in zip(curve, drawn, strict=True))
    assert lower.top > upper.bottom


def test_a_row_without_a_law_has_one_panel() -> None:
    """Nothing is compared where nothing is declared."""
    assert len(reading.frames(pmf_picture(GAPS, 5).drawing.wide)) == 1
    assert len(pmf_picture(GAPS, 5).behind.columns) == 3


def test_a_uniform_law_is_known_exactly() -> None:
    """gamma = 0: p(z) = 1/(2D + 1), and the difference is a rational."""
    law = law_of_gamma(1, Fraction(0))
    table = PTable(8, 1, (Row(((-1, 3), (0, 3), (1, 2))),), origin=Origin(law, "ceiling"))
    _, _, _, by_law, difference = columns(pmf_picture(table, 1).behind)
    assert by_law == [Fraction(1, 3)] * 3
    assert difference == [Fraction(1, 3), Fraction(1, 3), Fraction(-2, 3)]


def test_noise_outside_the_law_and_noise_without_keys_are_listed() -> None:
    """A row that is not made from its law: both supports are in the table behind."""
    law = law_of_gamma(2, Fraction(0))
    table = PTable(16, 5, (Row(((-4, 10), (0, 6))),), origin=Origin(law, "ceiling"))
    noise, keys, _, by_law, difference = columns(pmf_picture(table, 5).behind)
    assert noise == [-4, -2, -1, 0, 1, 2]
    assert keys == [10, 0, 0, 6, 0, 0]
    assert by_law == [0, *[Fraction(1, 5)] * 5]
    fifth = Fraction(16, 5)
    assert difference == [10, -fifth, -fifth, 6 - fifth, -fifth, -fifth]


def test_a_law_far_below_one_key_is_not_drawn_there() -> None:
    """A law of 10^-4000 at its ends leaves the scale to the table."""
    law = law_of_gamma(100, Fraction(1))
    table = PTable(
        2**16, 100, (Row(((-1, 2**14), (0, 2**15), (1, 2**14))),), origin=Origin(law, "ceiling")
    )
    svg = pmf_picture(table, 100).drawing.wide
    assert len(reading.places(reading.of_class(svg, "s1")[-1])) < 15
    assert all(reading.number(text) > Fraction(1, 10**10) for text in _upper_labels(svg))


def _upper_labels(svg: str) -> list[str]:
    upper = reading.frames(svg)[0]
    found = [e for e in reading.of_class(svg, "tick") if e.attrib["text-anchor"] == "end"]
    return [e.text or "" for e in found if Fraction(e.attrib["y"]) < upper.bottom]


def test_huge_rows_are_thinned_for_drawing_only() -> None:
    """With D = 3,000 some 800 points are drawn, 5,000 rows listed, and both are said."""
    law = law_of_epsilon(3000, Epsilon(value=Fraction(1, 100)))
    table = table_of_law(law, 2**64)
    for picture in (pmf_picture(table, 3000), staircase_picture(table, 3000)):
        assert len(picture.drawing.wide) < 100_000
        assert len(picture.behind.rows) == 5000
        assert "6,001" in picture.behind.caption
        assert "about 800 are drawn" in str(picture.caption[0])


@given(rows(keysize=12))
def test_the_staircase_lists_every_key_once(row: Row) -> None:
    """First and last keys partition 0..K-1, and each key between leads to that noise."""
    table = PTable(12, 9, (row,))
    noise, first, last, keys, share = columns(staircase_picture(table, 9).behind)
    covered = [k for a, b in zip(first, last, strict=True) for k in range(int(a), int(b) + 1)]
    assert covered == list(range(12))
    for z, a, b in zip(noise, first, last, strict=True):
        assert {table.noise(9, key) for key in range(int(a), int(b) + 1)} == {z}
    assert [b - a + 1 for a, b in zip(first, last, strict=True)] == keys
    assert [n / 12 for n in keys] == share


@pytest.mark.parametrize("table", [GAPS, SHUFFLED, ONE_KEY, ONE_OUTCOME])
def test_bars_go_from_the_first_to_past_the_last_key(table: PTable) -> None:
    """The ends of each bar are k/K and (k + n)/K of the frame."""
    svg = staircase_picture(table, 5).drawing.wide
    (frame,) = reading.frames(svg)
    bars = reading.places(reading.of_class(svg, "s0")[-1])
    ends, first = [], 0
    for _, keys in table.rows[0].runs:
        ends += [first, first + keys]
        first += keys
    assert len(bars) == len(ends)
    for (_, down), key in zip(bars, ends, strict=True):
        share = Fraction(key, table.keysize)
        assert abs(frame.bottom - share * (frame.bottom - frame.top) - down) <= HALF_A_TENTH


def test_steps_join_the_bars_only_where_noise_rises_with_the_key() -> None:
    """A shuffled row has bars alone, and the words say so."""
    assert len(reading.of_class(staircase_picture(GAPS, 5).drawing.wide, "s0")) == 2
    assert len(reading.of_class(staircase_picture(SHUFFLED, 5).drawing.wide, "s0")) == 1
    assert "Noise rises with the key" in staircase_picture(GAPS, 5).alternative
    assert "does not rise" in staircase_picture(SHUFFLED, 5).alternative


def test_a_row_of_one_outcome_is_said_plainly() -> None:
    """No sentence about the likeliest of one."""
    assert pmf_picture(ONE_OUTCOME, 5).alternative == "A true count of 5 always gets the noise -2."
    expected = "For a true count of 5 all 10 keys lead to noise -2."
    assert staircase_picture(ONE_OUTCOME, 5).alternative == expected
