"""Audit a table: say exactly what it does, and whether what is promised about it holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.cellkeys.named import default_arithmetic
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.pairs import worst_pair
from exact.table.ptable import PTable
from exact.table.zero import EXCLUDE, FirstPair
from verification.findings.codes import CODES
from verification.findings.declared import (
    NOTHING_DECLARED,
    Declared,
    declared_findings,
    with_declared,
    with_holes,
)
from verification.findings.finding import ERROR, Finding
from verification.findings.key_order import order_findings, xor_findings
from verification.findings.keys import empty_cell_findings, key_findings, lookup_findings
from verification.findings.margins import margin_findings, unmeasured_findings
from verification.findings.outputs import outputs_findings
from verification.findings.privacy import (
    key_law_findings,
    support_findings,
    target_findings,
    zero_findings,
)
from verification.findings.rows import origin_findings, pmfs_of, row_findings
from verification.measures.best import BestAudit, measured_best
from verification.measures.margins import MarginAudit, keys_add
from verification.measures.other_margins import AnyMargins, XorMargins, margins_of
from verification.measures.privacy import PrivacyAudit, measured_privacy
from verification.measures.profiles import Profiles
from verification.measures.rows import RowAudit, measured_rows
from verification.policy import DEFAULT_POLICY, Policy
from verification.verdict import Outcome

if TYPE_CHECKING:
    from exact.complete.door import Door

# An error with one of these codes says that a promise is not kept: no policy makes it one that is.
_UNKEPT = {"DELTA", "KEY-LAW", "ORIGIN", "KEYS"}
_UNKEPT |= {code for code in CODES if code.startswith("DECLARED-")}


@dataclass(frozen=True, slots=True)
class Audit:
    """All that an audit says; ``privacy`` is None where no epsilon was given.

    ``margins`` is None too where nobody said how cell keys are made, or their law is too long.
    ``profiles`` are those of the table: whoever says more about it need not compute them again.
    ``broken``: a promise is not kept, whatever severity a policy gives the finding that says so.
    ``best`` is how far the table is from the best one, where that was asked for.
    """

    profiles: Profiles
    declared: Declared
    rows: Sequence[RowAudit]
    privacy: PrivacyAudit | None
    margins: AnyMargins | None
    findings: tuple[Finding, ...]
    broken: bool
    best: BestAudit | None = None

    @property
    def table(self) -> PTable:
        """The table, with what was declared about its holes and about zero."""
        return self.profiles.table

    @property
    def outcome(self) -> Outcome:
        """What decides the verdict: a promise is a claimed delta or a declared value."""
        claimed = self.privacy is not None and self.privacy.target is not None
        return Outcome(
            promised=claimed or self.declared.about_the_rows,
            broken=self.broken,
            errors=any(f.severity == ERROR for f in self.findings),
        )

    @property
    def verdict(self) -> str:
        """Holds, fails or measured."""
        return self.outcome.verdict


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """What an audit is to look at beside the table itself.

    ``arithmetic`` says how cell keys are made, ``by_format`` that only the file's format says so;
    without it, (3.1)-(3.2) with the largest prime below K is assumed where K is a power of two.
    ``interval_keys`` says that keys are looked up as
    fractions in intervals, and how many keys are in use; ``decimals_add`` that keys are decimals
    whose sum modulo 1 is the key of a margin. ``problems`` come from reading the file.
    ``outputs`` is how many triples F + M = T are to be published (Bach 4.3). ``door`` leads to
    whoever proposes the best table with the same bounds; None: nobody asks how far it is away.
    ``first_pair`` says how the pair (0, 1) counts for the target.
    """

    arithmetic: KeyArithmetic | None = None
    by_format: bool = False
    declared: Declared = NOTHING_DECLARED
    policy: Policy = DEFAULT_POLICY
    interval_keys: int | None = None
    decimals_add: bool = False
    problems: tuple[Finding, ...] = ()
    outputs: int | None = None
    door: "Door | None" = None
    first_pair: FirstPair | None = None

    @property
    def keys_stated(self) -> bool:
        """Whether it is stated of this table how its cell keys are made."""
        return self.arithmetic is not None and not self.by_format


def audit(
    table: PTable,
    epsilon: Epsilon | None,
    target: Fraction | None = None,
    options: AuditOptions | None = None,
) -> Audit:
    """Return the audit of a table at ``epsilon``, against ``target`` delta where given.

    Without an epsilon only the rows are measured, and nothing is said about privacy.
    """
    options = options or AuditOptions()
    table = with_declared(table, options.declared)
    declared = with_holes(options.declared, table)
    arithmetic = options.arithmetic or default_arithmetic(table.keysize)
    profiles = Profiles(table, arithmetic, options.keys_stated)
    privacy = _measured(profiles, epsilon, target, options)
    adds = options.decimals_add or keys_add(profiles.arithmetic, table.keysize)
    margins = None if epsilon is None else margins_of(table, options.arithmetic, adds, epsilon)
    findings = (
        *options.problems,
        *origin_findings(table),
        *(() if privacy is None else _privacy_findings(profiles, privacy, options)),
        *_row_findings(table, declared),
        *empty_cell_findings(profiles),
        *key_findings(table, profiles.arithmetic),
        *_margin_findings(table, margins, adds, epsilon),
        *(lookup_findings(table, options.interval_keys) if options.interval_keys else ()),
        *(outputs_findings(table, options.outputs) if options.outputs else ()),
    )
    rows = measured_rows(table, options.declared.noise)
    best = None
    if privacy is not None and options.door is not None:
        variance, first = declared.bounded_variance, options.first_pair
        best = measured_best(profiles, privacy, variance, first, options.door)
    broken = any(f.severity == ERROR and f.code in _UNKEPT for f in findings)
    said = options.policy.applied(findings)
    return Audit(profiles, declared, rows, privacy, margins, said, broken, best)


def _measured(
    profiles: Profiles, epsilon: Epsilon | None, target: Fraction | None, options: AuditOptions
) -> PrivacyAudit | None:
    first = options.first_pair
    if epsilon is not None:
        return measured_privacy(profiles, epsilon, target, first)
    if first is not None:
        rule = "is about privacy, and no epsilon is given"
        raise InputError("first_pair", first.text, rule, "give --epsilon too")
    return None


def _margin_findings(
    table: PTable, margins: AnyMargins | None, adds: bool, epsilon: Epsilon | None
) -> Iterator[Finding]:
    if epsilon is None:
        yield from unmeasured_findings(table) if adds else ()
        return
    if isinstance(margins, XorMargins):
        yield from xor_findings(margins)
    if adds:
        yield from margin_findings(table, margins if isinstance(margins, MarginAudit) else None)
        yield from order_findings(table, margins)


def _privacy_findings(
    profiles: Profiles, privacy: PrivacyAudit, options: AuditOptions
) -> Iterator[Finding]:
    for pairs, limit, of in privacy.claimed_of(privacy.pairs, profiles.seen):
        delta = worst_pair(pairs, privacy.epsilon).delta
        yield from target_findings(delta, limit, pairs, of)
    yield from support_findings(privacy.counted_of(privacy.pairs, profiles.seen))
    if privacy.first_pair.kind != EXCLUDE:
        yield from zero_findings(profiles.seen)
    if privacy.key_law is not None and privacy.met:
        assumed, empty_cells = options.arithmetic is None, privacy.of_records is not None
        for pairs, limit, of in privacy.claimed_of(privacy.key_law.pairs, profiles.of_nobody):
            worst = worst_pair(pairs, privacy.epsilon)
            yield from key_law_findings(worst, limit, assumed, empty_cells, of)


def _row_findings(table: PTable, declared: Declared) -> Iterator[Finding]:
    rows = pmfs_of(table)
    yield from row_findings(table, rows)
    yield from declared_findings(table, declared, rows)
