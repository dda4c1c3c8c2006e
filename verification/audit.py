"""Audit a table: say exactly what it does, and whether a privacy claim holds."""

from dataclasses import dataclass
from fractions import Fraction

from exact.cellkeys.arithmetic import KeyArithmetic, XorOfFour
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.delta import Delta
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
from verification.findings import (
    ERROR,
    Finding,
    key_findings,
    key_law_findings,
    key_zero_findings,
    origin_findings,
    row_findings,
    support_findings,
    target_findings,
)

HOLDS, FAILS = "holds", "fails"
_DIGITS = 40
# The entropy of a row of a table with very many rows is not computed unless asked for.
_ENTROPY_ROWS = 100


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
    law_distance: Enclosure | None


@dataclass(frozen=True, slots=True)
class KeyLawAudit:
    """The table under the real law of the cell key instead of uniform keys."""

    arithmetic: KeyArithmetic
    distance: Fraction
    worst: WorstPair


@dataclass(frozen=True, slots=True)
class Audit:
    """All that an audit says."""

    table: PTable
    epsilon: Epsilon
    target: Fraction | None
    rows: tuple[RowAudit, ...]
    pairs: tuple[PairProfile, ...]
    worst: WorstPair
    singleton: tuple[Delta, int]
    epsilon_q: Epsilon | None
    delta_q: Fraction
    key_law: KeyLawAudit | None
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """``fails`` if a finding is an error, else ``holds``."""
        return FAILS if any(f.severity == ERROR for f in self.findings) else HOLDS


def audit(
    table: PTable,
    epsilon: Epsilon,
    target: Fraction | None = None,
    arithmetic: KeyArithmetic | None = None,
) -> Audit:
    """Return the audit of a table at ``epsilon``, against ``target`` delta where given.

    ``arithmetic`` says how cell keys are made; without it, (3.1)-(3.2) with the largest prime
    below K is taken where K is a power of two.
    """
    pairs = tuple(pair_profiles(table))
    if not pairs:
        rule = "covers no two neighbouring counts, so it has no privacy to measure"
        raise InputError("table", f"{len(table.rows)} row", rule, "give a rule past the last row")
    worst = worst_pair(pairs, epsilon)
    assumed = arithmetic is None
    arithmetic = arithmetic or default_arithmetic(table.keysize)
    rows = tuple(
        _audit_row(table, count, row) for count, row in enumerate(table.rows, table.first_count)
    )
    key_law = _audit_key_law(table, epsilon, arithmetic)
    met = target is not None and worst.delta.compare(target) <= 0
    findings = (
        *origin_findings(table),
        *target_findings(worst.delta, target, pairs),
        *(key_law_findings(key_law.worst.delta, target, assumed) if key_law and met else ()),
        *support_findings(pairs),
        *row_findings(table),
        *key_zero_findings(table),
        *key_findings(table, arithmetic),
    )
    return Audit(
        table=table,
        epsilon=epsilon,
        target=target,
        rows=rows,
        pairs=pairs,
        worst=worst,
        singleton=worst_singleton(pairs, epsilon),
        epsilon_q=_largest_epsilon(rows),
        delta_q=max(row.delta_q for row in rows),
        key_law=key_law,
        findings=findings,
    )


def _audit_row(table: PTable, count: int, row: Row) -> RowAudit:
    pmf = row.pmf
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
        entropy=entropy(pmf, _DIGITS) if len(table.rows) <= _ENTROPY_ROWS else None,
        law_distance=(
            total_variation(pmf, origin.law, _DIGITS) if origin is not None and in_law else None
        ),
    )


def _largest_epsilon(rows: tuple[RowAudit, ...]) -> Epsilon | None:
    """Return the largest epsilon^Q of all rows; None stands for infinity."""
    values = [row.epsilon_q for row in rows]
    finite = [e for e in values if e is not None]
    if len(finite) < len(values):
        return None
    return max(finite, key=lambda e: e.exp or Fraction(1))


def default_arithmetic(keysize: int) -> KeyArithmetic | None:
    """Return (3.1)-(3.2) with its default bigN where the keys are a power of two above 2."""
    if keysize < 4 or keysize & (keysize - 1):
        return None
    return XorOfFour.with_largest_prime(keysize)


def _audit_key_law(
    table: PTable, epsilon: Epsilon, arithmetic: KeyArithmetic | None
) -> KeyLawAudit | None:
    if arithmetic is None or arithmetic.keysize != table.keysize:
        return None
    law = arithmetic.law()

    def effective(row: Row) -> Pmf:
        return Pmf.of(law.effective_counts(row.runs))

    pairs = tuple(profiles_of_pmfs(table, effective))
    return KeyLawAudit(arithmetic, law.distance_from_uniform(), worst_pair(pairs, epsilon))
