"""Values of a law that is known by bounds of its weights: quotients of a sum of weights and of all.

With T = w_0 + 2 (w_1 + ... + w_D), the sum s = sum of c_k w_k over k = 0..D, c_k integers >= 0, has
s / T = r for a rational r exactly if the sum of (c_k - r) w_k over all noise values vanishes, which
the law decides by algebra.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from exact.laws.law import WeightedLaw, Weights
from exact.numbers.enclosure import Enclosure
from exact.numbers.producers import remembered
from exact.numbers.real import SPARE_BITS, Enclosed, Known, Real

Bounds = Callable[[Weights], tuple[int, int]]
Coefficient = Callable[[int], int]


def probability(law: WeightedLaw, z: int, spare_bits: int = SPARE_BITS) -> Real:
    """Return p(z), (2.25)."""
    k = abs(z)
    if k > law.D:
        return Known(Fraction(0))
    return quotient(law, lambda w: (w.lo[k], w.hi[k]), lambda j: int(j == k), spare_bits)


def cumulative(law: WeightedLaw, z: int, spare_bits: int = SPARE_BITS) -> Real:
    """Return c_Z(z) = P(Z <= z), (4.1), by the tail on its side of 0."""
    if not -law.D <= z < law.D:
        return Known(Fraction(z >= law.D))
    if z < 0:
        return tail(law, -z, spare_bits)
    above = tail(law, z + 1, spare_bits)

    def enclose(bits: int) -> Enclosure:
        found = above.enclose(bits)
        return Enclosure(1 - found.hi, 1 - found.lo)

    return Enclosed(enclose, lambda r: above.equals(1 - r), spare_bits)


def tail(law: WeightedLaw, k: int, spare_bits: int = SPARE_BITS) -> Real:
    """Return t_k / T, t_k = w_k + ... + w_D: the probability of noise of k or more, k > 0."""
    if k > law.D:
        return Known(Fraction(0))
    return quotient(
        law, lambda w: (w.tails[0][k], w.tails[1][k]), lambda j: int(j >= k), spare_bits
    )


def variance(law: WeightedLaw) -> Real:
    """Return sum z^2 p(z) = 2 (1 w_1 + 4 w_2 + ... + D^2 w_D) / T, (2.26)."""
    return of_coefficients(law, lambda k: 2 * k * k)


def share(law: WeightedLaw, noise: Iterable[int]) -> Real:
    """Return P(Z in noise); noise beyond D counts as nothing."""
    times = Counter(abs(z) for z in noise if abs(z) <= law.D)
    return of_coefficients(law, lambda k: times[k]) if times else Known(Fraction(0))


def of_coefficients(law: WeightedLaw, coefficient: Coefficient) -> Real:
    """Return s / T for c_k = coefficient(k)."""

    def bounds(weights: Weights) -> tuple[int, int]:
        low, high = (
            sum(coefficient(k) * w for k, w in enumerate(side)) for side in (weights.lo, weights.hi)
        )
        return low, high

    return quotient(law, bounds, coefficient)


def quotient(
    law: WeightedLaw, bounds: Bounds, coefficient: Coefficient, spare_bits: int = SPARE_BITS
) -> Real:
    """Return s / T > 0, the bounds of s read off the weights."""

    def tie(r: Fraction) -> bool:
        terms = {k: r.denominator * coefficient(k) for k in range(law.D + 1)}
        return r > 0 and law.vanishes(minus_total(law, terms, r.numerator))

    def enclose(bits: int) -> Enclosure:
        weights = weights_of(law, bits)
        return weights.quotient(*bounds(weights))

    return Enclosed(enclose, tie, spare_bits)


def minus_total(law: WeightedLaw, terms: dict[int, int], factor: int) -> dict[int, int]:
    """Return terms - factor T."""
    return {k: terms[k] - factor * (2 if k else 1) for k in range(law.D + 1)}


# Precision is doubled from few starts up to 2^20: all the levels that a law is asked for.
@remembered(14)
def weights_of(law: WeightedLaw, bits: int) -> Weights:
    """Return the weights of a law, remembered: many of its values are read off them."""
    return law.weights(bits)
