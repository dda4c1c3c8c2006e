"""The audit of a table as a document: the verdict first, then the measures and the findings."""

from collections.abc import Sequence

from exact.errors import power_of_two
from exact.formats.reading import Reading
from exact.mapped import Mapped
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from reports.content.found import by_severity
from reports.decimals import UP
from reports.document.blocks import (
    Block,
    Column,
    Columns,
    Document,
    Facts,
    Grid,
    Inline,
    Items,
    Paragraph,
    Section,
    Text,
    Verdict,
)
from reports.document.making import in_signs, signed, without_terms
from reports.numbers import at_most, enclosed, epsilon_number, rational, upper, whole
from reports.views.audit import declared_verdicts
from reports.views.distance import distance_sentence
from reports.views.verdict_line import verdict_line
from reports.words import arithmetic, event_in_words, key_order
from verification.audit import Audit
from verification.findings.finding import Finding
from verification.measures.privacy import PrivacyAudit, ProfilePoint
from verification.measures.rows import RowAudit
from verification.reading_audit import ReadingAudit
from verification.verdict import FAILS

# A longer list of rows is folded: only its beginning is shown where space is short.
_LONG, _MANY = 20, 5000
_SUBTITLE = "What this perturbation table does to every count"
_ROW_TITLES = (
    "count",
    "noise",
    "bias",
    "variance",
    "P(no change)",
    "entropy (nats)",
    "below the largest",
)
_LIMITS = (
    "It speaks of one count of one table with uniform, independent keys, and not of counts that "
    "the table does not cover, nor of repeated, overlapping or differenced queries."
)


def audit_document(found: ReadingAudit, name: str, drawn: bool = False) -> Document:
    """Return what the audit of a file says, with pictures where they can be looked at."""
    if found.audit is None:
        return _broken(found, name)
    return _whole(found.audit, found.reading, name, drawn)


def _whole(result: Audit, reading: Reading, name: str, drawn: bool) -> Document:
    sections = (
        *_pictures(result, drawn),
        *_privacy(result),
        Section("rows", "Row by row", (_rows(result.rows),)),
        *_declared(result),
        *_findings(result.findings),
        Section("limits", "What it does not say", (Paragraph((_LIMITS,)),)),
    )
    said = verdict_line(result)
    verdict = Verdict(result.verdict, f"{name}: {in_signs(said)}", (), f"{name}: {said}")
    read = _read_as(reading)
    summary = (verdict, _plainly(result, read) if drawn else read)
    return Document(f"Audit of {name}", _SUBTITLE, summary, sections, ())


def _plainly(result: Audit, read: Items) -> Columns:
    """Return what the table does in plain words beside its noise, as a report has it."""
    from reports.content.plainly import near, what_it_does
    from reports.pictures.noise_bars import noise_bars_picture

    table, privacy = result.table, result.privacy
    entries = [(name, without_terms(value)) for name, value in what_it_does(result.profiles)]
    if privacy is not None:
        delta = ("δ ", upper(privacy.worst.delta), f" at ε = {privacy.epsilon.text}")
        entries.append((("Privacy",), delta))
    does = Facts("", tuple(entries))
    return Columns((does, read), (noise_bars_picture(table, near(table)),))


def _pictures(result: Audit, drawn: bool) -> tuple[Section, ...]:
    if not drawn:
        return ()
    from reports.content.audit_pictures import audit_pictures

    return (audit_pictures(result),)


def _broken(found: ReadingAudit, name: str) -> Document:
    """Return the audit of a file that holds no table: its structure is broken."""
    said = f"{name}: FAILS, for it holds no table that every key and count could be looked up in"
    summary = (Verdict(FAILS, said, ()), _read_as(found.reading))
    return Document(f"Audit of {name}", _SUBTITLE, summary, _findings(found.findings), ())


def _read_as(reading: Reading) -> Items:
    return Items(((f"Read as: {reading.format}",), *((note,) for note in reading.notes)))


def _privacy(result: Audit) -> tuple[Section, ...]:
    if result.privacy is None:
        return ()
    measures, profile = _measures(result.privacy, result.table), _profile(result.privacy)
    best = () if result.best is None else (Paragraph(signed(distance_sentence(result.best))),)
    return (Section("privacy", "Privacy", (measures, *best, profile)),)


