"""Proposition 2 through the solver that proposes: enclosed exactly, and made a table."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.best import Effort
from exact.complete.bound import Boxes, Multipliers
from exact.complete.door import Relaxed
from exact.complete.enclosed_outcomes import enclosed
from exact.complete.problem import Problem
from exact.complete.single_outcomes import best_single_outcomes, single_outcomes
from exact.errors import InputError
from exact.laws.count_query import CountQueryLaw
from exact.laws.count_query_bounds import lower_bound
from exact.laws.two_point import broken_properties
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon, epsilon
from exact.optimal.count_query import data_dependent, least_delta
from exact.pmf import Pmf
from reports.proposals.highs import HighsSession

HALF = Fraction(1, 2)
etas = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=40)
exps = st.fractions(Fraction(9, 8), 9, max_denominator=8)
sizes = st.tuples(st.integers(1, 3), st.integers(2, 5))


def by_simplex(eta: Fraction, E: Fraction, D: int, last: int) -> Fraction:
    """Return the least delta of the paper's shares alpha, by the simplex in integers."""
    return least_delta(data_dependent(eta, E, D, range(1, last + 1))).value


def largest_excess(noise: tuple[Pmf, ...], E: Fraction) -> Fraction:
    """Return the delta of single outcomes of noise for the counts 1, 2, ..., by its definition."""
    counts = range(1, len(noise) + 1)
    return max(
        noise[n - 1].probability(y - n) - E * noise[m - 1].probability(y - m)
        for n in counts
        for m in (n - 1, n + 1)
        if m in counts
        for y in range(3 * len(noise) + 20)
    )


@settings(max_examples=40)
@given(eta=etas, E=exps, size=sizes)
def test_the_bounds_enclose_what_the_simplex_finds(
    eta: Fraction, E: Fraction, size: tuple[int, int]
) -> None:
    """Probabilities in place of shares, floats in place of integers: the same value, closely."""
    D, last = size
    found = enclosed(CountQueryLaw(Epsilon(exp=E), eta, D), last, HighsSession)
    assert found.delta.lo <= by_simplex(eta, E, D, last) <= found.delta.hi
    assert found.delta.width < Fraction(1, 10**6)


@settings(max_examples=25)
@given(eta=etas, E=exps, size=sizes)
def test_the_upper_bound_is_the_delta_of_noise_with_the_properties(
    eta: Fraction, E: Fraction, size: tuple[int, int]
) -> None:
    """P1, P2 and P3 hold exactly, and no single outcome exceeds the bound."""
    D, last = size
    found = enclosed(CountQueryLaw(Epsilon(exp=E), eta, D), last, HighsSession)
    for n, law in enumerate(found.noise, start=1):
        assert broken_properties(law, n, D, eta) == ()
    assert largest_excess(found.noise, E) == found.delta.hi


@settings(max_examples=30)
@given(data=st.data(), eta=etas, E=exps, size=sizes)
def test_a_door_that_lies_never_gives_a_wrong_bound(
    data: st.DataObject, eta: Fraction, E: Fraction, size: tuple[int, int]
) -> None:
    """Any numbers at all: the least delta stays between the bounds, however far apart they are."""
    numbers = st.integers(-(1 << 62), 1 << 62)

    def some(length: int) -> tuple[int, ...]:
        return tuple(data.draw(st.lists(numbers, min_size=length, max_size=length)))

    class Liar(HighsSession):
        """Proposes whatever is drawn."""

        def relaxed(self, boxes: Boxes) -> Relaxed:
            """Return multipliers and shares of any sign and size."""
            problem = self.problem
            lies = Multipliers(
                some(len(problem.events)),
                tuple(some(len(event.shared)) for event in problem.events),
                tuple(some(len(row)) for row in problem.conditions()),
            )
            return Relaxed(lies, tuple(some(len(row.support)) for row in problem.rows))

    D, last = size
    found = enclosed(CountQueryLaw(Epsilon(exp=E), eta, D), last, Liar)
    assert found.delta.lo <= by_simplex(eta, E, D, last) <= found.delta.hi


