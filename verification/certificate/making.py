"""Make a certificate: compute every claim, let solvers answer its problems, put it together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from verification.certificate.certificate import (
    Answer,
    Certificate,
    Counterexample,
    SolverRecord,
    this_tool,
)
from verification.claims.context import Context
from verification.claims.kind import Claim
from verification.claims.registry import made, problems
from verification.claims.request import Request
from verification.measures.profiles import Profiles
from verification.smt.problem import EDITION, Problem
from verification.smt.testimony import Testimony


@dataclass(frozen=True)
class Prepared:
    """The claims of a certificate, and the problems that a solver has to answer for them."""

    context: Context
    claims: tuple[Claim, ...]

    @property
    def request(self) -> Request:
        """What was asked for."""
        return self.context.request

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of every claim."""
        return tuple(problems(self.context))


def prepare(request: Request, profiles: Profiles | None = None) -> Prepared:
    """Compute every claim with its evidence, from profiles where somebody has them already.

    What the table was designed for is quoted where it is one of the targets, and left out else: a
    certificate states nothing that it does not claim.
    """
    if not request.claims_the_design:
        assert request.table.origin is not None
        origin = replace(request.table.origin, epsilon=None, delta=None)
        request = replace(request, table=replace(request.table, origin=origin))
    context = Context.of(request) if profiles is None else Context(request, profiles)
    return Prepared(context, tuple(made(context)))


def certificate(prepared: Prepared, testimonies: Iterable[Testimony]) -> Certificate:
    """Return the whole certificate."""
    request = prepared.request
    return Certificate(
        source=request.source,
        table=request.table,
        targets=prepared.context.targets,
        declared=request.declared,
        arithmetic=request.arithmetic,
        assumed=request.assumed,
        findings=request.findings,
        claims=prepared.claims,
        solvers=tuple(recorded(testimony) for testimony in testimonies),
        tool=this_tool(),
        release=request.release,
        first_pair=request.first_pair,
    )


def recorded(testimony: Testimony) -> SolverRecord:
    """Return a solver's answers as a certificate records them."""
    answers = (
        Answer(problem.name, problem.claim, problem.expected, answer, reason or None)
        for problem, answer, reason in testimony.answers
    )
    found = (Counterexample(name, values) for name, values in testimony.counterexamples)
    solver, version = testimony.solver, testimony.version
    return SolverRecord(solver, version, EDITION, tuple(answers), tuple(found))
