"""Statistics of one released table, in floating point: what is simulated has fewer right digits.

Pearson's chi-square for independence, its p-value, Cramer's V, and the risk measure RM of
Shlomo-Krenzke-Li 3.5 (Antal, Shlomo and Elliot 2014). Nothing is decided by them.
"""

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt

Cells = Sequence[int]


def chi_square(cells: Cells, columns: int) -> tuple[float, int]:
    """Return Pearson's statistic and its degrees of freedom; empty rows and columns are left out.

    >>> chi_square((1, 3, 3, 1), 2)
    (2.0, 1)
    """
    rows = [sum(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    across = [sum(cells[j::columns]) for j in range(columns)]
    total = sum(rows)
    found = 0.0
    for i, row in enumerate(rows):
        for j, column in enumerate(across):
            if row > 0 and column > 0:
                found += cells[i * columns + j] ** 2 / (row * column)
    freedom = (sum(n > 0 for n in rows) - 1) * (sum(n > 0 for n in across) - 1)
    return total * (found - 1), max(0, freedom)


def cramers_v(statistic: float, total: int, rows: int, columns: int) -> float:
    """Return sqrt(chi^2 / (N (min(rows, columns) - 1))).

    >>> cramers_v(2.0, 8, 2, 2)
    0.5
    """
    return sqrt(max(0.0, statistic) / (total * (min(rows, columns) - 1))) if total > 0 else 0.0


def p_value(statistic: float, freedom: int) -> float:
    """Return P(chi^2 > statistic) = Q(k/2, x/2), by Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a+1).

    >>> round(p_value(3.841458820694124, 1), 12), round(p_value(5.991464547107979, 2), 12)
    (0.05, 0.05)
    """
    x = max(0.0, statistic) / 2
    if freedom == 0 or x == 0:
        return 1.0
    a, found = (1.0, exp(-x)) if freedom % 2 == 0 else (0.5, erfc(sqrt(x)))
    while a < freedom / 2:
        found += exp(a * log(x) - x - lgamma(a + 1))
        a += 1
    return min(1.0, found)


def entropy(cells: Cells) -> float:
    """Return H(a) = - sum a/N log(a/N).

    >>> round(entropy((1, 1)), 6)
    0.693147
    """
    total = sum(cells)
    return -sum(n / total * log(n / total) for n in cells if n)


def risk(true: Cells, released: Cells, entropy_of_true: float) -> float:
    """Return RM = 1 - H(a|b)/H(a), both tables scaled to the same total first.

    >>> risk((1, 3), (2, 6), entropy((1, 3)))
    1.0
    """
    N, M = sum(true), sum(released)
    left, shared = 0.0, sum(min(a * M, b * N) for a, b in zip(true, released, strict=True))
    rest = N * M - shared
    for a, b in zip(true, released, strict=True):
        x, y = a * M, b * N
        m = min(x, y)
        left -= _times_log(m, y) + _times_log(x - m, rest) + _times_log(y - m, y)
    return 1 - left / (N * M) / entropy_of_true


def _times_log(part: int, whole: int) -> float:
    """Return part log(part / whole), 0 for part 0 and for the whole."""
    return part * log(part / whole) if 0 < part != whole else 0.0
