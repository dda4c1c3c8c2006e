"""What holds for every picture: safe, reproducible, described in words, numbers behind it."""

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from exact.laws.law import has_one_noise
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from reports.document.blocks import Number, Picture
from reports.pictures.heat_map import heat_map_picture
from reports.pictures.law_profile import law_profile
from reports.pictures.moments import moments_picture
from reports.pictures.pair_delta import pair_delta_picture
from reports.pictures.pmf import pmf_picture
from reports.pictures.profile import ProfileMark, profile_picture
from reports.pictures.staircase import staircase_picture
from reports.pictures.table_profile import table_profile
from reports.pictures.trade_off import trade_off_picture
from tests.pictures.tables import HALF, STRANGE, example_1, many_rows, pairs_of
from tests.plots import svg_reading as reading

Maker = Callable[[PTable], Picture]


def profile_of(table: PTable) -> Picture:
    """Return the profile with a mark, and with the law where there is one."""
    profiles = [table_profile("table", pairs_of(table))]
    if table.origin is not None and has_one_noise(table.origin.law):
        profiles.append(law_profile("law", table.origin.law))
    return profile_picture(tuple(profiles), (ProfileMark("claim", HALF, Fraction(1, 10**4)),))


MAKERS: tuple[Maker, ...] = (
    lambda table: pmf_picture(table, table.first_count),
    lambda table: staircase_picture(table, table.first_count),
    profile_of,
    lambda table: trade_off_picture(pairs_of(table)[0]),
    heat_map_picture,
    moments_picture,
    lambda table: pair_delta_picture(pairs_of(table), HALF),
)
TABLES = (example_1(), *STRANGE, many_rows(40, 7, 3))


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    """Return every picture of every table."""
    return [maker(table) for table in TABLES for maker in MAKERS]


def both(pictures: list[Picture]) -> list[str]:
    """Return every drawing, wide and narrow."""
    return [svg for picture in pictures for svg in (picture.drawing.wide, picture.drawing.narrow)]


def test_a_narrow_drawing_says_the_same_in_letters_of_the_same_size(
    pictures: list[Picture],
) -> None:
    """Half as wide, with every word of the wide one; only ticks may have fewer labels."""
    for picture in pictures:
        wide, narrow = map(reading.parse, (picture.drawing.wide, picture.drawing.narrow))
        assert (wide.attrib["width"], narrow.attrib["width"]) == ("720", "360")
        sizes = [{e.get("font-size") for e in root.iter()} for root in (wide, narrow)]
        assert sizes[0] == sizes[1] == {None, "12", "13"}
        for kind in ("legend", "label", "note"):
            said = (reading.texts(svg, kind) for svg in both([picture]))
            assert len({" ".join(sorted(" ".join(texts).split())) for texts in said}) == 1, kind
        assert len(reading.texts(picture.drawing.narrow, "tick")) >= 4


def test_every_picture_may_stand_in_a_strict_page(pictures: list[Picture]) -> None:
    """Well-formed XML of paths and words, with presentation attributes alone."""
    assert len(pictures) == len(TABLES) * len(MAKERS)
    for svg in both(pictures):
        root = reading.parse(svg)
        assert {reading.tag(found) for found in root.iter()} <= reading.TAGS
        assert all(set(found.attrib) <= reading.ATTRIBUTES for found in root.iter())


def test_coordinates_have_one_decimal_at_most(pictures: list[Picture]) -> None:
    """So that no difference between two mathematical libraries can show."""
    assert not [1 for svg in both(pictures) if re.search(r"\.\d\d", "".join(_paths(svg)))]


def _paths(svg: str) -> list[str]:
    return [found.get("d", "") for found in reading.parse(svg).iter()]


