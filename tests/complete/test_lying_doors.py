"""Doors that lie as float solvers were seen to lie: nothing that they say is believed."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.best import Effort, best_table
from exact.complete.bound import Bounds, Boxes, Multipliers
from exact.complete.door import Cut, Relaxed
from exact.complete.problem import Keys, Place, Problem, least_delta
from exact.complete.rules import TableRules
from exact.numbers.epsilon import epsilon
from reports.proposals.highs import HighsSession

RULES = TableRules(D=(2,), variance=(Fraction(1),))
PROBLEM = least_delta(RULES, epsilon("ln(2)"))
KEYS = 16
EVENTS, OUTPUTS = len(PROBLEM.events), [len(event.shared) for event in PROBLEM.events]
CONDITIONS = [len(conditions) for conditions in PROBLEM.conditions()]


def zeros(problem: Problem, factor: int = 0) -> Multipliers:
    """Return the same number for every multiplier."""
    return Multipliers(
        (factor,) * len(problem.events),
        tuple((factor,) * len(event.shared) for event in problem.events),
        tuple((factor,) * len(conditions) for conditions in problem.conditions()),
    )


class SaysZero(HighsSession):
    """Says that delta is 0: all prices are 0, as HiGHS does at D = 25 and epsilon >= 1."""

    def relaxed(self, boxes: Boxes) -> Relaxed:
        """Keep the table, and lose the prices."""
        return Relaxed(zeros(self.problem), super().relaxed(boxes).shares)


class SaysInfeasible(HighsSession):
    """Says that there is no table, as after strong scaling, and gives a ray that proves nothing."""

    def relaxed(self, boxes: Boxes) -> Relaxed:
        """Give no table, and prices that are no proof."""
        return Relaxed(zeros(self.problem, 10**6), ())


class SaysProved(HighsSession):
    """Says that there is nothing better than the first table, as a search by floats did."""

    def changed(self, keys: Keys, width: int) -> Keys | None:
        """Say that no better table is near."""
        return None

    def lower(self, least: Fraction, most: Fraction) -> Keys | None:
        """Say that none is anywhere."""
        return None

    def smooth(self, cap: Fraction, places: Sequence[Place]) -> Keys | None:
        """Say that none is as good."""
        return None

    def split(self, boxes: Boxes, target: Fraction) -> Cut | None:
        """Say that all numbers are whole."""
        return None


LEAST = best_table(PROBLEM, KEYS, HighsSession, Effort(leaves=50))


def test_the_least_delta_here_is_proved() -> None:
    """What the liars are held against is proved, and is above 1/K."""
    assert LEAST.proved_optimal
    assert LEAST.delta.compare(Fraction(1, KEYS)) > 0


def test_prices_of_0_prove_only_what_the_keys_prove() -> None:
    """The bound is 1/K, and the table is not called optimal by it."""
    found = best_table(PROBLEM, KEYS, SaysZero, Effort(leaves=0))
    assert found.bound == Fraction(1, KEYS)
    assert not found.proved_optimal
    assert found.delta.compare_to(LEAST.delta) >= 0


def test_infeasible_is_not_believed() -> None:
    """A ray that proves nothing leaves the bound of the keys, and a table that others found."""
    found = best_table(PROBLEM, KEYS, SaysInfeasible, Effort(leaves=3))
    assert found.bound == Fraction(1, KEYS)
    assert not found.proved_optimal
    assert found.delta.compare_to(LEAST.delta) >= 0


@pytest.mark.parametrize("leaves", [0, 5, 2000])
def test_a_search_that_finds_nothing_proves_nothing(leaves: int) -> None:
    """Optimal is only what the leaves prove; then it is the least delta indeed."""
    found = best_table(PROBLEM, KEYS, SaysProved, Effort(leaves=leaves))
    assert found.delta.compare_to(LEAST.delta) >= 0
    assert found.delta.compare(found.bound) >= 0
    assert not found.proved_optimal or found.delta.compare_to(LEAST.delta) == 0


numbers = st.integers(-(10**6), 10**6)


@given(
    st.lists(numbers, min_size=EVENTS, max_size=EVENTS),
    st.lists(numbers, min_size=sum(OUTPUTS), max_size=sum(OUTPUTS)),
    st.lists(numbers, min_size=sum(CONDITIONS), max_size=sum(CONDITIONS)),
)
@settings(max_examples=200)
def test_no_prices_whatever_give_a_bound_above_a_table(
    events: list[int], outputs: list[int], conditions: list[int]
) -> None:
    """Any numbers: a bound of at most the least delta, never "there is no table"."""
    rest, more = iter(outputs), iter(conditions)
    prices = Multipliers(
        tuple(events),
        tuple(tuple(next(rest) for _ in range(size)) for size in OUTPUTS),
        tuple(tuple(next(more) for _ in range(size)) for size in CONDITIONS),
    )
    value = Bounds(PROBLEM, KEYS).value(prices)
    assert value is not None
    assert LEAST.delta.compare(value) >= 0
