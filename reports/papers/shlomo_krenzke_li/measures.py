"""What is measured on a simulated table, in decimals: HD, RM, chi-square and its p-value.

The exact versions of HD and RM are ``tests/mechanisms/distances.py``; over thousands of simulated
tables 14 digits are far more than the standard error leaves.
"""

from collections.abc import Sequence
from decimal import Decimal
from math import factorial

SIZE = 7
_FREEDOM = (SIZE - 1) ** 2
_ZERO = Decimal(0)
Cells = Sequence[Decimal]


def hellinger(a: Cells, b: Cells) -> Decimal:
    """Return sqrt(1/2 sum (sqrt a - sqrt b)^2)."""
    changed = ((x, y) for x, y in zip(a, b, strict=True) if x != y)
    return (sum(((x.sqrt() - y.sqrt()) ** 2 for x, y in changed), _ZERO) / 2).sqrt()


def entropy(a: Cells) -> Decimal:
    """Return H(a) = - sum a/N log(a/N)."""
    total = sum(a, _ZERO)
    return -sum((_times_log(value / total, Decimal(1)) for value in a), _ZERO)


def risk(a: Cells, b: Cells, entropy_of_a: Decimal) -> Decimal:
    """Return RM = 1 - H(a|b)/H(a), both tables scaled to the same total first."""
    total_a, total_b = sum(a, _ZERO), sum(b, _ZERO)
    x = [value / total_a for value in a]
    y = [value / total_b for value in b]
    shared = [min(pair) for pair in zip(x, y, strict=True)]
    rest = 1 - sum(shared, _ZERO)
    left = _ZERO
    for p, q, m in zip(x, y, shared, strict=True):
        left -= _times_log(m, q) + _times_log(p - m, rest) + _times_log(q - m, q)
    return 1 - left / entropy_of_a


def chi_square(cells: Cells) -> Decimal:
    """Return the chi-square statistic of independence of a 7 by 7 table."""
    rows = [sum(cells[i * SIZE : (i + 1) * SIZE], _ZERO) for i in range(SIZE)]
    columns = [sum(cells[j::SIZE], _ZERO) for j in range(SIZE)]
    total = sum(rows, _ZERO)
    squares = (
        cells[i * SIZE + j] ** 2 / (rows[i] * columns[j]) for i in range(SIZE) for j in range(SIZE)
    )
    return total * (sum(squares, _ZERO) - 1)


def p_value(statistic: Decimal) -> Decimal:
    """Return P(chi-square with 36 degrees of freedom > statistic), a Poisson sum as 36 is even."""
    half = statistic / 2
    terms = (half**k / factorial(k) for k in range(_FREEDOM // 2))
    return (-half).exp() * sum(terms, _ZERO)


def _times_log(part: Decimal, whole: Decimal) -> Decimal:
    """Return part log(part / whole), 0 for part 0 and for the whole."""
    return part * (part / whole).ln() if 0 < part != whole else _ZERO
