"""What each of several tables is best at, and where the comparison is not one of equals."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.table.extremes import largest_bias, largest_variance, unchanged_range
from exact.table.plainly import largest_size
from reports.content.candidate import Candidate
from reports.content.plainly import which_counts
from reports.document.blocks import Block, Finding, Items, Paragraph, Text
from reports.numbers import delta_bounds

BEST = "best"
_Value = Callable[[Candidate], Fraction]
# Smaller is better, of each.
_VALUES: tuple[tuple[str, str, _Value], ...] = (
    ("Standard deviation, largest", "the most accurate", lambda c: largest_variance(c.table)),
    ("Largest noise", "the shortest range of noise", lambda c: Fraction(largest_size(c.table))),
    ("Bias, largest of any row", "the least bias", lambda c: abs(largest_bias(c.table))),
    ("Released unchanged", "the most counts unchanged", lambda c: -unchanged_range(c.table)[0]),
)


def best_at(
    candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]
) -> dict[str, frozenset[str]]:
    """Return for each measure the tables that are best at it; where all are equal none is."""
    found = {name: _least(candidates, value) for name, _, value in _VALUES}
    for epsilon in epsilons:
        found[delta_name(epsilon)] = _least(candidates, _delta(epsilon))
    return found


def delta_name(epsilon: Epsilon) -> str:
    """Return the name of the measure."""
    return f"Tight δ at ε = {epsilon.text}"


def recommendation(
    candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]
) -> tuple[Block, ...]:
    """Return warnings, and what each table is best at, in a sentence each."""
    best = best_at(candidates, epsilons)
    merits = {name: merit for name, merit, _ in _VALUES}
    merits |= {delta_name(e): f"the smallest δ at ε = {e.text}" for e in epsilons}
    entries = tuple(
        _sentence(c, [merits[m] for m, who in best.items() if c.name in who]) for c in candidates
    )
    return (*_warnings(candidates), Paragraph(("What each is best at:",)), Items(entries))


def _sentence(candidate: Candidate, merits: list[str]) -> Text:
    said = ", ".join(merits) or "nothing that another does not do as well"
    return (f"{candidate.name}: {said}.",)


def _least(candidates: tuple[Candidate, ...], value: _Value) -> frozenset[str]:
    values = {candidate.name: value(candidate) for candidate in candidates}
    least = min(values.values())
    best = frozenset(name for name, found in values.items() if found == least)
    return best if len(best) < len(candidates) else frozenset()


def _delta(epsilon: Epsilon) -> _Value:
    return lambda candidate: delta_bounds(candidate.delta(epsilon)).hi


def _warnings(candidates: tuple[Candidate, ...]) -> Iterator[Finding]:
    """Yield what makes the tables hard to compare."""
    counts = {c.name: which_counts(c.table).rstrip(".").lower() for c in candidates}
    if len(set(counts.values())) > 1:
        said = "; ".join(f"{name}: {which}" for name, which in counts.items())
        remedy = "compare them where all have a row, or give every table the same counts"
        yield Finding(
            "warning", "OTHER-COUNTS", f"the tables cover different counts: {said}", remedy
        )
    declared = {c.name: ", ".join(e.text for e in c.epsilons) for c in candidates if c.epsilons}
    if len(set(declared.values())) > 1:
        said = "; ".join(f"{name}: ε = {text}" for name, text in declared.items())
        remedy = "look at the privacy profiles, which show every ε"
        yield Finding("warning", "OTHER-EPSILON", f"they were made for different ε: {said}", remedy)