def _measures(privacy: PrivacyAudit, table: PTable) -> Facts:
    worst = privacy.worst
    facts: list[tuple[str, Inline]] = [
        ("keys", _keys(table)),
        ("tight delta over all events", upper(worst.delta)),
        ("worst pair", f"a true count of {worst.count} against {worst.other}"),
        ("worst event", event_in_words(worst)),
        ("largest singleton excess", upper(privacy.singleton[0])),
        ("epsilon^Q (4.10), an infimum", _epsilon(privacy.epsilon_q)),
        ("delta^Q (4.11)", rational(privacy.delta_q, UP)),
    ]
    if privacy.without_zero is not None:
        facts.insert(2, ("without the pair (0, 1)", upper(privacy.without_zero.delta)))
    if privacy.zeros_preserved is not None:
        facts.insert(2, ("with zeros preserved", upper(privacy.zeros_preserved.delta)))
    if privacy.key_law is not None:
        law = privacy.key_law
        facts.append(("cell keys made by", arithmetic(law.arithmetic)))
        facts.append(("distance from uniform", rational(law.distance, UP)))
        facts.append(("tight delta under that law", upper(law.worst.delta)))
    return Facts("Measures", tuple((signed(name), (value,)) for name, value in facts))


def _keys(table: PTable) -> str:
    """Return how many keys there are, and how they are numbered and ordered where that is said."""
    keys = power_of_two(table.keysize)
    numbered = f", numbered {table.first_key}..{table.last_key}" if table.first_key else ""
    order = "" if table.key_order is None else f", {key_order(table.key_order)}"
    return f"{keys}{numbered}{order}"


def _epsilon(epsilon: Epsilon | None) -> Inline:
    if epsilon is None:
        return "infinity (a gap in the support)"
    return epsilon_number(epsilon, 10)


def _profile(privacy: PrivacyAudit) -> Grid:
    """Return delta at several epsilons; where it matters, also without the pair (0, 1), or with."""
    titles = ["epsilon", "tight delta"]
    if privacy.without_zero is not None:
        titles.append("without the pair (0, 1)")
    if privacy.zeros_preserved is not None:
        titles.append("with zeros preserved")
    columns = tuple(Column(in_signs(title), title != titles[0], title) for title in titles)
    rows = tuple(_point(point) for point in privacy.profile)
    return Grid("profile", "Tight δ at other ε", columns, rows)


def _point(point: ProfilePoint) -> tuple[Text, ...]:
    deltas = (point.delta, point.without_zero, point.zeros_preserved)
    return ((point.epsilon.text,), *((upper(delta),) for delta in deltas if delta is not None))


def _rows(rows: Sequence[RowAudit]) -> Grid:
    columns = tuple(Column(title, title != "noise") for title in _ROW_TITLES)
    # Of very many rows only those that are shown are put into words.
    cells = tuple(map(_row, rows)) if len(rows) <= _MANY else Mapped(rows, _row)
    return Grid("rows", "Measures of every row", columns, cells, folded=len(rows) > _LONG)


def _row(row: RowAudit) -> tuple[Text, ...]:
    return (
        (whole(row.count),),
        (f"{row.noise_min} ... {row.noise_max}",),
        (rational(row.bias),),
        (rational(row.variance, digits=10),),
        (rational(row.unchanged),),
        () if row.entropy is None else (enclosed(row.entropy),),
        () if row.entropy_deficit is None else (at_most(row.entropy_deficit, 3),),
    )


def _declared(result: Audit) -> tuple[Section, ...]:
    lines = tuple(
        (f"declared {each['name']} = {each['value']}: {each['verdict'].upper()}",)
        for each in declared_verdicts(result)
    )
    return (Section("declared", "What was declared", (Items(lines),)),) if lines else ()


def _findings(findings: tuple[Finding, ...]) -> tuple[Section, ...]:
    blocks: tuple[Block, ...] = by_severity(findings)
    return (Section("findings", "Findings", blocks),) if blocks else ()
