"""How often a share F/T deviates by more than its standard deviation (3), by enumeration."""

from collections.abc import Mapping
from fractions import Fraction

from exact.laws.discrete_laplace import UnboundedLaplace
from exact.laws.maxent import law_of_variance
from exact.laws.two_tailed_geometric import geometric_tail
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon

# Noise of (11) with epsilon = 0.8 beyond this has a probability below 10^-16.
_FARTHEST = 48
_BITS = 67
Bounds = Mapping[int, Enclosure]


def deviating(noise: Bounds, rest: Fraction, total: int, variance: Fraction) -> Enclosure:
    """Return P(|r - r_0| > sd_r) for F = T/2, r_0 = 1/2 and sd_r of (3) with V = ``variance``.

    ``noise`` leaves out outcomes of a probability of at most ``rest``: each of two noises may be
    one of them, so the upper bound grows by twice that. Squares are compared: no root is needed.
    """
    limit = variance * Fraction(5, 4) / total**2
    low = high = Fraction(0)
    for of_total, p in noise.items():
        beyond = [q for f, q in noise.items() if _moved(f, of_total, total) ** 2 > limit]
        low += p.lo * sum(q.lo for q in beyond)
        high += p.hi * sum(q.hi for q in beyond)
    return Enclosure(low, high + 2 * rest)


def _moved(of_female: int, of_total: int, total: int) -> Fraction:
    """Return r - r_0; a released total of 0 or less has no share, and counts as deviating."""
    if total + of_total <= 0:
        return Fraction(total)
    return Fraction(total + 2 * of_female, 2 * (total + of_total)) - Fraction(1, 2)


def unbounded_noise(e: Epsilon) -> tuple[Bounds, Fraction]:
    """Return (11) near 0, and an upper bound of the rest."""
    law = UnboundedLaplace(e)
    noise = {x: law.probability(x).enclosure(_BITS) for x in range(-_FARTHEST, _FARTHEST + 1)}
    return noise, geometric_tail(e, _FARTHEST).enclosure(_BITS).hi


def bounded_noise(bound: int, variance: Fraction) -> tuple[Bounds, Fraction]:
    """Return the maximum-entropy law of this variance: nothing is left out."""
    law = law_of_variance(bound, variance)
    return {z: law.probability(z).enclosure(_BITS) for z in range(-bound, bound + 1)}, Fraction(0)
