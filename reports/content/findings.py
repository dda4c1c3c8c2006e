"""What the audit found, the gravest first, each with what to do."""

from reports.content.subject import Subject
from reports.document.blocks import Block, Finding, Paragraph, Section
from verification.findings.finding import SEVERITIES
from verification.findings.finding import Finding as Found


def by_severity(found: tuple[Found, ...]) -> tuple[Block, ...]:
    """Return findings as blocks, the gravest first."""
    ordered = sorted(found, key=lambda f: SEVERITIES.index(f.severity))
    return tuple(Finding(f.severity, f.code, f.message, f.remedy) for f in ordered)


def findings(subject: Subject) -> Section:
    """Return the findings by severity."""
    blocks = by_severity(subject.audit.findings)
    if not blocks:
        blocks = (Paragraph(("The audit of the table found nothing to report.",)),)
    about = (
        "Found in the table that the certificate holds. What the reader of the original file "
        "noticed about its form is said by ptcert audit, which sees that file."
    )
    return Section("findings", "Findings", (*blocks, Paragraph((about,))))
