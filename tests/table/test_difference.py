"""Where two rows lead a key to different noise, against a walk over every single key."""

from fractions import Fraction
from itertools import pairwise
from math import lcm

from hypothesis import given
from hypothesis import strategies as st

from exact.table.difference import row_difference
from exact.table.extremes import (
    largest_bias,
    largest_delta_q,
    largest_epsilon_q,
    largest_variance,
    noise_range,
    unchanged_range,
)
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.table.tables import rows, tables


def by_every_key(a: Row, b: Row) -> tuple[Fraction | None, Fraction]:
    """Look up every position of the common grid in both rows."""
    grid = lcm(a.keysize, b.keysize)
    step_a, step_b = grid // a.keysize, grid // b.keysize
    differs = [k for k in range(grid) if a.noise(k // step_a) != b.noise(k // step_b)]
    first = Fraction(differs[0], grid) if differs else None
    return first, Fraction(len(differs), grid)


@given(st.data())
def test_the_difference_is_that_of_every_single_key(data: st.DataObject) -> None:
    """First position and share are what a walk over all keys finds, also for different K."""
    a = data.draw(rows(data.draw(st.sampled_from([1, 4, 6, 9]))))
    b = data.draw(rows(data.draw(st.sampled_from([1, 4, 6, 8]))))
    found = row_difference(a, b)
    assert (found.first, found.share) == by_every_key(a, b)


@given(rows())
def test_a_row_does_not_differ_from_itself(row: Row) -> None:
    """No key leads elsewhere."""
    found = row_difference(row, row)
    assert found.first is None
    assert found.share == 0


@given(rows(), rows())
def test_the_difference_is_the_same_both_ways(a: Row, b: Row) -> None:
    """Difference is symmetric."""
    assert row_difference(a, b) == row_difference(b, a)


@given(tables())
def test_extremes_are_reached_by_a_row_and_exceeded_by_none(table: PTable) -> None:
    """Each extreme against sums over every key of every row."""
    noises = [[row.noise(key) for key in range(table.keysize)] for row in table.rows]
    means = [Fraction(sum(n), table.keysize) for n in noises]
    squares = [Fraction(sum(z * z for z in n), table.keysize) for n in noises]
    assert noise_range(table) == (min(map(min, noises)), max(map(max, noises)))
    assert abs(largest_bias(table)) == max(map(abs, means))
    assert largest_bias(table) in means
    assert largest_variance(table) == max(s - m * m for s, m in zip(squares, means, strict=True))
    shares = [Fraction(n.count(0), table.keysize) for n in noises]
    assert unchanged_range(table) == (min(shares), max(shares))
    ends = [max(n.count(min(n)), n.count(max(n))) for n in noises]
    assert largest_delta_q(table) == Fraction(max(ends), table.keysize)


@given(tables())
def test_the_largest_epsilon_q_is_infinite_exactly_if_a_row_has_a_gap(table: PTable) -> None:
    """Otherwise it is the logarithm of the largest ratio of neighbouring numbers of keys."""
    largest, gap = Fraction(1), False
    for row in table.rows:
        noise = [row.noise(key) for key in range(table.keysize)]
        counts = [noise.count(z) for z in range(min(noise), max(noise) + 1)]
        gap = gap or 0 in counts
        for a, b in pairwise(counts):
            if a and b:
                largest = max(largest, Fraction(a, b), Fraction(b, a))
    found = largest_epsilon_q(table)
    assert (found is None) == gap
    if found is not None:
        assert found.exp == largest
