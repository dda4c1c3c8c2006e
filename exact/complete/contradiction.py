"""Which demands on a row cannot hold together, with the proof: a dual vector in rationals.

For conditions sum g_i(z) p(z) <= 0 (or = 0) and multipliers m_i >= 0 (or any), a law p would give

    0 >= sum_i m_i sum_z g_i(z) p(z) >= min_z sum_i m_i g_i(z),

so that multipliers with sum_i m_i g_i(z) > 0 for every z prove that there is none. They are the
prices of the program "the least s with every sum g_i p <= s", solved in integers.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from exact.complete.conditions import Condition, RowRules
from exact.optimal.program import Constraint, LinearProgram, check_optimum
from exact.optimal.simplex import solve


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Conditions of the row of ``count`` that no law keeps together, each with its multiplier."""

    count: int
    support: tuple[int, ...]
    parts: tuple[tuple[Condition, int], ...]

    @property
    def least(self) -> Fraction:
        """min_z sum_i m_i g_i(z), which is above 0."""
        columns = range(len(self.support))
        sums = (sum((m * c.coefficients[k] for c, m in self.parts), Fraction(0)) for k in columns)
        return min(sums)


def contradiction(row: RowRules) -> Contradiction | None:
    """Return why no law keeps the conditions of a row, or None: there is one.

    >>> row = RowRules(1, (-1, 2, 3), variance=Fraction(1))
    >>> found = contradiction(row)
    >>> [(c.name, m) for c, m in found.parts], found.least
    ([('bias', -1), ('variance', 1)], Fraction(1, 1))
    """
    conditions = row.conditions()
    sides = [(c, sign) for c in conditions for sign in ((1, -1) if c.is_equation else (1,))]
    if not sides:
        return None
    size = len(row.support)
    total = Constraint((*(Fraction(1),) * size, Fraction(0)), Fraction(1), is_equation=True)
    limits = [
        Constraint((*(sign * g for g in c.coefficients), Fraction(-1)), Fraction(0))
        for c, sign in sides
    ]
    program = LinearProgram((*(Fraction(0),) * size, Fraction(1)), (total, *limits))
    worst = max(range(len(limits)), key=lambda i: limits[i].coefficients[0])
    start = [(0, 0)]
    if limits[worst].coefficients[0] > 0:
        start.append((1 + worst, size))
    found = solve(program, start)
    check_optimum(program, found)
    return None if found.value == 0 else _named(row, sides, found.multipliers[1:])


def possible_noise(row: RowRules) -> tuple[int, ...]:
    """Return the noise values that some law under the conditions has.

    The conditions have no constant, so that with a law all its multiples keep them: the program
    "the largest sum of t(z) with t(z) <= 1, t(z) <= w(z)" has t(z) = 1 there and 0 elsewhere.

    >>> possible_noise(RowRules(2, (-2, -1, 1, 2), variance=Fraction(1)))
    (-1, 1)
    """
    size = len(row.support)
    zeros = (Fraction(0),) * size
    unit = [tuple(Fraction(k == j) for j in range(size)) for k in range(size)]
    limits = [
        Constraint((*(sign * g for g in c.coefficients), *zeros), Fraction(0))
        for c in row.conditions()
        for sign in ((1, -1) if c.is_equation else (1,))
    ]
    for one in unit:
        limits.append(Constraint((*(-v for v in one), *one), Fraction(0)))
        limits.append(Constraint((*zeros, *one), Fraction(1)))
    program = LinearProgram((*zeros, *(Fraction(-1),) * size), tuple(limits))
    found = solve(program, ())
    check_optimum(program, found)
    return tuple(z for z, t in zip(row.support, found.x[size:], strict=True) if t)


def _named(
    row: RowRules,
    sides: list[tuple[Condition, int]],
    multipliers: tuple[Fraction, ...],
) -> Contradiction:
    """Return the multipliers as small integers, both sides of an equation as one."""
    values: dict[Condition, Fraction] = {}
    for (condition, sign), value in zip(sides, multipliers, strict=True):
        values[condition] = values.get(condition, Fraction(0)) + sign * value
    used = {c: v for c, v in values.items() if v}
    scale = lcm(*(v.denominator for v in used.values()))
    whole = {c: int(v * scale) for c, v in used.items()}
    common = gcd(*whole.values())
    return Contradiction(row.count, row.support, tuple((c, v // common) for c, v in whole.items()))
