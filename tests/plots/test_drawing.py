"""A drawing can be read back: its coordinates are the data, its words are whole, nothing else."""

from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.plots.chart import (
    LINE,
    NARROW,
    POINTS,
    SEGMENTS,
    STEMS,
    Chart,
    Mark,
    Note,
    Panel,
    Point,
    Series,
)
from reports.plots.draw import draw
from reports.plots.scale import LOG, Axis, logarithm
from tests.plots import svg_reading as reading
from tests.plots.test_svg import HOSTILE

UNIT = Axis("x", Fraction(0), Fraction(1))
SHARES = st.fractions(0, 1, max_denominator=10**6)
HALF_A_TENTH = Fraction(1, 20)


def chart(series: tuple[Series, ...], y: Axis = UNIT, x: Axis = UNIT) -> Chart:
    """Return a chart of one panel."""
    return Chart("demo", "Title", "Words", x, (Panel(y, series),))


def plain_chart() -> Chart:
    """Return a chart with everything in it: two panels, every style, marks, notes, a legend."""
    diagonal = ((Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)))
    styles = (LINE, POINTS, STEMS, SEGMENTS)
    series = tuple(Series(f"series {i}", style, diagonal, i) for i, style in enumerate(styles))
    marks = tuple(Mark(Fraction(i, 4), Fraction(1, 2), f"mark {i}", i, i) for i in range(4))
    note = Note(Fraction(1, 4), Fraction(1), Fraction(3, 4), "a note")
    logarithmic = Axis("p", Fraction(1, 10**9), Fraction(1), LOG)
    below = Series("below", STEMS, ((Fraction(1, 2), Fraction(1, 10**5)),), 4)
    panels = (Panel(UNIT, series, marks, (note,)), Panel(logarithmic, (below,), height=120))
    return Chart("whole", "Title", "Words", UNIT, panels)


@given(st.lists(st.tuples(SHARES, SHARES), min_size=2, max_size=20))
def test_linear_coordinates_invert_to_the_data(points: list[Point]) -> None:
    """From the frame and a printed coordinate the value follows, to half a printed digit."""
    svg = draw(chart((Series("s", LINE, tuple(points)),)))
    (frame,) = reading.frames(svg)
    drawn = reading.places(reading.of_class(svg, "s0")[-1])
    assert len(drawn) == len(points)
    for (x, y), (across, down) in zip(points, drawn, strict=True):
        assert abs(frame.left + x * (frame.right - frame.left) - across) <= HALF_A_TENTH
        assert abs(frame.bottom - y * (frame.bottom - frame.top) - down) <= HALF_A_TENTH


@given(st.lists(st.tuples(SHARES, st.integers(-4000, 38)), min_size=2, max_size=20))
def test_log_coordinates_invert_to_the_data(points: list[tuple[Fraction, int]]) -> None:
    """Powers of ten from 10^-4000 to beyond 2^128 lie evenly between the ends of the axis."""
    axis = Axis("p", Fraction(1, 10**4000), Fraction(10**40), LOG)
    values = tuple((x, Fraction(10) ** exponent) for x, exponent in points)
    svg = draw(chart((Series("s", POINTS, values),), axis))
    (frame,) = reading.frames(svg)
    drawn = reading.circles(reading.of_class(svg, "s0")[-1])
    for (_, exponent), (_, down) in zip(points, drawn, strict=True):
        share = Fraction(exponent + 4000, 4040)
        expected = frame.bottom - share * (frame.bottom - frame.top)
        assert abs(expected - down) <= HALF_A_TENTH


def test_ticks_stand_where_their_labels_say() -> None:
    """Each label of an axis is beside the coordinate of the number that it names."""
    axis = Axis("p", Fraction(2, 10**7), Fraction(1, 2), LOG)
    svg = draw(chart((), axis, Axis("x", Fraction(-3), Fraction(17))))
    (frame,) = reading.frames(svg)
    labels = reading.of_class(svg, "tick")
    assert {found.attrib["text-anchor"] for found in labels} == {"end", "middle"}
    for found in labels:
        value = reading.number(found.text or "")
        if found.attrib["text-anchor"] == "middle":
            expected = frame.left + (value + 3) / 20 * (frame.right - frame.left)
            assert abs(Fraction(found.attrib["x"]) - expected) <= HALF_A_TENTH
        else:
            share = (logarithm(value) - logarithm(axis.low)) / (
                logarithm(axis.high) - logarithm(axis.low)
            )
            expected = frame.bottom - Fraction(share) * (frame.bottom - frame.top)
            # The baseline of a text lies a third of its height below its middle.
            assert abs(Fraction(found.attrib["y"]) - Fraction("4.2") - expected) <= HALF_A_TENTH


