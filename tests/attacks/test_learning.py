"""What cells with known counts show, against definitions."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.crossing import crossing
from exact.attacks.learning import (
    Asymmetry,
    clearest_asymmetry,
    clearest_hole,
    extreme,
)
from exact.attacks.on_table.asked import Asked
from exact.attacks.on_table.learning import learning
from exact.attacks.partitions import Partition
from exact.attacks.tuples_needed import seen, tuples_needed
from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.real_tables import D5V3

LEVELS = (Fraction(95, 100), Fraction(99, 100))


@st.composite
def tables(draw: st.DrawFn) -> PTable:
    """One to three rows of six keys."""
    noise = st.lists(st.integers(-3, 3), min_size=6, max_size=6)
    rows = draw(st.lists(noise, min_size=1, max_size=3))
    return PTable(6, 1, tuple(Row.of([(z, 1) for z in row]) for row in rows))


def shares(row: Row) -> dict[int, Fraction]:
    """Return P(noise), key by key."""
    noise = [row.noise(k) for k in range(row.keysize)]
    return {z: Fraction(noise.count(z), row.keysize) for z in noise}


@given(tables())
def test_the_bound_shows_where_it_is_likeliest(table: PTable) -> None:
    """The largest noise of any row, and the row that has it most often."""
    found = extreme(table)
    rows = [shares(row) for row in table.rows]
    E = max(abs(z) for row in rows for z in row)
    ends = [sum((p for z, p in row.items() if abs(z) == E), Fraction(0)) for row in rows]
    assert (found.bound, found.probability) == (E, max(ends))
    assert ends[found.count - 1] == found.probability


@given(tables())
def test_a_hole_is_a_noise_between_others(table: PTable) -> None:
    """Of all gaps the one whose rarer neighbour is likeliest."""
    best = Fraction(0)
    for row in map(shares, table.rows):
        for z in range(min(row), max(row)):
            if z not in row:
                below = max(y for y in row if y < z)
                above = min(y for y in row if y > z)
                best = max(best, min(row[below], row[above]))
    found = clearest_hole(table)
    assert (Fraction(0) if found is None else found.neighbour) == best


@given(tables(), st.integers(1, 4))
def test_the_lean_is_seen_by_majority(table: PTable, cells: int) -> None:
    """Every outcome of so many cells: more of the likelier noises than of their opposites."""
    found = clearest_asymmetry(table)
    rows = [shares(row) for row in table.rows]
    apart = [
        sum((abs(p.get(z, Fraction(0)) - p.get(-z, Fraction(0))) for z in range(-3, 4)), Fraction())
        for p in rows
    ]
    if found is None:
        assert max(apart) == 0
        return
    assert 2 * (found.a - found.b) == max(apart)
    row = rows[found.count - 1]
    right = Fraction(0)
    for noises in product(row, repeat=cells):
        up = sum(z in found.likelier for z in noises)
        down = sum(-z in found.likelier for z in noises)
        if up > down:
            chance = Fraction(1)
            for z in noises:
                chance *= row[z]
            right += chance
    bounds = found.success(cells)
    assert bounds.lo <= right <= bounds.hi
    assert bounds.width < Fraction(1, 2**80)


def test_seeing_at_least_once() -> None:
    """1 - (1 - p)^m, exactly for small m, and the least m of a level."""
    for p in (Fraction(1, 3), Fraction(1, 97)):
        for m in (1, 2, 17):
            exact = 1 - (1 - p) ** m
            assert seen(p, m).lo <= exact <= seen(p, m).hi
            assert seen(p, m).width < Fraction(1, 2**80)
        for level in LEVELS:
            least = tuples_needed(p, level)
            assert least is not None
            assert seen(p, least - 1).hi < level <= seen(p, least).lo


def test_a_tiny_lean_needs_more_cells_than_are_tried() -> None:
    """A difference of one key in 2^40 does not show in a million cells."""
    half = Fraction(1, 4)
    lean = Asymmetry(1, (1,), half + Fraction(1, 2**40), half)
    assert [lean.cells(level) for level in LEVELS] == [None, None]


def test_what_a_real_table_shows() -> None:
    """D5V3 is symmetric without a hole; its bound 5 has probability 2 x 379186 / 10^8."""
    found = learning(Asked(D5V3, Partition((8, 8))))
    assert (found.hole, found.asymmetry) == (None, None)
    p = Fraction(2 * 379186, 10**8)
    for (level, m), expected in zip(found.extreme_cells, LEVELS, strict=True):
        assert level == expected
        assert m is not None
        assert (1 - p) ** m <= 1 - level < (1 - p) ** (m - 1)


def test_a_crossing_that_bounds_do_not_show_is_undecided() -> None:
    """Bounds around the level decide nothing."""
    wide = Enclosure(Fraction(0), Fraction(1))
    with pytest.raises(Undecided, match="too wide"):
        crossing(lambda _: wide, Fraction(1, 2), 1, 10)
