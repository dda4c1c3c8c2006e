"""The averaging attack: the same people through q partitions, the mean of their sums rounded.

Asghar and Kaafar, Averaging attacks on bounded noise-based disclosure control algorithms (PETS
2020). Each partition divides the same n people into cells; its released cells add up to n + S_i,
S_i the sum of the cells' noises. The attacker's estimate is the mean of the q sums, rounded to an
integer with halves upward, and it is n exactly if

    -q <= 2 (S_1 + ... + S_q) < q.

The people of different partitions' cells differ, so under independent keys the S_i are independent.
"""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.floored import floored, power
from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer, probability
from exact.pmf import Pmf

MAX_PARTITIONS = 1_000_000
# Bits of each probability: q convolutions lose at most q times the number of sums of them.
BITS = 72
# The exact probability is computed while its denominator has at most this many bits.
MAX_EXACT_BITS = 4096
# Numbers of partitions that are tried in search of the least one.
MAX_TRIED = 150


@dataclass(frozen=True, slots=True)
class Least:
    """The least q that is enough; None where none up to ``searched`` is."""

    partitions: int | None
    searched: int


def window(partitions: int) -> tuple[int, int]:
    """Return the least and the largest sum of noises whose mean rounds to 0.

    >>> [window(q) for q in (1, 2, 3, 4)]
    [(0, 0), (-1, 0), (-1, 1), (-2, 1)]
    """
    return -(partitions // 2), (partitions - 1) // 2


def success(noise: Pmf, partitions: int) -> Enclosure:
    """Return P(the rounded mean is the true count); exact while that has few bits.

    >>> coin = Pmf((-1, 0, 1), (1, 2, 1))
    >>> success(coin, 1).lo, success(coin, 2).lo, success(coin, 2).hi
    (Fraction(1, 2), Fraction(5, 8), Fraction(5, 8))
    """
    integer(partitions, "partitions", 1, MAX_PARTITIONS)
    if noise.total.bit_length() * partitions <= MAX_EXACT_BITS:
        return Enclosure.point(_exactly(noise, partitions))
    return power(floored(noise, BITS), partitions).within(*window(partitions))


def least_partitions(noise: Pmf, confidence: Fraction, first: int = 1) -> Least:
    """Return the least q whose rounded mean is right with the probability ``confidence``.

    ``first`` is a q that all smaller ones are known not to be enough for. The window of q' has q'
    sums. For q' > q the sum of q' noises is that of q and more, so that P(q') is at most the
    largest probability of q' neighbouring sums of q noises: where that is less than the
    confidence, q' is not tried.

    >>> least_partitions(Pmf((-1, 0, 1), (1, 2, 1)), Fraction(95, 100))
    Least(partitions=8, searched=8)
    """
    probability(confidence, "confidence")
    one, q, last = floored(noise, BITS), first, _last(noise, confidence)
    for _ in range(MAX_TRIED):
        if q > last:
            return Least(None, MAX_PARTITIONS)
        law = power(one, q)
        found = law.within(*window(q))
        if found.lo < confidence <= found.hi:
            found = success(noise, q)
        if found.lo >= confidence:
            return Least(q, q)
        if found.hi >= confidence:
            raise Undecided(f"whether {q} partitions are enough: the bounds are too wide")
        lengths = range(q + 1, MAX_PARTITIONS + 1)
        q = q + 1 + bisect_left(lengths, confidence, key=law.concentrated)
    return Least(None, q)


def _last(noise: Pmf, confidence: Fraction) -> int:
    """Return the last q that can be enough: with a bias of 1/2 + d, P(q) <= V / (q d^2)."""
    d = abs(noise.mean()) - Fraction(1, 2)
    if d <= 0:
        return MAX_PARTITIONS
    return min(MAX_PARTITIONS, (noise.variance() / (confidence * d * d)).__floor__())


def _exactly(noise: Pmf, partitions: int) -> Fraction:
    """Return the probability by the power of the generating function in integers."""
    from flint import fmpz_poly

    first = noise.outcomes[0]
    weights = [0] * (noise.outcomes[-1] - first + 1)
    for z, w in zip(noise.outcomes, noise.weights, strict=True):
        weights[z - first] = w
    found = (fmpz_poly(weights) ** partitions).coeffs()
    low, high = window(partitions)
    start, end = (max(0, s - partitions * first) for s in (low, high + 1))
    return Fraction(int(sum(found[start:end])), noise.total**partitions)
