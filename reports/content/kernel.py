"""What Coq's kernel accepted: the theorem, and the axioms that are left to believe."""

from reports.content.subject import Subject
from reports.document.blocks import Block, Code, Commands, Facts, Items, Paragraph, Section

_MOST_LINES = 200
_MOST_AXIOMS = 20


def kernel(subject: Subject) -> tuple[Section, ...]:
    """Return the section of a certificate that a kernel has checked; nothing for another."""
    found = subject.certificate.kernel
    if found is None:
        return ()
    lines = found.statement.splitlines()
    shown = (*lines[:_MOST_LINES], *(["…"] if len(lines) > _MOST_LINES else []))
    axioms = tuple((Code(name),) for name in found.assumptions[:_MOST_AXIOMS])
    source = (("SHA-256 of the Coq source",), (Code(found.source_sha256),))
    facts = Facts("Kernel check", ((("Kernel-checked",), (kernel_checked(subject),)), source))
    blocks: tuple[Block, ...] = (
        facts,
        Paragraph(("The theorem, whose words are defined in Table.v and Law.v of the library:",)),
        Commands(shown),
        Paragraph(("It assumes the axioms of Coq's real numbers, and nothing else:",)),
        Items(axioms),
    )
    return (Section("kernel", "What Coq's kernel checked", blocks),)


def kernel_checked(subject: Subject) -> str:
    """Say whether a proof assistant's kernel accepted a theorem about the table."""
    found = subject.certificate.kernel
    if found is None:
        return "not kernel-checked (ptcert prove CERTIFICATE --coq does it)"
    if subject.compiled_here:
        return f"yes, by {found.prover} {found.version}"
    return f"recorded: by {found.prover} {found.version}; not re-checked here"
