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
    keysize, bound = subject.table.keysize, decimal(found.bound, _DIGITS, DOWN)
    opening = f"No table with these rules ({rules_in_words(found.rules)})"
    if found.objective == DELTA:
        head = f"{opening} protects better than δ = {bound} at ε = {found.epsilon.text}"
    else:
        kept = f" and δ ≤ {found.target} at ε = {found.epsilon.text}"
        head = f"{opening}{kept} has a variance below {bound}"
    if found.least:
        return [(f"{head}, and none with {words.keys(keysize)} keys is better than this one.",)]
    gap = decimal(keysize * (found.value.hi - found.bound), 4, UP)
    return [(f"{head}; this table is within {gap} keys of that bound.",)]
