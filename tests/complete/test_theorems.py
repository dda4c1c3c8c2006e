"""Facts about every complete table, against all tables of few keys and against the program."""

from fractions import Fraction

import pytest

from exact.complete.bound import Bounds
from exact.complete.problem import least_delta
from exact.complete.rules import TableRules
from exact.complete.theorems import least_by_keys, least_of_first_pair, least_of_small_counts
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon, epsilon
from reports.proposals.highs import HighsSession
from tests.complete.small import every_table


def bound_of(rules: TableRules, text: str) -> Fraction:
    """Return the proved bound of the real tables under the rules."""
    problem = least_delta(rules, epsilon(text))
    bound = Bounds(problem).value(HighsSession(problem, 1 << 40).relaxed({}).multipliers)
    assert bound is not None
    return bound


@pytest.mark.parametrize("keysize", [3, 4, 5, 6])
def test_a_table_of_k_keys_has_delta_at_least_one_over_k(keysize: int) -> None:
    """True of every table of few keys at a large epsilon, and one of them has exactly 1/K."""
    problem = least_delta(TableRules(D=(1,)), Epsilon(exp=Fraction(100)))
    deltas = [problem.delta(keys) for keys in every_table(problem, keysize)]
    least = least_by_keys(keysize)
    assert all(delta.compare(least) >= 0 for delta in deltas)
    assert any(delta.compare(least) == 0 for delta in deltas)


@pytest.mark.parametrize("D", [1, 2, 3])
def test_a_preserved_zero_costs_the_first_pair(D: int) -> None:
    """delta(0, 1) >= 1 / (1 + min(V, D)) in every table, and some have just that."""
    keysize, large = 12, Epsilon(exp=Fraction(10**6))
    problem = least_delta(TableRules(D=(D,), first_pair="include", last=1), large)
    gaps = []
    for keys in every_table(problem, keysize):
        first = problem.deltas(keys)[1]
        least = least_of_first_pair(problem.spread(keys), D)
        assert (problem.events[1].count, problem.events[1].other) == (1, 0)
        assert first.compare(least) >= 0
        gaps.append(first.compare(least))
    assert 0 in gaps


@pytest.mark.parametrize("text", ["1/10", "1/2", "ln(3/2)"])
@pytest.mark.parametrize("D", [1, 2])
def test_small_counts_cost_delta_below_epsilon_ln_2(text: str, D: int) -> None:
    """delta(2, 1) >= (2 - e^epsilon) / (D + 2) where rows 1 and 2 are unbiased."""
    least = least_of_small_counts(epsilon(text), D)
    assert least > 0
    problem = least_delta(TableRules(D=(D,), last=2), epsilon(text))
    for keys in every_table(problem, 6):
        assert problem.delta(keys).compare(least) >= 0


def test_small_counts_cost_nothing_from_epsilon_ln_2_on() -> None:
    """The bound is 0 there, and for D = 0 there is no noise to bound."""
    assert least_of_small_counts(epsilon("ln(2)"), 5) == 0
    assert least_of_small_counts(epsilon("1"), 5) == 0
    with pytest.raises(InputError, match="must be at least 1"):
        least_of_small_counts(epsilon("1"), 0)


def test_an_exact_variance_costs_up_to_fourteen_times() -> None:
    """D = 5, V = 3, epsilon = 2: 14.2 times as much as "at most 3"; with holes 1..2, 3.5 times."""

    def ratio(holes: tuple[int, ...]) -> Fraction:
        at_most = TableRules(D=(5,), variance=(Fraction(3),), holes=holes)
        exact = TableRules(D=(5,), variance=(Fraction(3),), holes=holes, exact_variance=True)
        return bound_of(exact, "2") / bound_of(at_most, "2")

    assert Fraction("14.24") < ratio(()) < Fraction("14.25")
    assert Fraction("3.51") < ratio((1, 2)) < Fraction("3.52")
