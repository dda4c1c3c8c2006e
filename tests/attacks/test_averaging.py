"""The averaging attack against enumeration of every key, and its numbers on real tables."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.added_keys import halves, pieces
from exact.attacks.averaging import least_partitions, success, window
from exact.attacks.averaging_added import AddedKeys, enough
from exact.attacks.floored import Floored, Packed, floored, power
from exact.attacks.partitions import Partition, even_partition, independent_noise, usual_count
from exact.errors import InputError
from exact.pmf import Pmf
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.real_tables import D5V3, D5V3_ROW

HALF = Fraction(1, 2)


@st.composite
def some_rows(draw: st.DrawFn, keys: int | None = None) -> list[Row]:
    """Two rows of the same few keys, in any order of noise."""
    N = draw(st.integers(2, 4)) if keys is None else keys
    noise = st.lists(st.integers(-2, 2), min_size=N, max_size=N)
    return [Row.of([(z, 1) for z in draw(noise)]) for _ in range(2)]


def noises(row: Row) -> list[int]:
    """Return the noise of every key."""
    return [row.noise(key) for key in range(row.keysize)]


def is_right(sums: tuple[int, ...]) -> bool:
    """Tell whether the mean of so many sums of noise, halves upward, is 0."""
    return floor(Fraction(sum(sums), len(sums)) + HALF) == 0


@given(some_rows(), st.integers(1, 3))
def test_independent_keys_are_enumerated(rows: list[Row], q: int) -> None:
    """All keys of all cells of q partitions: the share for which the rounded mean is right."""
    table = PTable(rows[0].keysize, 1, tuple(rows), Stop())
    sums = [a + b for a, b in product(*map(noises, rows))]
    right = sum(is_right(each) for each in product(sums, repeat=q))
    found = success(independent_noise(table, Partition((1, 2))), q)
    assert found.lo == found.hi == Fraction(right, len(sums) ** q)


@given(some_rows(), st.integers(1, 3))
def test_keys_that_add_are_enumerated(rows: list[Row], q: int) -> None:
    """All total keys and one free key a partition: bounds hold the share, and are narrow."""
    N, (one, two) = rows[0].keysize, map(noises, rows)
    right = sum(
        is_right(tuple(one[k] + two[(K - k) % N] for k in keys))
        for K in range(N)
        for keys in product(range(N), repeat=q)
    )
    found = AddedKeys.of(rows).success(q)
    assert found.lo <= Fraction(right, N ** (q + 1)) <= found.hi
    assert found.width <= Fraction(1, 2**40)


@given(some_rows(), st.lists(st.integers(-2, 2), min_size=2, max_size=4))
def test_three_cells_whose_keys_add(rows: list[Row], third: list[int]) -> None:
    """With three cells two keys are free."""
    N = rows[0].keysize
    last = Row.of([(third[k % len(third)], 1) for k in range(N)])
    one, two, three = map(noises, (*rows, last))
    keys = list(product(range(N), repeat=2))
    right = 0
    for K in range(N):
        sums = Counter(one[a] + two[b] + three[(K - a - b) % N] for a, b in keys)
        right += sum(sums[s] * sums[t] for s, t in product(sums, repeat=2) if is_right((s, t)))
    found = AddedKeys.of((*rows, last)).success(2)
    assert found.lo <= Fraction(right, N**5) <= found.hi


@given(some_rows(keys=24), st.integers(1, 4))
def test_pieces_of_the_law_hold_the_sum_over_all_keys(rows: list[Row], q: int) -> None:
    """The integral over pieces with its error encloses the sum key by key; sorted rows too."""
    for chosen in (rows, [sorted_row(row) for row in rows]):
        by_pieces = AddedKeys(tuple(pieces(*chosen)), single=False)
        assert by_pieces.keys == 24
        every = AddedKeys.of(chosen).success(q)
        found = by_pieces.success(q)
        assert found.lo <= every.hi
        assert every.lo <= found.hi


def sorted_row(row: Row) -> Row:
    """Return the row with noise that rises with the key."""
    return Row.of([(z, 1) for z in sorted(noises(row))])


def test_the_mean_does_not_depend_on_the_total_key() -> None:
    """One key of two is independent of the total's, so the expected sum is the same for all."""
    rows = [Row(((-2, 3), (0, 5), (3, 2))), Row(((-1, 4), (1, 6)))]
    means = {part.start.mean() for part in pieces(*rows)}
    assert means == {rows[0].pmf.mean() + rows[1].pmf.mean()}


