"""Holes: values that are never released, against every covered count looked at one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.formats.options import read_holes
from exact.table.holes import count_that_releases, covers, gaps, listed
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row
from tests.table.tables import tables

FAR = 40


def released(table: PTable, count: int) -> set[int]:
    """Return the values that a count can be released as, by its definition."""
    return {count + noise for noise, _ in table.row(count).runs}


@given(tables(), st.integers(0, 12))
def test_a_value_is_released_by_the_first_count_that_can(table: PTable, value: int) -> None:
    """The count that is named releases the value, and no smaller one does."""
    able = [n for n in range(FAR) if covers(table, n) and value in released(table, n)]
    assert count_that_releases(table, value) == min(able, default=None)


@given(tables(), st.integers(0, FAR))
def test_a_table_covers_the_counts_that_have_a_row(table: PTable, count: int) -> None:
    """A count is covered exactly if the table returns a row for it."""
    try:
        table.row(count)
    except InputError:
        assert not covers(table, count)
    else:
        assert covers(table, count)


@given(tables(), st.sets(st.integers(0, 9), max_size=4))
def test_exactly_the_holes_are_missing_where_no_gap_is_found(
    table: PTable, holes: set[int]
) -> None:
    """Some count lacks a value inside its range that is no hole, exactly if a gap is found."""
    marked = PTable(
        table.keysize,
        table.first_count,
        table.rows,
        table.beyond,
        table.zero,
        holes=tuple(sorted(holes)),
    )
    lacking = {}
    for count in range(marked.first_count, FAR):
        if covers(marked, count):
            values = released(marked, count)
            lacking[count] = set(range(min(values), max(values))) - values - holes
    found = {gap.count: gap for gap in gaps(marked)}
    assert bool(found) == any(lacking.values())
    for count, gap in found.items():
        assert gap.missing == len(lacking[count])
        assert (gap.first, gap.last) == (min(lacking[count]) - count, max(lacking[count]) - count)


def test_a_hole_at_one_count_does_not_excuse_the_row_where_it_repeats() -> None:
    """Row 2 with noise -2, 1 releases no 1 and 2; used again for 3, it releases no 2 and 3."""
    row = Row(((-2, 4), (1, 4)))
    assert [gap.count for gap in gaps(PTable(8, 2, (row,), Repeat(), holes=(1, 2)))] == [5]
    assert [gap.count for gap in gaps(PTable(8, 2, (row,), Wrap(2, 1), holes=(1, 2)))] == [5]


def test_a_gap_of_astronomical_width_is_counted() -> None:
    """Noise 0 and 2^60 leaves 2^60 - 1 values out, which are not listed."""
    (gap,) = gaps(PTable(2, 1, (Row(((0, 1), (1 << 60, 1))),)))
    assert (gap.missing, gap.first, gap.last) == ((1 << 60) - 1, 1, (1 << 60) - 1)


@given(st.sets(st.integers(0, 50)))
def test_holes_are_read_as_they_are_written(holes: set[int]) -> None:
    """Text and back is the same list, but for no holes at all, which have no text."""
    expected = tuple(sorted(holes))
    if expected:
        assert read_holes(listed(expected)) == expected


@pytest.mark.parametrize("text", ["", "a", "2..1", "-1", "1..", "1...2", "1+", "0..9999999999"])
def test_what_is_no_list_of_holes_is_refused(text: str) -> None:
    """Falling, endless and huge lists are refused with an example."""
    with pytest.raises(InputError, match="holes"):
        read_holes(text)
