"""A certificate as a value: what it is about, what it claims, and what is recorded beside it."""

from dataclasses import dataclass
from typing import Any, TypeVar

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.errors import InputError
from exact.table.lookups import looked_up_by_records
from exact.table.ptable import PTable
from exact.table.zero import EVERY_PAIR, FirstPair
from verification.certificate.scope import Scope, scope_of
from verification.claims.context import BoundedTarget
from verification.claims.kind import Claim
from verification.claims.optimality import KIND as OPTIMALITY
from verification.claims.optimality import Optimality
from verification.claims.released import Released, ReleaseTarget
from verification.claims.request import Noted, Request
from verification.claims.source import Source
from verification.findings.declared import Declared
from verification.findings.finding import ERROR
from verification.smt.problem import EDITION, is_counterexample
from verification.verdict import Outcome

T = TypeVar("T")
# Of the files that are read, and written.
VERSIONS = (1, 2)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver answered to one problem, and what proves the claim; ``reason`` if unknown."""

    id: str
    claim: str
    expected: str
    answer: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Counterexample:
    """What the model of a solver says of the table, where it refutes a claim.

    ``found`` are the released values of an event, or one released value, noise value or key: which,
    the problem says.
    """

    id: str
    found: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SolverRecord:
    """All that one solver answered, and to which edition of the problems; None: it is not said."""

    name: str
    version: str
    edition: int | None
    problems: tuple[Answer, ...]
    counterexamples: tuple[Counterexample, ...] = ()

    @property
    def asked(self) -> int:
        """The edition of the problems that it answered: where none is said, the oldest."""
        return 0 if self.edition is None else self.edition

    @property
    def is_of_today(self) -> bool:
        """Tell whether the problems that it answered are those that are made today."""
        return self.asked == EDITION

    @property
    def refuted(self) -> tuple[Answer, ...]:
        """The answers that refute the claim which they are about."""
        return tuple(one for one in self.problems if is_counterexample(one.id, one.answer))

    def of_claim(self, name: str) -> tuple[Answer, ...]:
        """Return the answers to the problems of one claim."""
        return tuple(answer for answer in self.problems if answer.claim == name)


@dataclass(frozen=True, slots=True)
class KernelRecord:
    """What Coq's kernel accepted: from which source, which theorem, assuming what."""

    prover: str
    version: str
    source_sha256: str
    statement: str
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """The program that wrote the certificate."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """A table, what is claimed about it with the evidence, and what others said.

    ``findings``, ``solvers``, ``kernel`` and ``tool`` are recorded: the checker cannot compute them
    anew. ``version`` is that of the file which it was read from, and is written as: version 1 said
    neither what was found nor how a file was read. ``release`` is everything that is published of
    the same people, where that is composed. ``first_pair`` says how the pair (0, 1) counts for the
    deltas that are claimed.
    """

    source: Source
    table: PTable
    targets: tuple[BoundedTarget, ...]
    declared: Declared
    arithmetic: KeyArithmetic | None
    assumed: bool
    findings: tuple[Noted, ...]
    claims: tuple[Claim, ...]
    solvers: tuple[SolverRecord, ...]
    tool: Tool
    kernel: KernelRecord | None = None
    version: int = 2
    release: Released | None = None
    first_pair: FirstPair = EVERY_PAIR

    def __post_init__(self) -> None:
        names = [claim.name for claim in self.claims]
        if len(set(names)) < len(names):
            raise InputError("claims", names, "make a claim twice", "make each claim once")
        if self.version not in VERSIONS:
            raise InputError("version", self.version, "is not known", "give 1 or 2")

    @property
    def request(self) -> Request:
        """What was to be certified."""
        best = self.evidence(OPTIMALITY.name, Optimality)
        return Request(
            self.table,
            self.source,
            tuple(bounded.target for bounded in self.targets),
            self.arithmetic,
            self.assumed,
            self.declared,
            self.findings,
            None if best is None else best.proof,
            self.release,
            self.first_pair,
        )

    @property
    def seen(self) -> PTable:
        """The table as cells see it: where keys are stated, an empty cell has that of nobody."""
        return looked_up_by_records(self.table) if self.request.stated else self.table

    @property
    def scope(self) -> Scope:
        """What it covers, and what it does not cover; version 1 did not tell empty cells apart."""
        differs = looked_up_by_records(self.table) is not self.table and self.version > 1
        nobody = self.request.stated if differs else None
        return scope_of(None if self.release is None else self.release.keys, nobody)

    @property
    def outcome(self) -> Outcome:
        """What decides the verdict."""
        answers = (answer for solver in self.solvers for answer in solver.problems)
        return Outcome(
            promised=any(target.delta is not None for target in self.targets)
            or self.declared.about_the_rows
            or bool(self.table.holes)
            or any(target.delta is not None for target in self.release_targets),
            broken=any(not claim.holds for claim in self.claims),
            errors=any(finding.severity == ERROR for finding in self.findings),
            open_questions=any(answer.answer != answer.expected for answer in answers),
        )

    @property
    def release_targets(self) -> tuple[ReleaseTarget, ...]:
        """What is asked of the release; nothing where it is about one table alone."""
        return () if self.release is None else self.release.targets

    @property
    def verdict(self) -> str:
        """Holds, fails, measured or undecided."""
        return self.outcome.verdict

    def claim(self, name: str) -> Claim | None:
        """Return the claim with a name, if it is made."""
        return next((claim for claim in self.claims if claim.name == name), None)

    def evidence(self, name: str, kind: type[T]) -> T | None:
        """Return the evidence of a claim, if it is made."""
        found: Any = self.claim(name)
        if found is None:
            return None
        assert isinstance(found.evidence, kind)
        return found.evidence


def this_tool() -> Tool:
    """Return the name and the version of this program."""
    from importlib.metadata import version

    return Tool("ptcert", version("ptcert"))
