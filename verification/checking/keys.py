"""The law of the cell key: how many ways there are to make each key."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from verification.checking.reading import Document, only, whole
from verification.checking.refusing import refuse
from verification.checking.table import Row

Step = tuple[int, int, int]  # (first key, last key + 1, weight of each key in between)
Pmf = dict[int, int]


@dataclass(frozen=True)
class KeyLaw:
    """A law that is constant on each step; the steps cover all keys in order."""

    steps: tuple[Step, ...]

    @property
    def total(self) -> int:
        """The weight of all keys."""
        return self.below(self.steps[-1][1])

    @property
    def made(self) -> int:
        """The number of keys up to the last one that can be made."""
        return max(end for _, end, weight in self.steps if weight)

    def below(self, key: int) -> int:
        """Return the weight of all keys below a key."""
        before = ((first, min(end, key), w) for first, end, w in self.steps if first < key)
        return sum((end - first) * w for first, end, w in before)

    def released(self, count: int, row: Row) -> Pmf:
        """Return the weight of each value that a count is released as."""
        ends = accumulate((keys for _, keys in row), initial=0)
        masses = [after - before for before, after in pairwise(map(self.below, ends))]
        found: Pmf = {}
        for (noise, _), mass in zip(row, masses, strict=True):
            found[count + noise] = found.get(count + noise, 0) + mass
        return {value: mass for value, mass in found.items() if mass}

    def distance(self, K: int) -> Fraction:
        """Return half the sum of |P(key) - 1/K|."""
        total = self.total
        gaps = ((end - first) * abs(w * K - total) for first, end, w in self.steps)
        return Fraction(sum(gaps), 2 * total * K)


def uniform(K: int) -> KeyLaw:
    """Return the law of equally likely keys."""
    return KeyLaw(((0, K, 1),))


def read_arithmetic(document: Document, K: int) -> tuple[KeyLaw, bool]:
    """Read how keys are made; return their law, and whether that is only assumed."""
    if type(document["assumed"]) is not bool:
        refuse("key_arithmetic: assumed is neither true nor false")
    if document["kind"] == "sum":
        only(document, "kind", "assumed")
        return uniform(K), document["assumed"]
    if document["kind"] != "xor4" or K & (K - 1):
        refuse("unknown key arithmetic")
    only(document, "kind", "assumed", "bigN")
    return KeyLaw(xor_of_four(K, whole(document["bigN"], 1, K))), document["assumed"]


def xor_of_four(K: int, B: int) -> tuple[Step, ...]:
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
