"""What Coq's kernel accepted: the theorem, and the axioms that are left to believe."""

from reports.content import words
from reports.content.subject import Subject
from reports.document.blocks import Block, Code, Commands, Facts, Items, Paragraph, Section

_MOST_LINES = 200
_MOST_AXIOMS = 20


def kernel(subject: Subject) -> tuple[Section, ...]:
    """Return the section of a certificate that a kernel has checked; nothing for another."""
    found = subject.kernel
    if found is None:
        return ()
    lines = str(found["statement"]).splitlines()
    shown = (*lines[:_MOST_LINES], *(["…"] if len(lines) > _MOST_LINES else []))
    axioms = tuple((Code(words.brief(name, 120)),) for name in found["assumptions"][:_MOST_AXIOMS])
    checked = f"{words.brief(found['prover'])} {words.brief(found['version'])}"
    source = (("SHA-256 of the Coq source",), (Code(words.brief(found["source_sha256"], 64)),))
    facts = Facts("Kernel check", ((("Kernel-checked",), (f"yes, by {checked}",)), source))
    blocks: tuple[Block, ...] = (
        facts,
        Paragraph(("The theorem, whose words are defined in Table.v and Law.v of the library:",)),
        Commands(shown),
        Paragraph(("It assumes the axioms of Coq's real numbers, and nothing else:",)),
        Items(axioms),
    )
    return (Section("kernel", "What Coq's kernel checked", blocks),)
