"""Which of two tables is better, and tables near to one that are."""

from fractions import Fraction

from exact.complete.attainable import threshold
from exact.complete.bound import Bounds
from exact.complete.door import Session
from exact.complete.problem import DELTA, Keys, Problem
from exact.errors import InputError

# The neighbourhoods in which a found table is improved, one after the other, until none helps.
_WIDTHS = (2, 4)
_BITS = 67


def objective(problem: Problem, keys: Keys) -> Fraction:
    """Return the objective of a table, as a bound from above within 67 bits."""
    if problem.objective == DELTA:
        return problem.delta(keys).enclosure(_BITS).hi
    return problem.spread(keys)


def goal(problem: Problem, keys: Keys, keysize: int) -> Fraction:
    """Return a bound that proves a table to be the best: no other value lies from it up to that.

    A largest E z^2 is a multiple of 1/K.
    """
    if problem.objective == DELTA:
        return threshold(problem.delta(keys), keysize)
    return problem.spread(keys) - Fraction(1, 2 * keysize)


def is_valid(problem: Problem, keys: Keys, keysize: int) -> bool:
    """Tell whether a proposed table keeps the rules."""
    try:
        problem.check(keys, keysize)
    except InputError:
        return False
    return True


def is_better(problem: Problem, keys: Keys, best: Keys) -> bool:
    """Tell whether a table has a smaller objective than another one."""
    if problem.objective == DELTA:
        return problem.delta(keys).compare_to(problem.delta(best)) < 0
    return problem.spread(keys) < problem.spread(best)


def better(bounds: Bounds, found: Keys | None, best: Keys | None) -> Keys | None:
    """Return what was proposed where it is valid and better, and the best table elsewhere."""
    if found is None or not is_valid(bounds.problem, found, bounds.keysize):
        return best
    return found if best is None or is_better(bounds.problem, found, best) else best


def best_nearby(session: Session, bounds: Bounds, real: Fraction, best: Keys) -> Keys:
    """Return the last of a chain of better tables, each near to the one before."""
    widths = list(_WIDTHS)
    while widths and objective(bounds.problem, best) > real:
        found = better(bounds, session.changed(best, widths[0]), best)
        widths = widths[1:] if found is best or found is None else list(_WIDTHS)
        best = found or best
    return best
