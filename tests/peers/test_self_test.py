"""The table that tells what precision is enough for which KEYSIZE."""

import argparse
import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import law_of_gamma
from exact.quantiser.safe_bits import safe_bits
from reports.document.text import blocks_text
from reports.peers import run
from reports.peers.routes import Route, routes
from reports.peers.self_test import KEYSIZES, SelfTest, default_grid, self_test
from reports.peers.self_test_view import self_test_blocks
from tests.laws.plain_law import rational_gamma_pmf
from tests.peers import example_1
from tests.quantiser.plain_rules import ceiling
from verification.comparison.routes import Answer, Judgement, Question, judge, right_answer


def judged(change: Callable[[Answer], Answer]) -> Judgement:
    """Judge a route whose answer was the exact one (to 120 digits) before ``change``."""
    pmf = rational_gamma_pmf(example_1.D, example_1.GAMMA)
    answer = Answer(
        tuple(pmf),
        Fraction(1),
        tuple(map(example_1.integers, example_1.KEYSIZES)),
        tuple(map(example_1.law_delta, example_1.EPSILONS)),
    )
    question = Question(example_1.D, example_1.GAMMA, example_1.EPSILONS, example_1.KEYSIZES)
    right = right_answer(example_1.D, Fraction(1, 2), example_1.EPSILONS, example_1.KEYSIZES)
    return judge("a route", Fraction(1, 2), question, change(answer), right)


def test_exact_answers_are_judged_right() -> None:
    """What mpmath finds with 120 digits has no wrong integer, and delta is off by no ulp."""
    found = judged(lambda answer: answer)
    assert all(quantised.computed is None for quantised in found.quantised)
    assert found.worst_delta.size < Fraction(1, 10**20)
    assert found.sum_error == 0
    assert found.lost is None


def test_one_changed_integer_is_found_with_its_z() -> None:
    """The integer of z = -3 at 2^53, one too low, is the first wrong one and the only one."""
    row = example_1.KEYSIZES.index(2**53)

    def lower(answer: Answer) -> Answer:
        changed = list(answer.quantised[row])
        changed[22] = example_1.integers(2**53)[22] - 1
        rows = list(answer.quantised)
        rows[row] = tuple(changed)
        return Answer(answer.pmf, answer.total, tuple(rows), answer.deltas)

    found = judged(lower)
    wrong = found.quantised[row].computed
    assert wrong is not None
    assert (wrong.z, wrong.found, wrong.count) == (-3, wrong.true - 1, 1)
    assert found.quantised[row].repaired == wrong
    assert [q.keysize for q in found.quantised if q.computed is not None] == [2**53]


def test_a_sum_above_one_is_repaired_by_the_range_and_a_wrong_integer_is_not() -> None:
    """K + 1 for z = D is no matter of precision: c^Q(D) = K whatever the law."""
    found = judged(
        lambda answer: Answer(
            answer.pmf,
            answer.total + Fraction(1, 2**52),
            tuple(
                (*row[:-1], keysize + 1)
                for row, keysize in zip(answer.quantised, KEYSIZES, strict=True)
            ),
            answer.deltas,
        )
    )
    assert found.sum_error == Fraction(1, 2**52)
    for quantised in found.quantised:
        assert quantised.computed is not None
        assert (quantised.computed.z, quantised.computed.count) == (25, 1)
        assert quantised.repaired is None


@given(
    st.integers(1, 12),
    st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=60),
    st.integers(5, 70),
)
def test_the_safe_error_changes_no_integer_and_twice_as_much_does(
    D: int, gamma: Fraction, bits: int
) -> None:
    """An error of 2^-b in every c(z) is harmless within (0, 1]; 2^(1-b) crosses an integer."""
    keysize = 1 << bits
    b = safe_bits(law_of_gamma(D, gamma), keysize)
    pmf = rational_gamma_pmf(D, gamma)
    cmf = [sum(pmf[: index + 1], Fraction(0)) for index in range(2 * D)]
    true = ceiling(pmf, keysize)[:-1]

    def crossed(error: Fraction) -> bool:
        moved = [
            [min(max(c + e, Fraction(1, 10**100)), Fraction(1)) for c in cmf]
            for e in (-error, error)
        ]
        return any([(c * keysize).__ceil__() for c in row] != true for row in moved)

    assert not crossed(Fraction(1, 1 << b))
    assert crossed(Fraction(2, 1 << b))


