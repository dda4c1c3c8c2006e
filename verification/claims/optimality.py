"""Claim *optimality*: no table that keeps the same rules is better than a bound.

The evidence is what weak duality needs (``exact.complete.bound``): numbers for the pairs, the
released values and the conditions of the rows, which anybody can add up; and where few keys are
shared out in the best way, a tree of splits with such numbers at every leaf.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.complete.bound import Multipliers
from exact.complete.conditions import SHAPES
from exact.complete.problem import DELTA, Keys, Problem
from exact.complete.proof import OBJECTIVES, Proof, is_least, keys_of_table
from exact.complete.rules import MAX_LAST, MAX_NOISE, PRESERVE, ROW, TableRules
from exact.complete.tree import Leaf, Node, Split, Tree
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.holes import listed
from exact.table.zero import EXCLUDE, FIRST_PAIRS, INCLUDE
from verification.claims.context import BoundedTarget, Context
from verification.claims.covers import ROWS
from verification.claims.kind import ClaimKind
from verification.claims.request import Request
from verification.claims.shown import AtLeast, AtMost, Line
from verification.kernel.optimality_part import optimality_parts
from verification.shapes.common import BOUNDS, EPSILON, POSITIVE, Bounds
from verification.shapes.shape import (
    Shape,
    boolean,
    choice,
    described,
    many,
    named,
    optional,
    record,
    whole,
)

_LARGEST = 1 << 128
# Bounds are shown in steps of that, rounded the safe way: their exact forms have many digits.
_STEP = Fraction(1, 10**12)


@dataclass(frozen=True, slots=True)
class Optimality:
    """The evidence: rules and numbers, the bound that follows, and the value of this table.

    ``nodes`` are those of the tree in the order of a walk: (count, noise, most keys) for a split,
    (number of a vector,) for a leaf. ``least`` tells whether no table at all is better.
    """

    rules: TableRules
    objective: str
    epsilon: Epsilon
    target: Fraction | None
    nodes: tuple[tuple[int, ...], ...]
    vectors: tuple[Multipliers, ...]
    bound: Fraction
    value: Bounds
    least: bool

    @property
    def proof(self) -> Proof:
        """The proof that the numbers make."""
        tree = tree_of(self.rules, self.nodes, self.vectors)
        return Proof(self.rules, self.objective, self.epsilon, self.target, tree)


def written_nodes(proof: Proof) -> tuple[tuple[int, ...], ...]:
    """Return the nodes of a proof with counts and noise values in place of positions."""
    supports = [row.support for row in proof.rules.rows()]
    return tuple(
        (node.vector,)
        if isinstance(node, Leaf)
        else (node.place[0], supports[node.place[0]][node.place[1]], node.floor)
        for node in proof.tree.nodes
    )


def tree_of(
    rules: TableRules, nodes: tuple[tuple[int, ...], ...], vectors: tuple[Multipliers, ...]
) -> Tree:
    """Return the tree of written nodes."""
    return Tree(tuple(_node(rules, node) for node in nodes), vectors)


def _node(rules: TableRules, node: tuple[int, ...]) -> Node:
    if len(node) == 1:
        return Leaf(node[0])
    if len(node) != 3 or node[0] > rules.last_count:
        raise InputError("node", list(node), "is no node of a tree", "give the proof as written")
    count, noise, most = node
    support = rules.row(count).support
    if noise not in support:
        raise InputError("node", list(node), "splits what the rules exclude", "make it anew")
    return Split((count, support.index(noise)), most)


def _make(context: Context) -> tuple[bool, Optimality] | None:
    proof = context.request.proof
    if proof is None:
        return None
    exp = _target(context, proof).exp
    keysize, problem = context.table.keysize, proof.problem
    keys = keys_of_table(proof.rules, context.table)
    problem.check(keys, keysize)
    bound = proof.bound(keysize, exp.hi)
    return True, Optimality(
        rules=proof.rules,
        objective=proof.objective,
        epsilon=proof.epsilon,
        target=proof.target,
        nodes=written_nodes(proof),
        vectors=proof.tree.vectors,
        bound=bound,
        value=_value(problem, keys, exp),
        least=is_least(proof, keys, bound, (exp.lo, exp.hi)),
    )


def _target(context: Context, proof: Proof) -> BoundedTarget:
    for target in context.targets:
        if target.epsilon == proof.epsilon:
            return target
    rule = "is where the proof of optimality holds, and no epsilon of the certificate"
    raise InputError("epsilon", proof.epsilon.text, rule, f"add --also '{proof.epsilon.text}'")


def _value(problem: Problem, keys: Keys, exp: Bounds) -> Bounds:
    """Return the largest delta of the pairs that count, or the largest mean square."""
    if problem.objective != DELTA:
        spread = problem.spread(keys)
        return Bounds(spread, spread)
    pairs = zip(problem.events, problem.deltas(keys), strict=True)
    free = [delta for event, delta in pairs if event.cap is None]
    lo, hi = (max(delta.A - delta.B * E for delta in free) for E in (exp.hi, exp.lo))
    return Bounds(lo, hi)


def rules_in_words(rules: TableRules) -> str:
    """Return what every table keeps that the claim speaks of."""
    relation = "exactly" if rules.exact_variance else "at most"
    given = (
        f"the row of count {rules.last_count} {'is this one and ' * bool(rules.last_row)}repeats"
    )
    parts = [
        given if rules.last_row else "",
        f"noise of at most {_by_row(rules.D)}",
        f"variance {relation} {_by_row(rules.variance)}" if rules.variance else "",
        f"no bias in any {'other ' * bool(rules.last_row)}row above 0"
        if rules.unbiased
        else "any bias",
        f"{listed(rules.holes)} never released" if rules.holes else "",
        "a count of 0 stays 0" if rules.zero == PRESERVE else "a row for a count of 0",
        f"noise 0 with probability of at least {_by_row(rules.stay)}" if rules.stay else "",
        f"{rules.shape} rows" if rules.shape else "",
        "" if rules.last_row else given,
        {EXCLUDE: "the pair (0, 1) does not count", INCLUDE: ""}.get(
            rules.first_pair, f"δ of the pair (0, 1) at most {rules.cap}"
        ),
    ]
    return ", ".join(part for part in parts if part)


def _by_row(values: tuple[int, ...] | tuple[Fraction, ...]) -> str:
    return "/".join(map(str, values)) + (" by row" if len(values) > 1 else "")


def _shown(_request: Request, found: Optimality) -> Iterator[Line]:
    yield "Rules", (rules_in_words(found.rules),)
    at, what = f" at ε = {found.epsilon.text}", "δ" if found.objective == DELTA else "variance"
    if found.target is not None:
        at = f", for δ ≤ {found.target}{at}"
    bound, value = found.bound // _STEP * _STEP, -(-found.value.hi // _STEP) * _STEP
    yield f"{what} of every such table", (AtLeast(bound), at)
    yield f"{what} of this table", (AtMost(value), at)
    leaves = sum(len(node) == 1 for node in found.nodes)
    by = "1 leaf" if leaves == 1 else f"{leaves} leaves"
    best = f"yes, by {by}: no table of as many keys with these rules is better"
    yield "Proved best", (best if found.least else "no: only the bound is proved",)


_NUMBER = whole(-_LARGEST, _LARGEST)
_NUMBERS = many(_NUMBER, "Numbers.", least=0)
_RULES: Shape[TableRules] = named(
    "rules",
    record(
        TableRules,
        "The rules of complete tables; what is given by row is for the counts 1, 2, ..., and the "
        "last of it for all later ones.",
        {"last_row": []},
        D=many(whole(1, MAX_NOISE), "The largest noise, by row."),
        variance=many(POSITIVE, "The largest mean square of the noise, by row; none.", least=0),
        exact_variance=described(boolean(), "Whether rows above 0 have exactly that."),
        holes=many(whole(1, MAX_LAST), "Released values that never occur.", least=0),
        zero=described(choice(PRESERVE, ROW), "Whether a count of 0 stays, or has a row."),
        last=described(whole(1, MAX_LAST), "The count of the last row, which repeats."),
        unbiased=described(boolean(), "Whether rows above 0 have bias 0."),
        stay=many(POSITIVE, "The least probability of noise 0, by row; none.", least=0),
        shape=described(choice(*SHAPES), "The shape of every row, or empty."),
        first_pair=described(choice(*FIRST_PAIRS), "How the pair (0, 1) counts."),
        cap=optional(POSITIVE, "The largest delta of the pair (0, 1), where it has its own."),
        last_row=many(
            POSITIVE, "The probabilities of the last row, where every table has the same.", least=0
        ),
    ),
)
_VECTOR: Shape[Multipliers] = named(
    "vector",
    record(
        Multipliers,
        "Numbers that bound every table from below by weak duality.",
        events=described(_NUMBERS, "One for each direction of each pair of counts."),
        outputs=many(_NUMBERS, "For each direction one for each value that both can release."),
        conditions=many(_NUMBERS, "For each row one for each of its conditions."),
        variances=described(_NUMBERS, "One for each row, where the variance is made small."),
    ),
)
PROOF_PARTS: dict[str, Shape[Any]] = {
    "rules": _RULES,
    "objective": described(choice(*OBJECTIVES), "What is made small."),
    "epsilon": described(EPSILON, "Where delta is measured: one of the certificate's."),
    "target": optional(POSITIVE, "The delta that every pair keeps, where variance is made small."),
    "nodes": many(
        many(_NUMBER, "[count, noise, most keys] splits, [number of a vector] is a leaf."),
        "The tree in the order of a walk: a split before its two halves.",
    ),
    "vectors": many(_VECTOR, "The numbers of the leaves."),
}
KIND = ClaimKind(
    name="optimality",
    brief="no table that keeps the same rules is better than a bound",
    title="the best table possible",
    says="No table of as many keys that keeps the same rules has a smaller value than the bound; "
    "this table keeps the rules, and its value is given.",
    source="weak duality of linear programs; the whole argument is in TRUST.md",
    evidence=record(
        Optimality,
        "Rules, numbers and the bound that follows.",
        **PROOF_PARTS,
        bound=described(POSITIVE, "No table of as many keys that keeps the rules has less."),
        value=described(BOUNDS, "What this table has."),
        least=described(boolean(), "Whether no table of so many keys has less than this one."),
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="weak duality, added up in integers; a search with a linear program only proposes",
    coq=optimality_parts,
    coq_says="the table keeps the rules, no table that does has less than the bound, and where "
    "that is claimed none of as many keys is better, for a tree of at most 2^18 leaves times "
    "noise values",
    why_not="No proof was given: `ptcert design --complete --proof` writes one.",
    tests=("tests/certificate/test_optimality.py", "tests/complete"),
)
