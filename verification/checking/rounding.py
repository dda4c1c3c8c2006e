"""What the rules of quantisation make of the bounds of a noise, and whether the bounds tell it."""

from itertools import pairwise

from verification.checking.laws import Noise
from verification.checking.refusing import demand, refuse
from verification.checking.table import Row


def keys_of(noise: Noise, K: int, rule: str) -> Row:
    """Return the (noise, keys) runs that a rule makes of K keys."""
    mirrored = noise.lowest is None
    if rule not in ("ceiling", "symmetric", "largest-remainder")[: 3 if mirrored else 1]:
        refuse(f"the rule {str(rule)[:40]} is not for this law")
    keys = by_remainder(noise, K) if rule == "largest-remainder" else by_tail(noise, K, rule)
    lowest = -(len(keys) // 2) if noise.lowest is None else noise.lowest
    return tuple((z, n) for z, n in enumerate(keys, lowest) if n)


def roundings(noise: Noise, K: int, lows: list[int], highs: list[int]) -> list[tuple[int, int]]:
    """Return floor and ceiling of K v/T for each value v between its bounds.

    v > 0, so a quotient below 1 is no integer. Where the bounds hold an integer, the value must be
    known exactly, and be that.
    """
    found = []
    for low, high in zip(lows, highs, strict=True):
        least, rest = divmod(K * low, noise.total[1])
        most = K * high // noise.total[0]
        is_none = most == 0 or (least == most and rest > 0)
        is_one = low == high and noise.total[0] == noise.total[1] and rest == 0
        told = is_none or is_one
        demand(told, "quantisation: a value of the law cannot be told from an integer")
        found.append((most, most + is_none))
    return found


def by_tail(noise: Noise, K: int, rule: str) -> list[int]:
    """Return the keys of each noise value from the tails t_k, k = 1, 2, ..., by (4.2) and (4.5).

    For symmetric noise K c_Z(-k) = K t_k/T = K - K c_Z(k-1), otherwise K c_Z = K - K t_k/T.
    """
    both = roundings(noise, K, *(side[1:] for side in noise.tails))
    up, down = [ceiling for _, ceiling in both], [floor for floor, _ in both]
    below = up[::-1] if noise.lowest is None else []
    ends = [0, *below, *(K - tail for tail in (down if rule == "ceiling" else up)), K]
    return [after - before for before, after in pairwise(ends)]


def by_remainder(noise: Noise, K: int) -> list[int]:
    """Return floor(K p(z)), plus 1 for the largest parts; equal parts: nearest 0, then negative.

    Where the parts are not known exactly, each that gets a key must be seen to be larger than each
    that gets none. z and -z have the same part.
    """
    floors = [floor for floor, _ in roundings(noise, K, *noise.weights)]
    (low_weights, high_weights), (T_lo, T_hi) = noise.weights, noise.total
    # The part of k is K w_k/T - floor_k; on the common scale of both totals it has integer bounds.
    low = [(K * w - f * T_hi) * T_lo for w, f in zip(low_weights, floors, strict=True)]
    high = [(K * w - f * T_lo) * T_hi for w, f in zip(high_weights, floors, strict=True)]
    order = sorted(range(len(floors)), key=lambda k: (-low[k], k))
    values = [z for k in order for z in ((-k, k) if k else (0,))]
    left = K - 2 * sum(floors) + floors[0]
    more, fewer = set(map(abs, values[:left])), set(map(abs, values[left:]))
    for above, below in ((more, fewer - more), (more - fewer, fewer)):
        gap = [min(low[k] for k in above) - max(high[k] for k in below)] if above and below else []
        known = low == high or min(gap, default=1) > 0
        demand(known, "quantisation: two remainders cannot be told apart")
    lucky = set(values[:left])
    return [floors[abs(z)] + (z in lucky) for z in range(1 - len(floors), len(floors))]
