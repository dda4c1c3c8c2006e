"""The claims as one table, what stands against those that fail, and the details of each."""

from collections.abc import Iterator
from typing import Any

from reports.content import words
from reports.content.events import event_sentence
from reports.content.kernel import kernel_checked
from reports.content.shown import shown_line
from reports.content.subject import Subject
from reports.counterexamples import agreement, counterexamples
from reports.document.blocks import (
    Block,
    Code,
    Column,
    Facts,
    Fold,
    Grid,
    Paragraph,
    Section,
    Status,
    Text,
)
from verification.claims.dp_all_events import KIND as ALL_EVENTS
from verification.claims.kind import Claim, ClaimKind
from verification.claims.registry import CLAIMS
from verification.claims.shown import AGAINST

NOT_CLAIMED = "not claimed"
_COLUMNS = ("Claim", "What it says", "Status", "How proved", "Re-checked by")


def claims(subject: Subject) -> Section:
    """Return the claims as one table, counterexamples, then each claim by itself, folded."""
    rows = tuple(_row(subject, kind) for kind in CLAIMS)
    columns = tuple(Column(title) for title in _COLUMNS)
    overview = Grid("claims", "The claims of the certificate", columns, rows)
    blocks: tuple[Block, ...] = (
        overview,
        Paragraph((f"Coq's kernel: {kernel_checked(subject)}.",)),
        *(block for kind in CLAIMS for block in _against(subject, kind)),
        *(_details(subject, kind, claim) for kind, claim in _made(subject)),
    )
    return Section("claims", "The claims", blocks)


def _made(subject: Subject) -> Iterator[tuple[ClaimKind[Any], Claim]]:
    for kind in CLAIMS:
        claim = subject.certificate.claim(kind.name)
        if claim is not None:
            yield kind, claim


def _row(subject: Subject, kind: ClaimKind[Any]) -> tuple[Text, ...]:
    claim = subject.certificate.claim(kind.name)
    if claim is None:
        return (kind.name,), _why_not(kind), (Status(NOT_CLAIMED),), ("–",), ("–",)
    status = Status("holds" if claim.holds else "fails")
    return (kind.name,), (kind.says,), (status,), (_how(subject, kind),), (_who(subject, kind),)


def _why_not(kind: ClaimKind[Any]) -> Text:
    """Name what is not claimed and say why: its whole sentence would read as if it were."""
    about, why = kind.title, kind.why_not or "this certificate does not claim it."
    return _with_code(f"{about[0].upper()}{about[1:]}. Why not: {why[0].lower()}{why[1:]}")


def _with_code(sentence: str) -> Text:
    """Return a sentence with what stands between backticks as code."""
    parts = sentence.split("`")
    return tuple(Code(part) if place % 2 else part for place, part in enumerate(parts) if part)


def _how(subject: Subject, kind: ClaimKind[Any]) -> str:
    """Say how many problems of this claim the solvers answered as expected, or what proves it."""
    said: dict[str, list[str]] = {}
    for solver in subject.certificate.solvers:
        asked = solver.of_claim(kind.name)
        if asked:
            said.setdefault(agreement(asked), []).append(solver.name)
    recorded = "" if subject.asked_here else " (recorded)"
    if said:
        return "; ".join(f"{', '.join(who)}: {what}" for what, who in said.items()) + recorded
    # The functions that a proof names stand on the page of claims.
    return kind.proof.partition(": `")[0].replace("`", "") or "arithmetic"


def _who(subject: Subject, kind: ClaimKind[Any]) -> str:
    kernel = subject.certificate.kernel is not None and kind.coq_says
    if not kernel:
        return "the small checker"
    return f"the small checker, Coq's kernel{'' if subject.compiled_here else ' (recorded)'}"


def _against(subject: Subject, kind: ClaimKind[Any]) -> Iterator[Block]:
    """Yield what shows that a claim fails: its witness, the worst event, or else its values."""
    claim = subject.certificate.claim(kind.name)
    if claim is None or claim.holds:
        return
    recorded = "" if subject.asked_here else " (recorded)"
    for name, sentence in counterexamples(subject.certificate):
        if name == kind.name:
            by_solvers = f" {kind.name}. Counterexample by solvers{recorded}: {sentence}."
            yield Paragraph((Status("fails"), by_solvers))
    head: Text = (Status("fails"), f" {kind.name}. Counterexample: ")
    if kind is ALL_EVENTS:
        for target in subject.targets:
            if target.delta is not None and subject.worst(target).delta.hi > target.delta:
                limit = f" Claimed was δ ≤ {target.delta}."
                yield Paragraph((*head, *event_sentence(subject, target), limit))
        return
    lines = [shown_line(each) for each in kind.shown(subject.certificate.request, claim.evidence)]
    witnesses = [value for name, value in lines if name == (AGAINST,)]
    for value in witnesses:
        yield Paragraph((*head, *value, "."))
    if not witnesses:
        said = (part for name, value in lines for part in (*name, ": ", *value, "; "))
        yield Paragraph((*head, *tuple(said)[:-1], "."))


def _details(subject: Subject, kind: ClaimKind[Any], claim: Claim) -> Fold:
    entries: list[tuple[Text, Text]] = [
        shown_line(each) for each in kind.shown(subject.certificate.request, claim.evidence)
    ]
    entries += [
        (("Covers",), (words.covers(claim.covers),)),
        (("Source",), (kind.source,)),
    ]
    facts = Facts("", tuple(entries))
    return Fold(f"{kind.name}: {kind.title}, in detail", (facts,))
