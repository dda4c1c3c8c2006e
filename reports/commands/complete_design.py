"""``ptcert design --complete``: the best table with a row for every count, and its bound."""

import argparse
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from exact.complete.best import Effort, Found, NoTable, best_table
from exact.complete.bound import Bounds
from exact.complete.contradiction import Contradiction
from exact.complete.costs import costs
from exact.complete.entropy_table import (
    Contradictory,
    contradictions,
    entropy_rows,
    row_without_keys,
)
from exact.complete.least_epsilon import least_epsilon
from exact.complete.made import Made, of_laws
from exact.complete.problem import DELTA, Problem, least_delta, least_variance
from exact.complete.rules import TableRules
from exact.errors import InputError, Undecided
from exact.keyorder.order import KeyOrder
from exact.laws.asymmetric import variance_range
from exact.laws.maxent import MaxEntLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, integer, probability
from exact.table.native import write_native
from reports.commands.complete_rules import refuse_other_designs, rules_of_options
from reports.commands.key_order import order_blocks, ordered
from reports.files import write_atomically
from reports.jsons import order_json
from reports.printing import say, say_json
from reports.progress import doing, tell
from reports.proposals.highs import HighsSession
from reports.views.complete_design import (
    made_blocks,
    made_json,
    missed_blocks,
    missed_json,
    search_line,
)

# A delta that no table has here is out of reach.
_LARGEST = Epsilon(exp=Fraction(1 << 16))
_MOST_LEAVES = 10**6
PRIVACY, ENTROPY = "privacy", "entropy"


class _Missed(Exception):
    """No table meets the target: every one has a delta of at least ``bound`` at epsilon."""

    def __init__(self, bound: Fraction, epsilon: Epsilon) -> None:
        super().__init__()
        self.bound = bound
        self.epsilon = epsilon


def run_complete(options: argparse.Namespace, order: KeyOrder | None) -> int:
    """Make the table, write it, and say what it is and how far from the best."""
    if options.small or options.law != MaxEntLaw.name:
        from reports.commands.complete_law import run_law

        return run_law(options, order)
    refuse_other_designs(options)
    criterion = options.criterion or PRIVACY
    rules, keysize = rules_of_options(options), integer(options.keysize, "keysize", 2, MAX_KEYSIZE)
    rules.check_keysize(keysize)
    epsilon = None if options.epsilon is None else read_epsilon(options.epsilon)
    target = None if options.delta is None else probability(options.delta, "delta")
    try:
        with doing("finding the best table and its bound"):
            effort = _effort(options, keysize)
            made = _made(criterion, rules, keysize, epsilon, target, effort)
    except _Missed as missed:
        return _tell_missed(criterion, missed, options)
    except Contradictory as error:
        raise _refusal(error.rows) from None
    tell("")
    proof = None if options.proof is None else _proof_text(made)
    if options.output is not None:
        write_atomically(Path(options.output), write_native(ordered(made.table, order)))
    if proof is not None:
        write_atomically(Path(options.proof), proof)
    if options.json:
        say_json(made_json(made) | order_json(order))
    else:
        say((*made_blocks(made, options.output), *order_blocks(order)), options.wide)
    return 0


def _effort(options: argparse.Namespace, keysize: int) -> Effort:
    """Return how far to search, and let a terminal see how far the search is."""
    leaves = None if options.leaves is None else integer(options.leaves, "leaves", 1, _MOST_LEAVES)
    return Effort(leaves, lambda found: tell(search_line(found, keysize)))


def _proof_text(made: Made) -> str:
    if made.proof is None and made.least is not None:
        rule = "has nothing to prove: no epsilon above 0 is excluded"
        raise InputError("proof", "", rule, "leave it out, or choose a smaller delta")
    if made.proof is None:
        rule = "does not go with --criterion entropy, which bounds no other table"
        raise InputError("proof", "", rule, "use --criterion privacy or variance")
    from verification.certificate.proof_file import write_proof

    return write_proof(made.proof)


def _tell_missed(criterion: str, missed: _Missed, options: argparse.Namespace) -> int:
    if options.json:
        say_json(missed_json(criterion, missed.bound))
    else:
        say(missed_blocks(missed.bound, missed.epsilon, options.delta), options.wide)
    return 1


def _made(
    criterion: str,
    rules: TableRules,
    keysize: int,
    epsilon: Epsilon | None,
    target: Fraction | None,
    effort: Effort,
) -> Made:
    if criterion == ENTROPY:
        return _by_entropy(rules, keysize, epsilon, target)
    if criterion == PRIVACY:
        return _by_privacy(rules, keysize, epsilon, target, effort)
    if epsilon is None or target is None:
        missing = "epsilon" if epsilon is None else "delta"
        raise InputError(missing, "", "is missing", "the smallest variance needs both")
    if rules.variance:
        rule = "does not go with --criterion variance, which makes it small"
        raise InputError("variance", rules.variance[0], rule, "leave it out")
    found = _searched(least_variance(rules, epsilon, target), rules, keysize, effort)
    spent = () if found.interrupted else costs(rules, found, target, HighsSession)
    return Made(rules, criterion, found.keys, epsilon, found, target=target, costs=spent)


