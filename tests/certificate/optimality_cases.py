"""Tables with a proof of optimality: a few small ones, the best of 256 keys, and forgeries."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.complete.better import is_valid
from exact.complete.bound import Multipliers
from exact.complete.problem import Problem, least_delta, least_variance
from exact.complete.proof import Proof, proof
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.complete.tree import Leaf, Tree
from exact.numbers.epsilon import Epsilon
from exact.table.native import read_native
from exact.table.ptable import PTable
from tests.certificate.making import Json
from tests.complete.small import every_table
from verification.certificate.proof_file import read_proof

BEST = Path(__file__).resolve().parents[2] / "reports" / "gallery" / "best"
E = Fraction(2)
AT = Epsilon(exp=E)
KEYSIZE = 6
RULES = TableRules(D=(1,), variance=(Fraction(1, 2),))
HOLE = TableRules(D=(2,), variance=(Fraction(3, 2),), holes=(1,), last=4)
CAPPED = TableRules(D=(1,), first_pair="cap", cap=Fraction(3, 4), zero="row", unbiased=False)
# The row that counts from 2 on have is given; its mean is not 0.
GIVEN = TableRules(
    D=(2,),
    variance=(Fraction(1),),
    last=2,
    last_row=tuple(Fraction(n, 6) for n in (1, 1, 3, 0, 1)),
)
SHAPED = TableRules(D=(1,), stay=(Fraction(1, 3),), shape="unimodal", first_pair="include")


def claim_of(document: Json) -> Json:
    """Return the claim optimality of a certificate."""
    found: Json = next(claim for claim in document["claims"] if claim["name"] == "optimality")
    return found


def one_leaf(problem: Problem, rules: TableRules, vector: Multipliers) -> Proof:
    """Return the proof of one leaf."""
    target = next(e.cap for e in problem.events) if problem.objective == "variance" else None
    return proof(rules, problem, Tree((Leaf(0),), (vector,)), target)


def stored() -> tuple[PTable, Proof]:
    """Return the best table of 256 keys, D = 5, V <= 3, no released 1 and 2, and its proof."""
    table = read_native((BEST / "holes-1.ptable.json").read_text())
    return table, read_proof((BEST / "holes-1.proof.json").read_bytes())


def few_keys() -> dict[str, tuple[PTable, Proof]]:
    """Return a table of a few keys for each kind of rule, with numbers that prove something."""
    found = {
        name: _few(rules, least_delta(rules, AT))
        for name, rules in (
            ("variance", RULES),
            ("hole", HOLE),
            ("cap", CAPPED),
            ("shape", SHAPED),
            ("given", GIVEN),
            ("rows", TableRules(D=(1, 2), variance=(Fraction(1, 2), Fraction(1)), last=2)),
            ("exact", TableRules(D=(1,), variance=(Fraction(1, 3),), exact_variance=True)),
            ("monotone", TableRules(D=(1,), shape="monotone", unbiased=False)),
        )
    }
    free = TableRules(D=(1,))
    found["least variance"] = _few(free, least_variance(free, AT, Fraction(1, 2)))
    return found


def _few(rules: TableRules, problem: Problem) -> tuple[PTable, Proof]:
    tables = every_table(problem, KEYSIZE)
    keys = next(keys for keys in tables if is_valid(problem, keys, KEYSIZE))
    vector = Multipliers(
        tuple(3 + i for i, _ in enumerate(problem.events)),
        tuple(tuple(1 + k % 3 for k, _ in enumerate(event.shared)) for event in problem.events),
        tuple(tuple(1 + k for k, _ in enumerate(row)) for row in problem.conditions()),
        tuple(2 for _ in problem.rows),
    )
    return table_of_keys(rules, keys), one_leaf(problem, rules, vector)


FORGERIES: dict[str, Callable[[Json], Any]] = {
    "a higher bound": lambda claim: claim.update(bound="1/2"),
    "another value": lambda claim: claim["value"].update(hi="1/64"),
    "not the best": lambda claim: claim.update(least=False),
    "a variance that it exceeds": lambda claim: claim["rules"].update(variance=["2/1"]),
    "a larger D": lambda claim: claim["rules"].update(D=[6]),
    "fewer rows": lambda claim: claim["rules"].update(last=7),
    "biased rows": lambda claim: claim["rules"].update(unbiased=False),
    "no holes": lambda claim: claim["rules"].update(holes=[]),
    "the pair (0, 1)": lambda claim: claim["rules"].update(first_pair="include"),
    "a cap without a number": lambda claim: claim["rules"].update(first_pair="cap"),
    "a rule more": lambda claim: claim["rules"].update(seed=1),
    "another epsilon": lambda claim: claim.update(epsilon="2"),
    "a target": lambda claim: claim.update(target="1/2"),
    "the least variance": lambda claim: claim.update(objective="variance"),
    "a leaf less": lambda claim: claim["nodes"].pop(),
    "a leaf more": lambda claim: claim["nodes"].append([0]),
    "a split that leaves a gap": lambda claim: claim["nodes"][0].__setitem__(2, 10**6),
    "no tree": lambda claim: claim.update(nodes=[]),
    "no split": lambda claim: claim.update(nodes=[[0]]),
    "a negative lambda": lambda claim: claim["vectors"][0]["events"].__setitem__(0, -1),
    "a mu above lambda": lambda claim: claim["vectors"][0]["outputs"][0].__setitem__(0, 1 << 100),
    "a float": lambda claim: claim["vectors"][0]["events"].__setitem__(0, 0.5),
    "a mean square": lambda claim: claim["vectors"][0].update(variances=[1]),
}
