"""The proof that no table with the same rules is better, as it is kept and handed on."""

from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.attainable import MAX_KEYS, least_gap
from exact.complete.bound import Bounds, Multipliers
from exact.complete.problem import DELTA, VARIANCE, Keys, Problem, least_delta, least_variance
from exact.complete.rules import TableRules
from exact.complete.tree import Tree
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Repeat

OBJECTIVES = (DELTA, VARIANCE)


@dataclass(frozen=True, slots=True)
class Proof:
    """Rules, what is made small, and a tree whose leaves bound every table that keeps the rules.

    ``objective`` is ``delta`` at epsilon, or ``variance``: the largest mean square of a row, where
    delta at epsilon is at most ``target``.
    """

    rules: TableRules
    objective: str
    epsilon: Epsilon
    target: Fraction | None
    tree: Tree

    def __post_init__(self) -> None:
        if (self.target is not None) != (self.objective == VARIANCE):
            rule = "belongs to the least variance, and to nothing else"
            raise InputError("target", self.target, rule, "give the proof as it was written")
        if self.objective == VARIANCE and self.rules.variance:
            rule = "is bounded by rules that make it small"
            raise InputError("variance", self.rules.variance[0], rule, "leave it out")

    @property
    def problem(self) -> Problem:
        """The linear program that the tree is about."""
        if self.target is None:
            return least_delta(self.rules, self.epsilon)
        return least_variance(self.rules, self.epsilon, self.target)

    def bound(self, keysize: int, E: Fraction) -> Fraction:
        """Return what no table of so many keys is below; E is at least e^epsilon."""
        found = self.tree.bound(Bounds(self.problem, keysize, E))
        if found is None:
            rule = "leaves no table at all, and there is one"
            raise InputError("proof", f"{self.tree.leaves} leaves", rule, "make it anew")
        return found


def proof(rules: TableRules, problem: Problem, tree: Tree, target: Fraction | None) -> Proof:
    """Return a proof whose numbers have the signs that the argument needs.

    What a search proposes is made valid when it is used; here it is made so for ever.
    """
    stated = replace(rules, last=rules.last_count)
    vectors = tuple(valid_multipliers(problem, vector) for vector in tree.vectors)
    valid = Tree(tree.nodes, vectors)
    return Proof(stated, problem.objective, problem.epsilon, target, valid)


def keys_of_table(rules: TableRules, table: PTable) -> Keys:
    """Return the keys of every row up to the last one; raise where the rules are of other tables.

    A count of 0 that the table does not cover has the keys of a preserved zero.
    """
    if table.last_count != rules.last_count or not isinstance(table.beyond, Repeat):
        rule = f"ends with count {table.last_count}, not with a row that repeats"
        remedy = f"give a table whose row {rules.last_count} is the last and repeats"
        raise InputError("table", f"{len(table.rows)} rows", rule, remedy)
    if table.holes != rules.holes:
        rule = f"are not the holes {list(rules.holes)} of the rules"
        raise InputError("holes", list(table.holes), rule, "declare the same holes")
    if table.zero == "none" and rules.first_pair != "exclude":
        rule = "is not covered, and the rules speak of the pair (0, 1)"
        raise InputError("zero", table.zero, rule, "declare what happens to a count of 0")
    return tuple(_keys(rules, table, count) for count in range(rules.last_count + 1))


def is_least(proof: Proof, keys: Keys, bound: Fraction, ends: tuple[Fraction, Fraction]) -> bool:
    """Tell whether a bound proves that no table of so many keys is better than this one.

    ``ends`` are bounds of e^epsilon; where they are too wide, nothing is said to be proved.
    """
    problem, keysize = proof.problem, sum(keys[0])
    if proof.objective == VARIANCE:
        return keysize * problem.spread(keys) - 1 < keysize * bound
    if keysize > MAX_KEYS:
        return False
    delta = problem.delta(keys)
    gap = least_gap(delta, keysize, *ends)
    return gap is not None and keysize * (delta.A - delta.B * ends[0] - bound) < gap


def _keys(rules: TableRules, table: PTable, count: int) -> tuple[int, ...]:
    support = rules.row(count).support
    if count == 0 and table.zero == "none":
        return tuple(table.keysize if z == 0 else 0 for z in support)
    weights = table.row(count).pmf
    found = dict(zip(weights.outcomes, weights.weights, strict=True))
    if not set(found) <= set(support):
        rule = f"has noise that the rules exclude: {sorted(set(found) - set(support))}"
        raise InputError("row", count, rule, "give the rules that the table keeps")
    return tuple(found.get(z, 0) for z in support)


def valid_multipliers(problem: Problem, vector: Multipliers) -> Multipliers:
    """Return multipliers with the signs and sizes that the argument needs."""
    events = tuple(max(0, value) for value in vector.events)
    return Multipliers(
        events,
        tuple(
            tuple(min(most, max(0, value)) for value in outputs)
            for most, outputs in zip(events, vector.outputs, strict=True)
        ),
        tuple(
            tuple(
                value if condition.is_equation else max(0, value)
                for condition, value in zip(conditions, values, strict=True)
            )
            for conditions, values in zip(problem.conditions(), vector.conditions, strict=True)
        ),
        _valid_variances(problem, vector),
    )


def _valid_variances(problem: Problem, vector: Multipliers) -> tuple[int, ...]:
    if problem.objective == DELTA:
        return ()
    return tuple(max(0, v) if problem.counted(i) else 0 for i, v in enumerate(vector.variances))