def test_a_door_that_finds_nothing_still_leaves_bounds() -> None:
    """Without shares the noise is -1, 0 and 1; without multipliers delta is at least 0."""

    class Silent(HighsSession):
        """Proposes nothing."""

        def relaxed(self, boxes: Boxes) -> Relaxed:
            """Return zeros, and no shares."""
            found = super().relaxed(boxes).multipliers
            outputs = tuple(tuple(0 for _ in row) for row in found.outputs)
            rows = tuple(tuple(0 for _ in row) for row in found.conditions)
            return Relaxed(Multipliers((0,) * len(found.events), outputs, rows), ())

    found = enclosed(CountQueryLaw(Epsilon(exp=Fraction(2)), HALF, 2), 3, Silent)
    assert {law.outcomes for law in found.noise} == {(-1, 0, 1)}
    assert found.delta == Enclosure(Fraction(0), Fraction(1, 4))


def test_594_shares_have_the_value_that_the_simplex_needs_minutes_for() -> None:
    """D = 6, N = 19, eta = 1/2, E = 3: 1/53 by the simplex in integers; enclosed to ten digits.

    Fewer counts need no more delta, and neither does Theorem 1 for the counts from D on.
    """
    E = Fraction(3)
    found = enclosed(CountQueryLaw(Epsilon(exp=E), HALF, 6), 19, HighsSession)
    assert found.delta.lo <= Fraction(1, 53) <= found.delta.hi
    assert found.delta.width < found.delta.lo / 10**10
    assert by_simplex(HALF, E, 6, 3) <= found.delta.hi
    assert lower_bound(Epsilon(exp=E), HALF, 6).compare(found.delta.hi) < 0


def test_an_irrational_e_is_enclosed() -> None:
    """The least delta at e^1.1 lies between those at the rationals 3 and 3.01, to ten digits."""
    found = enclosed(CountQueryLaw(epsilon("1.1"), HALF, 2), 3, HighsSession).delta
    assert by_simplex(HALF, Fraction("3.01"), 2, 3) < found.lo
    assert found.hi < by_simplex(HALF, Fraction(3), 2, 3)
    assert found.width < found.lo / 10**10


def tables(problem: Problem, keysize: int) -> list[Fraction]:
    """Return delta of every table of two counts that keeps P1-P3, by trying all of them."""
    rows = [
        [
            keys
            for keys in product(range(keysize + 1), repeat=len(row.support))
            if sum(keys) == keysize and all(c.holds(keys) for c in row.conditions())
        ]
        for row in problem.rows
    ]
    E = problem.E
    return [
        largest_excess(
            tuple(
                Pmf.of(zip(row.support, keys, strict=True))
                for row, keys in zip(problem.rows, pair, strict=True)
            ),
            E,
        )
        for pair in product(*rows)
    ]


@pytest.mark.parametrize(("keysize", "eta"), [(6, HALF), (8, Fraction(1, 4)), (9, Fraction(1, 3))])
def test_the_table_is_the_best_of_all(keysize: int, eta: Fraction) -> None:
    """Two counts, D = 2, e^epsilon = 2: nothing that can be tried is better."""
    law = CountQueryLaw(Epsilon(exp=Fraction(2)), eta, 2)
    found = best_single_outcomes(law, 2, keysize, HighsSession, Effort())
    assert found.proved_optimal
    assert found.delta.exact == min(tables(found.problem, keysize))


def test_a_table_of_many_probabilities_is_rounded() -> None:
    """More than 300 of them and few keys: no search, P1-P3 in whole keys, and a true bound."""
    law = CountQueryLaw(epsilon("1"), HALF, 5)
    found = best_single_outcomes(law, 30, 256, HighsSession, Effort())
    assert found.tree.leaves == 1
    assert found.delta.compare(found.bound) >= 0
    for row, keys in zip(found.problem.rows, found.keys, strict=True):
        noise = Pmf.of(zip(row.support, keys, strict=True))
        assert broken_properties(noise, row.count, 5, HALF) == ()


def test_bad_parameters_name_the_admissible_range() -> None:
    """Argument, value, rule and remedy."""
    E = Epsilon(exp=Fraction(2))
    with pytest.raises(InputError, match="rows = 1: must be from 2 to 500"):
        single_outcomes(CountQueryLaw(E, HALF, 2), 1)
    with pytest.raises(InputError, match="gives more than 6000 probabilities, 21 for each count"):
        single_outcomes(CountQueryLaw(E, HALF, 10), 300)
    with pytest.raises(InputError, match="leaves 9 keys for noise up to 1: no row of so many has"):
        best_single_outcomes(CountQueryLaw(E, HALF, 1), 3, 18, HighsSession, Effort())
