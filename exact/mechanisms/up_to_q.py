"""Drop/add-up-to-q noise, Li-Krenzke (2016), Shlomo-Krenzke-Li 2.3: uniform on -q..q.

q is 1 % of the count, rounded up, and at most a cap; a count of 0 is not perturbed. The table is
exact: keys are a common multiple of 3, 5, ..., 2 cap + 1.
"""

from fractions import Fraction
from math import lcm

from exact.laws.up_to_q import CAP, SHARE, last_row, reach
from exact.table.ptable import PTable
from exact.table.row import Row


def up_to_q_table(share: Fraction = SHARE, cap: int = CAP) -> PTable:
    """Return the table with a row for each count up to the first of the largest q.

    >>> up_to_q_table().row(100).runs
    ((-1, 15015), (0, 15015), (1, 15015))
    """
    last = last_row(share, cap)
    keysize = lcm(*range(3, 2 * cap + 2, 2))
    rows = {q: _row(q, keysize) for q in range(1, cap + 1)}
    return PTable(
        keysize, 1, tuple(rows[reach(n, share, cap)] for n in range(1, last + 1)), zero="preserve"
    )


def _row(q: int, keysize: int) -> Row:
    return Row(tuple((z, keysize // (2 * q + 1)) for z in range(-q, q + 1)))
