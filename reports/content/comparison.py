"""Several tables side by side: the same measures in columns, and what changed."""

from collections.abc import Callable, Iterator

from exact.laws.registry import kind_of
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.difference import row_difference
from exact.table.extremes import (
    largest_bias,
    largest_delta_q,
    largest_epsilon_q,
    largest_variance,
)
from exact.table.pairs import worst_pair
from reports.content import words
from reports.content.candidate import Candidate
from reports.content.glossary import GLOSSARY
from reports.content.promise import spread, unchanged
from reports.content.recommendation import (
    BEST,
    above_name,
    best_at,
    delta_name,
    preserved_name,
    recommendation,
    tells_first_pair,
)
from reports.decimals import UP
from reports.document.blocks import (
    Column,
    Document,
    Grid,
    Items,
    Paragraph,
    Section,
    Status,
    Text,
)
from reports.numbers import rational, upper, upper_logarithm
from reports.pictures.profile import profile_picture
from reports.pictures.side_by_side import side_by_side_picture
from reports.pictures.table_profile import table_profile

_Measure = tuple[str, Callable[[Candidate], Text]]


def comparison(candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]) -> Document:
    """Return the comparison; the first table is the one that the others are held against."""
    names = ", ".join(c.name for c in candidates)
    return Document(
        title="Comparison of perturbation tables",
        subtitle=names,
        summary=(
            *recommendation(candidates, epsilons),
            _measures(candidates, epsilons),
            *_above_zero(candidates, epsilons),
            *_left_out(candidates, epsilons),
        ),
        sections=(
            _profiles(candidates, epsilons[0]),
            _changes(candidates, epsilons),
            _limits(),
        ),
        glossary=GLOSSARY,
    )


def _measures(candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]) -> Grid:
    columns = (Column("Measure"), *(Column(c.name) for c in candidates))
    lines = (*_MEASURES, *(line for e in epsilons for line in _deltas(candidates, e)))
    best = best_at(candidates, epsilons)
    rows = tuple(
        ((name,), *(_marked(value(c), c.name in best.get(name, ())) for c in candidates))
        for name, value in lines
    )
    return Grid("measures", "The same measures of every table", columns, rows, sortable=False)


def _marked(value: Text, best: bool) -> Text:
    return (*value, " ", Status(BEST)) if best else value


def _deltas(candidates: tuple[Candidate, ...], epsilon: Epsilon) -> Iterator[_Measure]:
    """Return the tight delta, and where a table does not cover zero also with zeros preserved."""
    name = delta_name(epsilon)
    yield name, _delta_at(epsilon)
    if any(candidate.zeros_preserved(epsilon) is not None for candidate in candidates):
        yield preserved_name(epsilon), _preserved_at(epsilon)


def _preserved_at(epsilon: Epsilon) -> Callable[[Candidate], Text]:
    return lambda candidate: (
        upper(candidate.zeros_preserved(epsilon) or candidate.delta(epsilon)),
    )


def _delta_at(epsilon: Epsilon) -> Callable[[Candidate], Text]:
    return lambda candidate: (upper(candidate.delta(epsilon)),)


def _law(candidate: Candidate) -> Text:
    origin = candidate.table.origin
    if origin is None:
        return ("none declared",)
    return (f"{kind_of(origin.law.name).title}, D = {origin.law.D}, {origin.law.fixed_by}",)


def _rule(candidate: Candidate) -> Text:
    origin = candidate.table.origin
    return ("–" if origin is None else origin.rule,)


_MEASURES: tuple[_Measure, ...] = (
    ("Certificate", lambda c: (Status(c.verdict),)),
    ("Keys", lambda c: (words.keys(c.table.keysize),)),
    ("Rows", lambda c: (words.counts(c.table),)),
    ("Past the last row", lambda c: (words.beyond(c.table),)),
    ("Count of 0", lambda c: (words.zero(c.table),)),
    ("Law", _law),
    ("Rule", _rule),
    ("Largest noise", lambda c: (words.noise(c.table),)),
    ("Bias, largest of any row", lambda c: (rational(largest_bias(c.table), digits=6),)),
    ("Standard deviation, largest", lambda c: spread(c.table)),
    ("Released unchanged", lambda c: unchanged(c.table)),
    ("ε^Q, largest (an infimum)", lambda c: (upper_logarithm(largest_epsilon_q(c.table)),)),
    ("δ^Q, largest", lambda c: (rational(largest_delta_q(c.table), UP),)),
    ("δ that no ε removes", lambda c: (rational(c.plateau, UP),)),
)


