"""The table itself: parameters, law, key space, rule."""

from exact.laws.law import Law, has_one_noise
from exact.laws.maxent import MaxEntLaw
from exact.laws.registry import kind_of
from exact.privacy.truncation import tight_delta
from exact.table.ptable import PTable
from reports.content import words
from reports.content.subject import Subject
from reports.document.blocks import Facts, Section, Term, Text
from reports.numbers import enclosed, rational, upper

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
    law = origin.law
    title = kind_of(law.name).title
    entries: list[tuple[Text, Text]] = [
        (_term(law), (f"{title}: {law.formula}, z = −{law.D} … {law.D}",)),
        (("Parameters" if law.rate is None else "Rate",), (law.fixed_by, *_rate(law))),
    ]
    if has_one_noise(law):
        entries.append((("Variance of the law",), (enclosed(law.variance().enclosure(_BITS), 10),)))
    entries.append(((Term("Rule", "quantisation"),), (origin.rule,)))
    if origin.epsilon is not None:
        entries.append((("Designed for",), _designed_for(subject)))
    return entries


def _term(law: Law) -> Text:
    return (Term("Law", "maximum-entropy"),) if law.name == MaxEntLaw.name else ("Law",)


def _rate(law: Law) -> Text:
    """Return gamma in digits."""
    return () if law.rate is None else ("; γ ", enclosed(law.rate.enclosure(_BITS), 10))


def _designed_for(subject: Subject) -> Text:
    """Say the point of the design, and what the law itself reaches before it is quantised."""
    origin = subject.table.origin
    assert origin is not None
    assert origin.epsilon is not None
    text = f"ε = {origin.epsilon.text}"
    target: Text = () if origin.delta is None else (", δ = ", rational(origin.delta))
    if not has_one_noise(origin.law):
        return (text, *target)
    reached = tight_delta(origin.law, origin.epsilon).enclosure(_BITS)
    return (text, *target, "; the law itself reaches δ ", upper(reached, 8))
