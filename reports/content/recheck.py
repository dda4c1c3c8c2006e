"""For the auditor two years later: how to check all this again, with which files and versions."""

from reports.content.subject import Subject
from reports.counterexamples import agreement
from reports.document.blocks import Code, Commands, Facts, Paragraph, Section, Text
from verification.certificate.certificate import SolverRecord
from verification.claims.source import Source

RECORDED = (
    "What solvers, Coq and the audit said is recorded by whoever made the file, not re-checked "
    "here: only the claims themselves were computed anew. The last command below asks again."
)
_HOW = (
    "The first command needs nothing but Python: the checker is one file of standard-library code "
    "that computes every claim anew. The others ask the solvers again, let Coq's kernel check a "
    "theorem about the table, and make this report again from the certificate alone."
)


def recheck(subject: Subject) -> Section:
    """Return files, hashes, versions and commands."""
    made = subject.certificate
    entries: list[tuple[Text, Text]] = [
        (("Certificate",), (Code(subject.file),)),
        (("SHA-256 of the certificate",), (Code(subject.sha256),)),
        (("SHA-256 of the table's file",), (Code(made.source.sha256),)),
        (("Format of the table's file",), (_format(made.source),)),
        (("Written by",), (f"{made.tool.name} {made.tool.version}",)),
        *((("Solver",), _solver(solver)) for solver in made.solvers),
    ]
    recorded = () if subject.asked_here else (Paragraph((RECORDED,)),)
    return Section(
        "re-check",
        "How to re-check",
        (
            Facts("Files and versions", tuple(entries)),
            *recorded,
            Paragraph((_HOW,)),
            Commands(
                (
                    f"python verification/checker.py {subject.typed} TABLE",
                    f"ptcert prove {subject.typed} --solver z3",
                    f"ptcert prove {subject.typed} --solver cvc5",
                    f"ptcert prove {subject.typed} --coq",
                    f"ptcert report {subject.typed} --prove",
                )
            ),
        ),
    )


def _format(source: Source) -> str:
    size = "" if source.bytes is None else f", {source.bytes:,} bytes"
    return f"{source.format or 'not said'}{size}"


def _solver(solver: SolverRecord) -> Text:
    older = f"; these are of edition {solver.asked}, and not compared with those of today"
    said = f"{solver.name} {solver.version}: {agreement(solver.problems)}"
    return (f"{said}{'' if solver.is_of_today else older}",)
