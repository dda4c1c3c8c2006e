"""The law of the cell key: how many ways there are to make each key."""

from fractions import Fraction
from itertools import accumulate, pairwise

from verification.checking.table import Row

# A law that is constant on each step (first key, last key + 1, weight of each key in between); the
# steps cover all keys in order.
KeyLaw = tuple[tuple[int, int, int], ...]
Pmf = dict[int, int]


def uniform(K: int) -> KeyLaw:
    """Return the law of equally likely keys."""
    return ((0, K, 1),)


def weight_below(law: KeyLaw, key: int) -> int:
    """Return the weight of all keys below a key."""
    before = ((first, min(end, key), weight) for first, end, weight in law if first < key)
    return sum((end - first) * weight for first, end, weight in before)


def released(law: KeyLaw, count: int, row: Row) -> Pmf:
    """Return the weight of each value that a count is released as."""
    below = [weight_below(law, key) for key in accumulate((keys for _, keys in row), initial=0)]
    found: Pmf = {}
    for (noise, _), (before, after) in zip(row, pairwise(below), strict=True):
        found[count + noise] = found.get(count + noise, 0) + after - before
    return {value: mass for value, mass in found.items() if mass}


def distance_from_uniform(law: KeyLaw) -> Fraction:
    """Return half the sum of |P(key) - 1/K|."""
    K = law[-1][1]
    total = weight_below(law, K)
    gaps = ((end - first) * abs(weight * K - total) for first, end, weight in law)
    return Fraction(sum(gaps), 2 * total * K)
