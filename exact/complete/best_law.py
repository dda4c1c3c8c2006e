"""The best table of real probabilities: one that keeps the rules exactly, and a bound of all.

A solver proposes probabilities that keep the rules almost. All but d + 1 of a row's are taken as
they are; the largest ones, at z_0 .. z_d, follow from its moments b_0 .. b_d as they must be:

    p(z_j) = sum_m b_m [z^m] L_j(z) - sum_(other z) p(z) L_j(z),   L_j(z_i) = [i = j] of degree d

(Lagrange). d is 0 for the sum alone, 1 for the bias too, 2 where E z^2 would be above its bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exact.complete.better import is_valid
from exact.complete.bound import Bounds, Multipliers
from exact.complete.conditions import RowRules
from exact.complete.door import Door
from exact.complete.problem import Keys, Problem
from exact.privacy.delta import Delta

# So many keys stand for real numbers: the solver then scales the tails.
REAL_KEYS = 1 << 60


@dataclass(frozen=True, slots=True)
class BestLaw:
    """A table that keeps the rules, if one was found, and ``bound``, below which no delta is.

    ``keys`` are its probabilities as whole numbers of one common sum.
    """

    problem: Problem
    keys: Keys | None
    multipliers: Multipliers
    bound: Fraction

    @property
    def delta(self) -> Delta | None:
        """The delta of the table that was found."""
        return None if self.keys is None else self.problem.delta(self.keys)


def best_law(problem: Problem, door: Door) -> BestLaw:
    """Return the best table of real numbers that a solver proposes, made exact, and a bound."""
    proposed = door(problem, REAL_KEYS).relaxed({})
    bound = Bounds(problem).value(proposed.multipliers) or Fraction(0)
    keys = _keys(problem, proposed.shares) if proposed.shares else None
    return BestLaw(problem, keys, proposed.multipliers, bound)


def _keys(problem: Problem, shares: Keys) -> Keys | None:
    """Return shares as whole keys of a table that keeps every rule, or None."""
    rows = [kept_row(row, numbers) for row, numbers in zip(problem.rows, shares, strict=True)]
    laws = [row for row in rows if row is not None]
    if len(laws) < len(rows):
        return None
    keysize = lcm(*(p.denominator for row in laws for p in row))
    keys = tuple(tuple(int(p * keysize) for p in row) for row in laws)
    return keys if is_valid(problem, keys, keysize) else None


def kept_row(row: RowRules, shares: Sequence[int]) -> tuple[Fraction, ...] | None:
    """Return probabilities near to proposed shares that keep sum, bias and E z^2 of a row, or None.

    >>> kept_row(RowRules(1, (-1, 0, 1), variance=Fraction(1, 2)), (26, 50, 26))
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    total = sum(max(0, share) for share in shares)
    if total == 0:
        return None
    p = tuple(Fraction(max(0, share), total) for share in shares)
    mean = sum((z * q for z, q in zip(row.support, p, strict=True)), Fraction(0))
    if row.bias is not None:
        mean = min(max(mean, -row.bias), row.bias)
    moments = [Fraction(1)] if row.bias is None else [Fraction(1), mean]
    found = _with_moments(row.support, p, moments)
    if found is None or all(condition.holds(found) for condition in row.conditions()):
        return found
    second = row.variance or Fraction(0)
    return _with_moments(row.support, p, [Fraction(1), *(moments[1:] or [mean]), second])


def _with_moments(
    support: tuple[int, ...], p: tuple[Fraction, ...], moments: list[Fraction]
) -> tuple[Fraction, ...] | None:
    """Return p with its largest probabilities changed so that E z^m is moments[m]."""
    if len(support) < len(moments):
        return None
    largest = sorted(range(len(p)), key=lambda k: -p[k])[: len(moments)]
    found = list(p)
    for j in largest:
        L = _lagrange(support[j], [support[i] for i in largest if i != j])
        wanted = sum((b * c for b, c in zip(moments, L, strict=True)), Fraction(0))
        others = (k for k in range(len(p)) if k not in largest)
        found[j] = wanted - sum((p[k] * _at(L, support[k]) for k in others), Fraction(0))
    return tuple(found) if min(found) >= 0 else None


def _lagrange(z: int, others: Sequence[int]) -> list[Fraction]:
    """Return the coefficients of the polynomial that is 1 at z and 0 at the others, lowest first.

    >>> _lagrange(1, [0, 3])
    [Fraction(0, 1), Fraction(3, 2), Fraction(-1, 2)]
    """
    found = [Fraction(1)]
    for other in others:
        shifted, same = [Fraction(0), *found], [*found, Fraction(0)]
        found = [(a - other * b) / (z - other) for a, b in zip(shifted, same, strict=True)]
    return found


def _at(coefficients: Sequence[Fraction], z: int) -> Fraction:
    return sum((c * z**m for m, c in enumerate(coefficients)), Fraction(0))
