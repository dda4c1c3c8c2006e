"""The certificate of a whole release: the claim composition beside those of its first table."""

from collections.abc import Sequence
from pathlib import Path

from exact.errors import InputError
from exact.release.asking import Question
from reports.certificates.certify import chosen_solvers, recheck
from reports.content.subject import SUFFIX
from reports.files import check_suffix, output_path
from reports.progress import doing, progress
from reports.releases import ReadRelease
from verification.audit import AuditOptions, audit
from verification.certificate.certificate import Certificate
from verification.certificate.certifying import prepared_of
from verification.certificate.file import certificate_text
from verification.certificate.making import certificate
from verification.claims.released import ReleaseTarget, released_of
from verification.smt.prove import ask

_MOST_TARGETS = 20


def certificate_path(given: str | None) -> Path | None:
    """Return the file to write, refusing another suffix."""
    if given is None:
        return None
    path = output_path(given)
    check_suffix(path, (".json",))
    if not path.name.endswith(SUFFIX):
        raise InputError("certificate", path.name, f"must end in {SUFFIX}", f"name it a{SUFFIX}")
    return path


def certified_release(read: ReadRelease, question: Question) -> tuple[Certificate, bytes]:
    """Return the certificate, which the checker accepts, and its file.

    Its own table is that of the first table of the plan, measured as a single cell at the first
    epsilon. Beside the epsilons that are asked the budget is a target.
    """
    targets = _targets(question)
    with doing("composing for the certificate"):
        released = released_of(read.plan, read.tables, read.origins, targets, question.grid)
        found = audit(read.tables[0].table, targets[0].epsilon, None, AuditOptions())
        prepared = prepared_of(found, read.origins[0], release=released)
    made = certificate(prepared, ask(chosen_solvers(()), prepared.problems, progress))
    content = certificate_text(made).encode()
    with doing("re-checking the certificate"):
        recheck(content)
    return made, content


def _targets(question: Question) -> tuple[ReleaseTarget, ...]:
    asked: Sequence[ReleaseTarget] = [ReleaseTarget(one, None) for one in question.epsilons]
    if question.budget is not None:
        epsilon, delta = question.budget
        others = [one for one in asked if one.epsilon != epsilon]
        asked = [ReleaseTarget(epsilon, delta), *others]
    if len(asked) > _MOST_TARGETS:
        rule = f"are more than {_MOST_TARGETS} for one certificate"
        raise InputError("epsilon", len(asked), rule, "certify fewer at once")
    return tuple(asked)
