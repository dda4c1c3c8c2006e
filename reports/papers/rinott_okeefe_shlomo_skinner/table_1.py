"""Table 1 as it is printed, and the statistics of it that the paper uses, exactly."""

from fractions import Fraction
from math import isqrt

from exact.numbers.enclosure import Enclosure
from exact.numbers.producers import log_floor

AGES = tuple(f"{age}–{age + 4}" for age in range(15, 75, 5))
OCCUPATIONS = tuple("ABCDEFGHIJK")
Counts = tuple[tuple[int, ...], ...]

TABLE_1: Counts = (
    (2, 2, 8, 7, 31, 0, 7, 2, 20, 0, 80),
    (55, 68, 110, 54, 134, 0, 23, 13, 138, 2, 129),
    (115, 147, 132, 78, 83, 0, 19, 15, 45, 0, 18),
    (191, 129, 127, 89, 68, 0, 18, 8, 33, 4, 10),
    (153, 113, 119, 74, 49, 1, 34, 15, 44, 4, 9),
    (102, 70, 78, 70, 43, 1, 20, 21, 24, 3, 8),
    (94, 65, 55, 72, 47, 2, 29, 16, 36, 4, 14),
    (92, 81, 75, 80, 65, 1, 43, 17, 36, 1, 8),
    (74, 51, 56, 64, 72, 2, 49, 21, 67, 2, 13),
    (63, 41, 40, 70, 53, 3, 22, 22, 56, 4, 59),
    (12, 5, 7, 3, 12, 0, 6, 4, 8, 2, 287),
    (4, 4, 1, 5, 4, 0, 2, 1, 4, 0, 307),
)


def chi_square(counts: Counts) -> tuple[Fraction, int]:
    """Return Pearson's statistic for independence, a rational, and its degrees of freedom.

    >>> chi_square(((1, 3), (3, 1)))
    (Fraction(2, 1), 1)
    """
    rows = [sum(row) for row in counts]
    columns = [sum(column) for column in zip(*counts, strict=True)]
    total = sum(rows)
    shares = (
        Fraction(counts[i][j] ** 2, rows[i] * columns[j])
        for i in range(len(rows))
        for j in range(len(columns))
    )
    found = sum(shares, Fraction(0))
    return total * (found - 1), (len(rows) - 1) * (len(columns) - 1)


def cramers_v_bounds(counts: Counts, bits: int) -> Enclosure:
    """Return V = sqrt(chi^2 / (N (min(rows, columns) - 1))), bounds 2^-bits apart."""
    statistic, _ = chi_square(counts)
    total = sum(sum(row) for row in counts)
    square = statistic / (total * (min(len(counts), len(counts[0])) - 1))
    floor = isqrt((square.numerator << 2 * bits) // square.denominator)
    return Enclosure.scaled(floor, floor + 1, bits)


def log10_p_value_bound(statistic: Fraction, degrees: int) -> int:
    """Return an integer above log10 P(chi^2 with these degrees > statistic), x > k.

    Chernoff: P(X > x) <= (r e^(1-r))^(k/2), r = x/k > 1.
    """
    bits, ratio = 64, statistic / degrees
    log_ratio = Fraction(log_floor(ratio, bits) + 1, 1 << bits)
    exponent = Fraction(degrees, 2) * (log_ratio + 1 - ratio)
    log_ten = Fraction(log_floor(Fraction(10), bits) + 1, 1 << bits)
    return (exponent / log_ten).__ceil__()
