"""Which deltas a table of K keys can have: (A - B E) / K with whole A and B, E = e^epsilon.

Let K delta = a - b E be one of them. With B keys on the other side, the next one below it is
smaller by the fractional part of a + (B - b) E (by 1 where that is whole). So no table has its
delta in between delta and delta - g / K, where g is the least of these over B = 0 .. K: a bound
above delta - g / K proves delta to be the least, although it stays below delta itself.
"""

from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import narrow
from exact.privacy.delta import Delta

# One comparison for every B; a proof for more keys would not end anyway.
MAX_KEYS = 1 << 16
_BITS = 128
_THRESHOLD_BITS = 64


def threshold(delta: Delta, keysize: int) -> Fraction:
    """Return t < delta such that no table of so many keys has a delta in t <= . < delta.

    Requires that ``delta`` is the delta of such a table.

    >>> from exact.numbers.epsilon import epsilon
    >>> threshold(Delta(Fraction(2, 8), Fraction(0), epsilon("ln(3)")), 8)
    Fraction(3, 16)
    """
    if keysize > MAX_KEYS:
        raise InputError("keysize", keysize, f"must be at most {MAX_KEYS}", "use fewer keys")

    def attempt(bits: int) -> Fraction | None:
        low, high = delta.epsilon.exp_bounds(bits)
        gap = least_gap(delta, keysize, Fraction(low, 1 << bits), Fraction(high, 1 << bits))
        if gap is None:
            return None
        top = keysize * (delta.A - delta.B * Fraction(low, 1 << bits))
        middle = _coarse((top - gap / 2) / keysize)
        upper, lower = top, keysize * (delta.A - delta.B * Fraction(high, 1 << bits))
        return middle if upper - gap < keysize * middle < lower else None

    # It ends: a + (B - b) E is whole for no bits or for all, and the enclosure of E shrinks.
    return narrow(attempt, _BITS, "the delta before a delta")


def least_gap(delta: Delta, keysize: int, low: Fraction, high: Fraction) -> Fraction | None:
    """Return a bound from below of g, for E from ``low`` to ``high``; None: E is too wide.

    >>> from exact.numbers.epsilon import epsilon
    >>> least_gap(Delta(Fraction(2, 8), Fraction(0), epsilon("ln(3)")), 8, Fraction(3), Fraction(3))
    Fraction(1, 1)
    """
    a, b = delta.A * keysize, delta.B * keysize
    if a.denominator != 1 or b.denominator != 1:
        raise InputError("delta", delta, f"is none of {keysize} keys", "give a delta of the table")
    least = Fraction(1)
    for B in range(keysize + 1):
        ends = sorted((a + (B - b) * low, a + (B - b) * high))
        if ends[0] == ends[1] and ends[0].denominator == 1:
            continue
        if ends[0] // 1 != ends[1] // 1 or ends[0].denominator == 1:
            return None
        least = min(least, ends[0] % 1)
    return least


def _coarse(number: Fraction) -> Fraction:
    """Return a number near by whose denominator is 2^64: shorter to write and to read."""
    return Fraction(round(number * (1 << _THRESHOLD_BITS)), 1 << _THRESHOLD_BITS)
