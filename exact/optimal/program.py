"""A linear program, and the proof that a point solves it: multipliers that anyone can check.

minimise c x  subject to  a_i x <= b_i (or = b_i) for every row i,  x >= 0

For every y with y_i >= 0 at the inequalities and c + y A >= 0, each feasible x has

    c x >= c x + y (A x - b) = (c + y A) x - y b >= -y b                     (weak duality)

so a feasible x with c x = -y b is optimal, whoever found x and y and however.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError

Vector = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Constraint:
    """``coefficients`` x <= ``bound``, or = ``bound``."""

    coefficients: Vector
    bound: Fraction
    is_equation: bool = False

    def excess(self, x: Sequence[Fraction]) -> Fraction:
        """Return a x - b: positive where the constraint is broken."""
        return dot(self.coefficients, x) - self.bound

    def holds(self, x: Sequence[Fraction]) -> bool:
        """Tell whether x keeps the constraint."""
        excess = self.excess(x)
        return excess == 0 if self.is_equation else excess <= 0


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Minimise ``cost`` x under ``constraints`` and x >= 0."""

    cost: Vector
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        size = len(self.cost)
        if any(len(row.coefficients) != size for row in self.constraints):
            rule = f"needs {size} coefficients in each row"
            raise InputError("program", size, rule, "give one for each variable")


@dataclass(frozen=True, slots=True)
class Optimum:
    """The least ``value``, a point ``x`` that has it, and ``multipliers`` that prove it least."""

    value: Fraction
    x: Vector
    multipliers: Vector


def check_optimum(program: LinearProgram, found: Optimum) -> None:
    """Raise unless x is feasible, the multipliers are, and both give ``value``.

    >>> line = Constraint((Fraction(-1),), Fraction(-3))  # x >= 3
    >>> program = LinearProgram((Fraction(2),), (line,))
    >>> check_optimum(program, Optimum(Fraction(6), (Fraction(3),), (Fraction(2),)))
    >>> check_optimum(program, Optimum(Fraction(8), (Fraction(4),), (Fraction(2),)))
    Traceback (most recent call last):
    exact.errors.InputError: optimum = 8: is not what the multipliers prove; solve it again
    """
    rows = program.constraints
    if len(found.x) != len(program.cost) or len(found.multipliers) != len(rows):
        raise _refused(found, "has the wrong size")
    if min(found.x, default=0) < 0 or not all(row.holds(found.x) for row in rows):
        raise _refused(found, "breaks a constraint")
    signs = zip(found.multipliers, rows, strict=True)
    if any(y < 0 and not row.is_equation for y, row in signs):
        raise _refused(found, "has a negative multiplier")
    if any(cost < 0 for cost in _reduced_costs(program, found.multipliers)):
        raise _refused(found, "has multipliers that leave a negative cost")
    if dot(program.cost, found.x) != found.value:
        raise _refused(found, "is not the cost of the point")
    if -dot(tuple(row.bound for row in rows), found.multipliers) != found.value:
        raise _refused(found, "is not what the multipliers prove")


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return the scalar product."""
    return sum((p * q for p, q in zip(a, b, strict=True) if p and q), Fraction(0))


def _reduced_costs(program: LinearProgram, multipliers: Vector) -> list[Fraction]:
    """Return c + y A."""
    costs = list(program.cost)
    for y, row in zip(multipliers, program.constraints, strict=True):
        if y:
            for j, a in enumerate(row.coefficients):
                costs[j] += y * a
    return costs


def _refused(found: Optimum, rule: str) -> InputError:
    return InputError("optimum", found.value, rule, "solve it again")
