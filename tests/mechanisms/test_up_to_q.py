"""Drop/add-up-to-q as a table, and the delta that it really gives."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.up_to_q import reach
from exact.mechanisms.up_to_q import up_to_q_table
from exact.numbers.epsilon import Epsilon
from exact.table.pairs import pair_profiles, worst_pair

TABLE = up_to_q_table()
EPSILON = Epsilon(value=Fraction("0.01"))


@given(st.integers(1, 2000))
def test_noise_is_uniform_within_one_per_cent_rounded_up(count: int) -> None:
    """q = min(7, ceil(n / 100)), every noise in -q..q with the same number of keys."""
    q = min(7, -(-count // 100))
    pmf = TABLE.row(count).pmf
    assert pmf.outcomes == tuple(range(-q, q + 1))
    assert len(set(pmf.weights)) == 1
    assert reach(count) == q


def test_zero_is_not_perturbed() -> None:
    """A count of 0 has noise 0 for every key."""
    assert TABLE.row(0).pmf.outcomes == (0,)


def _delta(n: int) -> Fraction:
    """Return delta from n + 1 to n by summing over outcomes, at e^epsilon between 1 and 1.02."""
    one, other = TABLE.row(n + 1).pmf.shifted(n + 1), TABLE.row(n).pmf.shifted(n)
    total = Fraction(0)
    for y in one.outcomes:
        p, q = one.probability(y), other.probability(y)
        # No ratio lies in (1, 1.02], so e^0.01 decides as any number in between does.
        total += p if q == 0 else Fraction(0)
        assert q == 0 or p <= q
    return total


@pytest.mark.parametrize(
    ("count", "delta"), [(0, "2/3"), (1, "1/3"), (100, "2/5"), (300, "2/9"), (650, "1/15")]
)
def test_delta_of_a_larger_count_against_the_next_smaller(count: int, delta: str) -> None:
    """1/(2q+1) for equal q, 2/(2q+1) where q grows, 2/3 for the counts 1 and 0."""
    assert _delta(count) == Fraction(delta)
    place = min(count, TABLE.last_count)
    (found,) = [
        pair.profile.delta(EPSILON).exact
        for pair in pair_profiles(TABLE)
        if place in pair.alike and pair.count > pair.other
    ]
    assert found == Fraction(delta)


def test_the_worst_pair_is_zero_and_one() -> None:
    """The paper's 0.333 for a count of 1 is a third; the truth is two thirds."""
    worst = worst_pair(tuple(pair_profiles(TABLE)), EPSILON)
    assert {worst.count, worst.other} == {0, 1}
    assert worst.delta.exact == Fraction(2, 3)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 2), Fraction(2), Fraction(1, 10**9)])
def test_a_share_out_of_range_is_refused(share: Fraction) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"share = .*: must lie in \(0, 1\]"):
        up_to_q_table(share)


@pytest.mark.parametrize("cap", [0, 31])
def test_a_cap_out_of_range_is_refused(cap: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"cap = .*: must be from 1 to 30"):
        up_to_q_table(cap=cap)
