"""What somebody who reads released counts wants to know: how near they are, and what occurs."""

from fractions import Fraction

from exact.pmf import Pmf
from exact.table.ptable import PTable


def within(noise: Pmf, radius: int) -> Fraction:
    """Return the probability that the noise is at most ``radius`` in size.

    >>> within(Pmf.of([(-2, 1), (0, 6), (1, 1)]), 1)
    Fraction(7, 8)
    """
    near = (n for z, n in zip(noise.outcomes, noise.weights, strict=True) if abs(z) <= radius)
    return Fraction(sum(near), noise.total)


def least_within(table: PTable, radius: int) -> tuple[Fraction, int]:
    """Return the smallest such probability of any row, and the first count that has it.

    Every covered count has at least that.
    """
    rows = {row: count for count, row in reversed([*enumerate(table.rows, table.first_count)])}
    return min((within(row.pmf, radius), count) for row, count in rows.items())


def radius_for(table: PTable, share: Fraction) -> int:
    """Return the smallest radius that every count keeps with at least the probability ``share``.

    It is at most the largest noise, where that probability is 1.
    """
    low, high = -1, largest_size(table)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if least_within(table, middle)[0] >= share else (middle, high)
    return high


def largest_size(table: PTable) -> int:
    """Return the largest size of any noise."""
    rows = dict.fromkeys(table.rows)
    return max(abs(z) for row in rows for z in (row.pmf.outcomes[0], row.pmf.outcomes[-1]))


def smallest_release(table: PTable) -> tuple[int, int]:
    """Return the smallest value that is ever released, and a count that it is released for.

    Counts past the last row are larger than that of the row which they use.
    """
    rows = enumerate(table.rows, start=table.first_count)
    found = [(count + row.pmf.outcomes[0], count) for count, row in rows]
    return min([*found, (0, 0)] if table.zero == "preserve" else found)
