"""The kernel accepts the bound of every table with the same rules, and no better one."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from exact.complete.best import Effort, best_table
from exact.complete.bound import Multipliers
from exact.complete.problem import Problem, least_delta, least_variance
from exact.complete.proof import proof
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
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
from verification.kernel.optimality_part import best_numbers, definitions, rules_definition
from verification.kernel.source import table_definition
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
    assert "(keysize T) (exp (1 / 1)) least_possible /\\" in stands
    assert stands.endswith("is_best rules_kept made_small (exp (1 / 1)) T.")


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


def with_least(found: OptimalityFacts, **changes: object) -> OptimalityFacts:
    """Return the facts with something else that this table is said to have."""
    assert found.least is not None
    return replace(found, least=replace(found.least, **changes))  # type: ignore[arg-type]


def smaller_value(found: OptimalityFacts) -> OptimalityFacts:
    """Say that this table has a little less than it has."""
    assert found.least is not None
    return with_least(found, value=found.least.value - LITTLE)


def another_value(found: OptimalityFacts) -> OptimalityFacts:
    """Say that it has (11 - 3 e) / 256 in place of (12 - 3 e) / 256."""
    return with_least(found, a=11)


def room_below(found: OptimalityFacts) -> OptimalityFacts:
    """Give a bound that leaves room for (1 - 0 e) / 256: another table might have that."""
    return replace(found, bound=Fraction(1, 256))


REFUSED: list[tuple[Change, str]] = [
    (smaller_value, "best"),
    (another_value, "best"),
    (room_below, "best"),
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
    "its tree has 4000 leaves times 66 noise values, and Coq is given a product of 262144 at "
    "most": [(4, -4, n) for n in range(3999)],
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
    "hole": (TableRules(D=(2,), variance=(V,), holes=(1,), last=4), None, 1 << 12),
    "exact": (TableRules(D=(2, 3), variance=(V, Fraction(7, 5)), exact_variance=True), None, 100),
    "cap": (
        TableRules(D=(2,), first_pair="cap", cap=Fraction(1, 2), variance=(V,)),
        None,
        1 << 12,
    ),
    "zero": (TableRules(D=(2,), zero="row", first_pair="include", variance=(V,)), None, 1 << 12),
    "bias": (TableRules(D=(2,), unbiased=False, stay=(Fraction(2, 3),)), None, 1 << 12),
    "peak": (TableRules(D=(3,), shape="unimodal", variance=(V,), holes=(2,)), None, 1 << 12),
    "monotone": (TableRules(D=(3,), shape="monotone", variance=(V,), stay=(V / 5,)), None, 40),
    "variance": (TableRules(D=(4,), holes=(1,)), Fraction(1, 10), 1 << 12),
    "few_squares": (TableRules(D=(2,)), Fraction(1, 4), 16),
    "given_row": (
        TableRules(D=(1,), last=3, last_row=(Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))),
        None,
        16,
    ),
}
PROVED_BEST = {"few_keys", "exact", "few_squares", "given_row"}


def best(rules: TableRules, target: Fraction | None, keysize: int) -> Facts:
    """Return what Coq is told of a table that HiGHS proposed, at e^epsilon = 2."""
    at = epsilon("ln(2)")
    problem: Problem = (
        least_delta(rules, at) if target is None else least_variance(rules, at, target)
    )
    found = best_table(problem, keysize, HighsSession, Effort(leaves=20))
    made = proof(rules, problem, found.tree, target)
    table = table_of_keys(rules, found.keys)
    request = Request(table, source(table), (Target(at),), proof=made)
    return facts_of(certificate(prepare(request), []))


def checked(name: str, found: Facts) -> list[str]:
    """Return commands that check a bound in Coq, then a little more, and that none is better."""
    stands, at = stated(found), found.privacy[0]
    return [
        f"Module {name}.",
        table_definition(found.table),
        rules_definition(stands.proof.rules),
        *definitions(stands),
        *(
            f"Compute optimality_check rules_kept made_small {found.table.keysize}"
            f" {rational(at.hi)} {rational(value)} tree_of_splits."
            for value in (stands.bound, stands.bound + LITTLE)
        ),
        *(
            f"Compute best_check rules_kept T made_small {rational(at.lo)} {rational(at.hi)}"
            f" {best_numbers(stands)}."
            for _ in range(stands.least is not None)
        ),
        f"End {name}.",
    ]


def answers(found: Facts) -> list[str]:
    """Return what Coq has to compute: the bound, no more than it, and the word "least"."""
    return ["true", "false", *(["true"] if stated(found).least is not None else [])]


def test_coq_has_the_same_bounds_under_every_rule(shop: Workshop) -> None:
    """The bound that is added up in Python passes Coq's check, and a little more does not."""
    commands, wanted, proved = [], [], set()
    for name, (rules, target, keysize) in PROBLEMS.items():
        found = best(rules, target, keysize)
        # Below, the floor of 1/K is all that a check needs.
        assert target is not None or stated(found).bound > Fraction(1, keysize)
        commands += checked(name, found)
        wanted += answers(found)
        proved |= {name} if stated(found).least is not None else set()
    assert proved >= PROVED_BEST
    assert computed(shop, *commands) == wanted


def test_coq_has_the_bounds_of_the_gallery(shop: Workshop) -> None:
    """Of 19, 2, 3 and 4 leaves; two of them are the floor of 1/256."""
    names = ("holes-half", "holes-2", "plain-1", "plain-2")
    found = {name: facts_of(gallery(name)) for name in names}
    commands = [line for name in names for line in checked(name.replace("-", "_"), found[name])]
    assert computed(shop, *commands) == ["true", "false", "true"] * len(names)
