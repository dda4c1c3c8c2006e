"""Heat maps: the rectangles are the cells, and stay few."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.plots.heat import STEPS, Cell, HeatMap, heat_map, rectangles
from reports.plots.scale import Axis
from tests.plots import svg_reading as reading

Cells = tuple[tuple[Cell, ...], ...]
_RECTANGLE = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z")


@st.composite
def grids(draw: st.DrawFn) -> Cells:
    """Draw a small grid of steps and blanks."""
    columns = draw(st.integers(1, 6))
    cell = st.none() | st.integers(0, STEPS - 1)
    row = st.lists(cell, min_size=columns, max_size=columns).map(tuple)
    return tuple(draw(st.lists(row, min_size=1, max_size=12)))


def chart(cells: Cells) -> HeatMap:
    """Return a heat map of these cells."""
    x = Axis("x", Fraction(0), Fraction(len(cells[0])), whole=True)
    y = Axis("y", Fraction(0), Fraction(len(cells)), whole=True)
    ends = tuple(str(i) for i in range(STEPS + 1))
    return HeatMap("heat", ("Title", "Words"), x, y, cells, "measure", ends)


def read_back(svg: str, rows: int, columns: int) -> Cells:
    """Return the cells by asking which rectangle holds the middle of each."""
    (frame,) = reading.frames(svg)
    found: list[list[Cell]] = [[None] * columns for _ in range(rows)]
    for step in range(STEPS):
        for path in reading.of_class(svg, f"h{step}"):
            for match in _RECTANGLE.finditer(path.attrib["d"]):
                left, top, wide, high, _ = (Fraction(number) for number in match.groups())
                for row in range(rows):
                    for column in range(columns):
                        x = frame.left + (frame.right - frame.left) * (2 * column + 1) / (
                            2 * columns
                        )
                        y = frame.top + (frame.bottom - frame.top) * (2 * row + 1) / (2 * rows)
                        if left <= x < left + wide and top <= y < top + high:
                            assert found[row][column] is None
                            found[row][column] = step
    return tuple(map(tuple, found))


@given(grids())
def test_the_drawing_holds_the_cells(cells: Cells) -> None:
    """Each cell is covered by one rectangle of its step, a blank one by none."""
    assert read_back(heat_map(chart(cells)), len(cells), len(cells[0])) == cells


@given(grids())
def test_rectangles_are_as_few_as_the_columns_allow(cells: Cells) -> None:
    """Neighbours above each other in one column never have the same step."""
    found = list(rectangles(cells))
    ends = {(column, after): step for step, column, _, after in found}
    assert all(ends.get((column, first)) != step for step, column, first, _ in found)
    assert sum(after - first for _, _, first, after in found) == sum(
        cell is not None for row in cells for cell in row
    )


def test_a_step_is_one_path() -> None:
    """All cells of a step are together; the scale above has one more of each."""
    cells: Cells = tuple(tuple((i + j) % STEPS for j in range(60)) for i in range(20))
    svg = heat_map(chart(cells))
    assert [len(reading.of_class(svg, f"h{step}")) for step in range(STEPS)] == [2] * STEPS


def test_a_large_table_that_changes_slowly_stays_small() -> None:
    """750 rows of 60 columns, where a column changes every ten rows, take less than 150 kB."""
    random = Random(7)
    bands: Cells = tuple(tuple(random.randrange(STEPS) for _ in range(60)) for _ in range(75))
    cells: Cells = tuple(bands[i // 10] for i in range(750))
    assert len(list(rectangles(cells))) > 3000
    assert len(heat_map(chart(cells))) < 150_000


def test_the_axis_runs_downward() -> None:
    """The first row is at the top, and its label above that of the last."""
    svg = heat_map(chart(((0,), (1,), (2,), (3,))))
    labels = [e for e in reading.of_class(svg, "tick") if e.attrib["text-anchor"] == "end"]
    heights = [Fraction(e.attrib["y"]) for e in labels]
    assert [e.text for e in labels] == ["0", "1", "2", "3", "4"]
    assert heights == sorted(heights)


def test_what_is_no_grid_is_refused() -> None:
    """Rows of different lengths, no rows, and labels that do not fit the steps."""
    x = Axis("x", Fraction(0), Fraction(1))
    ends = tuple("0123456789")
    for cells in (((0,), (0, 1)), ()):
        with pytest.raises(InputError, match="is no grid"):
            HeatMap("heat", ("", ""), x, x, cells, "", ends)
    with pytest.raises(InputError, match="ten labels"):
        HeatMap("heat", ("", ""), x, x, ((0,),), "", ends[1:])
