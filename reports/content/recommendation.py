"""What each of several tables is best at, and where the comparison is not one of equals."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.table.extremes import largest_bias, largest_variance, unchanged_range
from exact.table.pairs import worst_pair
from exact.table.plainly import largest_size
from exact.table.ptable import PTable
from reports.content.candidate import Candidate
from reports.content.plainly import which_counts
from reports.decimals import UP, decimal
from reports.document.blocks import Block, Finding, Items, Paragraph, Text
from reports.numbers import delta_bounds

BEST = "best"
# Less bias than that, in cells of so many people, is as good as none.
_NO_BIAS = Fraction(1, 1000)
_DIGITS = 3
# What is worse by at most so large a part of the best is as good: nobody notices it.
NEGLIGIBLE = Fraction(1, 100)
_Value = Callable[[Candidate], Fraction]
_Values = dict[str, Fraction]
# Smaller is better, of each.
_VALUES: tuple[tuple[str, str, _Value], ...] = (
    ("Standard deviation, largest", "the smallest variance", lambda c: largest_variance(c.table)),
    ("Largest noise", "the shortest range of noise", lambda c: Fraction(largest_size(c.table))),
    ("Bias, largest of any row", "the least bias", lambda c: _bias(c.table)),
    ("Released unchanged", "the most counts unchanged", lambda c: 1 - unchanged_range(c.table)[0]),
)
_EVERY, _ABOVE = "with the pair (0, 1)", "for counts from 1"


def best_at(
    candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]
) -> dict[str, frozenset[str]]:
    """Return for each measure the tables that are best at it; where all are equal none is."""
    found = {name: least(_values(candidates, value)) for name, _, value in _VALUES}
    for epsilon in epsilons:
        every, above = _deltas(candidates, epsilon)
        assumed = above and any(c.zeros_preserved(epsilon) is not None for c in candidates)
        found[preserved_name(epsilon) if assumed else delta_name(epsilon)] = least(every)
        if above:
            found[above_name(epsilon)] = least(above)
    return found


def delta_name(epsilon: Epsilon) -> str:
    """Return the name of the measure."""
    return f"Tight δ at ε = {epsilon.text}"


def preserved_name(epsilon: Epsilon) -> str:
    """Return the name of the same measure with zeros preserved where a table does not cover 0."""
    return f"{delta_name(epsilon)}, if zeros stay as they are"


def above_name(epsilon: Epsilon) -> str:
    """Return the name of the same measure without the pair (0, 1)."""
    return f"{delta_name(epsilon)} {_ABOVE}"


def tells_first_pair(candidates: tuple[Candidate, ...]) -> bool:
    """Tell whether delta without the pair (0, 1) says more than delta, of every table."""
    return any(c.has_first_pair for c in candidates) and all(c.above_zero for c in candidates)


def recommendation(
    candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]
) -> tuple[Block, ...]:
    """Return warnings, and what each table is best at, in a sentence each."""
    best = best_at(candidates, epsilons)
    merits = {name: merit for name, merit, _ in _VALUES}
    entries = []
    for candidate in candidates:
        own = [merit for name, merit in merits.items() if candidate.name in best[name]]
        said = (_privacy(candidate, candidates, epsilon) for epsilon in epsilons)
        entries.append(_sentence(candidate, [*own, *(text for text in said if text)]))
    percent = f"{NEGLIGIBLE.numerator * 100 // NEGLIGIBLE.denominator} %"
    about = f"What each is best at, where differences of up to {percent} do not count:"
    return (*_warnings(candidates), Paragraph((about,)), Items(tuple(entries)))


def _privacy(
    candidate: Candidate, candidates: tuple[Candidate, ...], epsilon: Epsilon
) -> str | None:
    """Say that a table has the smallest delta, of which pairs, and by how much not of the others.

    A preserved zero hides in its own large delta what the other pairs have.
    """
    said = f"the smallest δ at ε = {epsilon.text}"
    every, above = _deltas(candidates, epsilon)
    parts = {_EVERY: every, _ABOVE: above} if above else {"": every}
    if not any(candidate.name in least(values) for values in parts.values()):
        return None
    good = [where for where, values in parts.items() if _is_least(candidate, values)]
    if len(good) == len(parts):
        return said if len(parts) == 1 else f"{said}, with the pair (0, 1) and without it"
    (bad,) = set(parts) - set(good)
    return f"{said} {good[0]}, but {_factor(candidate, parts[bad])} {bad}"


def _factor(candidate: Candidate, values: _Values) -> str:
    """Return how many times the smallest value a table has, rounded up."""
    smallest, own = min(values.values()), values[candidate.name]
    if not smallest:
        return f"{decimal(own, _DIGITS, UP)} where the smallest is 0"
    return f"{decimal(own / smallest, _DIGITS, UP)} times the smallest"


def _sentence(candidate: Candidate, merits: list[str]) -> Text:
    said = "; ".join(merits) or "nothing that another does not do as well"
    return (f"{candidate.name}: {said}.",)


def _values(candidates: tuple[Candidate, ...], value: _Value) -> _Values:
    return {candidate.name: value(candidate) for candidate in candidates}


def least(values: _Values) -> frozenset[str]:
    """Return the tables with the smallest value or one as good; none where that is all of them.

    >>> sorted(least({"a": Fraction(1), "b": Fraction(101, 100), "c": Fraction(2)}))
    ['a', 'b']
    >>> least({"a": Fraction(39984, 10000), "b": Fraction(39999, 10000)})
    frozenset()
    """
    most = min(values.values()) * (1 + NEGLIGIBLE)
    best = frozenset(name for name, found in values.items() if found <= most)
    return best if len(best) < len(values) else frozenset()


def _is_least(candidate: Candidate, values: _Values) -> bool:
    return values[candidate.name] <= min(values.values()) * (1 + NEGLIGIBLE)


def _bias(table: PTable) -> Fraction:
    return max(abs(largest_bias(table)), _NO_BIAS)


def _deltas(candidates: tuple[Candidate, ...], epsilon: Epsilon) -> tuple[_Values, _Values]:
    """Return delta of all pairs, and without the pair (0, 1) where that says more; else nothing.

    Then zeros of a table that does not cover 0 are taken as preserved: all have the same pairs.
    """

    def every(candidate: Candidate) -> Fraction:
        preserved = candidate.zeros_preserved(epsilon) if tells else None
        return delta_bounds(preserved or candidate.delta(epsilon)).hi

    def above(candidate: Candidate) -> Fraction:
        return delta_bounds(worst_pair(candidate.above_zero, epsilon).delta).hi

    tells = tells_first_pair(candidates)
    return _values(candidates, every), _values(candidates, above) if tells else {}


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
