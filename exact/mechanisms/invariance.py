"""Invariant post-randomisation: a matrix M* with t M* = t, by the two-stage algorithm.

Willenborg and De Waal (2001), Shlomo and Young (2008). The second stage undoes the first by Bayes'
rule under the frequencies t: q_jk = t_k p_kj / (t M)_j, and M* = M Q. Then t M* = t exactly.
"""

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import InputError

Matrix = tuple[tuple[Fraction, ...], ...]


def perturbed_frequencies(t: Sequence[Fraction], matrix: Matrix) -> tuple[Fraction, ...]:
    """Return t M, the expected frequencies after perturbation."""
    return tuple(
        sum((f * row[j] for f, row in zip(t, matrix, strict=True)), Fraction(0))
        for j in range(len(matrix[0]))
    )


def invariant_matrix(matrix: Matrix, t: Sequence[Fraction]) -> Matrix:
    """Return M* = M Q of a transition matrix for frequencies t >= 0.

    >>> half = Fraction(1, 2)
    >>> invariant_matrix(((half, half), (Fraction(0), Fraction(1))), (Fraction(1), Fraction(1)))
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    """
    _check(matrix, t)
    moved = perturbed_frequencies(t, matrix)
    size = len(matrix)
    # A value that is never released needs no way back; any row does, and the identity is one.
    back = tuple(
        tuple(t[k] * matrix[k][j] / moved[j] if moved[j] else Fraction(k == j) for k in range(size))
        for j in range(size)
    )
    return tuple(
        tuple(sum((row[j] * back[j][k] for j in range(size)), Fraction(0)) for k in range(size))
        for row in matrix
    )


def determinant(matrix: Matrix) -> Fraction:
    """Return the determinant by elimination; M has an inverse if it is not 0.

    >>> determinant(((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4))))
    Fraction(-2, 1)
    """
    rows = [list(row) for row in matrix]
    result = Fraction(1)
    for i in range(len(rows)):
        pivot = next((r for r in range(i, len(rows)) if rows[r][i]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != i:
            rows[i], rows[pivot], result = rows[pivot], rows[i], -result
        result *= rows[i][i]
        for r in range(i + 1, len(rows)):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return result


def _check(matrix: Matrix, t: Sequence[Fraction]) -> None:
    if any(len(row) != len(matrix) for row in matrix) or len(t) != len(matrix):
        raise InputError("matrix", len(matrix), "must be square, with a frequency a row", "pad it")
    for value, row in enumerate(matrix):
        if min(row) < 0 or sum(row) != 1:
            rule = f"sums to {sum(row)} or has a negative entry"
            raise InputError("row", value, rule, "give probabilities that sum to 1 exactly")
    if min(t) < 0:
        raise InputError("frequencies", min(t), "must not be negative", "count the cells")
