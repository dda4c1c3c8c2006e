"""What a complete table is asked for, and the table: by entropy, by privacy or by variance."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.best import Effort, Found, NoTable, best_table
from exact.complete.bound import Bounds
from exact.complete.costs import costs
from exact.complete.door import Door
from exact.complete.entropy_table import Contradictory, contradictions, entropy_rows
from exact.complete.least_epsilon import least_epsilon
from exact.complete.made import Made, of_laws
from exact.complete.problem import DELTA, Problem, least_delta, least_variance
from exact.complete.refusing import keys_that_fit_no_row, refusal
from exact.complete.rules import PRESERVE, TableRules
from exact.errors import InputError, PtcertError, Undecided
from exact.laws.given import Given
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, integer, probability
from exact.table.zero import INCLUDE

PRIVACY, ENTROPY, VARIANCE = "privacy", "entropy", "variance"
CRITERIA = (ENTROPY, PRIVACY, VARIANCE)
# A delta that no table has here is out of reach.
_LARGEST = Epsilon(exp=Fraction(1 << 16))
MOST_LEAVES = 10**6


class Missed(PtcertError):
    """No table meets the target: every one has a delta of at least ``bound`` at epsilon.

    ``of_first_pair``: it is the delta of the pair (0, 1), which has a bound of its own.
    ``counts_zero``: a count of 0 stays 0, and the pair (0, 1) counts as the others do.
    """

    counts_zero = False

    def __init__(self, bound: Fraction, epsilon: Epsilon, of_first_pair: bool = False) -> None:
        super().__init__(f"every table has a delta of at least {bound} at epsilon = {epsilon.text}")
        self.bound = bound
        self.epsilon = epsilon
        self.of_first_pair = of_first_pair


@dataclass(frozen=True)
class Asked:
    """Rules, keys, criterion, epsilon and a target delta, and how far to search."""

    rules: TableRules
    keysize: int
    criterion: str
    epsilon: Epsilon | None
    target: Fraction | None
    effort: Effort

    def __post_init__(self) -> None:
        if self.criterion not in CRITERIA:
            remedy = f"use one of {', '.join(CRITERIA)}"
            raise InputError("criterion", self.criterion, "is not known", remedy)
        self.rules.check_keysize(self.keysize)


def asked(
    rules: TableRules,
    keysize: Given,
    criterion: str | None,
    epsilon: Given | None,
    delta: Given | None,
    effort: Effort,
) -> Asked:
    """Return what was asked for, of numbers as people give them."""
    return Asked(
        rules,
        integer(keysize, "keysize", 2, MAX_KEYSIZE),
        criterion or PRIVACY,
        None if epsilon is None else read_epsilon(epsilon),
        None if delta is None else probability(delta, "delta"),
        effort,
    )


def leaves_given(leaves: Given | None) -> int | None:
    """Return the most leaves of a proof, as given."""
    return None if leaves is None else integer(leaves, "leaves", 1, MOST_LEAVES)


def complete_table(wanted: Asked, door: Door) -> Made:
    """Return the table; raise ``Missed`` where none meets the target, with the bound that shows it.

    Rules that no row can keep together are an ``InputError`` with the proof.
    """
    by: dict[str, Callable[[Asked, Door], Made]] = {
        ENTROPY: _by_entropy,
        PRIVACY: _by_privacy,
        VARIANCE: _by_variance,
    }
    try:
        return by[wanted.criterion](wanted, door)
    except Contradictory as error:
        raise refusal(error.rows) from None
    except Missed as missed:
        rules = wanted.rules
        missed.counts_zero = rules.zero == PRESERVE and rules.first_pair == INCLUDE
        raise


def _by_variance(wanted: Asked, door: Door) -> Made:
    rules, epsilon, target = wanted.rules, wanted.epsilon, wanted.target
    if epsilon is None or target is None:
        missing = "epsilon" if epsilon is None else "delta"
        raise InputError(missing, "", "is missing", "the smallest variance needs both")
    if rules.variance:
        rule = "does not go with --criterion variance, which makes it small"
        raise InputError("variance", rules.variance[0], rule, "leave it out")
    found = _searched(least_variance(rules, epsilon, target), wanted, door)
    spent = () if found.interrupted else costs(rules, found, target, door)
    made = Made(rules, VARIANCE, found.keys, epsilon, found, target=target, costs=spent)
    return replace(made, leaves=wanted.effort.leaves)


def _by_entropy(wanted: Asked, _door: Door) -> Made:
    rules = wanted.rules
    _refuse_leaves(wanted, "--criterion entropy, which makes every row by itself")
    if wanted.target is not None:
        rule = "is no target of --criterion entropy"
        raise InputError("delta", wanted.target, rule, "use --criterion privacy")
    if rules.cap is not None:
        rule = "does not go with --criterion entropy, which makes every row by itself"
        raise InputError("first_pair", f"cap:{rules.cap}", rule, "use --criterion privacy")
    return of_laws(rules, entropy_rows(rules, wanted.keysize), wanted.epsilon)


def _by_privacy(wanted: Asked, door: Door) -> Made:
    rules, epsilon, target = wanted.rules, wanted.epsilon, wanted.target
    if epsilon is None:
        return _smallest_epsilon(wanted, door)
    found = _searched(least_delta(rules, epsilon), wanted, door)
    if target is not None and found.delta.compare(target) > 0:
        if found.bound <= target and not found.proved_optimal:
            raise Undecided("the target delta: no table was found, and none is excluded")
        raise Missed(found.proved, epsilon)
    spent = () if found.interrupted else costs(rules, found, None, door)
    leaves = wanted.effort.leaves
    return Made(rules, PRIVACY, found.keys, epsilon, found, costs=spent, leaves=leaves)


def _smallest_epsilon(wanted: Asked, door: Door) -> Made:
    rules, target, keysize = wanted.rules, wanted.target, wanted.keysize
    if target is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon or --delta")
    _refuse_leaves(wanted, "the smallest epsilon of a delta, which is proved without a tree")
    if broken := contradictions(rules):
        raise Contradictory(broken)
    bound = _real_bound(least_delta(rules, _LARGEST), keysize, door)
    if bound > target:
        raise Missed(bound, _LARGEST)
    least = least_epsilon(rules, target, keysize, door)
    return Made(rules, PRIVACY, least.found.keys, least.epsilon, least.found, least=least)


def _refuse_leaves(wanted: Asked, design: str) -> None:
    if wanted.effort.leaves is not None:
        rule = f"cannot be combined with {design}"
        raise InputError("leaves", wanted.effort.leaves, rule, "leave it out, or give --epsilon")


def _searched(problem: Problem, wanted: Asked, door: Door) -> Found:
    """Return the best table; say which rules, or which bound, leave none."""
    rules, keysize = wanted.rules, wanted.keysize
    try:
        return best_table(problem, keysize, door, wanted.effort)
    except Undecided as error:
        missed = keys_that_fit_no_row(rules, keysize) or _missed(problem, wanted, door)
        raise missed or error from None
    except NoTable as none:
        if broken := contradictions(rules):
            raise Contradictory(broken) from None
        leaves = f"{none.tree.leaves} leaves"
        rule = f"is too few: no table of so many keys keeps the rules ({leaves})"
        refused = InputError("keysize", keysize, rule, "choose more keys")
        missed = keys_that_fit_no_row(rules, keysize) or _missed(problem, wanted, door)
        raise missed or refused from None


def _missed(problem: Problem, wanted: Asked, door: Door) -> Missed | None:
    """Return the bound that shows which target is out of reach: that of all pairs, or of (0, 1).

    Pairs are freed of their target, and the least delta that they can then have is above it.
    """
    cap = wanted.rules.cap
    own = [event for event in problem.events if cap is not None and 0 in (event.count, event.other)]
    others = [event for event in problem.events if event not in own]
    programs = [(others, own, wanted.target)] if problem.objective != DELTA else []
    for freed, kept, target in [*programs, (own, [], cap)]:
        events = (*(replace(event, cap=None) for event in freed), *kept)
        if freed and target is not None:
            bound = _least(replace(problem, events=events, objective=DELTA), target, wanted, door)
            if bound > target:
                return Missed(bound, problem.epsilon, freed is own)
    return None


def _least(problem: Problem, target: Fraction, wanted: Asked, door: Door) -> Fraction:
    """Return what no table has less of: for real numbers, or for whole keys if that is too low."""
    bound = _real_bound(problem, wanted.keysize, door)
    if bound > target:
        return bound
    try:
        found = best_table(problem, wanted.keysize, door, wanted.effort)
    except (NoTable, Undecided):
        return bound
    return found.proved


def _real_bound(problem: Problem, keysize: int, door: Door) -> Fraction:
    """Return a proved bound of delta without a tree."""
    vector = door(problem, keysize).relaxed({}).multipliers
    return Bounds(problem, keysize).value(vector) or Fraction(0)
