"""From the audit of a file to what its certificate is to say."""

from dataclasses import replace

from exact.cellkeys.arithmetic import ByteFold
from exact.complete.proof import Proof
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.zero import EVERY_PAIR
from verification.audit import Audit
from verification.certificate.making import Prepared, prepare
from verification.claims.released import Released
from verification.claims.request import Noted, Request, Target
from verification.claims.source import Source
from verification.findings.declared import Declared
from verification.findings.finding import Finding


def prepared_of(
    audit: Audit,
    source: Source,
    also: tuple[Epsilon, ...] = (),
    keys_said: bool = False,
    proof: Proof | None = None,
    release: Released | None = None,
) -> Prepared:
    """Return the claims about an audited table: at its epsilon, and measured at others.

    The findings of the audit are recorded. ``keys_said`` tells whether somebody said how cell keys
    are made; what is only assumed is measured, not claimed. ``proof`` is that no table with
    the same rules is better. ``release`` is everything that is published of the same people.
    """
    privacy = audit.privacy
    if privacy is None:
        raise InputError("epsilon", "", "is missing, and the table declares none", "give --epsilon")
    arithmetic = audit.profiles.arithmetic
    if isinstance(arithmetic, ByteFold) and not keys_said:
        arithmetic = None
    targets = (Target(privacy.epsilon, privacy.target), *map(Target, also))
    declared = audit.declared
    for name, value in (("stay", declared.stay), ("monotone", declared.monotone)):
        if value is not None:
            raise InputError(name, value, "is no claim of a certificate", "declare it to audit")
    others = replace(declared, zero=None).about_the_rows or privacy.target is not None
    if declared.zero is not None and not others:
        rule = "is no claim of a certificate by itself"
        raise InputError("zero", declared.zero, rule, "say --zero, or declare it to audit")
    request = Request(
        table=audit.table,
        source=source,
        targets=targets,
        arithmetic=arithmetic,
        assumed=arithmetic is not None and not keys_said,
        # What is declared about holes and zero stands in the table, a delta in the targets.
        declared=Declared(variance=declared.variance, bias=declared.bias, noise=declared.noise),
        findings=tuple(map(_noted, audit.findings)),
        proof=proof,
        release=release,
        first_pair=privacy.first_pair if privacy.apart else EVERY_PAIR,
    )
    return prepare(request, audit.profiles if arithmetic is audit.profiles.arithmetic else None)


def _noted(finding: Finding) -> Noted:
    """Return a finding in words of one line each: a file may have put anything into them."""
    message, remedy = (
        "".join(c if c.isprintable() else "?" for c in text) or "?"
        for text in (finding.message, finding.remedy)
    )
    return Noted(finding.code, finding.severity, message, remedy)