def test_stems_stand_on_zero_and_segments_join_pairs() -> None:
    """A stem goes from the value 0 to its point; segments are drawn one by one."""
    points = tuple((Fraction(i, 4), Fraction(i, 2) - 1) for i in range(4))
    axis = Axis("y", Fraction(-1), Fraction(1))
    svg = draw(chart((Series("", STEMS, points),), axis))
    (frame,) = reading.frames(svg)
    stems = reading.places(reading.of_class(svg, "s0")[0])
    assert {y for _, y in stems[::2]} == {(frame.top + frame.bottom) / 2}
    assert [x for x, _ in stems[::2]] == [x for x, _ in stems[1::2]]
    segments = draw(chart((Series("", SEGMENTS, points),), axis))
    (path,) = reading.of_class(segments, "s0")
    assert path.attrib["d"].count("M") == path.attrib["d"].count("L") == 2


def test_nothing_but_paths_and_words_with_presentation_attributes() -> None:
    """No style, no script, no reference, no element that a strict page would refuse."""
    svg = draw(plain_chart())
    for found in reading.parse(svg).iter():
        assert reading.tag(found) in reading.TAGS
        assert set(found.attrib) <= reading.ATTRIBUTES
    for word in ("<style", "<script", "style=", "href", "url(", "<!", "<?"):
        assert word not in svg


def test_the_root_names_itself_for_screen_readers() -> None:
    """It is an image of class plot, labelled by its title and its description."""
    root = reading.parse(draw(plain_chart()))
    assert (root.get("role"), root.get("class")) == ("img", "plot")
    named = {found.get("id"): found.text for found in root.iter() if found.get("id")}
    assert [named[name] for name in root.attrib["aria-labelledby"].split()] == ["Title", "Words"]
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_only_words(text: str) -> None:
    """Titles, names of series, marks, notes and axes cannot leave their place."""
    axis = Axis(text, Fraction(0), Fraction(1))
    line = Series(text, LINE, ((Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))))
    mark, note = Mark(Fraction(0), Fraction(1), text, 1), Note(axis.low, axis.high, axis.low, text)
    svg = draw(Chart("hostile", text, text, axis, (Panel(axis, (line,), (mark,), (note,)),)))
    root = ElementTree.fromstring(svg)
    assert {reading.tag(found) for found in root.iter()} <= reading.TAGS
    assert all(set(found.attrib) <= reading.ATTRIBUTES for found in root.iter())
    assert svg.isprintable()


@pytest.mark.parametrize("name", ["", "two words", "Upper", "1", 'x"y', "a<b"])
def test_a_name_that_makes_no_id_is_refused(name: str) -> None:
    """Ids come from the name alone, so it must be one."""
    with pytest.raises(InputError, match="cannot name a drawing"):
        Chart(name, "", "", UNIT, ())


def test_two_drawings_share_no_id() -> None:
    """Different names give different ids, so that both can stand in one page."""
    first = draw(plain_chart())
    second = draw(chart(()))
    ids = [found.get("id") for svg in (first, second) for found in reading.parse(svg).iter()]
    given_ids = [name for name in ids if name is not None]
    assert len(given_ids) == len(set(given_ids)) == 4


def test_the_same_chart_gives_the_same_bytes() -> None:
    """Nothing but the chart decides."""
    assert draw(plain_chart()) == draw(plain_chart())


def test_words_are_large_enough_inside_and_apart() -> None:
    """No text below 11 pixels, none outside the drawing, none over another."""
    svg = draw(plain_chart())
    root = reading.parse(svg)
    found = reading.level_texts(svg)
    boxes = [reading.text_box(text) for text in found]
    assert len(boxes) > 20
    assert all(int(text.attrib["font-size"]) >= 11 for text in found)
    assert all(box.left >= 0 and box.top >= 0 for box in boxes)
    assert all(box.right <= int(root.attrib["width"]) for box in boxes)
    assert all(box.bottom <= int(root.attrib["height"]) for box in boxes)
    assert not [1 for a, b in combinations(boxes, 2) if a.overlaps(b)]


