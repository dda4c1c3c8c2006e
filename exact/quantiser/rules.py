"""The quantised cumulative function c^Q under a named rule, Sadeghi-Chien (4.1)-(4.3), (4.5).

``ceiling``            the paper's (4.2): c^Q(z) = ceil(c_Z(z) K);
``symmetric``          the same below 0, mirrored above: c^Q(z) = K - c^Q(-z-1), so the bias is 0;
``largest-remainder``  floor(p(z) K) keys each, the rest to the largest fractional parts.
"""

from itertools import pairwise

from exact.errors import IncompleteSupport, InputError
from exact.laws.law import Noise
from exact.numbers.guard import MAX_KEYSIZE_BITS, power_of_two_keysize
from exact.numbers.producers import remembered
from exact.quantiser.largest_remainder import largest_remainder_cmf
from exact.quantiser.names import CEILING, LARGEST_REMAINDER, RULES, SYMMETRIC
from exact.quantiser.rounding import tail_roundings


def quantised_cmf(noise: Noise, keysize: int, rule: str = CEILING) -> tuple[int, ...]:
    """Return c^Q(z) for the noise values; the last is K. Some may have no key (``complete_cmf``).

    >>> from fractions import Fraction
    >>> from exact.laws.maxent import law_of_gamma
    >>> quantised_cmf(law_of_gamma(25, Fraction(127, 12495)), 2**32)[:3]
    (425760, 1126343, 2255949)
    """
    checked_rule(rule)
    checked_keysize(noise.support[-1], keysize)
    if not noise.is_symmetric:
        return _ceiling_cmf(noise, keysize, rule)
    if rule == LARGEST_REMAINDER:
        return largest_remainder_cmf(noise, keysize)
    floors, ceilings = tail_roundings(noise, keysize)
    # ceil(c_Z(z) K) = K - floor((1 - c_Z(z)) K) for z >= 0; the mirrored rule takes the ceiling.
    above = floors if rule == CEILING else ceilings
    return (*reversed(ceilings), *(keysize - tail for tail in above), keysize)


def _ceiling_cmf(noise: Noise, keysize: int, rule: str) -> tuple[int, ...]:
    """Return ceil(c_Z(z) K) of noise that is not symmetric, for which there is no other rule."""
    if rule != CEILING:
        raise InputError("rule", rule, "is not for this law", f"use {CEILING}")
    floors, _ = tail_roundings(noise, keysize)
    return (*(keysize - tail for tail in floors), keysize)


def complete_cmf(noise: Noise, keysize: int, rule: str = CEILING) -> tuple[int, ...]:
    """Return c^Q, refusing a table that loses noise values (step 5 of section 4.1)."""
    cmf = quantised_cmf(noise, keysize, rule)
    lost = lost_noise(cmf, noise.support[0])
    if lost:
        raise IncompleteSupport(keysize, lost, smallest_complete_keysize(noise, rule))
    return cmf


@remembered(16)
def quantised_runs(noise: Noise, keysize: int, rule: str) -> tuple[tuple[int, int], ...]:
    """Return the noise values that have a key, each with its number of keys."""
    counts = key_counts(quantised_cmf(noise, keysize, rule))
    return tuple((z, n) for z, n in zip(noise.support, counts, strict=True) if n)


def key_counts(cmf: tuple[int, ...]) -> tuple[int, ...]:
    """Return K p^Q(z) = c^Q(z) - c^Q(z-1) for z = -D..D, (4.5).

    >>> key_counts((1, 3, 4))
    (1, 2, 1)
    """
    return tuple(b - a for a, b in pairwise((0, *cmf)))


def lost_noise(cmf: tuple[int, ...], lowest: int | None = None) -> tuple[int, ...]:
    """Return the noise values that no key leads to; without ``lowest`` the noise is -D..D.

    >>> lost_noise((1, 1, 4))
    (0,)
    """
    first = -(len(cmf) // 2) if lowest is None else lowest
    return tuple(z for z, count in enumerate(key_counts(cmf), start=first) if count == 0)


def smallest_complete_keysize(noise: Noise, rule: str) -> int | None:
    """Return the smallest power of two up to 2^128 for which no noise value is lost."""
    for bits in range(_least_bits(noise, rule), MAX_KEYSIZE_BITS + 1):
        if not lost_noise(quantised_cmf(noise, 1 << bits, rule)):
            return 1 << bits
    return None


def _least_bits(noise: Noise, rule: str) -> int:
    """Return a number of bits below which some noise value is surely lost.

    ``ceiling`` leaves floor(K t_D / T) keys to noise D, so it needs K t_D >= T; ``symmetric`` gives
    ceil(K t_D / T) >= 1 to noise D and keeps D - 1 > 0 only if K t_(D-1) > T. All need a
    key for each value.
    """
    least = max(1, (len(noise.support) - 1).bit_length())
    tail = {CEILING: 1, SYMMETRIC: 2}.get(rule)
    if tail is None:
        return least
    weights = noise.weights(2 * MAX_KEYSIZE_BITS)
    bound = sum(weights.hi[-tail:])
    while least <= MAX_KEYSIZE_BITS and bound << least < weights.total_lo:
        least += 1
    return least


def checked_rule(rule: str) -> str:
    """Return ``rule`` if it names a quantisation rule."""
    if rule not in RULES:
        raise InputError("rule", rule, "is not a quantisation rule", f"use {', '.join(RULES)}")
    return rule


def checked_keysize(D: int, keysize: int) -> int:
    """Return ``keysize`` if it is a power of two that gives each of 2D + 1 values a key."""
    power_of_two_keysize(keysize)
    if type(keysize) is not int:
        raise InputError("keysize", keysize, "must be an integer", "give an int")
    if keysize < 2 * D + 1:
        rule = f"is below 2D+1 = {2 * D + 1}, so some noise value has no key"
        remedy = f"the least power of two to try is 2^{(2 * D).bit_length()}"
        raise InputError("keysize", keysize, rule, remedy)
    return keysize
