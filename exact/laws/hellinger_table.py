"""A table of keys for the Hellinger-type noise (5.4), truncated: one row for each count.

The noise depends on the count a, so every count has a row of its own. Row a holds the noise z with
|z| <= m and a + z >= 0, with weights e^(-epsilon |sqrt(a+z) - sqrt a| / 2), and gives
c(z) = ceil(K P(Z <= z)) keys to the noise up to z. Truncation costs a delta, which an audit tells.
"""

from itertools import accumulate, pairwise

from exact.errors import InputError, power_of_two
from exact.laws.hellinger import HellingerLaw
from exact.numbers.enclosure import narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, power_of_two_keysize
from exact.table.ptable import PTable, Stop
from exact.table.row import Row

MAX_M = 200
MAX_LAST_COUNT = 1000
_SPARE_BITS = 64


def hellinger_table(epsilon: Epsilon, m: int, last_count: int, keysize: int) -> PTable:
    """Return the rows of the counts 0..last_count; larger counts are not covered.

    >>> from fractions import Fraction
    >>> table = hellinger_table(Epsilon(value=Fraction(2)), 1, 2, 1024)
    >>> table.rows[0].runs, table.row(2).pmf.outcomes
    (((0, 749), (1, 275)), (-1, 0, 1))
    """
    law = HellingerLaw(epsilon)
    integer(m, "m", 1, MAX_M)
    counts = range(integer(last_count, "last count", 0, MAX_LAST_COUNT) + 1)
    power_of_two_keysize(keysize)
    rows = tuple(_row(law, a, m, keysize) for a in counts)
    return PTable(keysize, 0, rows, beyond=Stop(), zero="row")


def _row(law: HellingerLaw, a: int, m: int, keysize: int) -> Row:
    """Round up every sum of probabilities.

    Narrowing ends for a rational epsilon: K s = n T with 0 < n < K would be a linear relation
    between numbers e^(algebraic) with different exponents (Lindemann-Weierstrass), in which
    e^0, the weight of z = 0 alone, has the coefficient K - n or -n.
    """
    start = keysize.bit_length() + _SPARE_BITS
    noise, cmf = narrow(lambda bits: _cmf(law, a, m, keysize, bits), start, "a row of (5.4)")
    counts = [upper - lower for lower, upper in pairwise((0, *cmf))]
    if min(counts) == 0:
        rule = f"leaves noise of the count {a} without a key"
        raise InputError("keysize", power_of_two(keysize), rule, "choose a larger power of two")
    return Row(tuple(zip(noise, counts, strict=True)))


def _cmf(
    law: HellingerLaw, a: int, m: int, keysize: int, bits: int
) -> tuple[range, list[int]] | None:
    """Return ceil(K P(Z <= z)) for every z, or None where the bounds do not tell one of them."""
    noise, lo, hi = law.truncated_weights(a, m, bits)
    total_lo, total_hi = sum(lo), sum(hi)
    lows = [-(-keysize * s // total_hi) for s in accumulate(lo)]
    highs = [-(-keysize * s // total_lo) for s in accumulate(hi)]
    lows[-1] = highs[-1] = keysize
    return (noise, lows) if lows == highs else None
