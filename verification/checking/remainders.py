"""The rule of the largest remainders."""

from verification.checking.refusing import demand
from verification.checking.rounding import Noise, roundings


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
