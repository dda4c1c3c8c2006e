"""What the rules of quantisation make of the bounds of a noise, and whether the bounds tell it."""

from itertools import accumulate, pairwise
from typing import NamedTuple

from verification.checking.refusing import demand, refuse
from verification.checking.table import Row

RULES = ("ceiling", "symmetric", "largest-remainder")  # the last two are for symmetric noise

IntegerBounds = tuple[list[int], list[int]]


class Noise(NamedTuple):
    """Bounds of weights w_0, w_1, ..., of their tails w_k + w_(k+1) + ..., and of their total.

    Without ``lowest`` w_k is the weight of noise -k and of noise k, with it that of lowest + k.
    Every weight is above 0, also where its lower bound is not.
    """

    weights: IntegerBounds
    tails: IntegerBounds
    total: tuple[int, int]
    lowest: int | None


def noise_of(weights: IntegerBounds, lowest: int | None = None) -> Noise:
    """Return noise by bounds of its weights alone."""
    low, high = (list(accumulate(reversed(side)))[::-1] for side in weights)
    both = (low[0] + low[1], high[0] + high[1]) if lowest is None else (low[0], high[0])
    return Noise(weights, (low, high), both, lowest)


def keys_of(noise: Noise, K: int, rule: str) -> Row:
    """Return the (noise, keys) runs that a rule makes of K keys."""
    if rule not in (RULES if noise.lowest is None else ("ceiling",)):
        refuse(f"the rule {str(rule)[:40]} is not for this law")
    keys = by_remainder(noise, K) if rule == "largest-remainder" else by_tail(noise, K, rule)
    lowest = -(len(keys) // 2) if noise.lowest is None else noise.lowest
    return tuple((z, n) for z, n in enumerate(keys, lowest) if n)


def roundings(noise: Noise, K: int, values: IntegerBounds) -> list[tuple[int, int]]:
    """Return floor and ceiling of K v/T for each value v between its bounds.

    v > 0, so a quotient below 1 is no integer. Where the bounds hold an integer, the value must be
    known exactly, and be that. (Of a law of powers of e^-rate no value is one where that number is
    transcendental or a root of a rational: tests/quantiser/test_radical_ties.py has the proof.)
    """
    found, (T_lo, T_hi) = [], noise.total
    for low, high in zip(*values, strict=True):
        (least, rest), most = divmod(K * low, T_hi), K * high // T_lo
        is_none = most == 0 or (least == most and rest > 0)
        is_one = low == high and T_lo == T_hi and rest == 0
        demand(is_none or is_one, "quantisation: a value of the law cannot be told from an integer")
        found.append((most, most + is_none))
    return found


def by_tail(noise: Noise, K: int, rule: str) -> list[int]:
    """Return the keys of each noise value from the tails t_k, k = 1, 2, ..., by (4.2) and (4.5).

    For symmetric noise K c_Z(-k) = K t_k/T = K - K c_Z(k-1), otherwise K c_Z = K - K t_k/T.
    """
    both = roundings(noise, K, (noise.tails[0][1:], noise.tails[1][1:]))
    up, down = [ceiling for _, ceiling in both], [floor for floor, _ in both]
    below = up[::-1] if noise.lowest is None else []
    ends = [0, *below, *(K - tail for tail in (down if rule == "ceiling" else up)), K]
    return [after - before for before, after in pairwise(ends)]


def by_remainder(noise: Noise, K: int) -> list[int]:
    """Return floor(K p(z)), plus 1 for the largest parts; equal parts: nearest 0, then negative.

    Where the parts are not known exactly, each that gets a key must be seen to be larger than each
    that gets none. z and -z have the same part.
    """
    floors, (T_lo, T_hi) = [floor for floor, _ in roundings(noise, K, noise.weights)], noise.total
    # The part of k is K w_k/T - floor_k; on the common scale of both totals it has integer bounds.
    low = [(K * w - f * T_hi) * T_lo for w, f in zip(noise.weights[0], floors, strict=True)]
    high = [(K * w - f * T_lo) * T_hi for w, f in zip(noise.weights[1], floors, strict=True)]
    values = sorted(range(1 - len(floors), len(floors)), key=lambda z: (-low[abs(z)], abs(z), z))
    left = K - 2 * sum(floors) + floors[0]
    more, fewer = {*map(abs, values[:left])}, {*map(abs, values[left:])}
    for above, below in ((more, fewer - more), (more - fewer, fewer)):
        if above and below and low != high:
            gap = min(low[k] for k in above) - max(high[k] for k in below)
            demand(gap > 0, "quantisation: two remainders cannot be told apart")
    lucky = {*values[:left]}
    return [floors[abs(z)] + (z in lucky) for z in range(1 - len(floors), len(floors))]
