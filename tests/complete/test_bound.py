"""Weak duality: no proposal gives a wrong bound, and good ones give the least delta."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.bound import Bounds, Multipliers
from exact.complete.problem import Problem, least_delta, least_variance
from exact.complete.rules import TableRules
from exact.numbers.epsilon import Epsilon, epsilon
from reports.proposals.highs import HighsSession
from reports.proposals.model import relaxation
from reports.proposals.solving import opened, solved
from tests.complete.oracle import exact_least_delta, stored_least_delta
from tests.complete.small import every_table

SMALL = TableRules(D=(1,), variance=(Fraction(1, 2),))
WITH_HOLE = TableRules(D=(2,), variance=(Fraction(3, 2),), holes=(1,), last=4)
WITH_FIRST = TableRules(D=(1,), first_pair="cap", cap=Fraction(3, 4), zero="row")


def drawn_multipliers(data: st.DataObject, problem: Problem) -> Multipliers:
    """Draw any whole numbers, of wrong sign and too large too."""
    number = st.integers(-20, 20)
    return Multipliers(
        tuple(data.draw(number) for _ in problem.events),
        tuple(tuple(data.draw(number) for _ in event.shared) for event in problem.events),
        tuple(tuple(data.draw(number) for _ in row) for row in problem.conditions()),
        tuple(data.draw(number) for _ in problem.rows) if problem.objective == "variance" else (),
    )


@pytest.mark.parametrize("rules", [SMALL, WITH_HOLE, WITH_FIRST], ids=["small", "hole", "first"])
@given(data=st.data())
@settings(max_examples=25)
def test_no_proposal_gives_a_bound_above_a_table(rules: TableRules, data: st.DataObject) -> None:
    """Whatever the multipliers are, the bound is at most the delta of every table."""
    keysize = 6
    problem = least_delta(rules, epsilon(data.draw(st.sampled_from(["1/2", "ln(2)", "ln(3)"]))))
    tables = [
        keys
        for keys in every_table(problem, keysize)
        if all(
            event.cap is None or delta.compare(event.cap) <= 0
            for event, delta in zip(problem.events, problem.deltas(keys), strict=True)
        )
    ]
    multipliers = drawn_multipliers(data, problem)
    for bounds in (Bounds(problem), Bounds(problem, keysize)):
        value = bounds.value(multipliers)
        assert value is not None
        assert all(problem.delta(keys).compare(value) >= 0 for keys in tables)


@given(data=st.data())
@settings(max_examples=40)
def test_a_bound_in_boxes_holds_for_the_tables_in_them(data: st.DataObject) -> None:
    """Keys from low to high at some places: the bound is at most their deltas, None: none."""
    keysize = 5
    problem = least_delta(SMALL, Epsilon(exp=Fraction(2)))
    ends = st.tuples(st.integers(0, keysize), st.integers(0, keysize)).map(sorted)
    boxes = {
        place: tuple(data.draw(ends))
        for place in data.draw(st.sets(st.sampled_from([(1, 0), (1, 1), (1, 2)])))
    }
    value = Bounds(problem, keysize).value(
        drawn_multipliers(data, problem), {p: (a, b) for p, (a, b) in boxes.items()}
    )
    inside = [
        keys
        for keys in every_table(problem, keysize)
        if all(low <= keys[i][k] <= high for (i, k), (low, high) in boxes.items())
    ]
    if value is None:
        assert inside == []
    else:
        assert all(problem.delta(keys).compare(value) >= 0 for keys in inside)


@given(data=st.data())
@settings(max_examples=30)
def test_no_proposal_gives_a_variance_bound_above_a_table(data: st.DataObject) -> None:
    """The same for the least variance with delta at most a target."""
    target = data.draw(st.sampled_from([Fraction(1, 5), Fraction(2, 5), Fraction(3, 5)]))
    problem = least_variance(TableRules(D=(1,)), Epsilon(exp=Fraction(2)), target)
    value = Bounds(problem, 6).value(drawn_multipliers(data, problem))
    tables = [
        keys
        for keys in every_table(problem, 6)
        if all(delta.compare(target) <= 0 for delta in problem.deltas(keys))
    ]
    assert value is None or all(problem.spread(keys) >= value for keys in tables)


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        (TableRules(D=(2,), variance=(Fraction(1),)), Fraction(1, 14)),
        (TableRules(D=(3,), variance=(Fraction(1),)), Fraction(475, 10649)),
        (TableRules(D=(3,), variance=(Fraction(2),), holes=(1,)), Fraction(3, 73)),
    ],
)
def test_proposed_multipliers_reach_the_least_delta_of_the_simplex(
    rules: TableRules, least: Fraction
) -> None:
    """At E = 3, by two routes: the integer simplex, and a float proposal made a proof."""
    problem = least_delta(rules, Epsilon(exp=Fraction(3)))
    assert exact_least_delta(problem) == least
    for keysize in (256, 1 << 40):
        session = HighsSession(problem, keysize)
        bound = Bounds(problem).value(session.relaxed({}).multipliers)
        assert bound is not None
        assert least - Fraction(1, 10**9) < bound <= least


def test_the_least_delta_of_r_ptables_rules_at_e_3_is_3_over_326() -> None:
    """D = 5, V = 3, js = 2 in the integer simplex (half a minute, so its proof is stored)."""
    rules = TableRules(D=(5,), variance=(Fraction(3),), holes=(1, 2))
    problem = least_delta(rules, Epsilon(exp=Fraction(3)))
    assert stored_least_delta(problem, "simplex_3.json") == Fraction(3, 326)
    bound = Bounds(problem).value(HighsSession(problem, 256).relaxed({}).multipliers)
    assert bound is not None
    assert Fraction(3, 326) - Fraction(1, 10**12) < bound <= Fraction(3, 326)


@pytest.mark.parametrize(
    ("D", "V", "holes", "text", "least"),
    [
        (5, 3, (1, 2), "1/2", "0.07737965970"),
        (5, 3, (1, 2), "1", "0.01202507883"),
        (5, 3, (1, 2), "2", "0.00072761589"),
        (5, 3, (), "1/2", "0.06588017527"),
        (5, 3, (), "1", "0.00480743092"),
        (5, 3, (), "2", "0.00003998013"),
        (4, 2, (1,), "1", "0.01795817525"),
        (10, 5, (1, 2), "1", "0.00008173040"),
        (10, 5, (1, 2), "2", "0.00000003304"),
        (10, 5, (), "2", "0.00000000181"),
    ],
)
def test_real_tables_are_bounded_to_eleven_places(
    D: int, V: int, holes: tuple[int, ...], text: str, least: str
) -> None:
    """The proved bounds at 2^40 keys; the first places are those of the issue's prototype."""
    rules = TableRules(D=(D,), variance=(Fraction(V),), holes=holes)
    problem = least_delta(rules, epsilon(text))
    bound = Bounds(problem).value(HighsSession(problem, 1 << 40).relaxed({}).multipliers)
    assert bound is not None
    assert Fraction(least) <= bound < Fraction(least) + Fraction(1, 10**11)


@pytest.mark.parametrize(
    ("target", "least"), [("0.05", "1.134158"), ("0.01", "1.559948"), ("1e-4", "1.831648")]
)
def test_the_least_variance_for_a_delta(target: str, least: str) -> None:
    """D = 10, no holes, epsilon = 1."""
    problem = least_variance(TableRules(D=(10,)), epsilon("1"), Fraction(target))
    bound = Bounds(problem).value(HighsSession(problem, 1 << 40).relaxed({}).multipliers)
    assert bound is not None
    assert Fraction(least) <= bound < Fraction(least) + Fraction(1, 10**6)


def test_a_session_answers_after_its_clock_has_run_out() -> None:
    """The solver's clock adds up all runs: a limit of the whole ended a long search in silence."""
    problem = least_delta(SMALL, epsilon("ln(2)"))
    solver = opened(relaxation(problem, 8, Fraction(0)))
    solver.setOptionValue("time_limit", 0.0)
    assert solved(solver)
    solver.setOptionValue("time_limit", 0.0)
    assert solved(solver)