def _changes(candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]) -> Section:
    first, *others = candidates
    parts = tuple(
        Section(
            f"change-{number}",
            f"From {first.name} to {other.name}",
            (Items(tuple(_changed(first, other, epsilons))),),
        )
        for number, other in enumerate(others, start=2)
    )
    return Section("changes", "What changed", parts)


def _changed(a: Candidate, b: Candidate, epsilons: tuple[Epsilon, ...]) -> Iterator[Text]:
    yield from _changed_rows(a, b)
    for epsilon in epsilons:
        before, after = a.delta(epsilon), b.delta(epsilon)
        text = f"Tight δ at ε = {epsilon.text} {_direction(after, before)}: "
        yield (text, upper(before), " → ", upper(after))
    for name, value in (("Variance", largest_variance), ("Bias", largest_bias)):
        old, new = value(a.table), value(b.table)
        # A bias is better the nearer it is to 0, on either side.
        word = "stays" if old == new else "grows" if abs(new) > abs(old) else "falls"
        yield (f"{name} {word}: ", rational(old, digits=10), " → ", rational(new, digits=10))


def _direction(after: Delta, before: Delta) -> str:
    return {0: "stays", 1: "grows", -1: "falls"}[after.compare_to(before)]


def _changed_rows(a: Candidate, b: Candidate) -> Iterator[Text]:
    """Say for how many common counts the distribution and the lookup differ."""
    first = max(a.table.first_count, b.table.first_count)
    last = max(a.table.last_count, b.table.last_count)
    if a.table.keysize != b.table.keysize:
        yield (f"Keys: {words.keys(a.table.keysize)} → {words.keys(b.table.keysize)}",)
    common = [n for n in range(first, last + 1) if _covers(a, n) and _covers(b, n)]
    if not common:
        yield ("The two tables have no count in common.",)
        return
    found = [(n, row_difference(a.table.row(n), b.table.row(n))) for n in common]
    differing = [(n, d) for n, d in found if d.first is not None]
    if not differing:
        yield (f"Every key leads to the same noise, in all {len(common):,} common counts.",)
        return
    n, worst = max(differing, key=lambda entry: entry[1].share)
    text = (
        f"The lookup differs for {len(differing):,} of {len(common):,} common counts; most for a "
        f"count of {n}, where this share of the keys leads to other noise: "
    )
    yield (text, rational(worst.share, digits=6))


def _covers(candidate: Candidate, count: int) -> bool:
    from exact.errors import InputError

    try:
        candidate.table.row(count)
    except InputError:
        return False
    return True


def _above_zero(candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]) -> Iterator[Grid]:
    """Yield delta without the pair (0, 1), which hides all others where a zero is preserved."""
    if not tells_first_pair(candidates):
        return
    best = best_at(candidates, epsilons)
    columns = (Column("ε"), *(Column(c.name) for c in candidates))
    rows = tuple(
        ((e.text,), *(_delta_above_zero(c, e, c.name in best[above_name(e)]) for c in candidates))
        for e in epsilons
    )
    yield Grid("above-zero", "Tight δ without the counts 0 and 1", columns, rows, sortable=False)


def _left_out(candidates: tuple[Candidate, ...], epsilons: tuple[Epsilon, ...]) -> Iterator[Grid]:
    """Yield delta of the pair (0, 1), where the tables are compared without it."""
    if any(c.above for c in candidates):
        columns = (Column("ε"), *(Column(c.name) for c in candidates))
        rows = tuple(((e.text,), *(_first(c, e) for c in candidates)) for e in epsilons)
        title = "Left out of everything above: tight δ of the counts 0 and 1"
        yield Grid("left-out", title, columns, rows, sortable=False)


def _first(candidate: Candidate, epsilon: Epsilon) -> Text:
    delta = candidate.first_delta(epsilon)
    return ("not covered",) if delta is None else (upper(delta),)


def _delta_above_zero(candidate: Candidate, epsilon: Epsilon, best: bool) -> Text:
    return _marked((upper(worst_pair(candidate.above_zero, epsilon).delta),), best)


def _profiles(candidates: tuple[Candidate, ...], epsilon: Epsilon) -> Section:
    profiles = tuple(table_profile(c.name, c.pairs) for c in candidates)
    both = side_by_side_picture([(c.name, c.table, c.pairs) for c in candidates], epsilon)
    return Section("profiles", "Accuracy and privacy", (both, profile_picture(profiles, ())))


def _limits() -> Section:
    text = (
        "Every number is computed exactly from the tables. A table marked “not certified” was "
        "measured only: nobody has proved its numbers a second time. The comparison speaks of one "
        "count at a time with uniform, independent keys, as a certificate does."
    )
    return Section("limits", "What this comparison rests on", (Paragraph((text,)),))
