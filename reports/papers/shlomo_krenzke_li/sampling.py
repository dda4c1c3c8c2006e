"""Random draws for the simulation of 3.4, without floats: integers and decimals."""

from bisect import bisect_right
from collections.abc import Mapping
from decimal import Decimal
from itertools import accumulate
from random import Random

from exact.laws.exp_ratio import ExpRatio

_BITS = 60
_NOTHING = Decimal("1e-20")
_LOG_FACTORIALS = [Decimal(0), Decimal(0)]


def uniform(chance: Random, low: Decimal, high: Decimal) -> Decimal:
    """Return a number uniform on [low, high)."""
    return low + (high - low) * chance.getrandbits(_BITS) / (1 << _BITS)


def poisson(chance: Random, log_mean: Decimal) -> int:
    """Return a Poisson count of mean e^log_mean, by inversion outward from the mode.

    The probabilities of k, k + 1, k - 1, k + 2, ... are subtracted from a uniform number until it
    is used up; p(k + 1) = p(k) mean / (k + 1). Below 0, p(k - 1) = p(k) k / mean is 0.
    """
    mean = log_mean.exp()
    above = below = int(mean)
    up = down = (above * log_mean - mean - _log_factorial(above)).exp()
    left = uniform(chance, Decimal(0), Decimal(1)) - up
    if left < 0:
        return above
    # It ends: at the latest where both probabilities are too small to change what is left.
    while up + down > _NOTHING:
        above, up = above + 1, up * mean / (above + 1)
        left -= up
        if left < 0:
            return above
        below, down = below - 1, down * below / mean
        left -= down
        if left < 0:
            return below
    return above


class Draws:
    """A finite law from which outcomes are drawn: keys of 60 bits, as a cell key method has."""

    def __init__(self, law: Mapping[int, ExpRatio]) -> None:
        """Turn probabilities into ends of key ranges; what rounding leaves goes to the last."""
        self._outcomes = tuple(law)
        floors = [int(p.enclosure(84).lo * (1 << _BITS)) for p in law.values()]
        self._ends = list(accumulate(floors))[:-1]

    def draw(self, chance: Random) -> int:
        """Return one outcome."""
        return self._outcomes[bisect_right(self._ends, chance.getrandbits(_BITS))]


def _log_factorial(n: int) -> Decimal:
    while len(_LOG_FACTORIALS) <= n:
        _LOG_FACTORIALS.append(_LOG_FACTORIALS[-1] + Decimal(len(_LOG_FACTORIALS)).ln())
    return _LOG_FACTORIALS[n]
