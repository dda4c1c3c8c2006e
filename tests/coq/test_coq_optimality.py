"""The kernel accepts the bound of every table with the same rules, and no better one."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from exact.complete.best import Effort, best_table
from exact.complete.bound import Multipliers
from exact.complete.problem import Problem, least_delta, least_variance
from exact.complete.proof import Proof, proof
from exact.complete.rules import TableRules
from exact.complete.tree import Leaf, Split, Tree
from exact.numbers.epsilon import epsilon
from exact.table.native import read_native
from reports.proposals.highs import HighsSession
from tests.certificate.making import source
from tests.coq.making import answer_to, computed, coq_source
from verification.certificate.certificate import Certificate
from verification.certificate.making import certificate, prepare
from verification.certificate.proof_file import read_proof
from verification.certificate.theorem import facts_of
from verification.claims.request import Request, Target
from verification.kernel.facts import Facts, OptimalityFacts
from verification.kernel.optimality_part import definitions, rules_definition
from verification.kernel.text import rational
from verification.kernel.workshop import Workshop

BEST = Path(__file__).resolve().parents[2] / "reports" / "gallery" / "best"
Change = Callable[[OptimalityFacts], OptimalityFacts]
LITTLE = Fraction(1, 1 << 200)


def gallery(name: str) -> Certificate:
    """Return the certificate of a best table of 256 keys, D = 5, V at most 3, without solvers."""
    table = read_native((BEST / f"{name}.ptable.json").read_text("utf-8"))
    made = read_proof((BEST / f"{name}.proof.json").read_bytes())
    request = Request(table, source(table), (Target(made.epsilon),), proof=made)
    return certificate(prepare(request), [])


def stated(found: Facts) -> OptimalityFacts:
    """Return what the facts say of optimality."""
    assert found.optimality is not None
    return found.optimality


def test_no_table_with_the_rules_is_better_by_the_kernel(shop: Workshop) -> None:
    """The issue's table with holes 1 and 2 at epsilon = 1: four leaves, the certificate's bound."""
    answer = answer_to(gallery("holes-1"), shop)
    assert (answer.accepted, answer.message) == (True, "accepted")
    stands = " ".join(answer.statement.split())
    assert "keeps rules_kept T /\\ no_table_has_less rules_kept made_small (keysize T)" in stands
    assert stands.endswith("(keysize T) (exp (1 / 1)) least_possible.")


def larger_bound(found: OptimalityFacts) -> OptimalityFacts:
    """Claim a little more."""
    return replace(found, bound=found.bound + LITTLE)


def with_vector(found: OptimalityFacts, **changes: object) -> OptimalityFacts:
    """Return the facts with other numbers at the first leaf."""
    tree = found.proof.tree
    first: Multipliers = replace(tree.vectors[0], **changes)  # type: ignore[arg-type]
    vectors = (first, *tree.vectors[1:])
    return replace(found, proof=replace(found.proof, tree=replace(tree, vectors=vectors)))


def more_than_an_event(found: OptimalityFacts) -> OptimalityFacts:
    """Let an event hold a value with a probability above 1: mu above lambda."""
    old = found.proof.tree.vectors[0]
    place = next(k for k, most in enumerate(old.events) if most)
    outputs = (old.events[place] + 1, *old.outputs[place][1:])
    return with_vector(found, outputs=(*old.outputs[:place], outputs, *old.outputs[place + 1 :]))


def negative_weight(found: OptimalityFacts) -> OptimalityFacts:
    """Weigh a pair with less than nothing."""
    old = found.proof.tree.vectors[0]
    place = next(k for k, most in enumerate(old.events) if not most)
    return with_vector(found, events=(*old.events[:place], -1, *old.events[place + 1 :]))


def reversed_condition(found: OptimalityFacts) -> OptimalityFacts:
    """Use "variance at most 3" as "at least 3", in row 8."""
    old = found.proof.tree.vectors[0].conditions
    return with_vector(found, conditions=(*old[:-1], (0, -1)))


def half_a_tree(found: OptimalityFacts) -> OptimalityFacts:
    """Look at the tables of the first leaf alone."""
    tree = Tree((Leaf(0),), found.proof.tree.vectors)
    return replace(found, proof=replace(found.proof, tree=tree))


def lost_key(found: OptimalityFacts) -> OptimalityFacts:
    """Split a little higher: a leaf has tables that its numbers do not bound."""
    split, *others = found.proof.tree.nodes
    assert isinstance(split, Split)
    nodes = (replace(split, floor=split.floor + 1), *others)
    return replace(found, proof=replace(found.proof, tree=replace(found.proof.tree, nodes=nodes)))


def less_variance(found: OptimalityFacts) -> OptimalityFacts:
    """Say that the rules allow less noise than the table has."""
    rules = replace(found.proof.rules, variance=(Fraction(2),))
    return replace(found, proof=replace(found.proof, rules=rules))


REFUSED: list[tuple[Change, str]] = [
    (larger_bound, "optimal"),
    (more_than_an_event, "optimal"),
    (negative_weight, "optimal"),
    (reversed_condition, "optimal"),
    (half_a_tree, "optimal"),
    (lost_key, "optimal"),
    (less_variance, "kept"),
]


@pytest.mark.parametrize(("change", "lemma"), REFUSED, ids=[c.__name__ for c, _ in REFUSED])
def test_a_bound_that_does_not_follow_does_not_compile(
    change: Change, lemma: str, shop: Workshop
) -> None:
    """Coq refuses the part on the rules or on the bound, and no other."""
    found = facts_of(gallery("holes-1"))
    answer = answer_to(replace(found, optimality=change(stated(found))), shop)
    assert not answer.accepted
    assert answer.message.startswith(f"refuses {lemma}: The term")


LEFT_OUT = {
    "its tree has 257 leaves, and Coq is given 256 at most": [(4, -4, n) for n in range(256)],
    "its tree splits the row of a count of 0, which no pair counts": [(0, 0, 9)],
}


@pytest.mark.parametrize("why", LEFT_OUT)
def test_a_tree_that_coq_is_not_given_is_said_to_be_left_out(why: str) -> None:
    """The file says so, and states the rest."""
    found = gallery("holes-1")
    made = next(claim for claim in found.claims if claim.name == "optimality")
    nodes = (*(node for split in LEFT_OUT[why] for node in (split, (0,))), (0,))
    others = tuple(claim for claim in found.claims if claim is not made)
    other_tree = replace(made, evidence=replace(made.evidence, nodes=nodes))
    text = " ".join(coq_source(replace(found, claims=(*others, other_tree))).split())
    assert "no_table_has_less" not in text
    assert f"Not part of it: the bound of every table with the same rules ({why})." in text


V = Fraction(3, 2)
PROBLEMS: dict[str, tuple[TableRules, Fraction | None, int]] = {
    "few_keys": (TableRules(D=(2,), variance=(V,)), None, 16),
    "hole": (TableRules(D=(2,), variance=(V,), holes=(1,), last=4), None, 1 << 16),
    "exact": (TableRules(D=(2, 3), variance=(V, Fraction(7, 5)), exact_variance=True), None, 100),
    "cap": (
        TableRules(D=(2,), first_pair="cap", cap=Fraction(1, 2), variance=(V,)),
        None,
        1 << 16,
    ),
    "zero": (TableRules(D=(2,), zero="row", first_pair="include", variance=(V,)), None, 1 << 16),
    "bias": (TableRules(D=(2,), unbiased=False, stay=(Fraction(2, 3),)), None, 1 << 16),
    "peak": (TableRules(D=(3,), shape="unimodal", variance=(V,), holes=(2,)), None, 1 << 16),
    "monotone": (TableRules(D=(3,), shape="monotone", variance=(V,), stay=(V / 5,)), None, 40),
    "variance": (TableRules(D=(4,), holes=(1,)), Fraction(1, 10), 1 << 16),
}


def best(rules: TableRules, target: Fraction | None, keysize: int) -> tuple[Proof, Fraction]:
    """Return a proof that HiGHS proposed, at e^epsilon = 2, and its bound."""
    at = epsilon("ln(2)")
    problem: Problem = (
        least_delta(rules, at) if target is None else least_variance(rules, at, target)
    )
    found = best_table(problem, keysize, HighsSession, Effort(leaves=20))
    made = proof(rules, problem, found.tree, target)
    return made, made.bound(keysize, Fraction(2))


def checked(name: str, found: OptimalityFacts, keysize: int, E: Fraction) -> list[str]:
    """Return commands that check a bound in Coq, and then a little more."""
    return [
        f"Module {name}.",
        rules_definition(found.proof.rules),
        *definitions(found),
        *(
            f"Compute optimality_check rules_kept made_small {keysize} {rational(E)}"
            f" {rational(value)} tree_of_splits."
            for value in (found.bound, found.bound + LITTLE)
        ),
        f"End {name}.",
    ]


def test_coq_has_the_same_bounds_under_every_rule(shop: Workshop) -> None:
    """The bound that is added up in Python passes Coq's check, and a little more does not."""
    commands = []
    for name, (rules, target, keysize) in PROBLEMS.items():
        made, bound = best(rules, target, keysize)
        # Below, the floor of 1/K is all that a check needs.
        assert target is not None or bound > Fraction(1, keysize)
        commands += checked(name, OptimalityFacts(made, bound), keysize, Fraction(2))
    assert computed(shop, *commands) == ["true", "false"] * len(PROBLEMS)


def test_coq_has_the_bounds_of_the_gallery(shop: Workshop) -> None:
    """Of 19, 2, 3 and 4 leaves; two of them are the floor of 1/256."""
    commands = []
    names = ("holes-half", "holes-2", "plain-1", "plain-2")
    for name in names:
        found = facts_of(gallery(name))
        commands += checked(name.replace("-", "_"), stated(found), 256, found.privacy[0].hi)
    assert computed(shop, *commands) == ["true", "false"] * len(names)
