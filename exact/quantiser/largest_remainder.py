"""Largest remainder: floor(p(z) K) keys each, and the keys left over to the largest parts."""

from functools import cmp_to_key
from itertools import accumulate

from exact.errors import PtcertError
from exact.laws.law import Noise
from exact.numbers.enclosure import narrow
from exact.quantiser.rounding import pmf_floors, start_bits, total_terms


class _TooWide(PtcertError):
    """Two fractional parts that differ cannot be told apart at this precision."""


def largest_remainder_cmf(noise: Noise, keysize: int) -> tuple[int, ...]:
    """Return c^Q of the largest-remainder rule for symmetric noise.

    Equal parts (those of z and -z always are) go to the noise value nearest 0 first, and of z and
    -z to the negative one first.

    >>> from fractions import Fraction
    >>> from exact.laws.maxent import law_of_gamma
    >>> largest_remainder_cmf(law_of_gamma(1, Fraction(0)), 256)
    (85, 171, 256)
    """
    floors = pmf_floors(noise, keysize)
    left_over = keysize - 2 * sum(floors) + floors[0]
    lucky = frozenset(_first_values(_largest_parts(noise, keysize, floors, left_over), left_over))
    return tuple(accumulate(floors[abs(z)] + (z in lucky) for z in noise.support))


def _first_values(order: list[int], number: int) -> list[int]:
    """Return the first noise values when each k > 0 stands for -k and k."""
    return [z for k in order for z in ((-k, k) if k else (0,))][:number]


def _largest_parts(
    noise: Noise, keysize: int, floors: tuple[int, ...], left_over: int
) -> list[int]:
    """Return k's by falling fractional part of K p(k), exact as far as ``left_over`` needs it."""
    if _is_uniform(noise):
        return list(range(len(floors)))

    def attempt(bits: int) -> list[int] | None:
        try:
            return _order_at_the_cut(noise, keysize, floors, left_over, bits)
        except _TooWide:
            return None

    # It ends: equal parts are recognised by algebra, and different ones separate when narrowed.
    return narrow(attempt, start_bits(keysize), "the largest remainders")


def _is_uniform(noise: Noise) -> bool:
    """Tell whether all weights are equal; the ends are compared first, since they seldom are."""
    return all(noise.vanishes({0: 1, k: -1}) for k in range(noise.support[-1], 0, -1))


def _order_at_the_cut(
    noise: Noise, keysize: int, floors: tuple[int, ...], left_over: int, bits: int
) -> list[int]:
    """Sort by lower bounds, then exactly those parts that cannot be told from the one at the cut.

    A part whose bounds lie above those of the part at the cut is before it in any case, and one
    whose bounds lie below is after it; the order among these does not matter.
    """
    weights = noise.weights(bits)
    # The part of k is K w_k / T - floor_k. On the common scale T_lo T_hi both bounds are integers.
    low, high = weights.total_lo, weights.total_hi
    lower = [(keysize * w - f * high) * low for w, f in zip(weights.lo, floors, strict=True)]
    upper = [(keysize * w - f * low) * high for w, f in zip(weights.hi, floors, strict=True)]

    def compare(j: int, k: int) -> int:
        if lower[j] > upper[k]:
            return -1
        if lower[k] > upper[j]:
            return 1
        if j == k or _same_part(noise, keysize, floors, j, k):
            return j - k
        raise _TooWide

    order = sorted(range(len(floors)), key=lambda k: -lower[k])
    values = _first_values(order, max(1, left_over))
    cut = abs(values[-1])
    before = [k for k in order if lower[k] > upper[cut]]
    doubtful = [k for k in order if lower[k] <= upper[cut] and upper[k] >= lower[cut]]
    return before + sorted(doubtful, key=cmp_to_key(compare))


def _same_part(noise: Noise, keysize: int, floors: tuple[int, ...], j: int, k: int) -> bool:
    """Tell whether K p(j) and K p(k) have exactly the same fractional part."""
    terms = total_terms(noise, floors[k] - floors[j])
    terms[j] += keysize
    terms[k] -= keysize
    return noise.vanishes(terms)
