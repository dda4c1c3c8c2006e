"""The profile of a law itself, before it is rounded to keys: bounds of delta at rational e^epsilon.

With t_k = sum_{j=k..D} e^(-gamma j^2) and T the total weight, delta(E) is the largest of
(t_k - E t_(k+1)) / T over k = 0..D (Sadeghi-Chien (2.18)-(2.19), where the sums telescope). From k
to k + 1 the numerator grows by E w_(k+1) - w_k, which is first positive and then negative.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exact.laws.maxent import MaxEntLaw, Weights
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from reports.pictures.named_profile import (
    NamedProfile,
    ProfilePoint,
    approaching,
    exp_above,
    rising,
    sampled_exps,
)

_DIGITS = 20
_BITS = 64
_KEPT_BITS = 100
_MOST_VERTICES = 120


def law_profile(name: str, law: MaxEntLaw) -> NamedProfile:
    """Return the profile of ``law`` up to its plateau, which begins at (2D - 1) gamma."""
    points = _enclosed_points(law, sampled_exps(_exp(law, 2 * law.D - 1)) | _vertices(law))
    more = _enclosed_points(law, approaching(points))
    return NamedProfile(name, rising((*points, *more)))


def _enclosed_points(law: MaxEntLaw, exps: set[Fraction]) -> tuple[ProfilePoint, ...]:
    """Narrow all points until each is known to many digits: delta >= p(-D) > 0, (2.12)."""

    def attempt(bits: int) -> tuple[ProfilePoint, ...] | None:
        points = tuple(_points(law.weights(bits), sorted(exps)))
        narrow_enough = all(point.delta.is_relatively_narrow(_DIGITS) for point in points)
        return points if narrow_enough else None

    start = 4 * _DIGITS + _BITS + law.tail_bits()
    return narrow(attempt, start, "the profile of a law")


def _exp(law: MaxEntLaw, multiple: int) -> Fraction:
    """Return a rational just above e^(multiple gamma)."""
    return exp_above(Epsilon(value=multiple * law.rate.enclosure(_BITS).hi))


def _vertices(law: MaxEntLaw) -> set[Fraction]:
    """Return where the worst event changes, e^((2k + 1) gamma) for k < D: some where many."""
    stride = -(-law.D // _MOST_VERTICES)
    return {_exp(law, 2 * k + 1) for k in range(0, law.D, stride)}


def _points(weights: Weights, exps: Sequence[Fraction]) -> Iterator[ProfilePoint]:
    """Yield a point for each of the rising ``exps``; the best k rises with E."""
    tails, D = weights.tails(), len(weights.lo) - 1
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
        yield ProfilePoint(exp, _outward(low, b * weights.total_hi, high, b * weights.total_lo))


def _outward(low: int, low_under: int, high: int, high_under: int) -> Enclosure:
    """Return [low/low_under, high/high_under] with ends of about 100 bits, rounded outward."""
    shift = high_under.bit_length() - high.bit_length() + _KEPT_BITS
    scale = 1 << shift
    return Enclosure(
        Fraction(low * scale // low_under, scale), Fraction(-(-high * scale // high_under), scale)
    )
