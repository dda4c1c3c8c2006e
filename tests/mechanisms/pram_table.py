"""PRAM of Shlomo-Krenzke-Li as a table that a cell key method can use.

Counts up to 6 have a row each, larger ones a row for each residue of 15: the rows 7..21 wrap. The
keys up to c_j K, rounded down, lead to the j-th noise value, c_j the cumulated probability.
"""

from collections.abc import Mapping

from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.exp_ratio import ExpRatio, total
from exact.mechanisms.pram import PRINTED, released
from exact.mechanisms.truncated_rows import residue_rows, small_count_rows
from exact.numbers.enclosure import narrow
from exact.numbers.guard import power_of_two_keysize
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row

SMALL, LARGE = 7, 15


def pram_table(law: LaplaceLaw, keysize: int, reading: str = PRINTED) -> PTable:
    """Return the table of the derived Tables 2 and 3 with ``keysize`` keys.

    >>> from fractions import Fraction
    >>> from exact.numbers.epsilon import Epsilon
    >>> table = pram_table(LaplaceLaw(Epsilon(value=Fraction(2)), 7), 2**20)
    >>> table.row(1).runs[0], table.row(100) == table.row(10)
    ((-1, 124993), True)
    """
    power_of_two_keysize(keysize)
    small, large = small_count_rows(law, SMALL), residue_rows(law, LARGE)
    rows = tuple(
        _row(count, released(count, small, large, reading), keysize)
        for count in range(SMALL + LARGE)
    )
    return PTable(keysize, 0, rows, Wrap(SMALL, LARGE), "row")


def _row(count: int, law: Mapping[int, ExpRatio], keysize: int) -> Row:
    """Return noise with keys; noise whose keys round to none is left out."""
    values = sorted(law)
    chances = [law[y] for y in values]
    epsilon = chances[0].epsilon
    ends = [0, *(_floor(total(chances[:i], epsilon), keysize) for i in range(1, len(values)))]
    keys = [after - before for before, after in zip(ends, [*ends[1:], keysize], strict=True)]
    return Row.of([(y - count, number) for y, number in zip(values, keys, strict=True)])


def _floor(share: ExpRatio, keysize: int) -> int:
    """Return floor(share K); narrowing ends, because a share that is not rational is no k/K."""
    exact = share.exact
    if exact is not None:
        return (exact * keysize).__floor__()

    def attempt(bits: int) -> int | None:
        found = share.enclose(bits)
        low, high = (found.lo * keysize).__floor__(), (found.hi * keysize).__floor__()
        return low if low == high else None

    return narrow(attempt, 64 + keysize.bit_length(), "keys of a row")
