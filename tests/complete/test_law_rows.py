"""Laws as complete tables: small counts by clipping, by normalising, by the optimiser."""

from fractions import Fraction
from itertools import pairwise

import pytest

from exact.complete.best import Effort
from exact.complete.bound import Bounds
from exact.complete.law_rows import clipped, law_row, normalised, optimised, table_by_rows
from exact.complete.single_outcomes import (
    best_single_outcomes,
    single_outcomes,
    table_of_outcomes,
)
from exact.complete.table import table_of_keys
from exact.errors import InputError
from exact.laws.count_query import CountQueryLaw
from exact.laws.discrete_laplace import LaplaceLaw
from exact.numbers.epsilon import Epsilon, epsilon
from exact.optimal.count_query import data_dependent, least_delta
from exact.table.pairs import pair_profiles, worst_pair
from reports.papers.rinott_okeefe_shlomo_skinner.table_1 import TABLE_1
from reports.proposals.highs import HighsSession

TWO = Epsilon(exp=Fraction(2))
RULE = "largest-remainder"


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_clipping_sets_negative_results_to_zero(count: int) -> None:
    """P(released = y) = P(max(0, n + Z) = y) for every y."""
    row = law_row(LaplaceLaw(TWO, 3), 1 << 10, RULE)
    small = clipped(row, count).pmf.shifted(count)
    for y in range(count + 4):
        keys = sum(n for z, n in row.runs if max(0, count + z) == y)
        assert small.probability(y) == Fraction(keys, 1 << 10)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_normalising_leaves_out_what_would_be_negative(count: int) -> None:
    """Rinott et al. (5.2): p ~ 4^-|z| for e^epsilon = 4; keys are within one of K p."""
    law, K = LaplaceLaw(Epsilon(exp=Fraction(4)), 3), 1 << 12
    row = dict(normalised(law, count, K).runs)
    support = range(-count, 4)
    weights = {z: Fraction(1, 4) ** abs(z) for z in support}
    assert set(row) == set(support)
    for z in support:
        assert abs(row[z] - K * weights[z] / sum(weights.values())) < 1


def test_the_optimiser_keeps_the_row_of_the_law() -> None:
    """Counts from D on have the law's own row, smaller ones are unbiased with less variance."""
    row = law_row(LaplaceLaw(TWO, 4), 1 << 16, RULE)
    rules, found = optimised(row, "preserve", epsilon("1"), HighsSession, Effort(leaves=0))
    table = table_of_keys(rules, found.keys)
    assert table.rows[-1] == row
    for small in table.rows[:-1]:
        assert small.pmf.mean() == 0
        assert small.pmf.variance() <= row.pmf.variance()
    own = [pair for pair in pair_profiles(table) if min(pair.count, pair.other) >= 4]
    assert found.delta.compare_to(worst_pair(tuple(own), epsilon("1")).delta) >= 0
    assert found.delta.compare(found.bound) >= 0


@pytest.mark.parametrize(
    ("eta", "D", "last"), [(Fraction(1, 2), 2, 3), (Fraction(2, 3), 2, 4), (Fraction(1, 5), 3, 3)]
)
def test_proposition_2_is_bounded_as_the_simplex_solves_it(
    eta: Fraction, D: int, last: int
) -> None:
    """The rational simplex gives the least delta itself: 5/38 in the first case."""
    law = CountQueryLaw(TWO, eta, D)
    exact = least_delta(data_dependent(eta, Fraction(2), D, range(1, last + 1))).value
    problem = single_outcomes(law, last)
    found = HighsSession(problem, 1 << 40).relaxed({})
    bound = Bounds(problem).value(found.multipliers)
    assert bound is not None
    assert exact - Fraction(1, 10**9) < bound <= exact


def test_proposition_2_becomes_a_table() -> None:
    """D = 6, counts 1..19: unbiased rows that stay with eta, single outcomes near their bound."""
    law = CountQueryLaw(Epsilon(value=Fraction(2)), Fraction(4, 5), 6)
    found = best_single_outcomes(law, 19, 10**5, HighsSession, Effort(leaves=0))
    table = table_of_outcomes(found.problem, found.keys, "preserve")
    for row in table.rows:
        assert row.pmf.probability(0) == Fraction(4, 5)
        assert row.pmf.mean() == 0
    worst = max(
        (
            pair.profile.singleton_delta(law.epsilon)[0]
            for pair in pair_profiles(table)
            if min(pair.count, pair.other) >= 1
        ),
        key=lambda delta: delta.enclosure(80).hi,
    )
    assert worst.compare_to(found.delta) == 0
    assert 0 <= found.gap_keys < 40
    with pytest.raises(InputError, match="no whole number of 256 keys"):
        best_single_outcomes(law, 19, 256, HighsSession, Effort(leaves=0))


@pytest.mark.parametrize("small", ["clip", "normalise"])
def test_every_count_of_rinotts_table_1_has_its_row(small: str) -> None:
    """(5.2) with m = 7 as in section 5.6.2, for each printed count from 0 on, small ones included.

    The paper prints these counts and no probabilities; p(a, b) follows from (5.2) at e^eps = 2, on
    b >= 0 alone where it is normalised, and with all b < 0 taken for 0 where it is clipped. Set to
    zero "the loss improves": E |b - a| of a small count is less than that of a large one.
    """
    m, K = 7, 1 << 20
    law = LaplaceLaw(TWO, m)
    table = table_by_rows(law, law_row(law, K, RULE), small, "row")
    counts = sorted({a for row in TABLE_1 for a in row})
    assert counts[:7] == [0, 1, 2, 3, 4, 5, 6]
    losses = []
    for a in counts:
        weights: dict[int, Fraction] = {}
        for b in range(a - m, a + m + 1):
            if b >= 0 or small == "clip":
                weights[max(0, b)] = weights.get(max(0, b), Fraction(0)) + Fraction(2) ** -abs(
                    b - a
                )
        row = table.row(a).pmf.shifted(a)
        assert row.outcomes == tuple(sorted(weights))
        for b, weight in weights.items():
            assert abs(row.probability(b) - weight / sum(weights.values())) < Fraction(m + 1, K)
        losses.append(sum(abs(b - a) * row.probability(b) for b in row.outcomes))
    assert losses[m:] == [losses[-1]] * len(losses[m:])
    if small == "clip":
        assert all(x < y for x, y in pairwise(losses[:7]))
