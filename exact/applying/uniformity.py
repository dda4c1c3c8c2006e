"""Are record keys uniform: exact tail probabilities of how many fall into each sixteenth.

Under uniform keys the number X in a bucket of s of the N keys is binomial(n, s/N). With

p_i = min(1, 2 min(P(X >= x), P(X <= x))),      p = min(1, 16 min_i p_i),

P(p <= a) <= a for every a (the union bound). All n keys are at most m with probability
((m + 1)/N)^n, and at least m with probability ((N - m)/N)^n.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exact.applying.tails import at_least, two_sided
from exact.errors import InputError, Undecided
from exact.numbers.enclosure import Enclosure

BUCKETS = 16
# Keys of a sound generator are called uneven once in a million tests.
LEAST_P = Fraction(1, 1_000_000)


@dataclass(frozen=True, slots=True)
class Uniformity:
    """The p-value between proved bounds, and the bucket that is the furthest off."""

    p_value: Enclosure
    bucket: int

    @property
    def is_plausible(self) -> bool:
        """Whether the keys may be uniform."""
        return is_plausible(self.p_value)


def is_plausible(p_value: Enclosure) -> bool:
    """Tell whether what was seen may be chance: its p-value is not below one in a million."""
    if p_value.lo < LEAST_P <= p_value.hi:
        raise Undecided("the p-value of uniform keys is too near to one in a million")
    return p_value.lo >= LEAST_P


def union(p_values: Sequence[Enclosure]) -> Enclosure:
    """Return min(1, m min_i p_i) for m p-values: at most a with probability at most a.

    >>> union([Enclosure(Fraction(1, 8), Fraction(1, 4)), Enclosure(Fraction(1), Fraction(1))]).hi
    Fraction(1, 2)
    """
    m, one = len(p_values), Fraction(1)
    low, high = (min(getattr(p, end) for p in p_values) for end in ("lo", "hi"))
    return Enclosure(min(one, m * low), min(one, m * high))


def spread(least: int, largest: int, records: int, modulus: int) -> Enclosure:
    """Return the p-value of the least and the largest of n keys, each one-sided.

    >>> spread(0, 127, 20, 256).hi < Fraction(1, 2**18), spread(1, 250, 20, 256).hi
    (True, Fraction(1, 1))
    """
    chances = (Fraction(largest + 1, modulus), Fraction(modulus - least, modulus))
    return union([at_least(records, records, chance) for chance in chances])


def bucket_of(key: str, modulus: int) -> str:
    """Return the bucket of a key as SQL."""
    return f"({key} * {BUCKETS}) // {modulus}"


def bucket_sizes(modulus: int) -> list[int]:
    """Return how many of the keys 0..N-1 have floor(16 k / N) = 0, ..., 15.

    >>> bucket_sizes(20)
    [2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1]
    """
    bounds = [-(-number * modulus // BUCKETS) for number in range(BUCKETS + 1)]
    return [high - low for low, high in pairwise(bounds)]


def uniformity(counts: Sequence[int], modulus: int) -> Uniformity:
    """Return the p-value of the number of keys in each bucket.

    >>> uniformity([100] * 16, 256).is_plausible, uniformity([1600] + [0] * 15, 256).is_plausible
    (True, False)
    """
    if len(counts) != BUCKETS or min(counts) < 0 or not sum(counts):
        rule = f"must be {BUCKETS} numbers of keys, not all 0"
        raise InputError("counts", counts, rule, "count the keys of each bucket")
    total, sizes = sum(counts), bucket_sizes(modulus)
    found = [
        (two_sided(count, total, Fraction(size, modulus)), bucket)
        for bucket, (count, size) in enumerate(zip(counts, sizes, strict=True))
        if size
    ]
    _, bucket = min(found, key=lambda one: one[0].hi)
    nothing = [Enclosure(Fraction(1), Fraction(1))] * (BUCKETS - len(found))
    return Uniformity(union([*(p for p, _ in found), *nothing]), bucket)
