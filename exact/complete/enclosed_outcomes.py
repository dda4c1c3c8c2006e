"""The least delta of Proposition 2's program, enclosed in rationals whatever a solver proposes.

Multipliers bound it from below by weak duality (``exact.complete.bound``). Noise that is made to
keep the properties P1-P3 of Sadeghi-Asoodeh-Calmon has a delta, which bounds it from above:

    P1  -min(n, D) <= z <= D      P2  p_n(0) = eta      P3  sum z p_n(z) = 0
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.complete.best_law import REAL_KEYS
from exact.complete.bound import Bounds, Multipliers
from exact.complete.door import Door
from exact.complete.problem import Problem
from exact.complete.proof import valid_multipliers
from exact.complete.single_outcomes import single_outcomes
from exact.laws.count_query import CountQueryLaw
from exact.laws.two_point import pmf_of
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf

_EXP_BITS = 128


@dataclass(frozen=True, slots=True)
class Enclosed:
    """Noise with P1-P3 for every count, and bounds of the least delta: its own is the upper one."""

    problem: Problem
    noise: tuple[Pmf, ...]
    multipliers: Multipliers
    delta: Enclosure


def enclosed(law: CountQueryLaw, last: int, door: Door) -> Enclosed:
    """Return bounds of the least delta for the counts 1..``last``, with what proves them."""
    problem = single_outcomes(law, last)
    proposed = door(problem, REAL_KEYS).relaxed({})
    multipliers = valid_multipliers(problem, proposed.multipliers)
    lower = Bounds(problem).value(multipliers) or Fraction(0)
    shares = proposed.shares or tuple((0,) * len(row.support) for row in problem.rows)
    noise = tuple(
        kept_noise(law.eta, row.support, numbers)
        for row, numbers in zip(problem.rows, shares, strict=True)
    )
    delta = Enclosure(lower, _largest(problem, noise))
    return Enclosed(problem, noise, multipliers, delta)


def kept_noise(eta: Fraction, support: tuple[int, ...], shares: tuple[int, ...]) -> Pmf:
    """Return noise with P1-P3 in the proportions of proposed shares, or noise -1, 0, 1.

    Below 0 the shares are multiplied with sum z p(z) of those above it, and the other way round:
    then both sums are equal, whatever was proposed.

    >>> kept_noise(Fraction(1, 2), (-1, 0, 1, 2), (4, 9, 1, 1))
    Pmf(outcomes=(-1, 0, 1, 2), weights=(3, 5, 1, 1))
    """
    parts = {z: max(0, share) for z, share in zip(support, shares, strict=True) if z}
    below = sum(-z * share for z, share in parts.items() if z < 0)
    above = sum(z * share for z, share in parts.items() if z > 0)
    if below == 0 or above == 0:
        parts, below, above = {-1: 1, 1: 1}, 1, 1
    even = {z: share * (above if z < 0 else below) for z, share in parts.items()}
    total = sum(even.values())
    return pmf_of({0: eta} | {z: (1 - eta) * w / total for z, w in even.items()})


def _largest(problem: Problem, noise: tuple[Pmf, ...]) -> Fraction:
    """Return a bound of delta of the noise from above, exact where e^epsilon is rational."""
    E = problem.epsilon.rational_exp
    if E is None:
        E = Fraction(problem.epsilon.exp_bounds(_EXP_BITS)[0], 1 << _EXP_BITS)
    p = tuple(
        tuple(map(law.probability, row.support))
        for row, law in zip(problem.rows, noise, strict=True)
    )
    excesses = [p[i][k] for event in problem.events for i, k in event.alone]
    for event in problem.events:
        excesses += [p[i][k] - E * p[j][m] for (i, k), (j, m) in event.shared]
    return max(Fraction(0), *excesses)
