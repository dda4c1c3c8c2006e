"""The dominating pair of a table, against the laws of all its counts, looked up key by key."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.composition.dominating import dominating_pair, pair_of_counts
from exact.errors import InputError
from exact.table.ptable import PTable
from tests.composition.tables import TEN, hockey_stick, joint, pairs, released, table

EVERY_E = (*(Fraction(a, b) for a in (0, 1, 2, 5, 9) for b in (1, 3, 7)), Fraction(10**9))
ROWS = st.lists(st.integers(0, 6), min_size=3, max_size=3)


def truth(of: PTable, E: Fraction, floor: int = 0) -> Fraction:
    """Return the largest over all pairs of counts, upward, by definition."""
    return max(hockey_stick(P, Q, E) for P, Q in pairs(of, floor))


def truth_down(of: PTable, E: Fraction) -> Fraction:
    """Return the same of the upper count against the lower."""
    return max(hockey_stick(Q, P, E) for P, Q in pairs(of))


@pytest.mark.parametrize("number", range(10))
def test_its_profile_is_the_largest_of_all_pairs_of_counts_at_every_E(number: int) -> None:
    """Below E = 1, at 1, above and far beyond, with integer weights over the table's keys."""
    of = TEN[number]
    found = dominating_pair(of)
    assert sum(p for p, _ in found.weights) == sum(q for _, q in found.weights) == of.keysize
    for E in EVERY_E:
        assert joint([found], E) == truth(of, E)
        assert joint([found.mirrored()], E) == truth_down(of, E)


@given(st.lists(ROWS.map(lambda row: (*row, 20 - sum(row))), min_size=1, max_size=4))
def test_its_profile_is_the_largest_of_any_table(rows: list[tuple[int, ...]]) -> None:
    """Its atoms stand by strictly falling ratio."""
    of = table(rows)
    found = dominating_pair(of)
    assert all(joint([found], E) == truth(of, E) for E in EVERY_E)
    ordered = [Fraction(p, q) for p, q in found.weights if q]
    assert all(a > b for a, b in pairwise(ordered))


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("floor", [1, 2, 3, 5, 7])
def test_a_floor_leaves_the_pairs_from_it_on(number: int, floor: int) -> None:
    """Also past the last row, where rows repeat or wrap; a table that stops has none there."""
    of = TEN[number]
    if not any(True for _ in pairs(of, floor)):
        with pytest.raises(InputError, match="leaves no two neighbouring counts"):
            dominating_pair(of, floor)
        return
    found = dominating_pair(of, floor)
    for E in EVERY_E:
        assert joint([found], E) == truth(of, E, floor)


@pytest.mark.parametrize("floor", [-1, True, Fraction(1, 2)])
def test_a_floor_is_an_integer_from_0_on(floor: int) -> None:
    """Nothing else is rounded or taken for one."""
    with pytest.raises(InputError, match=r"count floor = .*: must be an integer from 0 on"):
        dominating_pair(TEN[0], floor)


def test_the_pair_of_known_counts_is_theirs() -> None:
    """Where the counts are known no other pair is mixed in."""
    for of in TEN:
        n = of.first_count
        P, Q = released(of, n), released(of, n + 1)
        assert all(joint([pair_of_counts(of, n)], E) == hockey_stick(P, Q, E) for E in EVERY_E)
