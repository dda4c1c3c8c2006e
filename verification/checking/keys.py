"""The law of the cell key: how many ways there are to make each key."""

from fractions import Fraction
from itertools import accumulate, pairwise

from verification.checking.reading import Document, only, whole
from verification.checking.refusing import refuse
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
    ends = accumulate((keys for _, keys in row), initial=0)
    below = [weight_below(law, key) for key in ends]
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


def read_arithmetic(document: Document | None, K: int) -> tuple[KeyLaw | None, bool]:
    """Read how keys are made, if that is known; return their law, and whether it is assumed."""
    if document is None:
        return None, False
    if type(document["assumed"]) is not bool:
        refuse("key_arithmetic: assumed is neither true nor false")
    if document["kind"] == "sum":
        return uniform(K), only(document, "kind", "assumed")["assumed"]
    if only(document, "kind", "assumed", "bigN")["kind"] != "xor4" or K & (K - 1):
        refuse("unknown key arithmetic")
    return xor_of_four(K, whole(document["bigN"], 1, K)), document["assumed"]


def xor_of_four(K: int, B: int) -> KeyLaw:
    """Return how often each key below K is the XOR of four numbers below B; K is a power of two.

    f = 1 on [0, B) splits by the top bit into the halves (1, g) or (g, 0). XOR-convolution with a
    constant gives a constant, so f*f*f*f is constant on the upper half, and on the lower half a
    constant plus the same of g: with h = half the keys and b of them in g, the upper half has
    4 b h^2 + 4 b^3 more, the lower one h^3 + 6 h b^2 more where its half is full.
    """
    constant, half, steps = 0, K, []
    while half > 1:
        half //= 2
        b = max(B - half, 0)
        steps.append((half, 2 * half, constant + 4 * b * half * half + 4 * b**3))
        if b:
            constant, B = constant + half**3 + 6 * half * b * b, b
    return ((0, 1, constant + B), *reversed(steps))
