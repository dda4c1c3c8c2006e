"""The best table of real probabilities: exact whatever is proposed, with a bound of all."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.complete.best_law import best_law, kept_row
from exact.complete.bound import Bounds, Boxes
from exact.complete.conditions import RowRules
from exact.complete.door import Relaxed
from exact.complete.problem import least_delta
from exact.complete.rules import TableRules
from exact.numbers.epsilon import epsilon
from reports.proposals.highs import HighsSession
from tests.complete.oracle import exact_least_delta

ROW = RowRules(3, (-3, -1, 0, 1, 2, 4), variance=Fraction(2))


@given(shares=st.lists(st.integers(-5, 100), min_size=6, max_size=6))
def test_probabilities_made_exact_keep_the_rules_whatever_was_proposed(shares: list[int]) -> None:
    """Sum 1, bias 0, and no probability below 0; E z^2 at most V, or nothing is given."""
    found = kept_row(ROW, shares)
    if found is not None:
        assert sum(found) == 1
        assert min(found) >= 0
        assert sum(z * p for z, p in zip(ROW.support, found, strict=True)) == 0
        assert sum(z * z * p for z, p in zip(ROW.support, found, strict=True)) <= 2


@given(weights=st.lists(st.integers(1, 50), min_size=6, max_size=6))
def test_what_keeps_the_rules_already_stays(weights: list[int]) -> None:
    """A law of mean 0 and E z^2 <= 9 on -3..2 is its own repair."""
    low = sum(-z * w for z, w in zip((-3, -2, -1), weights[:3], strict=True))
    high = sum(z * w for z, w in zip((1, 2), weights[4:], strict=True))
    even = [high * w for w in weights[:3]] + [weights[3]] + [low * w for w in weights[4:]]
    row = RowRules(3, (-3, -2, -1, 0, 1, 2), variance=Fraction(9))
    assert kept_row(row, even) == tuple(Fraction(w, sum(even)) for w in even)


@pytest.mark.parametrize("exp", ["ln(2)", "ln(3)"])
def test_the_best_law_is_that_of_the_rational_simplex(exp: str) -> None:
    """D = 2, V = 1: bound and delta enclose the optimum of another route, 10^-9 apart."""
    problem = least_delta(TableRules(D=(2,), variance=(Fraction(1),)), epsilon(exp))
    found, least = best_law(problem, HighsSession), exact_least_delta(problem)
    assert found.delta is not None
    assert found.bound <= least
    assert found.delta.compare(least) >= 0
    assert found.delta.compare(found.bound + Fraction(1, 10**9)) < 0


class SaysNothing(HighsSession):
    """Proposes no table."""

    def relaxed(self, boxes: Boxes) -> Relaxed:
        """Give prices of few bits, and no shares."""
        return Relaxed(super().relaxed(boxes).multipliers.shortened(50), ())


def test_a_door_without_a_table_leaves_the_bound() -> None:
    """Nothing is said to be reachable, and the bound is the one of the prices."""
    problem = least_delta(TableRules(D=(2,), variance=(Fraction(1),)), epsilon("ln(2)"))
    found = best_law(problem, SaysNothing)
    assert found.keys is None
    assert found.delta is None
    assert found.bound == Bounds(problem).value(found.multipliers)
