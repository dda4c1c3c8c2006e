"""The whole report of one certificate, as a document."""

from reports.content.claims import claims
from reports.content.details import details
from reports.content.events import worst_events
from reports.content.findings import findings
from reports.content.glossary import GLOSSARY
from reports.content.kernel import kernel
from reports.content.limits import not_covered
from reports.content.pictures import pictures
from reports.content.promise import summary
from reports.content.recheck import recheck
from reports.content.subject import Subject
from reports.content.table import parameters
from reports.document.blocks import Document


def report(subject: Subject) -> Document:
    """Return what is said of a certificate: the verdict first, then the rest."""
    return Document(
        title=f"Certification report: {subject.name}",
        subtitle="What this perturbation table does to every count, proved",
        summary=summary(subject),
        sections=(
            claims(subject),
            parameters(subject),
            pictures(subject),
            worst_events(subject),
            findings(subject),
            not_covered(subject),
            *kernel(subject),
            recheck(subject),
            details(subject),
        ),
        glossary=GLOSSARY,
    )
