"""Claim by claim: what it says, its value, where it comes from, who proved it, how to re-check."""

from typing import Any

from reports.content import words
from reports.content.shown import shown_line
from reports.content.subject import Subject
from reports.document.blocks import Block, Code, Column, Facts, Grid, Section, Status, Text
from verification.claims.kind import ClaimKind
from verification.claims.registry import CLAIMS

NOT_CLAIMED = "not claimed"


def claims(subject: Subject) -> Section:
    """Return the claims as one table, then each by itself."""
    rows = tuple(
        ((kind.name,), (kind.title,), (Status(_status(subject, kind)),), (_by(subject, kind),))
        for kind in CLAIMS
    )
    columns = (Column("Claim"), Column("What"), Column("Status"), Column("Proved by"))
    overview = Grid("claims", "The claims of the certificate", columns, rows)
    sections: tuple[Block, ...] = tuple(_section(subject, kind) for kind in CLAIMS)
    return Section("claim-by-claim", "Claim by claim", (overview, *sections))


def _status(subject: Subject, kind: ClaimKind[Any]) -> str:
    claim = subject.certificate.claim(kind.name)
    if claim is None:
        return NOT_CLAIMED
    return "holds" if claim.holds else "fails"


def _section(subject: Subject, kind: ClaimKind[Any]) -> Section:
    claim = subject.certificate.claim(kind.name)
    entries: list[tuple[Text, Text]] = [
        (("Status",), (Status(_status(subject, kind)),)),
        (("It says",), (kind.says,)),
    ]
    if claim is None:
        entries.append((("Why not",), (kind.why_not or "This certificate does not claim it.",)))
    else:
        entries += [
            shown_line(each) for each in kind.shown(subject.certificate.request, claim.evidence)
        ]
        entries += [
            (("Covers",), (words.covers(claim.covers),)),
            (("Source",), (kind.source,)),
            (("Proved by",), (_by(subject, kind),)),
            (("Re-check",), (Code(f"ptcert check {subject.typed}"),)),
        ]
    facts = Facts(f"Claim {kind.name} in detail", tuple(entries))
    return Section(f"claim-{kind.name}", f"{kind.name}: {kind.title}", (facts,))


def _by(subject: Subject, kind: ClaimKind[Any]) -> str:
    """Say how many problems of this claim each solver answered as expected, and the checker."""
    if subject.certificate.claim(kind.name) is None:
        return "–"
    parts = []
    for solver in subject.certificate.solvers:
        asked = solver.of_claim(kind.name)
        agreed = sum(1 for answer in asked if answer.answer == answer.expected)
        if asked:
            recorded = "" if subject.asked_here else ", recorded"
            name = f"{solver.name} {solver.version}"
            parts.append(f"{name} ({agreed} of {len(asked)} problems{recorded})")
    return ", ".join([*parts, "the small checker"])
