"""``ptcert prove``: ask a solver again all the problems of a certificate, or Coq's kernel."""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from exact.errors import InputError
from reports.commands.problem_files import SAME, compared_files, read_problems
from reports.commands.reading import refuse_given
from reports.counterexamples import agreement
from reports.document.blocks import Block
from reports.document.making import grid, lines
from reports.files import own_folder
from reports.printing import complain, say, say_json
from reports.progress import doing, progress
from reports.views.certificate import kernel_blocks
from reports.words import ranges
from verification.certificate.making import recorded
from verification.smt.problem import EDITION
from verification.smt.prove import ask
from verification.smt.testimony import Testimony

_UNTIED = (
    "These problems are not tied to any certificate: nothing says that they are about a table.",
    "ptcert prove CERTIFICATE --smt FOLDER compares them with those of a certificate.",
)


def run(options: argparse.Namespace) -> int:
    """Re-prove a certificate by a solver or by Coq's kernel, or ask a folder of problems."""
    path = Path(options.path)
    unused = ("solver", "smt") if options.coq else ("work", "formats")
    rule = "cannot be combined with --coq" if options.coq else "is for --coq"
    refuse_given(options, unused, rule, "leave it out")
    if options.coq:
        return _by_kernel(path, options)
    if path.is_dir():
        return _ask_folder(path, options)
    return _prove_certificate(path, options)


def _by_kernel(path: Path, options: argparse.Namespace) -> int:
    """Compile the theorem about the table; record it in the certificate, make the report again."""
    from reports.certificates.files import (
        read_certificate,
        write_certificate,
    )
    from reports.commands.coq_project import coq_files
    from reports.content.publish import read_formats
    from verification.certificate.file import certificate_document, certificate_text
    from verification.certificate.theorem import theorem_source, with_kernel
    from verification.kernel.workshop import compile_table

    formats = read_formats(options.formats)
    subject = read_certificate(path)
    given = path.with_name(f"{subject.name}.coq") if options.work is None else options.work
    folder = own_folder(str(given))
    source = theorem_source(subject.certificate)
    files = coq_files(folder, source)
    with doing("Coq compiles its library and the theorem"):
        answer = compile_table(source)
    if not answer.accepted:
        said = f"Coq {answer.version} {answer.message}; the table is not kernel-checked"
        complain("ptcert prove", said)
        return 1
    proved = with_kernel(subject.certificate, answer, source)
    content = certificate_text(proved).encode()
    recorded = replace(subject, certificate=proved, content=content, compiled_here=True)
    written = write_certificate(path, recorded, formats, files)
    kernel = certificate_document(proved)["kernel"]
    found = {"accepted": True, "kernel": kernel, "written": [str(p) for p in written]}
    if options.json:
        say_json(found)
    else:
        say(kernel_blocks(proved, folder, written), options.wide)
    return 0


def _prove_certificate(path: Path, options: argparse.Namespace) -> int:
    """Ask the problems that follow from a certificate; compare a folder's files with them."""
    from reports.certificates.files import read_certificate
    from verification.claims.context import Context
    from verification.claims.registry import problems

    made = read_certificate(path).certificate
    asked = tuple(problems(Context.of(made.request)))
    files = None
    if options.smt is not None:
        files = compared_files(Path(options.smt), asked, made.source.sha256)
    (testimony,) = ask([options.solver], asked, progress)
    older = sorted({solver.asked for solver in made.solvers if not solver.is_of_today})
    return _tell(_Proof(testimony, path.name, files, tuple(older)), options)


def _ask_folder(folder: Path, options: argparse.Namespace) -> int:
    """Ask the problems of a folder, whatever they are about."""
    if options.smt is not None:
        rule = "goes with a certificate"
        raise InputError("smt", options.smt, rule, "give ptcert prove CERTIFICATE --smt FOLDER")
    (testimony,) = ask([options.solver], read_problems(folder), progress)
    return _tell(_Proof(testimony), options)


@dataclass(frozen=True, slots=True)
class _Proof:
    """A solver's answers, the certificate that they are tied to, and how its files compare.

    ``older`` are the editions of problems, before that of today, to which it records answers.
    """

    testimony: Testimony
    certificate: str | None = None
    files: dict[str, str] | None = None
    older: tuple[int, ...] = ()

    @property
    def status(self) -> int:
        """0 all proved and all files the same, 3 undecided.

        1: an answer contradicts what is expected, or refutes a claim, or files differ.
        """
        answers = self.testimony.answers
        contradicted = any(found not in (p.expected, "unknown") for p, found, _ in answers)
        differ = any(state != SAME for state in (self.files or {}).values())
        if contradicted or differ or self.testimony.counterexamples:
            return 1
        return 0 if self.testimony.agrees else 3

    @property
    def rows(self) -> list[tuple[str, str, str, str]]:
        """Each problem with its expected answer, the answer and the reason."""
        return [(p.name, p.expected, found, why) for p, found, why in self.testimony.answers]

    @property
    def extra(self) -> list[str]:
        """The files of the folder that are no problem of the certificate."""
        known = {name for name, *_ in self.rows}
        return [name for name in self.files or {} if name not in known]

    def document(self) -> dict[str, object]:
        """Return the answers for machines."""
        names = ("id", "expected", "answer", "reason")
        problems: list[dict[str, str]] = [dict(zip(names, row, strict=True)) for row in self.rows]
        found: dict[str, object] = {
            "certificate": self.certificate,
            "tied": self.certificate is not None,
            "solver": self.testimony.solver,
            "version": self.testimony.version,
            "problems": problems,
            "counterexamples": [
                {"id": name, "found": list(values)}
                for name, values in self.testimony.counterexamples
            ],
        }
        if self.files is not None:
            for problem in problems:
                problem["file"] = self.files[problem["id"]]
            found["extra"] = self.extra
        return found

    def blocks(self) -> tuple[Block, ...]:
        """Return the answers for people."""
        titles: tuple[str, ...] = ("problem", "expected", "answer", "reason")
        rows: list[tuple[str, ...]] = list(self.rows)
        if self.files is not None:
            titles = (*titles[:1], "file", *titles[1:])
            rows = [(name, self.files[name], *rest) for name, *rest in rows]
            rows += [(name, self.files[name], "", "", "") for name in self.extra]
        return grid(titles, rows), lines(*self._summary())

    def _summary(self) -> list[str]:
        answered = recorded(self.testimony)
        said = [f"{answered.name} {answered.version}: {agreement(answered.problems, '')}"]
        said += [
            f"{name}: the claim fails. Counterexample: {ranges(values) or 'its model'}"
            for name, values in self.testimony.counterexamples
        ]
        if self.certificate is None:
            return [*said, *_UNTIED]
        for edition in self.older:
            older = f"The certificate records answers to problems of edition {edition}"
            said.append(f"{older}; asked were those of today, edition {EDITION}.")
        if self.files is None:
            return [*said, f"The problems are those of {self.certificate}, made from it anew."]
        states = list(self.files.values())
        counts = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
        return [*said, f"Files against the problems of {self.certificate}: {counts}"]


def _tell(proof: _Proof, options: argparse.Namespace) -> int:
    if options.json:
        say_json(proof.document())
    else:
        say(proof.blocks(), options.wide)
    return proof.status
