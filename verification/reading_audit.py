"""The audit of a file as it was read, with the lookup, the keys and the claims that go with it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.attacks.tuples_needed import MAX_OUTPUTS
from exact.cellkeys.named import named_arithmetic
from exact.errors import InputError
from exact.formats.format import DECIMALS, FRACTION, NUMBER
from exact.formats.reading import Reading
from exact.formats.registry import format_named
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, Rational, integer, probability
from exact.table.lookups import looked_up_by_fraction, looked_up_by_number
from exact.table.ptable import PTable
from exact.table.zero import FirstPair, read_first_pair
from verification.audit import Audit, AuditOptions, audit
from verification.findings.declared import NOTHING_DECLARED, Declared
from verification.findings.finding import Finding
from verification.policy import DEFAULT_POLICY, Policy
from verification.verdict import FAILS

if TYPE_CHECKING:
    from exact.complete.door import Door

Given = Rational | str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """An epsilon, and the delta claimed at it; None where nothing was said."""

    epsilon: Epsilon | None = None
    delta: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a table, whichever file it comes from.

    ``cell_keys`` and ``bigN`` say how cell keys are made, ``used_keys`` how many of them are in
    use, ``outputs`` how many triples F + M = T are to be published; None: nothing was said.
    ``door`` leads to whoever proposes a better table; None: nobody asks for one. ``first_pair``
    says how the pair (0, 1) counts for a claimed delta.
    """

    claim: Claim
    declared: Declared = NOTHING_DECLARED
    policy: Policy = DEFAULT_POLICY
    cell_keys: str | None = None
    bigN: Given = None
    used_keys: Given = None
    outputs: Given = None
    door: "Door | None" = None
    first_pair: FirstPair | None = None


@dataclass(frozen=True, slots=True)
class ReadingAudit:
    """What the audit of a file says; ``audit`` is None where the file holds no table."""

    reading: Reading
    audit: Audit | None
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """Holds, fails or measured."""
        return FAILS if self.audit is None else self.audit.verdict

    @property
    def status(self) -> int:
        """The exit status."""
        return 1 if self.audit is None else self.audit.outcome.status


def claim_given(epsilon: Rational | str | None, delta: Given, declared: Declared) -> Claim:
    """Return what is claimed by an epsilon and a delta, or by what is declared in their place."""
    for name, given in (("epsilon", epsilon), ("delta", delta)):
        if given is not None and getattr(declared, name) is not None:
            rule = f"does not go with --declare {name}=..., which says it already"
            raise InputError(name, given, rule, "leave one of them out")
    at = declared.epsilon if epsilon is None else read_epsilon(epsilon)
    limit = declared.delta if delta is None else probability(delta, "delta")
    if limit is not None and at is None:
        raise InputError("delta", limit, "needs an epsilon", "give --epsilon too")
    return Claim(at, limit)


def first_pair_given(text: str | None) -> FirstPair | None:
    """Return how the pair (0, 1) is to count, as given; None where nothing was said."""
    return None if text is None else read_first_pair(text)


def claim_about(table: PTable, claim: Claim, declared: Declared) -> Claim:
    """Return what is claimed about a table: as given, else as its file declares.

    Without any epsilon only declared values about its rows can be checked.
    """
    if claim.epsilon is not None:
        return claim
    if table.origin is not None and table.origin.epsilon is not None:
        return Claim(table.origin.epsilon, table.origin.delta)
    if not declared.about_the_rows:
        rule = "is missing, and the table declares none"
        remedy = "give --epsilon, or declare what is to be checked, such as --declare bias=0"
        raise InputError("epsilon", "", rule, remedy)
    return claim


def audit_reading(reading: Reading, question: Question) -> ReadingAudit:
    """Return the audit of what was read; what reading has found belongs to it."""
    problems = tuple(Finding(p.code, p.severity, p.message, p.remedy) for p in reading.problems)
    if reading.table is None:
        return ReadingAudit(reading, None, question.policy.applied(problems))
    table, format_read = _used(reading, question.used_keys), format_named(reading.format)
    said = named_arithmetic(question.cell_keys, question.bigN, table.keysize)
    options = AuditOptions(
        # As asked for, else as the software of the format makes keys.
        arithmetic=said or format_read.arithmetic(table.keysize),
        by_format=said is None,
        declared=question.declared,
        policy=question.policy,
        interval_keys=table.keysize if format_read.lookup == FRACTION else None,
        decimals_add=said is None and format_read.cell_keys == DECIMALS,
        problems=problems,
        outputs=_outputs(question.outputs),
        door=question.door,
        first_pair=question.first_pair,
    )
    claim = claim_about(table, question.claim, question.declared)
    found = audit(table, claim.epsilon, claim.delta, options)
    return ReadingAudit(reading, found, found.findings)


def _used(reading: Reading, used_keys: Given) -> PTable:
    """Return the table as it will be looked up, where another number of keys is in use."""
    assert reading.table is not None
    if used_keys is None:
        return reading.table
    used = integer(used_keys, "used-keys", 1, MAX_KEYSIZE)
    by_number = format_named(reading.format).lookup == NUMBER
    return (looked_up_by_number if by_number else looked_up_by_fraction)(reading.table, used)


def _outputs(outputs: Given) -> int | None:
    return None if outputs is None else integer(outputs, "outputs", 1, MAX_OUTPUTS)