def test_words_are_whole_and_apart(pictures: list[Picture]) -> None:
    """No text is cut off at the edge of a picture, none lies over another, wide or narrow."""
    for svg in both(pictures):
        root = reading.parse(svg)
        boxes = [reading.text_box(text) for text in reading.level_texts(svg)]
        assert all(box.left >= 0 and box.top >= 0 for box in boxes)
        assert all(box.right <= int(root.attrib["width"]) for box in boxes)
        assert all(box.bottom <= int(root.attrib["height"]) for box in boxes)
        assert not [1 for a, b in combinations(boxes, 2) if a.overlaps(b)], root.attrib


def test_pictures_of_one_table_share_no_name_and_no_id() -> None:
    """All can stand in one page."""
    found = [maker(example_1()) for maker in MAKERS]
    names = [name for p in found for name in (p.name, p.behind.name)]
    ids = [e.get("id") for svg in both(found) for e in reading.parse(svg).iter() if e.get("id")]
    assert len(set(names)) == len(names) == 14
    assert len(set(ids)) == len(ids) == 28


def test_the_same_table_gives_the_same_picture(pictures: list[Picture]) -> None:
    """Made twice, every picture is equal: drawing, words and numbers."""
    assert [maker(table) for table in TABLES for maker in MAKERS] == pictures


def test_every_picture_says_what_it_shows(pictures: list[Picture]) -> None:
    """A description in sentences, which is also the description inside the drawing."""
    for picture in pictures:
        drawn = [e for svg in both([picture]) for e in reading.parse(svg).iter()]
        described = [e.text for e in drawn if reading.tag(e) == "desc"]
        assert described == [picture.alternative, picture.alternative]
        assert picture.alternative.endswith(".")
        assert any(character.isdigit() for character in picture.alternative)
        assert picture.title
        assert picture.caption


def test_the_numbers_behind_are_folded_and_complete(pictures: list[Picture]) -> None:
    """Every row has a cell for each column, and a numeric column holds numbers in both forms."""
    for picture in pictures:
        grid = picture.behind
        assert grid.folded
        assert grid.rows
        for row in grid.rows:
            assert len(row) == len(grid.columns)
            for (cell,), column in zip(row, grid.columns, strict=True):
                assert isinstance(cell, Number) == column.numeric


def test_a_delta_is_never_rounded_down(pictures: list[Picture]) -> None:
    """In every column of deltas the decimal is an upper bound, or the number itself."""
    found = 0
    for picture in pictures:
        for i, column in enumerate(picture.behind.columns):
            if column.title.startswith("δ"):
                cells = [cell for row in picture.behind.rows for cell in row[i]]
                assert {cell.relation for cell in cells if isinstance(cell, Number)} <= {"≤", "="}
                found += sum(_rounded_up(cell) for cell in cells if isinstance(cell, Number))
    assert found > 100


def _rounded_up(cell: Number) -> bool:
    """Check a rational against its decimal; tell whether it is one."""
    try:
        exact = Fraction(cell.exact)
    except ValueError:
        return False
    assert (
        exact == Fraction(cell.decimal) if cell.relation == "=" else exact < Fraction(cell.decimal)
    )
    return True


def test_long_grids_say_what_they_leave_out() -> None:
    """At most 5,000 rows, with a sentence on the rest; a short grid has no such sentence."""
    long = heat_map_picture(many_rows(130, 41, 5)).behind
    assert len(long.rows) == 5000
    assert long.caption.endswith(
        "The first 5,000 of 5,330 rows are listed; the certificate holds them all."
    )
    assert "listed" not in heat_map_picture(example_1()).behind.caption


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", 'a"b', "two\nlines", "\x1b[1m\x00"])
def test_hostile_names_of_tables_are_only_words(name: str) -> None:
    """The name of a profile comes from a file: it cannot leave its place."""
    profile = table_profile(name, pairs_of(example_1()))
    picture = profile_picture(
        (profile,), (ProfileMark(name, Epsilon(exp=Fraction(2)), Fraction(1)),)
    )
    root = reading.parse(picture.drawing.wide)
    assert {reading.tag(found) for found in root.iter()} <= reading.TAGS
    assert picture.drawing.wide.isprintable()
