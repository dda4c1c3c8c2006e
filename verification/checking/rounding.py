"""Noise by bounds of its weights, and values of it rounded, where the bounds tell how."""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from verification.checking.refusing import demand

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


Law = Callable[[int], Noise | None]  # the noise of a count; None where the law has none for it


def noise_of(weights: IntegerBounds, lowest: int | None = None) -> Noise:
    """Return noise by bounds of its weights alone."""
    low, high = (list(accumulate(reversed(side)))[::-1] for side in weights)
    both = (low[0] + low[1], high[0] + high[1]) if lowest is None else (low[0], high[0])
    return Noise(weights, (low, high), both, lowest)


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
