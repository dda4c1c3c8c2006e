"""``ptcert prove``: ask a solver again all the problems of a certificate, or Coq's kernel."""

import argparse
from pathlib import Path

from reports.commands.problem_files import read_problems
from reports.document.making import grid, lines
from reports.files import make_folder
from reports.printing import complain, say, say_json
from reports.progress import progress
from reports.views.certificate import kernel_blocks
from verification.smt.prove import ask


def run(options: argparse.Namespace) -> int:
    """Re-prove a folder of SMT-LIB problems, or a certificate by Coq's kernel."""
    return _by_kernel(options) if options.coq else _by_solver(options)


def _by_kernel(options: argparse.Namespace) -> int:
    """Compile the theorem about the table; record it in the certificate, make the report again."""
    from reports.commands.certificate_files import (
        read_certificate,
        subject_made,
        write_certificate,
    )
    from reports.content.publish import read_formats
    from verification.certificate.file import certificate_document
    from verification.certificate.theorem import theorem_source, with_kernel
    from verification.kernel.coqc import compile_table

    path, formats = Path(options.path), read_formats(options.formats)
    subject = read_certificate(path)
    source = theorem_source(subject.certificate)
    folder = path.with_name(f"{subject.name}.coq") if options.work is None else Path(options.work)
    make_folder(folder)
    answer = compile_table(source, folder)
    if not answer.accepted:
        said = f"Coq {answer.version} {answer.message}; the table is not kernel-checked"
        complain("ptcert prove", said)
        return 1
    proved = with_kernel(subject.certificate, answer, source)
    written = write_certificate(path, subject_made(path, subject.name, proved), formats)
    kernel = certificate_document(proved)["kernel"]
    found = {"accepted": True, "kernel": kernel, "written": [str(p) for p in written]}
    if options.json:
        say_json(found)
    else:
        say(kernel_blocks(proved, folder, written), options.wide)
    return 0


def _by_solver(options: argparse.Namespace) -> int:
    """Re-prove a folder of SMT-LIB problems; undecided where an answer is missing."""
    problems = read_problems(Path(options.path))
    (testimony,) = ask([options.solver], problems, progress)
    rows = [(p.name, p.expected, answer, reason) for p, answer, reason in testimony.answers]
    if options.json:
        answers = [
            dict(zip(("id", "expected", "answer", "reason"), row, strict=True)) for row in rows
        ]
        found = {"solver": options.solver, "version": testimony.version, "problems": answers}
        say_json(found)
    else:
        agreed = sum(1 for _, expected, answer, _ in rows if expected == answer)
        said = f"{options.solver} {testimony.version}: {agreed} of {len(rows)} as expected"
        titles = ("problem", "expected", "answer", "reason")
        say((grid(titles, rows), lines(said)), options.wide)
    if testimony.agrees:
        return 0
    contradicted = any(answer not in (expected, "unknown") for _, expected, answer, _ in rows)
    return 1 if contradicted else 3
