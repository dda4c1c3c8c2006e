"""Ask solvers and Coq again what a certificate records of them."""

from dataclasses import replace

from exact.errors import Undecided
from reports.content.subject import Subject
from reports.progress import progress
from verification.certificate.certificate import Certificate
from verification.certificate.making import prepare, recorded
from verification.certificate.theorem import theorem_source, with_kernel
from verification.kernel.workshop import compile_table
from verification.smt.prove import ask


def asked_again(subject: Subject) -> Subject:
    """Return the subject with what solvers and Coq answer now; undecided where that differs."""
    made = subject.certificate
    problems = prepare(made.request).problems
    testimonies = ask([solver.name for solver in made.solvers], problems, progress)
    again = replace(made, solvers=tuple(map(recorded, testimonies)), kernel=None)
    if made.kernel is not None:
        again = _by_kernel(again)
    if again.verdict != made.verdict:
        rule = f"the certificate says {made.verdict}, and asked again it is {again.verdict}"
        raise Undecided(rule)
    again = replace(again, tool=made.tool)
    return replace(subject, certificate=again, asked_here=True, compiled_here=True)


def _by_kernel(made: Certificate) -> Certificate:
    source = theorem_source(made)
    answer = compile_table(source)
    if not answer.accepted:
        raise Undecided(f"Coq {answer.version} {answer.message}; the table is not kernel-checked")
    return with_kernel(made, answer, source)
