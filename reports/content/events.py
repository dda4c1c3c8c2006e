"""The worst events in words: which releases tell two neighbouring counts apart, and how well."""

from fractions import Fraction

from reports.content import words
from reports.content.numbers import delta
from reports.content.subject import Entry, Subject
from reports.decimals import UP
from reports.document.blocks import Block, Column, Grid, Items, Paragraph, Section, Term, Text
from reports.numbers import rational, whole
from reports.words import ranges
from verification.certificate.numbers import ratio

# Beyond this many a table is for a program to read, and the certificate is there for it.
_MOST_PAIRS = 500


def worst_events(subject: Subject) -> Section:
    """Return the worst event at each epsilon in a sentence, and a table of every pair."""
    best = " is the set of released values that tells a count from its neighbour best: "
    reach = "over it the difference of probabilities reaches δ, and over no set is it larger."
    intro = Paragraph(("The ", Term("worst event", "worst-event"), best + reach))
    sentences = Items(tuple(_sentence(subject, target) for target in subject.targets))
    blocks: tuple[Block, ...] = (intro, sentences, _every_pair(subject))
    return Section("worst-events", "The worst events in words", blocks)


def _sentence(subject: Subject, target: Entry) -> Text:
    worst = subject.worst(target)
    said = f"ε = {target['epsilon']}: {words.event(worst)}"
    if not worst["event"]:
        return (f"{said}.",)
    A, B = Fraction(worst["A"]), Fraction(worst["B"])
    return (
        f"{said}: it happens with probability ",
        rational(A, UP, 6),
        f" if the true count is {worst['count']}, and with probability ",
        rational(B, UP, 6),
        f" if it is {worst['other']}; beyond the factor e^({target['epsilon']}) remains δ ",
        delta(worst, 10),
        ".",
    )


def _every_pair(subject: Subject) -> Grid:
    single = {_key(e): e for e in subject.claim(6)["pairs"]}
    entries = subject.claim(5)["pairs"]
    rows = tuple(
        (
            (str(entry["epsilon"]),),
            (whole(entry["count"]),),
            (whole(entry["other"]),),
            (delta(entry, 10),),
            (ranges(entry["event"]) or "none",),
            (delta(single[_key(entry)], 10),),
            (whole(single[_key(entry)]["outcome"]),),
        )
        for entry in _largest(entries)
    )
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


def _largest(entries: list[Entry]) -> list[Entry]:
    """Return all entries, or of very many those with the largest delta."""
    if len(entries) <= _MOST_PAIRS:
        return entries
    return sorted(entries, key=lambda e: ratio(e["delta"]["hi"]), reverse=True)[:_MOST_PAIRS]


def _key(entry: Entry) -> tuple[str, int, int]:
    return entry["epsilon"], entry["count"], entry["other"]
