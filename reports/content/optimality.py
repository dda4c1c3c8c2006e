"""How far a certified table is from the best one that its rules allow."""

from exact.complete.problem import DELTA
from reports.content import words
from reports.content.subject import Subject
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Text
from verification.claims.optimality import KIND, Optimality, rules_in_words

_DIGITS = 10


def best_possible(subject: Subject) -> list[Text]:
    """Say on page one what no table with the same rules can do; nothing where it is not claimed."""
    found = subject.certificate.evidence(KIND.name, Optimality)
    if found is None:
        return []
    # Where no table of so many keys has less than this one, that is the bound that counts.
    least = max(found.bound, found.value.lo) if found.least else found.bound
    keysize, bound = subject.table.keysize, decimal(least, _DIGITS, DOWN)
    mine = decimal(found.value.hi, _DIGITS, UP)
    where = f"at ε = {found.epsilon.text}"
    tables = f"No table of {words.keys(keysize)} keys with these rules"
    rules = f"The rules: {rules_in_words(found.rules)}."
    if found.objective == DELTA:
        head = f"{tables} protects better than δ = {bound} {where}; this one has {mine} there"
    else:
        head = f"{tables} and δ ≤ {found.target} {where} has a variance below {bound}"
        head = f"{head}; this one has {mine}"
    rules = _and_no_smaller_epsilon(subject, found) + rules
    if found.least:
        return [(f"{head}, and is proved to be the best. {rules}",)]
    gap = decimal(keysize * (found.value.hi - found.bound), 4, UP)
    return [(f"{head}, and is within {gap} keys of that bound. {rules}",)]


def _and_no_smaller_epsilon(subject: Subject, found: Optimality) -> str:
    """Say that a delta claimed at a larger epsilon is out of reach where the bound is above it."""
    excluded = [
        target.delta
        for target in subject.targets
        if target.delta is not None and found.objective == DELTA and target.delta < found.bound
    ]
    if not excluded:
        return ""
    return f"None has δ ≤ {max(excluded)} there, nor at a smaller ε. "
