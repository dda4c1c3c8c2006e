"""Are record keys uniform and independent: exact tail probabilities, each a bound by itself.

Under uniform keys the number X in a bucket of s of the N keys is binomial(n, s/N). With

p_i = min(1, 2 min(P(X >= x), P(X <= x))),      p = min(1, 16 min_i p_i),

P(p <= a) <= a for every a (the union bound). The differences modulo N of disjoint pairs of keys are
uniform and independent too. All n keys are at most m with probability ((m + 1)/N)^n, and at least m
with probability ((N - m)/N)^n.

Counts X_1, ..., X_B of equal buckets are negatively associated (Joag-Dev and Proschan 1983, 3.1):
they are all at most x with probability at most P(X_1 <= x)^B, so that keys may be too even.

The i-th key repeats an earlier one with probability D/N, where D <= i - 1 are different so far. So
R, how many of n keys repeat an earlier one, is at least r with probability at most
P(Bin(n, (n - 1)/N) >= r). While R <= r, D >= i - 1 - r: R <= r with probability at most
P(Bin(h, (n - h - r)/N) <= r), for every h; and R = 0 with probability prod (1 - i/N), at most
(1 - (n - 1)/(2N))^n by the means.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from exact.applying.tails import at_least, two_sided
from exact.errors import InputError, Undecided
from exact.numbers.enclosure import Enclosure

BUCKETS = 16
# Keys of a sound generator are called uneven once in a million tests.
LEAST_P = Fraction(1, 1_000_000)
_FINE = 256
CERTAIN = Enclosure(Fraction(1), Fraction(1))


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


def uniformity(counts: Sequence[int], modulus: int) -> Enclosure:
    """Return the p-value of the number of keys in each bucket.

    >>> uniformity([100] * 16, 256).lo, uniformity([1600] + [0] * 15, 256).hi < LEAST_P
    (Fraction(1, 1), True)
    """
    if len(counts) != BUCKETS or min(counts) < 0 or not sum(counts):
        rule = f"must be {BUCKETS} numbers of keys, not all 0"
        raise InputError("counts", counts, rule, "count the keys of each bucket")
    total, sizes = sum(counts), bucket_sizes(modulus)
    found = [
        two_sided(count, total, Fraction(size, modulus))
        for count, size in zip(counts, sizes, strict=True)
        if size
    ]
    return union([*found, *[CERTAIN] * (BUCKETS - len(found))])


def fine_buckets(modulus: int) -> tuple[int, int]:
    """Return how many buckets of how many keys each show that keys are too even.

    Keys above the last bucket are in none.

    >>> fine_buckets(2**32), fine_buckets(4093), fine_buckets(4)
    ((256, 16777216), (256, 15), (4, 1))
    """
    buckets = min(_FINE, modulus)
    return buckets, modulus // buckets


def evenness(fewest: int, most: int, total: int, modulus: int) -> Enclosure:
    """Return the p-value of the fewest and the most keys in a fine bucket, of so many in all.

    >>> evenness(4, 5, 1200, 4096).hi < LEAST_P, evenness(0, 12, 1200, 4096).lo
    (True, Fraction(1, 1))
    """
    buckets, size = fine_buckets(modulus)
    chance = Fraction(size, modulus)
    tails = at_least(total - most, total, 1 - chance), at_least(fewest, total, chance)
    return union([Enclosure(one.lo**buckets, one.hi**buckets) for one in tails])


def repeats(distinct: int, total: int, modulus: int) -> tuple[Enclosure, Enclosure]:
    """Return the p-values of so many repeated keys or more, and of so many or fewer.

    >>> [p.hi < LEAST_P for p in repeats(20_000, 20_000, 2**23)]
    [False, True]
    >>> [p.hi < LEAST_P for p in repeats(1000, 20_000, 2**32)]
    [True, False]
    """
    repeated, half = total - distinct, total // 2
    more = at_least(repeated, total, min(Fraction(1), Fraction(total - 1, modulus)))
    if distinct > modulus or total > modulus:
        return more, CERTAIN
    if not repeated:
        return more, at_least(total, total, 1 - Fraction(total - 1, 2 * modulus))
    chance = Fraction(max(0, total - half - repeated), modulus)
    return more, at_least(max(0, half - repeated), half, 1 - chance)
