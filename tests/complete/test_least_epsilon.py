"""The smallest epsilon for a delta: a table that has it, and a proof for all below."""

import json
from fractions import Fraction

import pytest

from exact.complete.bound import Bounds
from exact.complete.least_epsilon import least_epsilon
from exact.complete.made import Made
from exact.complete.problem import least_delta
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.pairs import pair_profiles
from reports.content.optimality import best_possible
from reports.content.subject import Subject
from reports.proposals.highs import HighsSession
from tests.certificate.making import source, text_of
from tests.certificate.optimality_cases import claim_of
from verification import checker
from verification.certificate.file import read_certificate
from verification.claims.request import Request, Target

RULES = TableRules(D=(3,), variance=(Fraction(2),))


@pytest.mark.parametrize(("keysize", "near"), [(1 << 32, Fraction(1, 10**6)), (64, Fraction(1, 3))])
def test_the_least_epsilon_lies_between_a_table_and_a_proof(keysize: int, near: Fraction) -> None:
    """delta <= target at its own epsilon and at no smaller one; below, a bound above the target."""
    target = Fraction(1, 20)
    made = least_epsilon(RULES, target, keysize, HighsSession)
    table = table_of_keys(RULES, made.found.keys)
    own = [
        found.exp
        for pair in pair_profiles(table)
        if min(pair.count, pair.other) >= 1
        and (found := pair.profile.epsilon(target)) is not None
        and found.exp is not None
    ]
    assert made.epsilon.exp == max(own)
    assert made.above < max(own) < made.above * (1 + near)
    problem = least_delta(RULES, Epsilon(exp=made.above))
    bound = Bounds(problem, keysize).value(HighsSession(problem, keysize).relaxed({}).multipliers)
    assert bound is not None
    assert bound > target


def test_the_bound_below_the_least_epsilon_is_a_claim() -> None:
    """At ln(above) the certificate proves delta > 1/20 for every table, and the report says so."""
    target, keysize = Fraction(1, 20), 1 << 10
    least = least_epsilon(RULES, target, keysize, HighsSession)
    made = Made(RULES, "privacy", least.found.keys, least.epsilon, least.found, least=least)
    assert made.proof is not None
    targets = (Target(least.epsilon, target), Target(made.proof.epsilon))
    request = Request(made.table, source(made.table), targets, proof=made.proof)
    content = text_of(request, ()).encode()
    claim = claim_of(json.loads(content))
    assert claim["epsilon"] == Epsilon(exp=least.above).text
    assert target < Fraction(claim["bound"]) < target + Fraction(1, 10**6)
    checker.check(checker.load(content))
    subject = Subject("t", read_certificate(content), content, "t.certificate.json")
    (said,) = best_possible(subject)
    assert "None has δ ≤ 1/20 there, nor at a smaller ε." in "".join(map(str, said))


def test_a_delta_below_every_bound_is_refused() -> None:
    """No table of 64 keys has delta below 1/64, at any epsilon."""
    with pytest.raises(InputError, match="is below what any table has"):
        least_epsilon(RULES, Fraction(1, 100), 64, HighsSession)
