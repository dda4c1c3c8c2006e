"""Measures of one noise pmf, Sadeghi-Chien (4.5)-(4.11): exact, or enclosed where irrational."""

from fractions import Fraction

from exact.errors import InputError
from exact.laws.law import Noise
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import SPARE_BITS, START_BITS, Enclosed, Known, Real
from exact.pmf import Pmf
from exact.quantiser.rounding import total_terms


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


def total_variation(noise: Pmf, law: Noise) -> Real:
    """Return the total variation distance (1/2) sum |n(z)/K - p(z)| to a law's noise.

    It is 0 only if the law itself has multiples of 1/K, which algebra decides.
    """
    counts = dict(zip(noise.outcomes, noise.weights, strict=True))
    if any(z not in law.support for z in counts):
        raise InputError(
            "law", law.support[-1], "has a smaller support than the table", "give its own law"
        )
    total = noise.total
    keys = [counts.get(z, 0) for z in law.support]
    spare_bits = SPARE_BITS + total.bit_length()
    distance = Enclosed(lambda bits: _distance(keys, total, law, bits), spare_bits=spare_bits)
    # Bounds that reach 0 may mean a table that is its law exactly: only algebra can tell.
    if distance.enclose(START_BITS + spare_bits).lo == 0 and _is_its_law(counts, total, law):
        return Known(Fraction(0))
    return distance


def _is_its_law(counts: dict[int, int], total: int, law: Noise) -> bool:
    """Tell whether n(z) T = K w(z) for every z, T the sum of all weights."""
    for z in law.support:
        terms = total_terms(law, counts.get(z, 0))
        terms[abs(z) if law.is_symmetric else z - law.support[0]] -= total
        if not law.vanishes(terms):
            return False
    return True


def _distance(counts: list[int], total: int, law: Noise, bits: int) -> Enclosure:
    """Enclose (1/2) sum |n T - K w| / (K T) from bounds of w and T."""
    weights = law.weights(bits)
    total_lo, total_hi = weights.total_lo, weights.total_hi
    scaled_lo, scaled_hi = [total * w for w in weights.lo], [total * w for w in weights.hi]
    low = high = 0
    for z, n in zip(law.support, counts, strict=True):
        k = weights.place(z)
        below, above = n * total_lo - scaled_hi[k], n * total_hi - scaled_lo[k]
        high += max(above, -below)
        low += max(0, below, -above)
    return Enclosure(Fraction(low, 2 * total * total_hi), Fraction(high, 2 * total * total_lo))
