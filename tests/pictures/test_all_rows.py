"""The pictures of a whole table: heat map, moments, delta by pair."""

import re
from fractions import Fraction

import pytest
from hypothesis import given

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from reports.document.blocks import Number
from reports.pictures.heat_map import heat_map_picture
from reports.pictures.heat_steps import heat_steps
from reports.pictures.moments import moments_picture
from reports.pictures.pair_delta import pair_delta_picture
from tests.pictures.tables import (
    STRANGE,
    columns,
    delta,
    exact,
    example_1,
    kept_total,
    many_rows,
    pairs_of,
    probability,
)
from tests.plots import svg_reading as reading
from tests.table.tables import tables

_RECTANGLE = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h")
LOG_TWO = Epsilon(exp=Fraction(2))


def cells(svg: str, rows: int, columns: int) -> dict[tuple[int, int], int]:
    """Return the step of each cell (row, column) that is not blank, from the rectangles."""
    (frame,) = reading.frames(svg)
    high, wide = (frame.bottom - frame.top) / rows, (frame.right - frame.left) / columns
    found: dict[tuple[int, int], int] = {}
    for step in range(9):
        # The first path of a class is its place in the scale above the map.
        for path in reading.of_class(svg, f"h{step}")[1:]:
            for match in _RECTANGLE.finditer(path.attrib["d"]):
                left, top, _, tall = (Fraction(number) for number in match.groups())
                column = round((left - frame.left) / wide)
                first, after = (
                    round((top - frame.top) / high),
                    round((top + tall - frame.top) / high),
                )
                found |= {(row, column): step for row in range(first, after)}
    return found


@pytest.mark.parametrize("table", [*STRANGE, many_rows(40, 7, 9), example_1()])
def test_the_heat_map_shows_the_probability_of_each_cell(table: PTable) -> None:
    """A cell has the step whose two labels enclose its probability; without keys it is blank."""
    svg = heat_map_picture(table).drawing.wide
    noises = {z for row in table.rows for z, _ in row.runs}
    first, wide = min(noises), max(noises) - min(noises) + 1
    scale = [e for e in reading.of_class(svg, "tick") if Fraction(e.attrib["y"]) < 40]
    ends = [reading.number(e.text or "") for e in scale]
    assert len(ends) == 10
    found = cells(svg, len(table.rows), wide)
    for row in range(len(table.rows)):
        for column in range(wide):
            share = probability(table, table.first_count + row, first + column)
            step = found.get((row, column))
            if step is None:
                assert share == 0
            else:
                assert ends[step] < share <= ends[step + 1]


@pytest.mark.parametrize("table", [*STRANGE, many_rows(30, 60, 8)])
def test_the_keys_behind_the_heat_map_are_those_of_the_table(table: PTable) -> None:
    """As a matrix or as a list, every number of keys above 0 is there, and no other."""
    grid = heat_map_picture(table).behind
    found: dict[tuple[int, int], int] = {}
    for row in grid.rows:
        count, *keys = (int(exact(cell)) for (cell,) in row)
        if grid.columns[1].title == "noise":
            found[count, keys[0]] = keys[1]
        else:
            titles = (int(column.title) for column in grid.columns[1:])
            found |= {(count, z): n for z, n in zip(titles, keys, strict=True) if n}
    expected = {
        (count, z): probability(table, count, z) * table.keysize
        for count in range(table.first_count, table.last_count + 1)
        for z, _ in table.row(count).runs
    }
    assert found == expected


def test_steps_reach_below_one_key_of_any_key_space() -> None:
    """From 2^-9 for 256 keys down past 2^-128, always ten rising ends up to 1."""
    for bits in range(1, 129):
        ends = [reading.number(end) for end in heat_steps(Fraction(1, 2**bits)).ends]
        assert ends == sorted(set(ends))
        assert ends[0] < Fraction(1, 2**bits)
        assert ends[-1] == 1


def test_the_heat_map_of_a_random_table_stays_below_150_kilobytes() -> None:
    """750 rows of 180 noise values without any order: drawn in blocks, and that is said."""
    picture = heat_map_picture(many_rows(750, 180, 11))
    assert len(picture.drawing.wide) < 150_000
    assert "A cell stands for" in str(picture.caption[0])


