"""What the certificate does not cover, said as plainly as what it does."""

from reports.content.subject import Subject
from reports.document.blocks import Items, Paragraph, Section, Text


def not_covered(subject: Subject) -> Section:
    """Return the limits: those of every certificate, and those of this table."""
    scope = subject.certificate.scope
    entries: list[Text] = [(f"{text[0].upper()}{text[1:]}.",) for text in scope.does_not_cover]
    table = subject.table
    if table.zero == "none" and table.first_count > 0:
        entries.append((f"Counts below {table.first_count}: the table has no row for them.",))
    if subject.certificate.assumed:
        said = "How cell keys are really made: nobody said so, and key-law assumes the usual way."
        entries.append((said,))
    return Section(
        "not-covered",
        "What this certificate does not cover",
        (Paragraph((f"It covers {scope.covers}. It does not cover:",)), Items(tuple(entries))),
    )
