"""The worst events in words: which releases tell two neighbouring counts apart, and how well."""

from exact.numbers.epsilon import Epsilon
from reports.content import words
from reports.content.numbers import delta
from reports.content.subject import Subject
from reports.decimals import UP
from reports.document.blocks import Block, Column, Grid, Items, Paragraph, Section, Term, Text
from reports.numbers import rational, whole
from reports.words import ranges
from verification.claims.context import BoundedTarget
from verification.claims.dp_singletons import SingleOutcomes
from verification.claims.pairs import EventDelta, OutcomeDelta, PairDelta

# Beyond this many a table is for a program to read, and the certificate is there for it.
_MOST_PAIRS = 500


def worst_events(subject: Subject) -> Section:
    """Return the worst event at each epsilon in a sentence, and a table of every pair."""
    if not subject.events:
        nothing = Paragraph(("This certificate claims nothing about all events.",))
        return Section("worst-events", "The worst events in words", (nothing,))
    best = " is the set of released values that tells a count from its neighbour best: "
    reach = "over it the difference of probabilities reaches δ, and over no set is it larger."
    intro = Paragraph(("The ", Term("worst event", "worst-event"), best + reach))
    sentences = Items(tuple(event_sentence(subject, target) for target in subject.targets))
    blocks: tuple[Block, ...] = (intro, sentences, _every_pair(subject))
    return Section("worst-events", "The worst events in words", blocks)


def event_sentence(subject: Subject, target: BoundedTarget) -> Text:
    """Say which releases tell two counts apart at an epsilon, and how often they happen."""
    worst, at = subject.worst(target), target.epsilon.text
    said = f"ε = {at}: {words.event(worst)}"
    if not worst.event:
        return (f"{said}.",)
    return (
        f"{said}: it happens with probability ",
        rational(worst.A, UP, 6),
        f" if the true count is {worst.count}, and with probability ",
        rational(worst.B, UP, 6),
        f" if it is {worst.other}; beyond the factor e^({at}) remains δ ",
        delta(worst, 10),
        ".",
    )


def _every_pair(subject: Subject) -> Grid:
    found = subject.certificate.evidence("dp-singletons", SingleOutcomes)
    single = {} if found is None else {_key(pair): pair for pair in found.pairs}
    entries = subject.events
    rows = tuple(_row(pair, single.get(_key(pair))) for pair in _largest(entries))
    columns = (
        Column("ε"),
        Column("True count", True),
        Column("Against", True),
        Column("Tight δ", True),
        Column("Worst event: released values"),
        Column("Largest excess of one value", True),
        Column("That value", True),
    )
    alike = "pairs of counts whose rows are the same as those of an earlier pair are not repeated"
    which = f"Every neighbouring pair, both directions ({len(rows):,}; {alike})"
    if len(rows) < len(entries):
        which = (
            f"The {len(rows):,} pairs with the largest δ, of {len(entries):,} in the certificate"
        )
    return Grid("pairs", which, columns, rows, folded=True)


def _row(pair: EventDelta, single: OutcomeDelta | None) -> tuple[Text, ...]:
    weaker: tuple[Text, Text] = (("–",), ("–",))
    if single is not None:
        weaker = ((delta(single, 10),), (whole(single.outcome),))
    return (
        (pair.epsilon.text,),
        (whole(pair.count),),
        (whole(pair.other),),
        (delta(pair, 10),),
        (ranges(pair.event) or "none",),
        *weaker,
    )


def _largest(pairs: tuple[EventDelta, ...]) -> tuple[EventDelta, ...]:
    """Return all pairs, or of very many those with the largest delta."""
    if len(pairs) <= _MOST_PAIRS:
        return pairs
    return tuple(sorted(pairs, key=lambda pair: pair.delta.hi, reverse=True)[:_MOST_PAIRS])


def _key(pair: PairDelta) -> tuple[Epsilon, int, int]:
    return pair.epsilon, pair.count, pair.other
