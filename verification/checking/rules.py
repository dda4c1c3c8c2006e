"""What the rules of quantisation make of the bounds of a noise, and whether the bounds tell it."""

from itertools import pairwise

from verification.checking.refusing import refuse
from verification.checking.remainders import by_remainder
from verification.checking.rounding import Noise, roundings
from verification.checking.table import Row

RULES = ("ceiling", "symmetric", "largest-remainder")  # the last two are for symmetric noise


def keys_of(noise: Noise, K: int, rule: str) -> Row:
    """Return the (noise, keys) runs that a rule makes of K keys."""
    if rule not in (RULES if noise.lowest is None else ("ceiling",)):
        refuse(f"the rule {str(rule)[:40]} is not for this law")
    keys = by_remainder(noise, K) if rule == "largest-remainder" else by_tail(noise, K, rule)
    lowest = -(len(keys) // 2) if noise.lowest is None else noise.lowest
    return tuple((z, n) for z, n in enumerate(keys, lowest) if n)


def by_tail(noise: Noise, K: int, rule: str) -> list[int]:
    """Return the keys of each noise value from the tails t_k, k = 1, 2, ..., by (4.2) and (4.5).

    For symmetric noise K c_Z(-k) = K t_k/T = K - K c_Z(k-1), otherwise K c_Z = K - K t_k/T.
    """
    both = roundings(noise, K, (noise.tails[0][1:], noise.tails[1][1:]))
    up, down = [ceiling for _, ceiling in both], [floor for floor, _ in both]
    below = up[::-1] if noise.lowest is None else []
    ends = [0, *below, *(K - tail for tail in (down if rule == "ceiling" else up)), K]
    return [after - before for before, after in pairwise(ends)]
