"""The simplex method in integers, with Bland's rule: it ends, and it does not round.

The dictionary  d x_B = beta - A x_N  holds integers over one common denominator d > 0, the last
pivot. A pivot p = A[r][s] exchanges x_B[r] and x_N[s]:

    A[i][j] <- (p A[i][j] - A[i][s] A[r][j]) / d      (every division is exact: both sides are
                                                      minors of the first dictionary)

with d <- p, A[r][s] <- d and A[i][s] <- -A[i][s]. Bland's rule takes the first variable that lowers
the cost, and of the rows that limit it the one of the first variable: no dictionary comes back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exact.errors import InputError
from exact.optimal.program import Constraint, LinearProgram, Optimum

Pivot = tuple[int, int]


@dataclass(slots=True)
class _Dictionary:
    """Rows of integers, the cost last; column 0 is beta. It changes with every pivot.

    Variables 0..n-1 are those of the program; n + i is the slack of row i.
    """

    rows: list[list[int]]
    basic: list[int]
    free: list[int]
    denominator: int = 1

    def pivot(self, r: int, s: int) -> None:
        """Exchange the variable of row r with the one of column s."""
        p, d, chosen = self.rows[r][s], self.denominator, self.rows[r]
        for i, row in enumerate(self.rows):
            if i != r:
                f = row[s]
                new = [(p * a - f * b) // d for a, b in zip(row, chosen, strict=True)]
                new[s] = -f
                self.rows[i] = new
        chosen[s] = d
        if p < 0:
            self.rows = [[-a for a in row] for row in self.rows]
        self.denominator = abs(p)
        self.basic[r], self.free[s - 1] = self.free[s - 1], self.basic[r]

    def entering(self, barred: frozenset[int]) -> int | None:
        """Return the column of the first variable that lowers the cost, or None."""
        costs = self.rows[-1]
        columns = (s for s in range(1, len(costs)) if costs[s] > 0)
        allowed = [s for s in columns if self.free[s - 1] not in barred]
        return min(allowed, key=lambda s: self.free[s - 1], default=None)

    def leaving(self, s: int) -> int:
        """Return the row that limits column s first; ties go to the first variable."""
        limits = [
            (Fraction(row[0], row[s]), self.basic[i], i)
            for i, row in enumerate(self.rows[:-1])
            if row[s] > 0
        ]
        if not limits:
            raise InputError("program", "", "has no least value", "bound the cost from below")
        return min(limits)[2]


def solve(program: LinearProgram, start: Sequence[Pivot]) -> Optimum:
    """Return an optimum with its multipliers.

    ``start`` gives pivots (row, variable) that lead to a feasible dictionary and take the slack of
    every equation out of the basis, for good.

    >>> from exact.optimal.program import check_optimum
    >>> line = Constraint((Fraction(-1), Fraction(-2)), Fraction(-3))  # x + 2 y >= 3
    >>> program = LinearProgram((Fraction(1), Fraction(1)), (line,))
    >>> found = solve(program, [(0, 0)])
    >>> found.value, check_optimum(program, found)
    (Fraction(3, 2), None)
    """
    size = len(program.cost)
    scales = [lcm(*(a.denominator for a in _numbers(row))) for row in program.constraints]
    dictionary = _first(program, scales)
    for r, variable in start:
        dictionary.pivot(r, dictionary.free.index(variable) + 1)
    equations = (i for i, row in enumerate(program.constraints) if row.is_equation)
    barred = frozenset(size + i for i in equations)
    if barred & set(dictionary.basic) or min(row[0] for row in dictionary.rows[:-1]) < 0:
        raise InputError("start", len(start), "leads to no feasible point", "give other pivots")
    while (s := dictionary.entering(barred)) is not None:
        dictionary.pivot(dictionary.leaving(s), s)
    return _optimum(program, dictionary, scales)


def _first(program: LinearProgram, scales: list[int]) -> _Dictionary:
    """Return slack = b - A x for every row, each times its scale, and cost = 0 - (-c) x."""
    rows = [
        [int(a * scale) for a in _numbers(row)]
        for row, scale in zip(program.constraints, scales, strict=True)
    ]
    cost_scale = lcm(*(c.denominator for c in program.cost))
    rows.append([0, *(int(-c * cost_scale) for c in program.cost)])
    size = len(program.cost)
    return _Dictionary(rows, list(range(size, size + len(scales))), list(range(size)))


def _numbers(row: Constraint) -> tuple[Fraction, ...]:
    return (row.bound, *row.coefficients)


def _optimum(program: LinearProgram, dictionary: _Dictionary, scales: list[int]) -> Optimum:
    """Read x from the basic variables, and the multipliers from the costs of the free slacks."""
    size, d = len(program.cost), dictionary.denominator
    x, y = [Fraction(0)] * size, [Fraction(0)] * len(scales)
    for i, variable in enumerate(dictionary.basic):
        if variable < size:
            x[variable] = Fraction(dictionary.rows[i][0], d)
    cost_scale = lcm(*(c.denominator for c in program.cost))
    costs = dictionary.rows[-1]
    for s, variable in enumerate(dictionary.free, start=1):
        if variable >= size:
            row = variable - size
            y[row] = Fraction(-costs[s] * scales[row], d * cost_scale)
    return Optimum(Fraction(costs[0], d * cost_scale), tuple(x), tuple(y))
