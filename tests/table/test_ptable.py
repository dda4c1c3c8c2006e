"""Rows and tables: what is refused, the lookup, and the rules past the last row."""

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.table.ptable import MAX_COUNT, Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.table.tables import rows, tables

EIGHT = Row(((-1, 2), (0, 4), (1, 2)))
NINE = Row(((0, 9),))
HALF: Any = 0.5


@given(rows(24))
def test_the_lookup_is_the_expanded_list_of_keys(row: Row) -> None:
    """noise(key) is entry ``key`` of the list that writes each noise as often as it has keys."""
    expanded = [noise for noise, keys in row.runs for _ in range(keys)]
    assert [row.noise(key) for key in range(24)] == expanded
    for key in (-1, 24, 10**9):
        with pytest.raises(InputError, match=rf"^key = {key}: is outside 0\.\.23; "):
            row.noise(key)


@given(rows(24))
def test_the_pmf_of_a_row_counts_its_keys(row: Row) -> None:
    """The weight of a noise is its number of keys, over all its runs."""
    expanded = [row.noise(key) for key in range(24)]
    assert row.pmf.outcomes == tuple(sorted(set(expanded)))
    assert row.pmf.weights == tuple(expanded.count(z) for z in row.pmf.outcomes)
    assert row.pmf.total == row.keysize == 24


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 3)), min_size=1))
def test_equal_lookups_are_equal_rows(pairs: list[tuple[int, int]]) -> None:
    """Row.of gives one value for one lookup, however it is cut into runs."""
    expanded = [noise for noise, keys in pairs for _ in range(keys)]
    if expanded:
        assert Row.of(pairs) == Row.of([(noise, 1) for noise in expanded])
        assert all(a[0] != b[0] for a, b in pairwise(Row.of(pairs).runs))
    else:
        with pytest.raises(InputError, match="has no keys"):
            Row.of(pairs)


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ((), "row = .*has no keys; give at least one run"),
        (((0, 0),), r"row = \(0, 0\): has an empty run; leave it out"),
        (((0, -1),), r"row = \(0, -1\): has an empty run; leave it out"),
        (((0, 1), (0, 2)), "row = .*splits a run; use Row.of"),
        (((0.0, 1),), "row = .*must hold integers, and noise within 2\\^60"),
        (((0, 1.0),), "row = .*must hold integers, and noise within 2\\^60"),
        (((0, True),), "row = .*must hold integers, and noise within 2\\^60"),
        ((("0", 1),), "row = .*must hold integers, and noise within 2\\^60"),
    ],
)
def test_a_row_that_is_none_is_refused(runs: tuple[tuple[int, int], ...], message: str) -> None:
    """A row holds integers, no empty run and no split run; a float is refused."""
    with pytest.raises(InputError, match=message):
        Row(runs)


