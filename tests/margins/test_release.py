"""The tight delta of cells released with their margin, against its definition."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.composition.pairs import LossPair, composed
from exact.errors import InputError
from exact.keyorder.order import Listed
from exact.margins.counts import pairs_of_counts
from exact.margins.law import JointLaw
from exact.margins.release import independent_pair, neighbours
from exact.margins.worst import Margins
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from exact.table.spread import spread
from tests.margins.key_by_key import covered_pairs, delta_between, release
from tests.table.key_by_key import releases
from tests.table.tables import tables

RATIOS = st.fractions(1, 6, max_denominator=12)


def joint(table: PTable, counts: tuple[int, int], E: Fraction) -> Fraction:
    """Return the larger delta of both directions, key by key."""
    f, m = counts
    before, after = release(table, (f, m)), release(table, (f + 1, m))
    return max(delta_between(before, after, E), delta_between(after, before, E))


@given(tables(), RATIOS)
def test_the_worst_pair_of_counts_is_the_worst_of_all(table: PTable, E: Fraction) -> None:
    """The pairs that are looked at have the largest delta of every pair in a long range."""
    expected = [joint(table, pair, E) for pair in covered_pairs(table)]
    if not expected:
        with pytest.raises(InputError, match="covers no two counts with their sum"):
            Margins(table).deltas(Epsilon(exp=E))
        return
    found = Margins(table).deltas(Epsilon(exp=E))
    assert pairs_of_counts(table).all
    assert found.joint.delta.exact == max(expected)


@given(tables(), st.integers(1, 9), RATIOS)
def test_a_floor_leaves_out_smaller_counts(table: PTable, floor: int, E: Fraction) -> None:
    """Counts of at least so many: the same, over fewer pairs."""
    expected = [joint(table, pair, E) for pair in covered_pairs(table, floor)]
    looked_at = pairs_of_counts(table, floor)
    assert bool(looked_at.pairs) == bool(expected)
    if expected:
        assert Margins(table, floor).deltas(Epsilon(exp=E)).joint.delta.exact == max(expected)


@given(tables(), RATIOS)
def test_independent_noise_is_the_product_of_both_changed_cells(table: PTable, E: Fraction) -> None:
    """The person changes F and T; M, which does not change, adds nothing."""
    pairs = [pair for pair in covered_pairs(table) if min(pair) > 0][:4]
    keys = [1] * table.keysize
    for f, m in pairs:
        before, after = (
            {
                (x, y, z): p * q * r
                for x, p in releases(table, f + one, keys).items()
                for y, q in releases(table, m, keys).items()
                for z, r in releases(table, f + m + one, keys).items()
            }
            for one in (0, 1)
        )
        pair = independent_pair(table, (f, m))
        assert pair.profile().delta(Epsilon(exp=E)).exact == delta_between(before, after, E)
        found = pair.mirrored().profile().delta(Epsilon(exp=E)).exact
        assert found == delta_between(after, before, E)


@given(tables(), st.integers(1, 4), st.integers(1, 4), RATIOS)
def test_three_categories(table: PTable, second: int, third: int, E: Fraction) -> None:
    """A margin of three cells: the person is in the first."""
    if table.beyond == Stop() or table.keysize > 8:
        return
    counts = tuple(max(n, table.first_count) for n in (2, second, third))
    pair = LossPair.of(*neighbours(table, counts).numbered())
    before, after = release(table, counts), release(table, (counts[0] + 1, *counts[1:]))
    assert pair.profile().delta(Epsilon(exp=E)).exact == delta_between(before, after, E)


def test_a_pair_composes_with_other_releases() -> None:
    """Two such margins over different other people: the product of both pairs."""
    table = PTable(4, 1, (Row(((0, 3), (1, 1))),))
    pair = LossPair.of(*neighbours(table, (3, 5)).numbered())
    before, after = release(table, (3, 5)), release(table, (4, 5))
    twice = [{(*a, *b): law[a] * law[b] for a in law for b in law} for law in (before, after)]
    E = Fraction(3, 2)
    found = composed([pair, pair]).profile().delta(Epsilon(exp=E)).exact
    assert found == delta_between(twice[0], twice[1], E)


def test_a_key_order_is_not_overlooked() -> None:
    """Places do not add, keys do: a table with an order is refused, and listed by key it is not."""
    table = PTable(4, 1, (Row(((0, 2), (1, 2))),), key_order=Listed((0, 2, 1, 3)))
    with pytest.raises(InputError, match="has a key order, so that places"):
        neighbours(table, (3, 5))
    law = neighbours(spread(table), (3, 5)).before
    assert {o: Fraction(w, law.total) for o, w in law.weights.items()} == release(
        spread(table), (3, 5)
    )


def test_an_empty_cell_and_its_margin_have_the_noise_of_the_others() -> None:
    """Nobody in F: the key of T is that of M, so M and T are released alike."""
    table = PTable(4, 0, (Row(((0, 2), (1, 2))),), zero="row")
    law = neighbours(table, (0, 7)).before
    assert law.weights == {(0, 7, 7): 2, (0, 8, 8): 2}
    assert isinstance(law, JointLaw)
