"""What a report is about: a certificate that the small checker accepts, and its table."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from shlex import quote
from typing import Any

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.table.native import read_native
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable
from verification.audit import Audit, AuditOptions, audit
from verification.certificate.numbers import ratio
from verification.findings.declared import Declared
from verification.findings.span import Span
from verification.measures.privacy import PrivacyAudit

Certificate = Mapping[str, Any]
Entry = Mapping[str, Any]
SUFFIX = ".certificate.json"


@dataclass(frozen=True)
class Subject:
    """A certificate as a file says it, under the name that people know the table by."""

    name: str
    certificate: Certificate
    sha256: str
    file: str

    @cached_property
    def table(self) -> PTable:
        """The table that the certificate holds."""
        return read_native(json.dumps(self.certificate["table"]))

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
        target, declared = self.targets[0], self.certificate["declared"]
        return audit(
            self.table,
            read_epsilon(target["epsilon"]),
            claimed(target),
            AuditOptions(
                arithmetic=self.arithmetic,
                declared=Declared(
                    bias=_declared(declared["bias"]), variance=_declared(declared["variance"])
                ),
            ),
        )

    @property
    def typed(self) -> str:
        """The name of the certificate's file, as it is typed in a shell."""
        return quote(self.file)

    @property
    def kernel(self) -> Entry | None:
        """What Coq's kernel accepted, where it was asked."""
        return self.certificate.get("kernel")

    @property
    def verdict(self) -> str:
        """Holds, fails or undecided, as the certificate says and the checker agrees."""
        return str(self.certificate["verdict"])

    @property
    def targets(self) -> tuple[Entry, ...]:
        """The epsilons of the certificate, with the delta claimed at each, if any."""
        return tuple(self.certificate["epsilons"])

    @property
    def arithmetic(self) -> KeyArithmetic | None:
        """How cell keys are made, where somebody said so."""
        made = self.certificate["key_arithmetic"]
        if made is None or made["assumed"]:
            return None
        keysize = self.table.keysize
        return XorOfFour(keysize, made["bigN"]) if made["kind"] == "xor4" else SumModulo(keysize)

    def claim(self, kind: int) -> Entry:
        """Return one of the eight claims."""
        found: Entry = self.certificate["claims"][kind - 1]
        return found

    def worst(self, target: Entry, kind: int = 5) -> Entry:
        """Return the entry of the pair with the largest delta at an epsilon; the first of equals.

        The bounds of e^epsilon in a certificate are narrow enough to put every delta on its side
        of its target; which of two pairs is named as the worst decides nothing.
        """
        entries = [e for e in self.claim(kind)["pairs"] if e["epsilon"] == target["epsilon"]]
        return max(entries, key=lambda entry: ratio(entry["delta"]["hi"]))

    def worst_profile(self) -> PairProfile:
        """Return the profile of the pair with the largest delta at the first epsilon."""
        found = self.privacy.worst
        return next(p for p in self.pairs if (p.count, p.other) == (found.count, found.other))

    @property
    def epsilon(self) -> Epsilon:
        """The first epsilon."""
        return read_epsilon(self.targets[0]["epsilon"])


def claimed(target: Entry) -> Fraction | None:
    """Return the delta that is claimed at an epsilon."""
    return _optional(target["delta"])


def _declared(text: str | None) -> Span | None:
    return None if text is None else Span.exactly(ratio(text))


def _optional(text: str | None) -> Fraction | None:
    return None if text is None else ratio(text)
