"""What the audit found, the gravest first, each with what to do."""

from reports.content.found import by_severity
from reports.content.subject import Subject
from reports.document.blocks import Paragraph, Section


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
