"""A law that keeps the conditions of a row exactly, near to one that keeps them almost.

Let a_j p = b_j be the equations wanted (the sum 1, and every condition that is to be tight), p
positive and W = diag(p). The change W A^T x with (A W A^T) x = b - A p is the least one in the
norm sum (change)^2 / p: it moves small probabilities by little.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from exact.complete.conditions import Condition


def independent(conditions: Iterable[Condition], size: int) -> tuple[Condition, ...]:
    """Return conditions of which none follows from those before it and from the sum 1.

    >>> g = tuple(map(Fraction, (-1, 0, 1)))
    >>> two = Condition("a", g), Condition("b", tuple(-2 * v for v in g))
    >>> [c.name for c in independent(two, 3)]
    ['a']
    """
    reduced: list[tuple[int, list[Fraction]]] = []
    _reduce(reduced, [Fraction(1)] * size)
    return tuple(c for c in conditions if _reduce(reduced, list(c.coefficients)))


def _reduce(reduced: list[tuple[int, list[Fraction]]], row: list[Fraction]) -> bool:
    """Add what is left of a row after elimination; False: nothing is left."""
    for column, known in reduced:
        if factor := row[column]:
            row = [a - factor * b for a, b in zip(row, known, strict=True)]
    pivot = next((k for k, value in enumerate(row) if value), None)
    if pivot is None:
        return False
    reduced.append((pivot, [value / row[pivot] for value in row]))
    return True


def kept_nearby(
    conditions: Sequence[Condition], p: Sequence[Fraction], tight: Sequence[Condition]
) -> tuple[Fraction, ...] | None:
    """Return a law near to p that keeps all conditions, the tight ones as equations, or None.

    >>> g = Condition("bias", tuple(map(Fraction, (-1, 0, 1))), True)
    >>> kept_nearby([g], [Fraction(1, 4), Fraction(1, 2), Fraction(1, 3)], [g])
    (Fraction(4, 15), Fraction(7, 15), Fraction(4, 15))
    """
    from flint import fmpq, fmpq_mat

    ones = [Fraction(1)] * len(p)
    used = [ones, *(list(c.coefficients) for c in independent(tight, len(p)))]
    A = fmpq_mat(len(used), len(p), [fmpq(*v.as_integer_ratio()) for row in used for v in row])
    weights = [fmpq(*q.as_integer_ratio()) for q in p]
    WA = fmpq_mat(
        len(p), len(used), [w * A[j, k] for k, w in enumerate(weights) for j in range(len(used))]
    )
    wanted = [Fraction(1) if j == 0 else Fraction(0) for j in range(len(used))]
    rest = [
        b - sum((a * q for a, q in zip(row, p, strict=True)), Fraction(0))
        for b, row in zip(wanted, used, strict=True)
    ]
    right = fmpq_mat(len(used), 1, [fmpq(*v.as_integer_ratio()) for v in rest])
    change = WA * (A * WA).solve(right)
    found = tuple(q + Fraction(int(change[k, 0].p), int(change[k, 0].q)) for k, q in enumerate(p))
    keeps = min(found) >= 0 and sum(found) == 1 and all(c.holds(found) for c in conditions)
    return found if keeps else None
