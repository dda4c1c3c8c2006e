"""What the audit found, the gravest first, each with what to do."""

from reports.content.found import by_severity
from reports.content.subject import Subject
from reports.document.blocks import Paragraph, Section


def findings(subject: Subject) -> Section:
    """Return the findings by severity."""
    blocks = by_severity(subject.findings)
    if not blocks:
        blocks = (Paragraph(("The audit of the table found nothing to report.",)),)
    return Section("findings", "Findings", (*blocks, Paragraph((_about(subject),))))


def _about(subject: Subject) -> str:
    if subject.certificate.version == 1:
        return (
            "Found in the table that the certificate holds. What the reader of the original file "
            "noticed about its form is said by ptcert audit, which sees that file."
        )
    found = "Found by the audit of the file and of its table when the certificate was made"
    return f"{found}." if subject.asked_here else f"{found}; recorded, not found again here."