def test_example_1_in_the_whole_table_agrees_with_a_second_computation(
    whole_self_test: SelfTest,
) -> None:
    """Every wrong integer that it reports for a route on Example 1 is wrong, and the first."""
    (point,) = (p for p in whole_self_test.points if (p.epsilon, p.D) == (Fraction(1, 2), 25))
    assert len(point.judgements) == len(routes())
    for judgement in point.judgements:
        answer = example_1.answer(judgement.route)
        for quantised, computed in zip(judgement.quantised, answer.quantised, strict=True):
            true = example_1.integers(quantised.keysize)
            wrong = [z for z in range(-25, 26) if true[z + 25] != computed[z + 25]]
            first = quantised.computed
            assert (first is None) == (not wrong)
            if first is not None:
                assert (first.z, first.count) == (wrong[0], len(wrong))
                assert (first.true, first.found) == (true[first.z + 25], computed[first.z + 25])


def test_the_error_of_delta_is_exact(whole_self_test: SelfTest) -> None:
    """Errors of delta on Example 1 are those against mpmath, to the width of the enclosure."""
    judgements = [
        j
        for p in whole_self_test.points
        if (p.epsilon, p.D) == (Fraction(1, 2), 25)
        for j in p.judgements
    ]
    for judgement in judgements:
        answer = example_1.answer(judgement.route)
        for error, delta in zip(judgement.deltas, answer.deltas, strict=True):
            true = example_1.law_delta(error.epsilon)
            assert error.ulps.width < Fraction(1, 10**20)
            off = (delta - true) / example_1.unit(true)
            assert error.ulps.lo - Fraction(1, 10**60) <= off <= error.ulps.hi + Fraction(1, 10**60)


def test_doubles_are_enough_up_to_2_to_the_32_and_no_further(whole_self_test: SelfTest) -> None:
    """Once 1..K is enforced, every float64 route is right at 2^32 at all 20 laws, none at 2^64."""
    assert len(whole_self_test.points) == len(default_grid()) == 20
    for name in (route.name for route in routes() if route.name.startswith("float64")):
        found = [q for j in whole_self_test.of_route(name) for q in j.quantised]
        assert all(q.repaired is None for q in found if q.keysize <= 2**32)
        assert all(q.repaired is not None for q in found if q.keysize >= 2**64)


def test_support_is_lost_where_the_probability_is_no_double(whole_self_test: SelfTest) -> None:
    """At epsilon = 2, D = 1000 the tail is below 2^-1075: doubles lose it, mpmath does not."""
    (point,) = (p for p in whole_self_test.points if (p.epsilon, p.D) == (Fraction(2), 1000))
    gamma = 2 * Fraction(2 * 1000 - 1 + Fraction(9, 5), 4 * 1000**2 - 1)
    pmf = rational_gamma_pmf(1000, gamma)
    smallest = Fraction(1, 2**1074)
    for judgement in point.judgements:
        if judgement.route.startswith("mpmath"):
            assert judgement.lost is None
        else:
            assert judgement.lost is not None
            assert pmf[1000 + judgement.lost] > 0
        if judgement.route.startswith("float64"):
            assert judgement.lost is not None
            # A weight that is a multiple of 2^-1074 is rounded, divided by about 56, rounded.
            assert pmf[1000 + judgement.lost] < smallest < 64 * pmf[1000 + judgement.lost - 1]


def test_a_route_that_is_not_installed_is_named() -> None:
    """It is neither run nor forgotten."""
    absent = Route("a route", "nothing_like_it", routes()[0].answer)
    fsum = next(route for route in routes() if route.package == "math")
    result = self_test([absent, fsum], [(Fraction(1, 2), 5)])
    assert result.not_run == ("a route",)
    assert "not run, its package is not installed: a route" in blocks_text(self_test_blocks(result))


def test_the_table_for_people_says_what_is_enough(whole_self_test: SelfTest) -> None:
    """The last table names the arithmetic for each KEYSIZE, with the error that is allowed."""
    text = blocks_text(self_test_blocks(whole_self_test))
    lines = [line.split("  ") for line in text.splitlines()]
    enough = {line[0]: line[-1].strip() for line in lines if line[0].startswith("2^")}
    assert "float64, mpmath 15 digits" in enough["2^8"]
    assert enough["2^32"].startswith("float64, mpmath 15 digits")
    assert enough["2^64"] == "mpmath 30 digits, mpmath 50 digits"
    assert enough["2^128"] == "mpmath 50 digits"


@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_prints_the_self_test(
    as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It prints a table or JSON and ends with status 0: there is no claim that could fail."""
    monkeypatch.setattr(run, "default_grid", lambda: ((Fraction(1, 2), 25),))
    assert run.run_self_test(argparse.Namespace(json=as_json, wide=False)) == 0
    printed = capsys.readouterr().out
    if as_json:
        (point,) = json.loads(printed)["points"]
        assert (point["epsilon"], point["D"]) == ("1/2", 25)
        assert len(point["routes"]) == len(routes())
    else:
        assert "float64, sum forward" in printed
