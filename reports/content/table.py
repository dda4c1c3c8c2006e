"""The table itself: parameters, law, key space, rule."""

from exact.privacy.law_privacy import law_delta
from exact.table.ptable import PTable
from reports.content import words
from reports.content.subject import Subject
from reports.document.blocks import Facts, Section, Term, Text
from reports.law_words import rate_text
from reports.numbers import enclosed, rational, upper

_DIGITS = 24
_BITS = 200


def parameters(subject: Subject) -> Section:
    """Return the parameters of the table and of the design that it declares."""
    made: tuple[Text, Text] = (("Cell keys made by",), (words.cell_keys(subject),))
    entries = (*shape(subject.table), made, *_design(subject))
    return Section("table", "The table", (Facts("Parameters", entries),))


def shape(table: PTable) -> tuple[tuple[Text, Text], ...]:
    """Return which counts and keys a table covers, and what it does at its ends."""
    return (
        (("Rows",), (words.counts(table),)),
        (("Counts past the last row",), (words.beyond(table),)),
        (("Count of 0",), (words.zero(table),)),
        (
            (Term("Key space", "cell-key"),),
            (words.keys(table.keysize), " keys, ", words.key_numbers(table)),
        ),
    )


def _design(subject: Subject) -> list[tuple[Text, Text]]:
    origin = subject.table.origin
    if origin is None:
        return [(("Law",), ("the file declares none",))]
    D, rate = origin.law.D, origin.law.rate
    gamma, variance = rate.enclosure(_BITS), origin.law.variance(_DIGITS)
    law = f"maximum entropy: p(z) = C·exp(−γ z²), z = −{D} … {D}"
    entries: list[tuple[Text, Text]] = [
        ((Term("Law", "maximum-entropy"),), (law,)),
        (("Rate",), (rate_text(rate), "; γ ", enclosed(gamma, 10))),
        (("Variance of the law",), (enclosed(variance, 10),)),
        ((Term("Rule", "quantisation"),), (origin.rule,)),
    ]
    if origin.epsilon is not None:
        entries.append((("Designed for",), _designed_for(subject)))
    return entries


def _designed_for(subject: Subject) -> Text:
    """Say the point of the design, and what the law itself reaches before it is quantised."""
    origin = subject.table.origin
    assert origin is not None
    assert origin.epsilon is not None
    reached = law_delta(origin.law, origin.epsilon, _DIGITS).delta
    text = f"ε = {origin.epsilon.text}"
    target: Text = () if origin.delta is None else (", δ = ", rational(origin.delta))
    return (text, *target, "; the law itself reaches δ ", upper(reached, 8))
