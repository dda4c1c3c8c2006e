"""The profile of a law itself, before it is rounded to keys: bounds of delta at rational e^epsilon.

With t_k = w_k + ... + w_D and T the total weight, delta(E) of a log-concave law is the largest of
(t_k - E t_(k+1)) / T over k = 0..D (Sadeghi-Chien (2.18)-(2.19), where the sums telescope). From k
to k + 1 the numerator grows by E w_(k+1) - w_k, which is first positive and then negative. So from
E = w_(k-1)/w_k to w_k/w_(k+1) the worst event is [-D, -k], and beyond w_(D-1)/w_D delta stays
p(-D), (2.12). Both directions agree, by symmetry.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.laws.law import WeightedLaw, Weights
from exact.numbers.enclosure import Enclosure, narrow

_START_BITS = 64


def law_deltas(law: WeightedLaw, exps: Sequence[Fraction], bits: int) -> tuple[Enclosure, ...]:
    """Return the tight delta at each of the rising rationals E = e^epsilon >= 1.

    The law must be log-concave. All have a relative width of at most 2^-bits. Narrowing ends:
    delta >= p(-D) > 0, (2.12).

    >>> from exact.laws.maxent import law_of_gamma
    >>> (delta,) = law_deltas(law_of_gamma(2, Fraction(0)), [Fraction(9)], 34)
    >>> delta.lo < Fraction(1, 5) < delta.hi, delta.width < Fraction(1, 10**10)
    (True, True)
    """

    def known(weights: Weights, exps: Sequence[Fraction]) -> tuple[Enclosure, ...] | None:
        deltas = tuple(_outward(*ends, bits + 20) for ends in _bounds(weights, exps))
        return deltas if all(delta.is_relatively_narrow(bits) for delta in deltas) else None

    def attempt(working: int) -> tuple[Enclosure, ...] | None:
        weights = law.weights(working)
        # Delta falls: where the weights are known too little, they are for the last already.
        return None if known(weights, exps[-1:]) is None else known(weights, exps)

    return narrow(attempt, bits + _START_BITS, "the profile of a law")


def _bounds(weights: Weights, exps: Sequence[Fraction]) -> Iterator[tuple[int, int, int, int]]:
    """Yield both bounds of delta, each over its denominator; the best k rises with E."""
    tails, D = weights.tails, len(weights.lo) - 1
    total_lo, total_hi = weights.total_lo, weights.total_hi
    first = after = 0
    for exp in exps:
        a, b = exp.numerator, exp.denominator
        while first < D and b * weights.hi[first] <= a * weights.lo[first + 1]:
            first += 1
        after = max(after, first)
        # Up to here the bounds do not tell which k is best: at a tie or very near to one.
        while after < D and b * weights.lo[after] <= a * weights.hi[after + 1]:
            after += 1
        events = range(first, after + 1)
        low = max(b * tails[0][k] - a * tails[1][k + 1] for k in events)
        high = max(b * tails[1][k] - a * tails[0][k + 1] for k in events)
        yield low, b * total_hi, high, b * total_lo


def _outward(low: int, low_under: int, high: int, high_under: int, bits: int) -> Enclosure:
    """Return [low/low_under, high/high_under] with ends of so many bits, rounded outward."""
    shift = high_under.bit_length() - high.bit_length() + bits
    scale = 1 << shift
    return Enclosure(
        Fraction(low * scale // low_under, scale), Fraction(-(-high * scale // high_under), scale)
    )
