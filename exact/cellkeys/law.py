"""The exact law of a cell key as a step function of the key: no array over the key space."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from operator import itemgetter

from exact.errors import InputError
from exact.numbers.guard import MAX_KEYSIZE, integer

# (first key, last key + 1, weight of each key in between)
Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class KeyLaw:
    """The law P(key = k) = weight(k) / total, constant on each step.

    Requires: the steps cover 0..keysize-1 in order, neighbours differ in weight (so that one law
    has one form) and sum of weight * length = total > 0.
    The law holds for record keys that are independent and uniform modulo the modulus of the key
    arithmetic, in a cell that is not empty (an empty cell has key 0 with certainty). One such
    record makes the sums uniform, whatever the others are. Record keys drawn from 1..2^32-1 and
    then reduced modulo a smaller bigN are not uniform, so the law does not cover them exactly.

    >>> law = KeyLaw(4, 5, ((0, 3, 1), (3, 4, 2)))
    >>> law.weight(3), law.below(3), law.mass(2, 4)
    (2, 3, 3)
    """

    keysize: int
    total: int
    steps: tuple[Step, ...]
    # Weight of all keys before each step, so that a prefix costs one binary search.
    _before: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_integers(self.keysize, self.total, self.steps)
        ends = [0, *(end for _, end, _ in self.steps)]
        if [first for first, _, _ in self.steps] != ends[:-1] or ends[-1] != self.keysize:
            raise _bad(self.steps, f"must cover 0..{self.keysize - 1} in order, without a gap")
        if any(first >= end or weight < 0 for first, end, weight in self.steps):
            raise _bad(self.steps, "must be non-empty with weights of at least 0")
        weights = [weight for _, _, weight in self.steps]
        if any(left == right for left, right in pairwise(weights)):
            raise _bad(self.steps, "has equal neighbours")
        prefix = tuple(accumulate(((end - first) * w for first, end, w in self.steps), initial=0))
        if prefix[-1] != self.total or self.total == 0:
            raise _bad(self.total, f"the weights sum to {prefix[-1]}, which must be total and > 0")
        object.__setattr__(self, "_before", prefix)

    @classmethod
    def from_steps(cls, steps: Iterable[Step]) -> "KeyLaw":
        """Return the law with these consecutive steps, equal neighbours merged.

        >>> KeyLaw.from_steps([(0, 1, 7), (1, 4, 7)])
        KeyLaw(keysize=4, total=28, steps=((0, 4, 7),))
        """
        merged: list[Step] = []
        for first, end, weight in steps:
            extends = bool(merged) and merged[-1][1:] == (first, weight)
            merged.append((merged.pop()[0] if extends else first, end, weight))
        keysize = merged[-1][1] if merged else 0
        total = sum((end - first) * weight for first, end, weight in merged)
        return cls(keysize, total, tuple(merged))

    def weight(self, key: int) -> int:
        """Return total * P(key)."""
        index = integer(key, "key", 0, self.keysize - 1)
        return self.steps[self._step_of(index)][2]

    def below(self, key: int) -> int:
        """Return total * P(a key less than ``key``), for ``key`` from 0 to keysize."""
        return self._below(integer(key, "key", 0, self.keysize))

    def mass(self, first: int, end: int) -> int:
        """Return total * P(first <= key < end)."""
        start = integer(first, "first", 0, self.keysize)
        return self._below(integer(end, "end", start, self.keysize)) - self._below(start)

    def distance_from_uniform(self) -> Fraction:
        """Return the total variation distance (1/2) sum_k |weight(k)/total - 1/keysize|.

        >>> KeyLaw(4, 5, ((0, 3, 1), (3, 4, 2))).distance_from_uniform()
        Fraction(3, 20)
        """
        steps = ((end - first, weight) for first, end, weight in self.steps)
        excess = sum(n * abs(weight * self.keysize - self.total) for n, weight in steps)
        return Fraction(excess, 2 * self.total * self.keysize)

    def effective_counts(self, runs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Return (noise, weight) by increasing noise: the pmf of a row under this law, times total.

        ``runs`` are the (noise, number of keys) of a row in the order of its keys.
        Requires: the numbers of keys sum to keysize.
        Ensures: the weights sum to total; each noise named in ``runs`` stands there once, also
        with weight 0 (a noise whose keys never occur).

        >>> KeyLaw(4, 5, ((0, 3, 1), (3, 4, 2))).effective_counts([(1, 1), (0, 1), (1, 2)])
        ((0, 1), (1, 4))
        """
        ends = _run_ends(runs)
        if ends[-1] != self.keysize:
            rule = f"the numbers of keys sum to {ends[-1]}, not to {self.keysize}"
            raise InputError("runs", f"{len(runs)} runs", rule, "give every key its noise once")
        counts = {noise: 0 for noise, _ in runs}
        for (noise, _), (start, end) in zip(runs, pairwise(map(self._below, ends)), strict=True):
            counts[noise] += end - start
        return tuple(sorted(counts.items()))

    def _step_of(self, key: int) -> int:
        return bisect_right(self.steps, key, key=itemgetter(0)) - 1

    def _below(self, key: int) -> int:
        index = self._step_of(key)
        first, _, weight = self.steps[index]
        return self._before[index] + (key - first) * weight


def uniform_law(keysize: int) -> KeyLaw:
    """Return the law of ``keysize`` equally likely keys.

    >>> uniform_law(1000)
    KeyLaw(keysize=1000, total=1000, steps=((0, 1000, 1),))
    """
    return KeyLaw.from_steps([(0, integer(keysize, "keysize", 1, MAX_KEYSIZE), 1)])


def nobodys_key(keysize: int) -> KeyLaw:
    """Return the law of the key of an empty cell: sums over nobody are 0, and so is their key.

    >>> nobodys_key(4)
    KeyLaw(keysize=4, total=1, steps=((0, 1, 1), (1, 4, 0)))
    """
    last = integer(keysize, "keysize", 1, MAX_KEYSIZE)
    return KeyLaw.from_steps([(0, 1, 1), *([(1, last, 0)] if last > 1 else [])])


def _check_integers(keysize: int, total: int, steps: tuple[Step, ...]) -> None:
    """Refuse whatever is not an int: a float or a text would pass comparisons and spoil sums."""
    shaped = isinstance(steps, tuple) and all(isinstance(s, tuple) and len(s) == 3 for s in steps)
    if not shaped or not steps:
        raise _bad(steps, "must be a tuple of (first key, last key + 1, weight)")
    for value in (keysize, total, *(value for step in steps for value in step)):
        if type(value) is not int:
            raise _bad(value, "must be an integer (a float is not exact)")
    integer(keysize, "keysize", 1, MAX_KEYSIZE)


def _run_ends(runs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return 0 and the key after each run; refuse what is not an int and what is negative."""
    for noise, number in runs:
        if type(noise) is not int or type(number) is not int or number < 0:
            rule = "must be (noise, number of keys) in integers, with a number of at least 0"
            raise InputError("run", (noise, number), rule, "a float is not exact: give integers")
    return tuple(accumulate((number for _, number in runs), initial=0))


def _bad(value: object, rule: str) -> InputError:
    return InputError("key law", value, rule, "build it with KeyLaw.from_steps")
