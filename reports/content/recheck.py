"""For the auditor two years later: how to check all this again, with which files and versions."""

from reports.content import words
from reports.content.subject import Subject
from reports.document.blocks import Code, Commands, Facts, Paragraph, Section, Text

_HOW = (
    "The first command needs nothing but Python: the checker is one file of standard-library code "
    "that computes every claim anew. The others ask the solvers again, let Coq's kernel check a "
    "theorem about the table, and make this report again from the certificate alone."
)


def recheck(subject: Subject) -> Section:
    """Return files, hashes, versions and commands."""
    tool = subject.certificate["tool"]
    entries: list[tuple[Text, Text]] = [
        (("Certificate",), (Code(subject.file),)),
        (("SHA-256 of the certificate",), (Code(subject.sha256),)),
        (
            ("SHA-256 of the table's file",),
            (Code(words.brief(subject.certificate["input"]["sha256"], 64)),),
        ),
        (("Written by",), (f"{words.brief(tool['name'])} {words.brief(tool['version'])}",)),
        *((("Solver",), _solver(solver)) for solver in subject.certificate["solvers"]),
    ]
    return Section(
        "re-check",
        "How to re-check",
        (
            Facts("Files and versions", tuple(entries)),
            Paragraph((_HOW,)),
            Commands(
                (
                    f"python verification/checker.py {subject.typed} TABLE",
                    "ptcert certify TABLE --smt problems -o again",
                    "ptcert prove problems --solver cvc5",
                    f"ptcert prove {subject.typed} --coq",
                    f"ptcert report {subject.typed}",
                )
            ),
        ),
    )


def _solver(solver: "dict[str, object]") -> Text:
    problems = solver["problems"]
    assert isinstance(problems, list)
    agreed = sum(1 for p in problems if p["answer"] == p["expected"])
    name = f"{words.brief(solver['name'])} {words.brief(solver['version'])}"
    return (f"{name}: {agreed} of {len(problems)} problems answered as expected",)
