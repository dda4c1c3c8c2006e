"""The part of the theorem that says: no table that keeps the same rules is better than a bound."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from exact.complete.bound import Multipliers
from exact.complete.conditions import MONOTONE, UNIMODAL
from exact.complete.problem import DELTA, Problem
from exact.complete.proof import Proof
from exact.complete.rules import PRESERVE, TableRules
from exact.complete.tree import Leaf, Node
from exact.table.zero import EXCLUDE, INCLUDE
from verification.kernel.facts import Facts, OptimalityFacts, PrivacyFacts
from verification.kernel.parts import e_in_words, e_to_the
from verification.kernel.text import Part, listed, rational

_SHAPES = {"": "Any", MONOTONE: "Monotone", UNIMODAL: "Unimodal"}


def optimality_parts(found: Facts) -> Iterator[Part]:
    """Yield: the table keeps the rules, no table that does has less, or is better than it."""
    if found.optimality is None:
        return
    epsilon = found.optimality.proof.epsilon
    for number, at_epsilon in enumerate(found.privacy, start=1):
        if at_epsilon.epsilon == epsilon:
            yield _keeps(found.optimality.proof.rules)
            yield _no_table_has_less(found.optimality, at_epsilon.hi, number)
            if found.optimality.least is not None:
                yield _best(found.optimality, at_epsilon, number)


def _keeps(rules: TableRules) -> Part:
    return Part(
        name="kept",
        statement="keeps rules_kept T",
        words="The table keeps the rules listed in rules_kept; Rules.v says what they mean.",
        proof="apply (table_keeps rules_kept T well_formed_T). by_computation.",
        before=rules_definition(rules),
    )


def _no_table_has_less(found: OptimalityFacts, E: Fraction, number: int) -> Part:
    proof = found.proof
    what = "delta" if proof.objective == DELTA else "mean square"
    return Part(
        name="optimal",
        statement="no_table_has_less rules_kept made_small (keysize T) "
        f"({e_to_the(proof.epsilon)}) least_possible",
        words=f"No table with as many keys that keeps these rules has a {what} below "
        f"least_possible, with {e_in_words(proof.epsilon)}.",
        proof=f"apply (optimality rules_kept made_small (keysize T) {rational(E)} _\n"
        f"  {rational(found.bound)} tree_of_splits); [by_computation | apply exp_{number}].",
        before="\n\n".join(definitions(found)),
    )


def _best(found: OptimalityFacts, at: PrivacyFacts, number: int) -> Part:
    return Part(
        name="best",
        statement=f"is_best rules_kept made_small ({e_to_the(at.epsilon)}) T",
        words=f"No table with as many keys that keeps these rules is better than T, with "
        f"{e_in_words(at.epsilon)}: what another one has at most, T has at most too.",
        proof="refine (table_is_best rules_kept T well_formed_T _ made_small\n"
        f"  {' '.join(map(rational, (at.lo, at.hi)))} _\n"
        f"  {best_numbers(found)}\n  optimal _ exp_{number}); by_computation.",
    )


def best_numbers(found: OptimalityFacts) -> str:
    """Return the bound, and what this table has."""
    least = found.least
    assert least is not None
    return f"{rational(found.bound)} {rational(least.value)} {least.a} {least.b}"


def definitions(found: OptimalityFacts) -> Iterator[str]:
    """Yield what is made small, the bound, and the tree with its numbers."""
    proof = found.proof
    made_small = "Delta" if proof.target is None else f"Mean_square {rational(proof.target)}"
    yield f"Definition made_small : objective := {made_small}."
    yield f"Definition least_possible : R := Q2R {rational(found.bound)}."
    problem = proof.problem
    for number, vector in enumerate(proof.tree.vectors):
        yield _numbers(number, problem, proof.rules, vector)
    yield f"Definition tree_of_splits : tree :=\n{_tree(proof, iter(proof.tree.nodes), '  ')}."


def rules_definition(rules: TableRules) -> str:
    """Return the rules as Coq reads them."""
    cap = "" if rules.cap is None else f"Capped {rational(rules.cap)}"
    pair = {EXCLUDE: "Excluded", INCLUDE: "Included"}.get(rules.first_pair, cap)
    return (
        f"Definition rules_kept : rules := {{|\n"
        f"  largest_noise := {listed(map(str, rules.D))};\n"
        f"  mean_square := {_rationals(rules.variance)};\n"
        f"  exactly := {_boolean(rules.exact_variance)};\n"
        f"  holes := {listed(map(str, rules.holes))};\n"
        f"  zero_stays := {_boolean(rules.zero == PRESERVE)};\n"
        f"  last_count := {rules.last_count};\n"
        f"  unbiased := {_boolean(rules.unbiased)};\n"
        f"  stay := {_rationals(rules.stay)};\n"
        f"  row_shape := {_SHAPES[rules.shape]};\n"
        f"  pair_0_1 := {pair};\n"
        f"  given_row := {_rationals(rules.last_row)}\n"
        f"|}}."
    )


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def _rationals(values: tuple[Fraction, ...]) -> str:
    return listed(f"{rational(value)}%Q" for value in values)


def _numbers(number: int, problem: Problem, rules: TableRules, vector: Multipliers) -> str:
    """Return the numbers of a vector that are not 0, times what makes the conditions whole.

    Coq has each condition in whole numbers: its number is divided by what that takes.
    """
    units = [
        [lcm(*(g.denominator for g in c.coefficients)) for c in row] for row in problem.conditions()
    ]
    scale = lcm(*(unit for row in units for unit in row))
    first = 1 if rules.first_pair == EXCLUDE else 0
    conditions = [
        f"({count}, {listed(str(m * scale // unit) for m, unit in zip(own, row, strict=True))})"
        for count, (own, row) in enumerate(zip(vector.conditions, units, strict=True))
        if count >= first and any(own)
    ]
    squares = [f"({count}, {nu * scale})" for count, nu in enumerate(vector.variances) if nu]
    return (
        f"Definition numbers_{number} : numbers := {{|\n"
        f"  of_pairs := {_items(_pairs(problem, vector, scale))};\n"
        f"  of_conditions := {_items(conditions)};\n"
        f"  of_mean_squares := {_items(squares)}\n"
        f"|}}."
    )


def _pairs(problem: Problem, vector: Multipliers, scale: int) -> Iterator[str]:
    """Yield each pair with a number: its counts, the number, and those of the released values."""
    for event, most, outputs in zip(problem.events, vector.events, vector.outputs, strict=True):
        if most:
            shared = [(mine, mu) for (mine, _), mu in zip(event.shared, outputs, strict=True)]
            weights = listed(
                f"({event.count + problem.rows[row].support[position]}, {mu * scale})"
                for (row, position), mu in [*shared, *((mine, most) for mine in event.alone)]
                if mu
            )
            yield f"({event.count}, {event.other}, {most * scale}, {weights})"


def _items(items: Iterator[str] | list[str]) -> str:
    return "[" + ";\n    ".join(items) + "]"


def _tree(proof: Proof, nodes: Iterator[Node], margin: str) -> str:
    """Return the tree that the next nodes make, a split before its two halves."""
    node = next(nodes)
    if isinstance(node, Leaf):
        return f"{margin}(Leaf numbers_{node.vector})"
    row, position = node.place
    noise = proof.rules.row(row).support[position]
    below, above = (_tree(proof, nodes, f"{margin} ") for _ in range(2))
    return f"{margin}(Split {row} ({noise}) {node.floor}\n{below}\n{above})"
