"""What a certificate only records must at least be about this certificate.

Nobody can see from a file whether a solver or Coq really answered so; whether its problems and its
theorem are those of this table, anybody can.
"""

from hashlib import sha256

from exact.errors import InputError
from verification.certificate.certificate import (
    Certificate,
    KernelRecord,
    SolverRecord,
    this_tool,
)
from verification.certificate.theorem import theorem_source
from verification.claims.context import Context
from verification.claims.registry import problems
from verification.findings.codes import CODES
from verification.kernel.answer import too_much
from verification.kernel.source import same_statement, statement_of
from verification.smt.problem import EDITION, Problem

_REMEDY = "certify the table anew"


def check_recorded(certificate: Certificate) -> None:
    """Refuse answers to other problems, and a theorem about something else.

    Answers to an older edition of the problems, and all of version 1, can only be taken as they
    are: the report says so, and ``prove`` asks the problems of today.
    """
    if certificate.version == 1:
        return
    for noted in certificate.findings:
        if noted.code not in CODES:
            raise InputError("finding", noted.code, "is no finding of an audit", _REMEDY)
    if certificate.tool.name != this_tool().name:
        raise InputError("tool", certificate.tool.name, "is not ptcert", _REMEDY)
    today = [solver for solver in certificate.solvers if solver.asked >= EDITION]
    if today:
        asked = tuple(problems(Context.of(certificate.request)))
        for solver in today:
            _check_solver(solver, asked)
    if certificate.kernel is not None:
        _check_kernel(certificate.kernel, theorem_source(certificate))


def _check_solver(solver: SolverRecord, asked: tuple[Problem, ...]) -> None:
    if not solver.is_of_today:
        rule = "is an edition of problems that this version does not know"
        raise InputError("edition", solver.asked, rule, "use a newer ptcert")
    answered = [(answer.id, answer.claim, answer.expected) for answer in solver.problems]
    if answered != [(p.name, p.claim, p.expected) for p in asked]:
        known = {problem.name for problem in asked}
        strange = next((name for name, *_ in answered if name not in known), "some")
        rule = f"records answers that are not to the problems of this table ({strange[:60]})"
        raise InputError("solver", solver.name, rule, _REMEDY)
    questions = {problem.name: problem for problem in asked}
    refuted = [answer.id for answer in solver.refuted]
    found = [one.id for one in solver.counterexamples]
    shown = (questions[one.id].refuted_by(one.found) for one in solver.counterexamples)
    if found != refuted or not all(shown):
        rule = "records counterexamples that do not refute what its answers do"
        raise InputError("solver", solver.name, rule, _REMEDY)


def _check_kernel(kernel: KernelRecord, source: str) -> None:
    if not same_statement(kernel.statement, statement_of(source)):
        rule = "is not the theorem about this table"
        raise InputError("kernel", kernel.statement, rule, "prove it anew: ptcert prove --coq")
    if kernel.source_sha256 != sha256(source.encode()).hexdigest():
        rule = "is not the SHA-256 of the source about this table"
        raise InputError("kernel", kernel.source_sha256, rule, "prove it anew: ptcert prove --coq")
    objection = too_much(kernel.assumptions)
    if objection is not None:
        raise InputError("kernel", kernel.assumptions, objection, "prove it anew")