def test_the_heat_map_of_a_regular_table_is_drawn_row_by_row() -> None:
    """750 rows of 60 noise values that repeat ten by ten need no blocks."""
    kinds = many_rows(15, 60, 2).rows
    table = PTable(2**20, 30, tuple(kinds[i // 50] for i in range(750)))
    picture = heat_map_picture(table)
    assert len(picture.drawing.wide) < 150_000
    assert "A cell stands for" not in str(picture.caption[0])
    assert len(cells(picture.drawing.wide, 750, 60)) == 750 * 60


def test_blocks_show_the_largest_probability_among_them() -> None:
    """Noise up to 2^60 away: a few columns, and no cell is lost."""
    row = Row(((-(2**59), 1), (0, 200), (2**59, 55)))
    picture = heat_map_picture(PTable(256, 7, (row, row)))
    assert len(cells(picture.drawing.wide, 2, 200)) == 6
    assert len(picture.drawing.wide) < 20_000


@given(tables())
def test_moments_are_those_of_the_definition(table: PTable) -> None:
    """Bias is the mean of the noise over all keys, variance the mean square less its square."""
    counts, biases, variances = columns(moments_picture(table).behind)
    assert counts == list(range(table.first_count, table.last_count + 1))
    for count, bias, variance in zip(counts, biases, variances, strict=True):
        noise = [table.noise(int(count), key) for key in range(table.keysize)]
        assert bias == Fraction(sum(noise), table.keysize)
        assert variance == Fraction(sum(z * z for z in noise), table.keysize) - bias**2


def test_moments_are_drawn_row_by_row() -> None:
    """Two panels, a marker for each row in both, rising with the value."""
    table = many_rows(40, 7, 4)
    picture = moments_picture(table)
    _, *values = columns(picture.behind)
    assert len(reading.frames(picture.drawing.wide)) == 2
    for path, expected in zip(reading.of_class(picture.drawing.wide, "s0"), values, strict=True):
        heights = [-y for _, y in reading.circles(path)]
        order = sorted(range(40), key=lambda i: expected[i])
        assert [heights[i] for i in order] == sorted(heights)


def test_a_thousand_rows_are_thinned_and_that_is_said() -> None:
    """All rows are listed, about 800 are drawn."""
    picture = moments_picture(many_rows(1000, 3, 5))
    assert len(picture.behind.rows) == 1000
    assert "Of 1,000 points about 800 are drawn" in str(picture.caption[0])


@given(tables())
def test_delta_by_pair_is_that_of_the_definition(table: PTable) -> None:
    """Both directions of every pair of neighbouring counts, also of pairs that share their rows."""
    if not pairs_of(table):
        with pytest.raises(InputError, match="has no neighbouring counts"):
            pair_delta_picture((), LOG_TWO)
        return
    grid = pair_delta_picture(pairs_of(table), LOG_TWO).behind
    assert [exact(row[0][0]) for row in grid.rows] == list(table.neighbours())
    for (n,), (up,), (down,) in grid.rows:
        count = int(exact(n))
        assert exact(up) == delta(table, count, count + 1, Fraction(2))
        assert exact(down) == delta(table, count + 1, count, Fraction(2))


def test_pairs_of_the_same_rows_are_all_drawn() -> None:
    """A wrapped table computes a pair of rows once and shows it at each of its counts."""
    base = many_rows(4, 5, 6)
    table = PTable(base.keysize, 30, base.rows * 5, Wrap(46, 4))
    picture = pair_delta_picture(pairs_of(table), LOG_TWO)
    assert len(pairs_of(table)) == 8
    assert len(picture.behind.rows) == len(list(table.neighbours())) == 24
    assert len(reading.circles(reading.of_class(picture.drawing.wide, "s0")[-1])) == 24


def test_a_delta_of_zero_is_said_and_not_drawn() -> None:
    """Counts 1 and 2, both released as 0, cannot be told apart at all."""
    table = PTable(4, 1, (Row(((-1, 4),)), Row(((-2, 4),)), Row(((-3, 2), (0, 2)))))
    picture = pair_delta_picture(pairs_of(table), LOG_TWO)
    values = [exact(cell) for row in picture.behind.rows for (cell,) in row[1:]]
    assert values.count(Fraction(0)) == 3
    assert "3 of 6 are exactly 0" in str(picture.caption[0])
    drawn = reading.circles(reading.of_class(picture.drawing.wide, "s0")[-1])
    assert len(drawn) + len(_squares(picture.drawing.wide)) == 3


def _squares(svg: str) -> list[str]:
    return re.findall("M", reading.of_class(svg, "s1")[-1].attrib["d"])


def test_the_worst_pair_is_named() -> None:
    """The largest delta over all pairs, rounded up, and its two counts."""
    table = kept_total()
    deltas = {
        (a, b): delta(table, a, b, Fraction(2))
        for n in table.neighbours()
        for a, b in ((n, n + 1), (n + 1, n))
    }
    (count, other), largest = max(deltas.items(), key=lambda item: item[1])
    text = pair_delta_picture(pairs_of(table), LOG_TWO).alternative
    assert f"a true count of {count} against {other}" in text
    assert largest == Fraction(9, 16)
    assert "at most 0.5625" in text


def test_an_irrational_delta_keeps_its_exact_form() -> None:
    """At epsilon = 1/10 a cell holds A - B e^(1/10) with the rationals of the definition."""
    grid = pair_delta_picture(pairs_of(example_1()), Epsilon(value=Fraction(1, 10))).behind
    cell = grid.rows[0][1][0]
    assert isinstance(cell, Number)
    match = re.fullmatch(r"(\S+) − (\S+)·e\^\(1/10\)", cell.exact)
    assert match is not None
    # The worst event of a symmetric law is a lower tail: A and B are two of its sums of keys.
    keys = [n for _, n in example_1().rows[0].runs]
    sums = {Fraction(sum(keys[:k]), 2**32) for k in range(len(keys))}
    assert {Fraction(match[1]), Fraction(match[2])} <= sums
