"""floor and ceiling of K s / T, where s is a sum of weights of a noise and T their total: exactly.

Where integer bounds straddle an integer m, the noise itself says by algebra whether the number *is*
m; if not, narrower bounds decide. For a rational gamma > 0 and -D <= z < 0 it never is, because
c_Z(z) = m/K would be a linear relation between the different powers e^(-gamma k^2), with
coefficient -m at k = 0 and K - 2m at k = D: these are not both 0, and by the theorem of
Lindemann-Weierstrass the powers are linearly independent. For 0 <= z < D by symmetry.
"""

from exact.laws.law import Noise, Weights
from exact.numbers.enclosure import narrow

# Bits beyond those of K, so that a random number straddles an integer once in about 2^64 times.
_SPARE_BITS = 64


def start_bits(keysize: int) -> int:
    """Return the working precision that almost always decides at once."""
    return keysize.bit_length() + _SPARE_BITS


def tail_roundings(noise: Noise, keysize: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return floor and ceiling of K t_k / T for k = 1, 2, ..., t_k = w_k + w_(k+1) + ...

    For symmetric noise t_k / T = c_Z(-k) = 1 - c_Z(k-1), elsewhere it is 1 - c_Z(lowest + k - 1).

    >>> from fractions import Fraction
    >>> from exact.laws.maxent import law_of_gamma
    >>> tail_roundings(law_of_gamma(1, Fraction(1)), 256)
    ((54,), (55,))
    """
    weights = noise.weights(start_bits(keysize))
    lo, hi = weights.tails
    floors, exact = _roundings(weights, keysize, lo[1:-1], hi[1:-1])
    for index, decided in enumerate(exact):
        if decided is None:
            k = index + 1
            floors[index], exact[index] = resolved_floor(noise, keysize, range(k, len(floors) + 1))
    ceilings = tuple(floor + (not e) for floor, e in zip(floors, exact, strict=True))
    return tuple(floors), ceilings


def pmf_floors(noise: Noise, keysize: int) -> tuple[int, ...]:
    """Return floor(K p(k)) for k = 0..D."""
    weights = noise.weights(start_bits(keysize))
    floors, exact = _roundings(weights, keysize, weights.lo, weights.hi)
    for k, decided in enumerate(exact):
        if decided is None:
            floors[k], _ = resolved_floor(noise, keysize, range(k, k + 1))
    return tuple(floors)


def resolved_floor(noise: Noise, keysize: int, ks: range) -> tuple[int, bool]:
    """Return floor(K s / T) and whether K s / T is that integer, for s = sum of w_k over ``ks``.

    A tie is tested whenever the bounds hold exactly one integer. Without a tie the number is no
    integer, so narrower bounds hold none and the loop ends.
    """

    def attempt(bits: int) -> tuple[int, bool] | None:
        weights = noise.weights(bits)
        lo, hi = sum(weights.lo[k] for k in ks), sum(weights.hi[k] for k in ks)
        floor, remainder = divmod(keysize * lo, weights.total_hi)
        highest = keysize * hi // weights.total_lo
        if remainder and floor == highest:
            return floor, False
        candidate = floor + (remainder > 0)
        if candidate == highest and is_integer(noise, keysize, ks, candidate):
            return candidate, True
        return None

    return narrow(attempt, start_bits(keysize), "rounding a value of the law")


def total_terms(noise: Noise, factor: int) -> dict[int, int]:
    """Return the coefficients of factor T: T = w_0 + 2 (w_1 + ... + w_D) for symmetric noise."""
    if noise.is_symmetric:
        terms = dict.fromkeys(range(len(noise.support) // 2 + 1), 2 * factor)
        terms[0] = factor
        return terms
    return dict.fromkeys(range(len(noise.support)), factor)


def _roundings(
    weights: Weights, keysize: int, lows: tuple[int, ...], highs: tuple[int, ...]
) -> tuple[list[int], list[bool | None]]:
    """Return the floors of K s / T, and False where it is surely no integer, None where open."""
    total_lo, total_hi = weights.total_lo, weights.total_hi
    floors: list[int] = []
    exact: list[bool | None] = []
    for lo, hi in zip(lows, highs, strict=True):
        floor, remainder = divmod(keysize * lo, total_hi)
        highest = keysize * hi // total_lo
        # Weights are positive, so a number below 1 is no integer even where its bound is 0.
        decided = highest == 0 or (remainder > 0 and floor == highest)
        floors.append(floor)
        exact.append(False if decided else None)
    return floors, exact


def is_integer(noise: Noise, keysize: int, ks: range, m: int) -> bool:
    """Tell whether K s = m T exactly."""
    terms = total_terms(noise, -m)
    for k in ks:
        terms[k] += keysize
    return noise.vanishes(terms)