@given(st.integers(0, 2**62), st.integers(0, 12))
def test_labels_of_large_integers_do_not_overlap(first: int, more: int) -> None:
    """However many digits the labels have, fewer of them are drawn until they fit."""
    axis = Axis("n", Fraction(first - 1), Fraction(first + more + 1), whole=True)
    svg = draw(chart((), UNIT, axis))
    found = [e for e in reading.level_texts(svg) if e.attrib["text-anchor"] == "middle"]
    boxes = [reading.text_box(e) for e in found if e.attrib["class"] == "tick"]
    assert boxes
    assert not [1 for a, b in combinations(boxes, 2) if a.overlaps(b)]
    assert all(box.left >= 0 and box.right <= 720 for box in boxes)


def test_long_names_are_cut_and_said_to_be() -> None:
    """A legend of eight very long names stays inside, each name ending in an ellipsis."""
    series = tuple(Series(f"{i} " + "very " * 100, LINE, (), i) for i in range(8))
    svg = draw(chart(series, Axis("y " * 500, Fraction(0), Fraction(1))))
    names = reading.of_class(svg, "legend")
    assert len(names) == 8
    wide = draw(chart((Series("例" * 100, LINE, ()),)))
    assert len(reading.texts(wide, "legend")[0]) * 12 < 640
    assert all((name.text or "").endswith("…") for name in names)
    assert all(reading.text_box(name).right <= 720 for name in names)
    assert reading.texts(svg, "label")[2].endswith("…")


def test_eight_lines_are_told_apart_without_colour() -> None:
    """Each line has a dash of its own."""
    ends = ((Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)))
    svg = draw(chart(tuple(Series("", LINE, ends, i) for i in range(8))))
    dashes = [reading.of_class(svg, f"s{i}")[0].get("stroke-dasharray") for i in range(8)]
    assert len(set(dashes)) == 8


def test_a_line_stays_a_line_when_a_page_fills_its_class() -> None:
    """A page may set fill and stroke of s0 at once: lines cannot be filled, areas have no rim."""
    svg = draw(plain_chart())
    for index in range(8):
        for path in reading.of_class(svg, f"s{index}"):
            hollow = path.get("fill-opacity") == "0" and path.get("fill") == "none"
            solid = path.get("stroke-width") == "0" and path.get("stroke") == "none"
            assert hollow != solid


def test_a_note_keeps_off_the_lines_where_it_can() -> None:
    """Its words stand beside a line that crosses the usual place."""
    across = Series("", LINE, ((Fraction(9, 10), Fraction(0)), (Fraction(9, 10), Fraction(1))))
    note = Note(Fraction(0), Fraction(1), Fraction(1, 2), "words beside")
    svg = draw(Chart("note", "", "", UNIT, (Panel(UNIT, (across,), notes=(note,)),)))
    (line,) = reading.of_class(svg, "s0")
    (words,) = reading.of_class(svg, "note")
    crossing = reading.places(line)[0][0]
    box = reading.text_box(words)
    assert not box.left <= crossing <= box.right


def test_what_is_no_chart_is_refused() -> None:
    """An unknown style and half a segment are errors that say so."""
    with pytest.raises(InputError, match="is no way to draw"):
        Series("", "pie", ())
    with pytest.raises(InputError, match="is odd"):
        Series("", SEGMENTS, ((Fraction(0), Fraction(0)),))


def test_notes_along_one_line_do_not_cover_each_other() -> None:
    """Three notes at one level, where a curve crosses everything: none lies over another."""
    level = Fraction(1, 2)
    zigzag = tuple((Fraction(i, 40), Fraction(i % 2)) for i in range(41))
    notes = tuple(Note(level, Fraction(1), level, f"note {i}: 1.984×10⁻⁴") for i in range(3))
    panel = Panel(UNIT, (Series("", LINE, zigzag),), notes=notes, height=200)
    svg = draw(Chart("narrow", "Title", "Words", UNIT, (panel,), NARROW))
    boxes = [reading.text_box(e) for e in reading.of_class(svg, "note")]
    assert len(boxes) == 3
    assert not [1 for a, b in combinations(boxes, 2) if a.overlaps(b)]
