"""What a report is about: a certificate that the small checker accepts, and its table."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from shlex import quote

from exact.numbers.epsilon import Epsilon
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable
from exact.table.zero import EVERY_PAIR
from reports.content.signing import NOBODY, Signing
from verification.audit import Audit, AuditOptions, audit
from verification.certificate.certificate import Certificate
from verification.claims.context import BoundedTarget
from verification.claims.dp_all_events import AllEvents
from verification.claims.pairs import EventDelta, worst_of
from verification.findings.finding import Finding
from verification.findings.said import said_in
from verification.measures.privacy import PrivacyAudit

SUFFIX = ".certificate.json"


@dataclass(frozen=True)
class Subject:
    """A certificate under the name that people know the table by.

    ``asked_here`` says that this run asked the solvers itself, ``compiled_here`` that it let Coq's
    kernel check; otherwise what they answered is only recorded. ``content`` is the certificate as
    its file holds it, or will. ``known`` is the audit of the table where it was made already;
    ``signing`` is who signs, where that is known.
    """

    name: str
    certificate: Certificate
    content: bytes
    file: str
    asked_here: bool = False
    compiled_here: bool = False
    known: Audit | None = None
    signing: Signing = NOBODY

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the certificate's file."""
        return sha256(self.content).hexdigest()

    @property
    def table(self) -> PTable:
        """The table that the certificate holds."""
        return self.certificate.table

    @property
    def pairs(self) -> tuple[PairProfile, ...]:
        """The exact profile of every neighbouring pair, for uniform keys."""
        return self.privacy.pairs

    @property
    def privacy(self) -> PrivacyAudit:
        """The privacy part of the audit; a certificate has an epsilon always."""
        found = self.audit.privacy
        assert found is not None
        return found

    @cached_property
    def audit(self) -> Audit:
        """The audit of the table at the first epsilon, against the delta claimed there."""
        if self.known is not None:
            return self.known
        made, target = self.certificate, self.targets[0]
        options = AuditOptions(
            arithmetic=None if made.assumed else made.arithmetic,
            declared=made.declared,
            first_pair=None if made.first_pair == EVERY_PAIR else made.first_pair,
        )
        return audit(self.table, target.epsilon, target.delta, options)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that the certificate records; version 1 recorded none, so they are made."""
        if self.certificate.version == 1:
            return self.audit.findings
        return tuple(
            Finding(noted.code, noted.severity, said_in(noted.message), said_in(noted.remedy))
            for noted in self.certificate.findings
        )

    @property
    def typed(self) -> str:
        """The name of the certificate's file, as it is typed in a shell."""
        return quote(self.file)

    @property
    def verdict(self) -> str:
        """Holds, fails, measured or undecided, as the checker says too."""
        return self.certificate.verdict

    @property
    def targets(self) -> tuple[BoundedTarget, ...]:
        """The epsilons of the certificate, with the delta claimed at each, if any."""
        return self.certificate.targets

    @property
    def events(self) -> tuple[EventDelta, ...]:
        """The tight delta of every pair at every epsilon; none where that is not claimed."""
        found = self.certificate.evidence("dp-all-events", AllEvents)
        return () if found is None else found.pairs

    def worst(self, target: BoundedTarget) -> EventDelta:
        """Return the pair with the largest delta at an epsilon, of those that count alike."""
        request = self.certificate.request
        claimed = (p for p in self.events if not request.counts_apart(p.count, p.other))
        found = worst_of(tuple(claimed), target.epsilon)
        assert isinstance(found, EventDelta)
        return found

    def worst_profile(self) -> PairProfile:
        """Return the profile of the pair with the largest delta at the first epsilon."""
        found = self.privacy.worst
        return next(p for p in self.pairs if (p.count, p.other) == (found.count, found.other))

    @property
    def epsilon(self) -> Epsilon:
        """The first epsilon."""
        return self.targets[0].epsilon
