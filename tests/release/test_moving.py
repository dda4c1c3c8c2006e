"""The upper bound for keys that add, against its definition and against every key, one by one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exact.keyorder.order import Listed
from exact.release import moving
from exact.release.cells import Cells
from exact.release.moving import moved
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.certificate.making import example_1
from tests.real_tables import D5V3
from tests.table.tables import tables

Law = Mapping[tuple[int, ...], int]


def law(table: PTable, counts: Sequence[int], more: int) -> Law:
    """Return how many keys release each tuple of four cells, with so many persons more.

    The person is in a cell of n with the key x, in one that holds it, of m with x + y, and in a
    margin of this and of other people, whose cell has the key k.
    """
    K, (n, m, other) = table.keysize, counts
    found: Counter[tuple[int, ...]] = Counter()
    for x, y, k in product(range(K), repeat=3):
        cells = ((n + more, x), (m + more, x + y), (other, k), (m + other + more, x + y + k))
        found[tuple(c + table.row(c).noise(key % K) for c, key in cells)] += 1
    return found


def largest(P: Law, Q: Law) -> Fraction:
    """Return delta at epsilon = 0."""
    return Fraction(sum(max(0, P[y] - Q.get(y, 0)) for y in P), sum(P.values()))


def is_covered(table: PTable, count: int) -> bool:
    """Tell whether a table has a row for a count above 0."""
    stops = isinstance(table.beyond, Stop)
    return count >= table.first_count and not (stops and count > table.last_count)


@given(tables(), st.integers(1, 6), st.integers(1, 3), st.integers(1, 6))
def test_the_bound_holds_for_every_key_of_nested_cells(
    table: PTable, n: int, holds: int, other: int
) -> None:
    """A cell, one that holds it, a cell beside, and the margin of both: three of the person."""
    m = n + holds
    used = (n, n + 1, m, m + 1, other, m + other, m + other + 1)
    assume(table.keysize <= 6 and all(is_covered(table, count) for count in used))
    before, after = (law(table, (n, m, other), more) for more in (0, 1))
    bound = moved([Cells(table, 0, 3)])
    assert max(largest(before, after), largest(after, before)) <= bound


def by_definition(noise: Sequence[int]) -> Fraction:
    """Return the bound of two cells with the same noise of every key, each s tried, key by key."""
    K = len(noise)
    same: dict[int, list[int]] = {}
    for s, k in product(range(K), repeat=2):
        if noise[k] == 1 + noise[(k + s) % K]:
            same.setdefault(noise[k], [0] * K)[s] += 1
    pairs = product(same.values(), repeat=2)
    best = sum(max(a * b for a, b in zip(*pair, strict=True)) for pair in pairs)
    return 1 - Fraction(best, K**2)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 4)), min_size=1, max_size=5))
def test_of_two_cells_it_is_what_is_defined(runs: list[tuple[int, int]]) -> None:
    """A product of lines may be larger between knots: these alone are tried, so it is as large."""
    row = Row.of(runs)
    noise = [z for z, keys in row.runs for _ in range(keys)]
    found = moved([Cells(PTable(len(noise), 1, (row,)), 1, 2)])
    assert by_definition(noise) <= found
    if len(row.runs) == len(noise):  # every s is a knot
        assert found == by_definition(noise)


def test_an_order_of_the_keys_is_moved_key_by_key() -> None:
    """At keys, not at places: the definition with the noise of every key."""
    row, places = Row(((-1, 2), (0, 2), (1, 1))), (3, 0, 4, 1, 2)
    table = PTable(5, 1, (row,), key_order=Listed(places))
    assert moved([Cells(table, 1, 2)]) == by_definition([row.noise(place) for place in places])


@pytest.mark.parametrize(
    ("table", "two", "eight"), [(example_1(), "0.3712", "0.9654"), (D5V3, "0.4740", "0.9722")]
)
def test_real_tables(table: PTable, two: str, eight: str) -> None:
    """Of two large cells and of eight; one sorted row reaches the distance of n and n + 1."""
    bounds = [moved([Cells(table, table.last_count, m)]) for m in (1, 2, 8)]
    pmf = table.rows[-1].pmf
    shared = (min(pmf.probability(z), pmf.probability(z - 1)) for z in pmf.outcomes)
    assert bounds[0] == 1 - sum(shared, Fraction(0))
    assert Fraction(two) < bounds[1] < Fraction(two) + Fraction(1, 10**4)
    assert Fraction(eight) < bounds[2] < Fraction(eight) + Fraction(1, 10**4)


def test_what_is_out_of_reach_has_the_bound_1() -> None:
    """More than 32 cells, two numbers of keys, noise that never overlaps."""
    table, fixed = D5V3, PTable(4, 1, (Row(((0, 4),)),))
    assert moved([Cells(table, 8, 32)]) < 1
    assert moved([Cells(table, 8, 33)]) == 1
    assert moved([Cells(fixed, 1, 2)]) == 1
    assert moved([Cells(table, 8, 1), Cells(fixed, 1, 1)]) == 1


def test_less_work_is_a_wider_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few places, and the releases of one cell."""
    tight = moved([Cells(D5V3, 8, 3)])
    monkeypatch.setattr(moving, "MOST_WORK", 500)
    assert tight < moved([Cells(D5V3, 8, 3)]) < 1
