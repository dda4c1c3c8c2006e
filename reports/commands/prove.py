"""``ptcert prove``: ask a solver again all the problems of a certificate, or Coq's kernel."""

import argparse
import json
import sys
from pathlib import Path

from reports.files import make_folder
from reports.progress import progress
from reports.tables import table as text_table
from reports.views.certificate import kernel_view
from verification.smt.prove import ask, read_problems


def run(options: argparse.Namespace) -> int:
    """Re-prove a folder of SMT-LIB problems, or a certificate by Coq's kernel."""
    return _by_kernel(options) if options.coq else _by_solver(options)


def _by_kernel(options: argparse.Namespace) -> int:
    """Compile the theorem about the table; record it in the certificate, make the report again."""
    from reports.commands.certificate_files import read_certificate, write_certificate
    from reports.content.publish import read_formats
    from verification.certificate.document import with_kernel
    from verification.kernel.coqc import compile_table
    from verification.kernel.source import coq_source

    path, formats = Path(options.path), read_formats(options.formats)
    subject = read_certificate(path)
    source = coq_source(subject.certificate)
    folder = path.with_name(f"{subject.name}.coq") if options.work is None else Path(options.work)
    make_folder(folder)
    answer = compile_table(source, folder)
    if not answer.accepted:
        said = f"Coq {answer.version} {answer.message}; the table is not kernel-checked"
        print(f"ptcert prove: {said}", file=sys.stderr)
        return 1
    proved = with_kernel(dict(subject.certificate), answer, source)
    written = write_certificate(path, subject.name, proved, formats)
    found = {"accepted": True, "kernel": proved["kernel"], "written": [str(p) for p in written]}
    print(json.dumps(found, indent=2) if options.json else kernel_view(proved, folder, written))
    return 0


def _by_solver(options: argparse.Namespace) -> int:
    """Re-prove a folder of SMT-LIB problems; undecided where an answer is missing."""
    problems = read_problems(Path(options.path))
    testimony = ask(options.solver, problems, progress)
    rows = [(p.name, p.expected, answer, reason) for p, answer, reason in testimony.answers]
    if options.json:
        answers = [
            dict(zip(("id", "expected", "answer", "reason"), row, strict=True)) for row in rows
        ]
        found = {"solver": options.solver, "version": testimony.version, "problems": answers}
        print(json.dumps(found, indent=2))
    else:
        print(text_table(rows, ("problem", "expected", "answer", "reason")))
        agreed = sum(1 for _, expected, answer, _ in rows if expected == answer)
        print(f"\n{options.solver} {testimony.version}: {agreed} of {len(rows)} as expected")
    if testimony.agrees:
        return 0
    contradicted = any(answer not in (expected, "unknown") for _, expected, answer, _ in rows)
    return 1 if contradicted else 3
