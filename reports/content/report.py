"""The whole report of one certificate, as a document."""

from reports.content.claims import claims
from reports.content.details import details
from reports.content.events import worst_events
from reports.content.findings import findings
from reports.content.first_page import first_page
from reports.content.glossary import GLOSSARY
from reports.content.kernel import kernel
from reports.content.limits import not_covered
from reports.content.pictures import pictures
from reports.content.promise import promises
from reports.content.recheck import recheck
from reports.content.subject import Subject
from reports.content.table import parameters
from reports.document.blocks import Document


def report(subject: Subject) -> Document:
    """Return what is said of a certificate: the verdict first, then the rest."""
    return Document(
        title=f"Certification report: {subject.name}",
        subtitle="What this perturbation table does to every count, proved",
        summary=first_page(subject),
        sections=(
            claims(subject),
            promises(subject),
            pictures(subject),
            findings(subject),
            worst_events(subject),
            parameters(subject),
            not_covered(subject),
            *kernel(subject),
            recheck(subject),
            details(subject),
        ),
        glossary=GLOSSARY,
    )
