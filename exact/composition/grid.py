"""The atoms of a pair of laws on a grid of losses, as integer weights rounded to the safe side.

The grid has the ratios e^(kh), k an integer, h = 2^-bits. Above: an atom (p, q) whose ratio lies
between two of them is the sum of an atom on each,

    (p, q) = (p', p' e^(-kh)) + (p'', p'' e^(-(k+1)h)),
    p' = (e^((k+1)h) q - p) / (e^h - 1),   p'' = (p - e^(kh) q) / (1 - e^(-h)),

so the pair is a post-processing (a merging of atoms) of the pair on the grid, which gives away at
least as much (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022, *Connect the dots*). Below:
each atom gets the integer score nearest to its loss / h. The sum of the scores of several releases
is a post-processing, which gives away at most as much. Both errors are of second order in h.

A weight w stands for w 2^-96. Where q is given it is given tilted, times e^(kh), so that it has the
size of p and large ratios cost no digits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.composition.pairs import LossPair
from exact.numbers.producers import exp_floor, log_floor

SCALE_BITS = 96
# exp(kh) is multiplied by a weight and divided by h: its last digits must not be seen.
_SPARE_BITS = 16


@dataclass(frozen=True, slots=True)
class Score:
    """An atom's integer score k, its p rounded down, and its q e^(kh) rounded up."""

    k: int
    p: int
    tilted_q: int


def split_up(pair: LossPair, bits: int) -> dict[int, int]:
    """Return weights p_k, rounded up, of a pair on the grid that dominates the finite atoms.

    >>> from math import isqrt
    >>> above = split_up(LossPair(((2, 1), (1, 2))), 0)
    >>> sorted(above), sum(above.values()) - 2**96 in range(5)
    ([-1, 0, 1], True)
    """
    found: dict[int, int] = {}
    for p, q, total in _finite(pair):
        for k, weight in _split(p, q, total, bits):
            found[k] = found.get(k, 0) + weight
    return found


def scores(pair: LossPair, bits: int) -> list[Score]:
    """Return the finite atoms with their scores.

    >>> [(one.k, one.p == 2**95, one.tilted_q > 2**95) for one in scores(LossPair(((1, 1),)), 4)]
    [(0, False, True)]
    """
    found = []
    for p, q, total in _finite(pair):
        k = nearest(p, q, bits)
        precision = _precision(total, bits)
        _, high = exp_bounds(Fraction(k, 1 << bits), precision)
        tilted = -(-((q * high) << SCALE_BITS) // (total << precision))
        found.append(Score(k, (p << SCALE_BITS) // total, tilted))
    return found


def nearest(p: int, q: int, bits: int) -> int:
    """Return the grid point nearest to the loss of an atom, log(p/q) / h."""
    return (log_floor(Fraction(p, q), bits + 1) + 1) // 2


def point_below(p: int, q: int, bits: int) -> int:
    """Return the last grid point k that is not above the loss of an atom."""
    return log_floor(Fraction(p, q), bits)


def exp_bounds(x: Fraction, bits: int) -> tuple[int, int]:
    """Return floor and ceiling of e^x 2^bits: e^x is irrational unless x = 0."""
    floor = exp_floor(x, bits)
    return floor, floor + (x != 0)


def _finite(pair: LossPair) -> Iterator[tuple[int, int, int]]:
    total = sum(p for p, _ in pair.weights)
    return ((p, q, total) for p, q in pair.weights if p and q)


def _split(p: int, q: int, total: int, bits: int) -> Iterator[tuple[int, int]]:
    if p == q:
        yield 0, -(-(p << SCALE_BITS) // total)
        return
    k, precision = point_below(p, q, bits), _precision(total, bits)
    one, step = 1 << precision, Fraction(1, 1 << bits)
    low, _ = exp_bounds(k * step, precision)
    _, high = exp_bounds((k + 1) * step, precision)
    up, _ = exp_bounds(step, precision)
    _, down = exp_bounds(-step, precision)
    yield k, -(-((high * q - p * one) << SCALE_BITS) // ((up - one) * total))
    yield k + 1, -(-((p * one - low * q) << SCALE_BITS) // ((one - down) * total))


def _precision(total: int, bits: int) -> int:
    return SCALE_BITS + total.bit_length() + bits + _SPARE_BITS
