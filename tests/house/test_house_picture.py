"""The drawing of the house shows the house as it is."""

import re
from itertools import combinations

from tests.house.graph import folder_graph, imports, modules, reached, reduced
from tests.house.layout import layout
from tests.house.picture import DRAWING, drawn_house, house_svg
from tests.house_rules import ROOT

DIAMOND = {
    "exact.d": {"exact.b", "exact.c", "exact.a"},
    "exact.b": {"exact.a"},
    "exact.c": {"exact.a"},
}
SMALL = DIAMOND | {"exact.a": set[str](), "reports.x": {"exact.d", "exact.a"}}


def test_the_drawing_is_current() -> None:
    """``make house`` would change nothing."""
    assert DRAWING.read_text(encoding="utf-8") == drawn_house()


def test_the_guide_for_contributors_shows_the_drawing() -> None:
    """CONTRIBUTING.md holds the picture."""
    assert "(docs/house.svg)" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_folder_is_a_box() -> None:
    """The names in the drawing are the folders of the three rooms and the rooms themselves."""
    graph = folder_graph(imports(modules()))
    shown = re.findall(r"<text [^>]*>([^<]*)</text>", drawn_house())
    expected = [name.partition(".")[2] or f"{name}.py" for name in graph]
    assert sorted(shown) == sorted([*expected, "exact", "reports", "verification"])


def test_what_is_left_out_follows_from_what_is_drawn() -> None:
    """Without the arrows that a longer way replaces, the same folders are reached."""
    small = reduced(SMALL)
    assert small["exact.d"] == {"exact.b", "exact.c"}
    assert small["reports.x"] == {"exact.d"}
    assert reached(small) == reached(SMALL)


def test_every_arrow_points_down() -> None:
    """Each arrow begins above the place where its head is."""
    svg = house_svg(SMALL)
    arrows = re.findall(r"M\d+ (\d+)C[^\"]*[ V](\d+)\"", svg)
    assert len(arrows) == 5
    assert all(int(start) < int(end) for start, end in arrows)


def test_boxes_of_a_row_do_not_overlap() -> None:
    """Between two boxes of a row there is a gap, and no two arrows pass at the same place."""
    names = [f"exact.{letter}" for letter in "abcdef"]
    graph = {name: set[str]() for name in names} | {"exact.top": set(names)}
    rows = dict.fromkeys(names, 1) | {"exact.top": 0}
    places = layout(graph, rows, dict.fromkeys(graph, 50)).middle
    assert all(abs(places[a] - places[b]) > 50 for a, b in combinations(names, 2))
