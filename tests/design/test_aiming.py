"""A design aims at the delta of its table: what it takes meets the target, the rest does not."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp

from exact.design.aiming import RECOMMENDED, Aim, search
from exact.design.plans import best_gamma_plan, design_table, paper_plan, smallest_plan
from exact.design.table import rules_by_delta
from exact.design.upward import laws_of_guide
from exact.laws.maxent import PAPER_POSITION, law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from tests.design.plain_designs import DIGITS, first_D, guide_factor, number, table_deltas

epsilons = st.fractions(Fraction(1, 2), 3, max_denominator=10)
targets = st.fractions(Fraction(1, 200), Fraction(1, 4), max_denominator=200)
keysizes = st.sampled_from([16, 32, 64, 128])


@pytest.fixture(autouse=True)
def _sixty_digits() -> Iterator[None]:
    with mp.workdps(DIGITS):
        yield


def all_deltas(eps: Fraction, D: int, keysize: int) -> dict[str, Any]:
    """Return delta of the tables of the paper's law with D."""
    return table_deltas(eps, D, guide_factor(D), keysize)


@given(epsilons, targets, keysizes)
def test_the_paper_s_rule_then_another_then_the_next_D(
    eps: Fraction, target: Fraction, keysize: int
) -> None:
    """Of all D from the guide's on, the first with a rule that meets it; the paper's if it does."""
    aim = Aim(Epsilon(value=eps), target, keysize)
    found = design_table(paper_plan(aim.epsilon, target), aim)
    start, most = first_D(eps, target), (keysize - 1) // 2
    meeting = {}
    for D in range(start, most + 1):
        deltas = all_deltas(eps, D, keysize)
        meeting[D] = {rule for rule, value in deltas.items() if value <= number(target)}
        if meeting[D]:
            break
    hit = next((D for D, rules in meeting.items() if rules), None)
    assert found.met == (hit is not None)
    if hit is not None:
        assert found.table is not None
        assert found.table.chosen is not None
        assert hit == found.table.law.D
        assert found.table.chosen.rule in meeting[hit]
        assert (found.table.chosen.rule == "ceiling") == ("ceiling" in meeting[hit])


@given(epsilons, targets, keysizes)
def test_a_missed_target_comes_with_the_nearest_table_and_enough_keys(
    eps: Fraction, target: Fraction, keysize: int
) -> None:
    """The nearest has the smallest delta of every D and rule; enough keys meet it, half do not."""
    aim = Aim(Epsilon(value=eps), target, keysize)
    found = design_table(paper_plan(aim.epsilon, target), aim)
    if found.met:
        return
    every = [
        value
        for D in range(1, (keysize - 1) // 2 + 1)
        for value in all_deltas(eps, D, keysize).values()
    ]
    assert found.table is not None
    assert found.table.chosen is not None
    nearest = found.table.chosen.delta.enclosure(100)
    assert number(nearest.lo) * (1 - mp.mpf(10) ** -25) <= min(every)
    assert min(every) <= number(nearest.hi) * (1 + mp.mpf(10) ** -25)
    assert found.enough is not None
    assert found.enough.least
    enough = Aim(aim.epsilon, target, found.enough.keysize)
    assert design_table(paper_plan(aim.epsilon, target), enough).met
    if found.enough.keysize > 2 * keysize:
        half = Aim(aim.epsilon, target, found.enough.keysize // 2)
        assert not search(paper_plan(aim.epsilon, target).laws(half.keysize), half).met


@given(st.fractions(Fraction(1, 2), 6, max_denominator=10), keysizes)
def test_past_the_last_law_no_rule_keeps_its_noise_values(eps: Fraction, keysize: int) -> None:
    """Where the laws of a guide end, every larger D loses a noise value by every rule."""
    epsilon = Epsilon(value=eps)
    last = list(laws_of_guide(epsilon, PAPER_POSITION, 1, keysize))[-1].D
    for D in range(last, (keysize - 1) // 2 + 1):
        law = law_of_epsilon(D, epsilon)
        assert last == D or rules_by_delta(law, keysize, epsilon) == ()


@given(epsilons, keysizes, st.data())
def test_no_table_has_a_delta_below_one_key(
    eps: Fraction, keysize: int, data: st.DataObject
) -> None:
    """The lowest release has a key and never occurs for the next count: delta >= 1/K."""
    D = data.draw(st.integers(1, (keysize - 1) // 2))
    epsilon = Epsilon(value=eps)
    for choice in rules_by_delta(law_of_epsilon(D, epsilon), keysize, epsilon):
        assert choice.delta.compare(Fraction(1, keysize)) >= 0
    assert Aim(epsilon, Fraction(1, keysize + 1), keysize).out_of_reach
    assert not Aim(epsilon, Fraction(1, keysize), keysize).out_of_reach


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_asked_for_is_kept(rule: str) -> None:
    """With 2^8 keys only largest-remainder reaches 0.03 with D = 4; the others take the next D."""
    aim = Aim(Epsilon(value=Fraction("0.9")), Fraction("0.03"), 256, rule)
    found = design_table(paper_plan(aim.epsilon, aim.target), aim)
    assert found.table is not None
    assert found.table.chosen is not None
    assert (found.met, found.table.chosen.rule) == (True, rule)
    assert (4 if rule == "largest-remainder" else 5) == found.table.law.D


def test_the_recommended_rule_has_the_smallest_delta() -> None:
    """``recommended`` takes the smallest delta, also where the paper's rule would do."""
    aim = Aim(Epsilon(value=Fraction(1, 2)), Fraction(1, 10**4), 2**32, RECOMMENDED)
    found = design_table(paper_plan(aim.epsilon, aim.target), aim)
    assert found.table is not None
    assert found.table.chosen == found.table.choices[0]


@pytest.mark.parametrize("keysize", [2**14, 2**16, 2**32])
def test_the_smallest_design_is_the_first_kink_by_variance_that_meets_the_target(
    keysize: int,
) -> None:
    """Of the kinks of D = 24 that reach 1/10000, the largest gamma whose table does too."""
    eps, target = Fraction(1, 2), Fraction(1, 10**4)
    aim = Aim(Epsilon(value=eps), target, keysize)
    found = design_table(smallest_plan(aim.epsilon, target), aim)
    assert found.table is not None
    meeting = [
        k
        for k in (19, 20, 21, 22)
        if min(table_deltas(eps, 24, Fraction(1, 2 * k - 1), keysize).values()) <= number(target)
    ]
    assert found.table.law.rate.exact == eps / (2 * meeting[0] - 1)


def test_the_best_gamma_for_a_target_has_the_smallest_delta() -> None:
    """Example 1 by the best gamma: D = 24 and gamma = 1/78; with D = 30 given, that D is kept."""
    half, target = Epsilon(value=Fraction(1, 2)), Fraction(1, 10**4)
    found = design_table(best_gamma_plan(half, target), Aim(half, target, 2**32))
    assert found.table is not None
    assert (found.table.law.D, found.table.law.rate.exact) == (24, Fraction(1, 78))
    fixed = best_gamma_plan(half, target, 30)
    assert [law.D for law in islice(fixed.laws(2**32), 3)] == [30]
    short = design_table(best_gamma_plan(half, target, 23), Aim(half, target, 2**32))
    assert (short.met, short.enough) == (False, None)