def _by_entropy(
    rules: TableRules, keysize: int, epsilon: Epsilon | None, target: Fraction | None
) -> Made:
    if target is not None:
        rule = "is no target of --criterion entropy"
        raise InputError("delta", target, rule, "use --criterion privacy")
    if rules.cap is not None:
        rule = "does not go with --criterion entropy, which makes every row by itself"
        raise InputError("first_pair", f"cap:{rules.cap}", rule, "use --criterion privacy")
    return of_laws(rules, entropy_rows(rules, keysize), epsilon)


def _by_privacy(
    rules: TableRules,
    keysize: int,
    epsilon: Epsilon | None,
    target: Fraction | None,
    effort: Effort,
) -> Made:
    if epsilon is None:
        if target is None:
            raise InputError("epsilon", "", "is missing", "give --epsilon or --delta")
        if broken := contradictions(rules):
            raise Contradictory(broken)
        bound = _real_bound(least_delta(rules, _LARGEST), keysize)
        if bound > target:
            raise _Missed(bound, _LARGEST)
        least = least_epsilon(rules, target, keysize, HighsSession)
        return Made(rules, PRIVACY, least.found.keys, least.epsilon, least.found, least=least)
    found = _searched(least_delta(rules, epsilon), rules, keysize, effort)
    if target is not None and found.delta.compare(target) > 0:
        if found.bound <= target and not found.proved_optimal:
            raise Undecided("the target delta: no table was found, and none is excluded")
        raise _Missed(max(found.bound, _proved(found)), epsilon)
    spent = () if found.interrupted else costs(rules, found, None, HighsSession)
    return Made(rules, PRIVACY, found.keys, epsilon, found, costs=spent)


def _proved(found: Found) -> Fraction:
    """Return a number that no table is below: the least delta itself, where it is proved."""
    return found.delta.enclosure(67).lo if found.proved_optimal else found.bound


def _searched(problem: Problem, rules: TableRules, keysize: int, effort: Effort) -> Found:
    """Return the best table; say which rules, or which bound, leave none."""
    try:
        return best_table(problem, keysize, HighsSession, effort)
    except Undecided as error:
        raise _keys_that_fit_no_row(rules, keysize) or error from None
    except NoTable as none:
        if broken := contradictions(rules):
            raise Contradictory(broken) from None
        capped = tuple(
            replace(event, cap=None) for event in problem.events if event.cap is not None
        )
        if none.tree.leaves > 1 or not capped:
            leaves = f"{none.tree.leaves} leaves"
            rule = f"is too few: no table of so many keys keeps the rules ({leaves})"
            refused = InputError("keysize", keysize, rule, "choose more keys")
            raise _keys_that_fit_no_row(rules, keysize) or refused from None
        free = replace(problem, events=capped, objective=DELTA)
        raise _Missed(_real_bound(free, keysize), problem.epsilon) from None


def _keys_that_fit_no_row(rules: TableRules, keysize: int) -> InputError | None:
    """Name the row whose conditions no whole keys keep, where there is one."""
    row = row_without_keys(rules, keysize)
    if row is None:
        return None
    names = " and ".join(condition.name for condition in row.conditions())
    rule = f"does not fit row {row.count}: no whole keys keep its {names}"
    return InputError("keysize", keysize, rule, "choose another number or variance")


def _real_bound(problem: Problem, keysize: int) -> Fraction:
    """Return a proved bound of delta without a tree."""
    vector = HighsSession(problem, keysize).relaxed({}).multipliers
    return Bounds(problem, keysize).value(vector) or Fraction(0)


def _refusal(rows: tuple[Contradiction, ...]) -> InputError:
    """Name the first row whose demands cannot hold together, with the multipliers that show it."""
    first = rows[0]
    names = " and ".join(condition.name for condition, _ in first.parts)
    vector = ", ".join(f"{m} x {condition.name}" for condition, m in first.parts)
    others = ", nor can row " + ", ".join(str(row.count) for row in rows[1:4]) if rows[1:] else ""
    together = " together" if len(first.parts) > 1 else " 0" if names == "bias" else ""
    rule = f"cannot keep {names}{together} on noise {first.support[0]}..{first.support[-1]}{others}"
    proof = f" (proof: {vector} is at least {first.least} > 0 for every noise)"
    return InputError("row", first.count, rule + proof, _what_would_work(first))


def _what_would_work(found: Contradiction) -> str:
    """Return the remedy: a variance that the row can have, or the demand to leave out."""
    names = {condition.name for condition, _ in found.parts}
    if names == {"bias"}:
        return "choose a larger D, fewer holes or --allow-bias"
    if names <= {"bias", "variance"} and found.support[0] <= 0 <= found.support[-1]:
        allowed = variance_range(found.support, Fraction(0))
        return f"row {found.count} can have variances from {allowed.lo} to {allowed.hi}"
    return "leave one of them out, or change it"
