"""What a demand costs: the objective of a table without it, with the same rules else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.best import Effort, Found, best_table
from exact.complete.better import objective
from exact.complete.door import Door
from exact.complete.problem import VARIANCE, Problem, least_delta, least_variance
from exact.complete.rules import TableRules
from exact.errors import Undecided


@dataclass(frozen=True, slots=True)
class Cost:
    """A demand, and the objective that a table of as many keys has without it."""

    demand: str
    without: Fraction


def costs(rules: TableRules, found: Found, target: Fraction | None, door: Door) -> tuple[Cost, ...]:
    """Return what a shape and an exact variance cost, for a table that was found with them."""
    top = objective(found.problem, found.keys)
    return tuple(
        Cost(demand, min(top, _least(looser, found, target, door) or top))
        for demand, looser in _loosened(rules)
    )


def _loosened(rules: TableRules) -> Iterator[tuple[str, TableRules]]:
    if rules.shape:
        yield f"--{rules.shape}", replace(rules, shape="")
    if rules.exact_variance:
        yield "--exact-variance", replace(rules, exact_variance=False)


def _least(rules: TableRules, found: Found, target: Fraction | None, door: Door) -> Fraction | None:
    """Return the objective of a table that keeps looser rules, None where none was found."""
    problem = _problem(rules, found.problem, target)
    try:
        other = best_table(problem, found.keysize, door, Effort(leaves=2))
    except Undecided:
        return None
    return objective(problem, other.keys)


def _problem(rules: TableRules, like: Problem, target: Fraction | None) -> Problem:
    if like.objective == VARIANCE and target is not None:
        return least_variance(rules, like.epsilon, target)
    return least_delta(rules, like.epsilon)
