"""The law of largest entropy of a row under all of its conditions, with the proof of that.

With multipliers m_i (>= 0 at an inequality), every law r that keeps sum g_i r <= 0 has

    H(r) <= log sum_z e^(-sum_i m_i g_i(z)),

with equality for r = p, the law p(z) ~ e^(-sum_i m_i g_i(z)), if p keeps the conditions itself and
those with m_i > 0 as equations (Karush, Kuhn, Tucker). Which inequalities those are is searched
for; what is found is proved with enclosures. R ptable solves the same program to 10^-7, with the
variance as an inequality.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.complete.conditions import Condition, RowRules
from exact.complete.contradiction import contradiction
from exact.errors import InputError, Undecided
from exact.laws.asymmetric import variance_range
from exact.numbers.enclosure import Enclosure, narrow

if TYPE_CHECKING:
    from exact.complete.entropy_newton import Stationary

_MAX_CHANGES = 200
_START_BITS = 160


@dataclass(frozen=True, slots=True)
class RowLaw:
    """Enclosed probabilities on ``support``, their entropy, and the multipliers that prove it."""

    support: tuple[int, ...]
    probabilities: tuple[Enclosure, ...]
    entropy: Enclosure
    multipliers: tuple[tuple[Condition, Enclosure], ...]

    def binds(self, name: str) -> bool:
        """Tell whether a condition holds with equality at the optimum."""
        return any(condition.name == name for condition, _ in self.multipliers)


def row_law(row: RowRules, bits: int = 67) -> RowLaw:
    """Return the law of largest entropy under the conditions of a row.

    Every probability is enclosed with a width of at most 2^-bits.

    >>> law = row_law(RowRules(1, (-1, 0, 1, 2, 3, 4, 5), variance=Fraction(3), shape="monotone"))
    >>> [round(p.lo * 10**6) for p in law.probabilities[:3]], law.binds("variance")
    ([388938, 388938, 122093], False)
    """
    if (broken := contradiction(row)) is not None:
        names = " and ".join(condition.name for condition, _ in broken.parts)
        rule = f"cannot keep {names} together"
        raise InputError("row", row.count, rule, "leave one of them out, or change it")
    forced = _forced(row)
    if forced is not None:
        return forced

    def attempt(working: int) -> RowLaw | None:
        found = _optimum(row, working)
        if found is None or any(p.width * (1 << bits) > 1 for p in found.probabilities):
            return None
        return found

    # It ends: inside the region that the conditions leave, the optimum is unique and has all
    # probabilities positive, and the balls around it shrink as the bits grow.
    return narrow(attempt, _START_BITS, "the law of largest entropy")


def _forced(row: RowRules) -> RowLaw | None:
    """Return the only law of an unbiased row whose variance is the least that is possible."""
    if row.bias != 0 or row.variance is None or row.shape or row.stay:
        return None
    allowed = variance_range(row.support, Fraction(0))
    if row.variance == allowed.lo or (row.exact_variance and row.variance == allowed.hi):
        low = max(z for z in row.support if z <= 0), min(z for z in row.support if z >= 0)
        ends = low if row.variance == allowed.lo else (row.support[0], row.support[-1])
        return _two_points(row, *ends)
    return None


def _two_points(row: RowRules, a: int, b: int) -> RowLaw:
    """Return the unbiased law on a <= 0 <= b."""
    from exact.entropy import entropy
    from exact.pmf import Pmf

    weights = {0: 1} if a == b else {a: b, b: -a}
    noise = Pmf.of(weights.items())
    exact = (noise.probability(z) for z in row.support)
    return RowLaw(
        row.support, tuple(Enclosure(p, p) for p in exact), entropy(noise).enclosure(100), ()
    )


def _optimum(row: RowRules, bits: int) -> RowLaw | None:
    """Change the set of inequalities that hold as equations until the law is the optimum."""
    conditions = row.conditions()
    active = [c for c in conditions if c.is_equation]
    for _ in range(_MAX_CHANGES):
        law = _stationary(row, active, bits)
        if law is None:
            return None
        pairs = tuple(zip(active, law.multipliers, strict=True))
        signs = {c: m for c, m in pairs if not c.is_equation}
        sums = {c: _sum(c, law) for c in conditions if c not in active}
        broken = max(sums, key=lambda c: sums[c].lo, default=None)
        wrong = min(signs, key=lambda c: signs[c].hi, default=None)
        if broken is not None and sums[broken].lo > 0:
            active.append(broken)
        elif wrong is not None and signs[wrong].hi < 0:
            active.remove(wrong)
        elif all(s.hi <= 0 for s in sums.values()) and all(m.lo >= 0 for m in signs.values()):
            return RowLaw(row.support, law.probabilities, law.entropy, pairs)
        else:
            return None
    raise Undecided("the law of largest entropy: its active conditions were not found")


def _stationary(row: RowRules, active: list[Condition], bits: int) -> "Stationary | None":
    """Return the law under the active conditions as equations.

    On a symmetric support the law without other conditions is uniform, and unbiased by itself: its
    numbers are exact, so that a condition that holds with equality is seen to hold.
    """
    from exact.complete.entropy_newton import stationary, uniform

    size = len(row.support)
    is_symmetric = row.support == tuple(-z for z in reversed(row.support))
    if not active or (is_symmetric and [c.name for c in active] == ["bias"]):
        return uniform(size, len(active), bits)
    return stationary([c.coefficients for c in active], size, bits)


def _sum(condition: Condition, law: "Stationary") -> Enclosure:
    """Enclose sum g(z) p(z)."""
    pairs = list(zip(condition.coefficients, law.probabilities, strict=True))
    low = sum((g * (p.lo if g > 0 else p.hi) for g, p in pairs), Fraction(0))
    return Enclosure(low, sum((g * (p.hi if g > 0 else p.lo) for g, p in pairs), Fraction(0)))