@pytest.mark.parametrize(
    ("keysize", "first", "found", "beyond", "zero", "message"),
    [
        (8, 1, (EIGHT, NINE), Repeat(), "none", "row = 2: sums to 9, not to the 8 keys"),
        (9, 1, (EIGHT,), Repeat(), "none", "row = 1: sums to 8, not to the 9 keys"),
        (8, 1, (), Repeat(), "none", "rows = 0: the table has no rows; give at least one"),
        (8.0, 1, (EIGHT,), Repeat(), "none", "keysize = 8.0: a float is not exact"),
        (0, 1, (EIGHT,), Repeat(), "none", r"keysize = 0: must be from 1 to 2\^128"),
        (8, 1.0, (EIGHT,), Repeat(), "none", "first_count = 1.0: a float is not exact"),
        (8, -1, (EIGHT,), Repeat(), "none", r"first_count = -1: must be from 0 to 2\^61"),
        (8, MAX_COUNT + 1, (EIGHT,), Repeat(), "none", "first_count = .*must be from 0"),
        (8, 1, (EIGHT,), Repeat(), "row", "zero = 'row': does not fit a table .* count 1"),
        (8, 0, (EIGHT,), Repeat(), "none", "zero = 'none': does not fit a table .* count 0"),
        (8, 0, (EIGHT,), Repeat(), "preserve", "zero = 'preserve': does not fit"),
        (8, 1, (EIGHT,), Repeat(), "zero", "zero = 'zero': is not a zero rule; use"),
        (8, 2, (EIGHT,), Wrap(1, 1), "none", "wrap start = 1: must be from 2"),
        (8, 2, (EIGHT,), Wrap(3, 1), "none", "wrap start = 3: must be from 2"),
        (8, 1, (EIGHT, EIGHT), Wrap(1, 3), "none", "wrap period = 3: must be from 1 to 2"),
        (8, 1, (EIGHT, EIGHT), Wrap(2, 0), "none", "wrap period = 0: must be from 1 to 1"),
        (8, 1, (EIGHT, EIGHT), Wrap(1, HALF), "none", "wrap period = 0.5: a float"),
    ],
)
def test_a_table_that_is_none_is_refused(
    keysize: int, first: int, found: tuple[Row, ...], beyond: Beyond, zero: str, message: str
) -> None:
    """Rows over other keys, a zero rule or a wrap that does not fit, and floats are refused."""
    with pytest.raises(InputError, match="^" + message):
        PTable(keysize, first, found, beyond, zero)


def test_an_error_is_one_line_also_for_a_huge_number() -> None:
    """A keysize of a million bits is described by its size."""
    with pytest.raises(InputError, match=re.escape("keysize = an integer of 1000001 bits")):
        PTable(1 << 1000000, 1, (EIGHT,))


def test_the_ons_rule_of_reuse_is_a_wrap() -> None:
    """((n - 1) mod 250) + 501 is Wrap(501, 250) on rows 1..750: 501 - 1 is a multiple of 250."""
    numbered = tuple(Row(((n, 1),)) for n in range(1, 751))
    table = PTable(1, 1, numbered, Wrap(501, 250))
    for n in range(1, 751):
        assert table.noise(n, 0) == n
    for n in [*range(751, 2301), 10**12, 10**12 + 249, MAX_COUNT]:
        assert table.noise(n, 0) == (n - 1) % 250 + 501


@given(tables(), st.integers(0, 40))
def test_a_count_uses_the_row_of_its_rule(table: PTable, count: int) -> None:
    """Zero, covered, repeated and wrapped counts use the row that walking step by step gives."""
    expected: Row | None
    if count == 0 and table.zero == "preserve":
        expected = Row(((0, table.keysize),))
    elif count < table.first_count or (count > table.last_count and table.beyond == Stop()):
        expected = None
    else:
        reduced = count
        while reduced > table.last_count:
            reduced -= table.beyond.period if isinstance(table.beyond, Wrap) else 1
        if count > table.last_count and isinstance(table.beyond, Wrap):
            while reduced >= table.beyond.start + table.beyond.period:
                reduced -= table.beyond.period
        expected = table.rows[reduced - table.first_count]
    if expected is None:
        with pytest.raises(InputError, match=rf"^count = {count}: .*does not cover it"):
            table.row(count)
    else:
        assert table.row(count) == expected
        assert [table.noise(count, key) for key in range(table.keysize)] == [
            expected.noise(key) for key in range(table.keysize)
        ]


@given(tables())
def test_the_neighbours_stand_for_every_covered_pair(table: PTable) -> None:
    """Every pair of rows at n, n+1 up to three periods past the end is among them."""
    period = table.beyond.period if isinstance(table.beyond, Wrap) else 1
    covered = set()
    for n in range(table.last_count + 3 * period + 1):
        try:
            covered.add((table.row(n), table.row(n + 1)))
        except InputError:
            continue
    assert {(table.row(n), table.row(n + 1)) for n in table.neighbours()} == covered
