"""From a table that was read to its certificate: audited, proved, re-checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec

from exact.complete.proof import Proof
from exact.errors import Undecided
from exact.formats.reading import Reading
from exact.numbers.epsilon import Epsilon
from reports.workers import beside
from verification import checker
from verification.audit import Audit
from verification.certificate.certificate import Certificate
from verification.certificate.certifying import prepared_of
from verification.certificate.file import certificate_text
from verification.certificate.making import certificate
from verification.checking.refusing import BadFile, ClaimFails
from verification.claims.source import Source
from verification.reading_audit import Question, audit_reading
from verification.smt.problem import Problem
from verification.smt.prove import Progress, ask

# Bytes of a certificate whose check takes longer than starting a process.
_WORTH_A_PROCESS = 1 << 18


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate, its file, the audit it rests on, and the problems that solvers were asked.

    The checker must accept the file before anything is written or handed out: see ``recheck``.
    """

    certificate: Certificate
    content: bytes
    audit: Audit
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a certificate is to say beside the answer to the question of its audit.

    Privacy is measured at the epsilons of ``also`` too, the ``solvers`` are asked, and ``proof`` is
    that no table with the same rules is better.
    """

    also: tuple[Epsilon, ...] = ()
    solvers: tuple[str, ...] = ()
    proof: Proof | None = None


def certified(
    reading: Reading, source: Source, question: Question, wanted: Wanted, progress: Progress
) -> Certified:
    """Audit a table, ask the solvers, and put together what would be written."""
    audit = audit_reading(reading, question).audit
    assert audit is not None  # a file without a table was refused
    said = question.cell_keys is not None or question.bigN is not None
    used = _as_used(source, reading, audit)
    prepared = prepared_of(audit, used, wanted.also, said, wanted.proof)
    made = certificate(prepared, ask(chosen_solvers(wanted.solvers), prepared.problems, progress))
    content = certificate_text(made).encode()
    return Certified(made, content, audit, prepared.problems)


def _as_used(source: Source, reading: Reading, audit: Audit) -> Source:
    """Return what is said of the file, with what was declared that the file leaves open."""
    read, used, said = reading.table, audit.table, source.options
    assert read is not None
    if used.zero != read.zero:
        said = replace(said, zero=used.zero)
    if used.holes != read.holes:
        said = replace(said, holes=",".join(map(str, used.holes)))
    return replace(source, options=said)


def chosen_solvers(given: Sequence[str]) -> list[str]:
    """Return the solvers asked for; without a choice z3, and cvc5 where it is installed."""
    if given:
        return list(dict.fromkeys(given))
    return ["z3", "cvc5"] if find_spec("cvc5") is not None else ["z3"]


def rechecking(content: bytes) -> Callable[[], None]:
    """Let the checker read a large certificate beside other work; return what waits for it.

    The process of its own is for a command: a script or a notebook may not be forked or run anew.
    """
    return (
        partial(recheck, content) if len(content) < _WORTH_A_PROCESS else beside(recheck, content)
    )


def recheck(content: bytes) -> None:
    """Let the checker read the very bytes that are written; it shares no code with their writer."""
    try:
        checker.check(checker.load(content))
    except (BadFile, ClaimFails) as error:
        raise Undecided(f"the checker does not accept the certificate: {error}") from None
