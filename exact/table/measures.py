"""Measures of one noise pmf, Sadeghi-Chien (4.5)-(4.11): exact, or enclosed where irrational."""

from collections import Counter
from fractions import Fraction

from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw, Weights
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf


def epsilon_down(noise: Pmf) -> Epsilon | None:
    """Return epsilon^Q_{-1}: log of the largest p(z)/p(z-1), z-1 and z in [min, max], (4.8).

    (4.8) asks for p(z)/p(z-1) < e^epsilon, strictly, so no smallest such epsilon exists: the value
    is the infimum, and it is approached, not attained. None stands for infinity (a gap in the
    support). For noise that is never likelier at z than at z-1 the infimum over epsilon > 0 is 0.

    >>> epsilon_down(Pmf((-1, 0, 1), (1, 3, 2)))
    Epsilon(value=None, exp=Fraction(3, 1))
    """
    return _log_of_largest_ratio(noise, 1)


def epsilon_up(noise: Pmf) -> Epsilon | None:
    """Return epsilon^Q_{+1}: log of the largest p(z)/p(z+1), (4.9); the infimum, as in (4.8).

    >>> epsilon_up(Pmf((-1, 0, 1), (1, 3, 2)))
    Epsilon(value=None, exp=Fraction(3, 2))
    """
    return _log_of_largest_ratio(noise, -1)


def epsilon_q(noise: Pmf) -> Epsilon | None:
    """Return epsilon^Q = max of (4.8) and (4.9), (4.10); None stands for infinity."""
    down, up = epsilon_down(noise), epsilon_up(noise)
    if down is None or up is None or down.exp is None or up.exp is None:
        return None
    return down if down.exp >= up.exp else up


def delta_q(noise: Pmf) -> Fraction:
    """Return delta^Q = max(p(min), p(max)), (4.11).

    >>> delta_q(Pmf((-1, 0, 1), (1, 3, 2)))
    Fraction(1, 3)
    """
    return Fraction(max(noise.weights[0], noise.weights[-1]), noise.total)


def _log_of_largest_ratio(noise: Pmf, step: int) -> Epsilon | None:
    lowest, highest = noise.outcomes[0], noise.outcomes[-1]
    if len(noise.outcomes) != highest - lowest + 1:
        return None
    above, below = (noise.weights[1:], noise.weights[:-1])[:: 1 if step > 0 else -1]
    largest = (1, 1)
    for a, b in zip(above, below, strict=True):
        if a * largest[1] > b * largest[0]:
            largest = (a, b)
    return Epsilon(exp=Fraction(*largest))


def entropy(noise: Pmf, digits: int) -> Enclosure:
    """Return H = log K - (1/K) sum n(z) log n(z), in nats, (1.2).

    A single outcome has entropy exactly 0, all other pmfs more: so narrowing ends.
    """
    if len(noise.outcomes) == 1:
        return Enclosure(Fraction(0), Fraction(0))
    from exact.numbers.arb_floor import log_sum_bounds

    total = noise.total
    # K log K - sum n log n: equal weights are grouped.
    terms = Counter({n: -n * times for n, times in Counter(noise.weights).items()})
    terms[total] += total

    def enclose(bits: int) -> Enclosure:
        low, high = log_sum_bounds(terms, bits)
        return Enclosure(Fraction(low, total << bits), Fraction(high, total << bits))

    return narrow_enclosure(enclose, 4 * digits + total.bit_length(), digits, "entropy")


def total_variation(noise: Pmf, law: MaxEntLaw, digits: int) -> Enclosure:
    """Return the total variation distance (1/2) sum |n(z)/K - p(z)| to the law.

    It is 0 only if the law itself has multiples of 1/K, which algebra decides.
    """
    counts = dict(zip(noise.outcomes, noise.weights, strict=True))
    if any(abs(z) > law.D for z in counts):
        raise InputError("law", law.D, "has a smaller support than the table", "give its own law")
    total = noise.total
    start = total.bit_length() + 4 * digits + 64
    # Bounds that reach 0 may mean a table that is its law exactly: only algebra can tell.
    if _distance(counts, total, law.weights(start)).lo == 0 and _is_its_law(counts, total, law):
        return Enclosure(Fraction(0), Fraction(0))
    return narrow_enclosure(
        lambda bits: _distance(counts, total, law.weights(bits)), start, digits, "distance to a law"
    )


def _is_its_law(counts: dict[int, int], total: int, law: MaxEntLaw) -> bool:
    """Tell whether n(z) T = K w(z) for every z, T = w_0 + 2 (w_1 + ... + w_D)."""
    for z in range(-law.D, law.D + 1):
        n = counts.get(z, 0)
        terms = {k * k: 2 * n for k in range(1, law.D + 1)}
        terms[0] = n
        terms[z * z] -= total
        if not law.rate.vanishes(terms):
            return False
    return True


def _distance(counts: dict[int, int], total: int, weights: Weights) -> Enclosure:
    """Enclose (1/2) sum |n T - K w| / (K T) from bounds of w and T."""
    total_lo, total_hi = weights.total_lo, weights.total_hi
    scaled_lo, scaled_hi = [total * w for w in weights.lo], [total * w for w in weights.hi]
    low = high = 0
    for z in range(-len(weights.lo) + 1, len(weights.lo)):
        n = counts.get(z, 0)
        below = n * total_lo - scaled_hi[abs(z)]
        above = n * total_hi - scaled_lo[abs(z)]
        high += max(above, -below)
        low += max(0, below, -above)
    return Enclosure(Fraction(low, 2 * total * total_hi), Fraction(high, 2 * total * total_lo))
