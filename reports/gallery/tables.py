"""The tables of the gallery."""

from fractions import Fraction

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row

HALF = Epsilon(value=Fraction(1, 2))
KEY_BITS = (8, 16, 32)


def same_law(bits: int) -> PTable:
    """Return the law of section 4.3 of Sadeghi and Chien (D = 10, epsilon = 1/2) in 2^bits keys."""
    return table_of_law(law_of_epsilon(10, HALF), 2**bits, epsilon=HALF)


def never_negative() -> PTable:
    """Return a table with a row for each small count, which never releases a negative count.

    Noise that would take a count n below 0 takes it to 0 instead: row n is the row of the law with
    max(z, -n) in place of z. This is post-processing, so delta at any two counts does not grow.
    """
    runs = table_of_law(law_of_epsilon(20, HALF), 2**16).rows[0].runs
    rows = tuple(Row.of([(max(z, -n), keys) for z, keys in runs]) for n in range(21))
    return PTable(2**16, 0, rows, zero="row")