def test_halves_are_the_mean_of_all_mixed_products() -> None:
    """(A^q + A^(q-1) B + ... + B^q) / (q + 1), term by term."""
    A, B = (floored(Pmf(*law), 80) for law in (((0, 1), (1, 3)), ((-1, 2), (5, 1))))
    for q in range(1, 12):
        terms = [
            Packed.of(power(A, q - j)).plus(Packed.of(power(B, j))).floored() for j in range(q + 1)
        ]
        found = halves(A, B, q)
        for low in range(-q, 2 * q + 1):
            mean = sum((each.within(low, low).lo for each in terms), Fraction(0)) / (q + 1)
            assert abs(found.within(low, low).lo - mean) <= Fraction(q, 2**70)


@given(some_rows(), st.sampled_from([Fraction(1, 2), Fraction(4, 5), Fraction(19, 20)]))
def test_the_least_number_is_the_first_of_all(rows: list[Row], level: Fraction) -> None:
    """Searched one after the other, no smaller number of partitions is enough."""
    table = PTable(rows[0].keysize, 1, tuple(rows), Stop())
    noise = independent_noise(table, Partition((1, 2)))
    first = next((q for q in range(1, 40) if success(noise, q).lo >= level), None)
    found = least_partitions(noise, level)
    if first is not None:
        assert found.partitions == found.searched == first
    else:
        assert found.partitions is None or found.partitions >= 40


def test_bounds_of_large_sums_hold_the_exact_probability() -> None:
    """Floors lose less than 2^-50 where the exact law is known: binomial sums."""
    coin = Pmf((0, 1), (1, 1))
    q = 300
    found = power(floored(coin, 72), q).within(140, 160)
    exact = Fraction(sum(binomial(q)[140:161]), 2**q)
    assert found.lo <= exact <= found.hi
    assert found.width < Fraction(1, 2**50)


def binomial(q: int) -> list[int]:
    """Return row q of Pascal's triangle."""
    row = [1]
    for _ in range(q):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    return row


def test_the_window_is_where_the_mean_rounds_to_0() -> None:
    """Halves upward: -1/2 is right and 1/2 is wrong."""
    for q in range(1, 30):
        low, high = window(q)
        right = [s for s in range(-40, 41) if floor(Fraction(s, q) + HALF) == 0]
        assert right == list(range(low, high + 1))


def test_fewer_than_200_partitions_remove_the_noise_of_a_real_table() -> None:
    """Variance 3, two cells: 93 and 160 partitions, as few as Asghar and Kaafar needed."""
    noise = independent_noise(D5V3, even_partition(usual_count(D5V3, 2), 2))
    for level, q in ((Fraction(95, 100), 93), (Fraction(99, 100), 160)):
        assert least_partitions(noise, level).partitions == q
        assert success(noise, q - 1).hi < level <= success(noise, q).lo


def test_keys_that_add_need_a_few_partitions_more() -> None:
    """The same table: the total's key decides the spread, so the success is a mixture."""
    law = AddedKeys.of((D5V3_ROW, D5V3_ROW))
    low, high = law.spread()
    assert low < Fraction(1, 10**6) < 8 < high
    q = enough(law, Fraction(95, 100), 93)
    assert q == 97
    assert law.success(97).width < Fraction(1, 10**9)


def test_biased_cells_are_not_averaged_away() -> None:
    """Noise that is 1 or 2 is never averaged away: by Chebyshev, no larger number can be enough."""
    found = least_partitions(Pmf((1, 2), (1, 1)), Fraction(95, 100))
    assert (found.partitions, found.searched) == (None, 1_000_000)


@pytest.mark.parametrize("categories", [0, 1, 65, 10**9])
def test_a_partition_has_from_2_to_64_cells(categories: int) -> None:
    """One cell is the total itself."""
    with pytest.raises(InputError, match=r"must be from 2 to 64"):
        even_partition(1000, categories)


def test_a_law_of_which_nothing_is_left_is_all_lost() -> None:
    """Too few bits: the bounds are 0 and 1, never wrong."""
    found = power(floored(Pmf(tuple(range(100)), (1,) * 100), 4), 3)
    assert found == Floored(0, (), 4)
    assert found.within(0, 0).width == 1
