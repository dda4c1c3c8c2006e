"""Orders of keys that only look mixed: a multiple of the key, or its bits reversed.

Let key k be looked up at place c k + d modulo K, c without a common factor with K. Places of keys
that add up then add up too, but for d: k -> c k is an automorphism of the group, so the joint law
of cells and their margin is that of sorted rows where d = 0, and as far from independence
elsewhere. Reversed bits tie the low bits of sums to high bits of noise. A table that lists its
keys shows such an order by its rows: taken in the order of the places, noise rises once around.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

MOST_KEYS = 1 << 16
MOST_STEPS = 4_000_000

Noises = Sequence[int]


@dataclass(frozen=True, slots=True)
class LinearOrder:
    """Keys are multiplied by ``factor`` before a sorted lookup, or, without one, bit-reversed."""

    factor: int | None


def linear_order(rows: Sequence[Noises]) -> LinearOrder | None:
    """Return the order that sorts all rows, given as the noise of every key; None if none is seen.

    Every factor is tried on the row with most noise values, in at most ``MOST_STEPS`` steps.

    >>> linear_order([[3 * k % 8 // 2 for k in range(8)]])
    LinearOrder(factor=3)
    >>> linear_order([[0, 4, 2, 6, 1, 5, 3, 7]])
    LinearOrder(factor=None)
    >>> linear_order([[0, 2, 1, 3, 3, 1, 0, 2]]) is None
    True
    """
    K, most = len(rows[0]), max(rows, key=lambda row: len(set(row)))
    if K > MOST_KEYS or len(set(most)) == 1:
        return None
    if K & (K - 1) == 0:
        keys = _bit_reversed(K)
        turned = [[row[key] for key in keys] for row in rows]
        if any(all(_turns(row, 1)[way] <= 1 for row in turned) for way in (0, 1)):
            return LinearOrder(None)
    return _multiple(rows, most)


def _multiple(rows: Sequence[Noises], most: Noises) -> LinearOrder | None:
    """Return the factor whose inverse is the step from key to key along which all rows rise."""
    K, walked = len(most), 0
    for step in range(1, K // 2 + 1):
        if gcd(step, K) > 1:
            continue
        ups, downs, steps = _turns(most, step)
        walked += steps
        if walked > MOST_STEPS:
            return None
        if downs <= 1 and all(_turns(row, step)[1] <= 1 for row in rows):
            return LinearOrder(pow(step, -1, K))
        if ups <= 1 and all(_turns(row, step)[0] <= 1 for row in rows):
            return LinearOrder(pow(-step, -1, K))
    return None


def _turns(row: Noises, step: int) -> tuple[int, int, int]:
    """Return how often noise rises and falls once around by ``step``, until both did twice.

    And how many keys were looked at for that.
    """
    K, key, ups, downs = len(row), 0, 0, 0
    for walked in range(1, K + 1):
        after = (key + step) % K
        if row[after] > row[key]:
            ups += 1
        elif row[after] < row[key]:
            downs += 1
        if ups > 1 and downs > 1:
            return ups, downs, walked
        key = after
    return ups, downs, K


def _bit_reversed(keysize: int) -> list[int]:
    bits = keysize.bit_length() - 1
    return [int(f"{place:0{bits}b}"[::-1], 2) for place in range(keysize)]
