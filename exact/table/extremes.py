"""The largest and smallest measures over all rows of a table: what a user of it has to expect."""

from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.table.measures import delta_q, epsilon_q
from exact.table.ptable import PTable


def noise_range(table: PTable) -> tuple[int, int]:
    """Return the smallest and the largest noise of any row."""
    pmfs = [row.pmf for row in dict.fromkeys(table.rows)]
    return min(p.outcomes[0] for p in pmfs), max(p.outcomes[-1] for p in pmfs)


def largest_bias(table: PTable) -> Fraction:
    """Return the bias (4.6) that is farthest from 0."""
    return max((row.pmf.mean() for row in dict.fromkeys(table.rows)), key=abs)


def largest_variance(table: PTable) -> Fraction:
    """Return the largest variance (4.7)."""
    return max(row.pmf.variance() for row in dict.fromkeys(table.rows))


def unchanged_range(table: PTable) -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest share of keys that leave a count as it is."""
    shares = [row.pmf.probability(0) for row in dict.fromkeys(table.rows)]
    return min(shares), max(shares)


def largest_epsilon_q(table: PTable) -> Epsilon | None:
    """Return the largest epsilon^Q (4.10); None stands for infinity."""
    largest = Epsilon(exp=Fraction(1))
    for row in dict.fromkeys(table.rows):
        found = epsilon_q(row.pmf)
        if found is None:
            return None
        if found.exp is not None and largest.exp is not None and found.exp > largest.exp:
            largest = found
    return largest


def largest_delta_q(table: PTable) -> Fraction:
    """Return the largest delta^Q (4.11)."""
    return max(delta_q(row.pmf) for row in dict.fromkeys(table.rows))
