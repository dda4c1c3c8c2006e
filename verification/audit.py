"""Audit a table: say exactly what it does, and whether a privacy claim holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.cellkeys.arithmetic import KeyArithmetic, XorOfFour
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.delta import Delta
from exact.table.extremes import largest_epsilon_q
from exact.table.measures import (
    delta_q,
    entropy,
    epsilon_down,
    epsilon_q,
    epsilon_up,
    total_variation,
)
from exact.table.pairs import (
    PairProfile,
    WorstPair,
    pair_profiles,
    profiles_of_pmfs,
    worst_pair,
    worst_singleton,
)
from exact.table.ptable import PTable
from exact.table.row import Row
from exact.table.zero import Pairs, pairs_above_zero
from verification.findings.declared import NOTHING_DECLARED, Declared, declared_findings
from verification.findings.finding import ERROR, Finding
from verification.findings.keys import key_findings, key_zero_findings, lookup_findings
from verification.findings.outputs import outputs_findings
from verification.findings.privacy import (
    key_law_findings,
    support_findings,
    target_findings,
    zero_findings,
)
from verification.findings.rows import origin_findings, row_findings
from verification.policy import DEFAULT_POLICY, Policy

HOLDS, FAILS = "holds", "fails"
_DIGITS = 40
# The entropy of a row of a table with very many rows is not computed unless asked for.
_ENTROPY_ROWS = 100
_DEFICIT_OUTCOMES = 200
# e^epsilon for the profile that every audit shows.
_PROFILE = (1, Fraction(3, 2), 2, 3, 5, 10, 100)


@dataclass(frozen=True, slots=True)
class RowAudit:
    """The measures of one row, Sadeghi-Chien (4.6)-(4.11)."""

    count: int
    noise_min: int
    noise_max: int
    bias: Fraction
    variance: Fraction
    unchanged: Fraction
    epsilon_down: Epsilon | None
    epsilon_up: Epsilon | None
    epsilon_q: Epsilon | None
    delta_q: Fraction
    entropy: Enclosure | None
    entropy_deficit: Enclosure | None
    law_distance: Enclosure | None


@dataclass(frozen=True, slots=True)
class KeyLawAudit:
    """The table under the real law of the cell key instead of uniform keys."""

    arithmetic: KeyArithmetic
    distance: Fraction
    worst: WorstPair


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """The tight delta of the table at one epsilon, with and without the pair (0, 1)."""

    epsilon: Epsilon
    delta: Delta
    without_zero: Delta | None


@dataclass(frozen=True, slots=True)
class Audit:
    """All that an audit says."""

    table: PTable
    epsilon: Epsilon
    target: Fraction | None
    rows: tuple[RowAudit, ...]
    pairs: tuple[PairProfile, ...]
    worst: WorstPair
    without_zero: WorstPair | None
    profile: tuple[ProfilePoint, ...]
    declared: Declared
    singleton: tuple[Delta, int]
    epsilon_q: Epsilon | None
    delta_q: Fraction
    key_law: KeyLawAudit | None
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """``fails`` if a finding is an error, else ``holds``."""
        return FAILS if any(f.severity == ERROR for f in self.findings) else HOLDS


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """What an audit is to look at beside the table itself.

    ``arithmetic`` says how cell keys are made; without it, (3.1)-(3.2) with the largest prime
    below K is assumed where K is a power of two. ``interval_keys`` says that keys are looked up as
    fractions in intervals, and how many keys are in use. ``problems`` come from reading the file.
    ``outputs`` is how many triples F + M = T are to be published (Bach 4.3).
    """

    arithmetic: KeyArithmetic | None = None
    declared: Declared = NOTHING_DECLARED
    policy: Policy = DEFAULT_POLICY
    interval_keys: int | None = None
    problems: tuple[Finding, ...] = ()
    outputs: int | None = None


def audit(
    table: PTable,
    epsilon: Epsilon,
    target: Fraction | None = None,
    options: AuditOptions | None = None,
) -> Audit:
    """Return the audit of a table at ``epsilon``, against ``target`` delta where given."""
    options = options or AuditOptions()
    pairs = tuple(pair_profiles(table))
    if not pairs:
        rule = "covers no two neighbouring counts, so it has no privacy to measure"
        raise InputError("table", f"{len(table.rows)} row", rule, "give a rule past the last row")
    # Where the pair (0, 1) is not covered there is nothing to leave out.
    above_zero = pairs_above_zero(table, pairs) if 0 in table.neighbours() else ()
    worst = worst_pair(pairs, epsilon)
    arithmetic = options.arithmetic or default_arithmetic(table.keysize)
    key_law = _audit_key_law(table, epsilon, arithmetic, worst)
    rows = tuple(
        _audit_row(table, count, row, options.declared.noise)
        for count, row in enumerate(table.rows, table.first_count)
    )
    findings = (
        *options.problems,
        *_privacy_findings(table, pairs, worst, target),
        *_key_law_findings(options, key_law, worst, target),
        *_row_findings(table, options.declared),
        *key_zero_findings(table),
        *key_findings(table, arithmetic),
        *(lookup_findings(table, options.interval_keys) if options.interval_keys else ()),
        *(outputs_findings(table, options.outputs) if options.outputs else ()),
    )
    return Audit(
        table=table,
        epsilon=epsilon,
        target=target,
        rows=rows,
        pairs=pairs,
        worst=worst,
        without_zero=worst_pair(above_zero, epsilon) if above_zero else None,
        profile=_profile(pairs, above_zero),
        declared=options.declared,
        singleton=worst_singleton(pairs, epsilon),
        epsilon_q=largest_epsilon_q(table),
        delta_q=max(row.delta_q for row in rows),
        key_law=key_law,
        findings=options.policy.applied(findings),
    )


def _privacy_findings(
    table: PTable, pairs: tuple[PairProfile, ...], worst: WorstPair, target: Fraction | None
) -> Iterator[Finding]:
    yield from origin_findings(table)
    yield from target_findings(worst.delta, target, pairs)
    yield from support_findings(pairs)
    yield from zero_findings(table)


def _key_law_findings(
    options: AuditOptions, key_law: KeyLawAudit | None, worst: WorstPair, target: Fraction | None
) -> Iterator[Finding]:
    met = target is not None and worst.delta.compare(target) <= 0
    if key_law is not None and met:
        yield from key_law_findings(key_law.worst.delta, target, options.arithmetic is None)


def _row_findings(table: PTable, declared: Declared) -> Iterator[Finding]:
    rows = tuple((n, row.pmf) for n, row in enumerate(table.rows, start=table.first_count))
    yield from row_findings(table, rows)
    yield from declared_findings(declared, rows)


def _profile(pairs: Pairs, above_zero: Pairs) -> tuple[ProfilePoint, ...]:
    """Return delta at epsilons whose exponential is rational, where delta is rational too."""
    points = []
    for exp in _PROFILE:
        epsilon = Epsilon(exp=Fraction(exp))
        without_zero = worst_pair(above_zero, epsilon).delta if above_zero else None
        points.append(ProfilePoint(epsilon, worst_pair(pairs, epsilon).delta, without_zero))
    return tuple(points)


def _audit_row(table: PTable, count: int, row: Row, noise: int | None) -> RowAudit:
    pmf = row.pmf
    few = len(table.rows) <= _ENTROPY_ROWS
    origin = table.origin
    in_law = origin is not None and max(map(abs, pmf.outcomes)) <= origin.law.D
    return RowAudit(
        count=count,
        noise_min=pmf.outcomes[0],
        noise_max=pmf.outcomes[-1],
        bias=pmf.mean(),
        variance=pmf.variance(),
        unchanged=pmf.probability(0),
        epsilon_down=epsilon_down(pmf),
        epsilon_up=epsilon_up(pmf),
        epsilon_q=epsilon_q(pmf),
        delta_q=delta_q(pmf),
        entropy=entropy(pmf, _DIGITS) if few else None,
        entropy_deficit=_deficit(pmf, count, noise) if few else None,
        law_distance=(
            total_variation(pmf, origin.law, _DIGITS) if origin is not None and in_law else None
        ),
    )


def _deficit(pmf: Pmf, count: int, noise: int | None) -> Enclosure | None:
    """Return how far the entropy is below the largest with the same mean and variance.

    The support is the row's own, or what a declared largest noise allows without a negative
    release. A row of very many outcomes is left out: it takes long, and is a law anyway. So is one
    whose declared support has very many.
    """
    support: Sequence[int] = pmf.outcomes
    if noise is not None and -noise <= pmf.outcomes[0] and pmf.outcomes[-1] <= noise:
        support = range(max(-noise, min(-count, pmf.outcomes[0])), noise + 1)
    if len(support) > _DEFICIT_OUTCOMES:
        return None
    from exact.laws.asymmetric import entropy_deficit

    return entropy_deficit(pmf, support)


def default_arithmetic(keysize: int) -> KeyArithmetic | None:
    """Return (3.1)-(3.2) with its default bigN where the keys are a power of two above 2."""
    if keysize < 4 or keysize & (keysize - 1):
        return None
    return XorOfFour.with_largest_prime(keysize)


def _audit_key_law(
    table: PTable, epsilon: Epsilon, arithmetic: KeyArithmetic | None, worst: WorstPair
) -> KeyLawAudit | None:
    if arithmetic is None or arithmetic.keysize != table.keysize:
        return None
    law = arithmetic.law()
    if law.distance_from_uniform() == 0:
        return KeyLawAudit(arithmetic, Fraction(0), worst)

    def effective(row: Row) -> Pmf:
        return Pmf.of(law.effective_counts(row.runs))

    pairs = tuple(profiles_of_pmfs(table, effective))
    return KeyLawAudit(arithmetic, law.distance_from_uniform(), worst_pair(pairs, epsilon))
