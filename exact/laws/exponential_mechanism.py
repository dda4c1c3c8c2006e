"""The exponential mechanism and its losses, Rinott-O'Keefe-Shlomo-Skinner (4.6)-(4.8).

A count a becomes b with a probability proportional to e^(-eta loss(a, b) / Delta), where Delta
bounds how much the loss of any b changes from a to a neighbouring count. The losses of section 4.2:

    l1 = |a - b|             Delta = 1         (5.1), (5.2)  ``exact.laws.discrete_laplace``
    l2 = (a - b)^2           Delta = 2m + 1    (5.3)         ``exact.laws.truncated_normal``
    l3 = |sqrt a - sqrt b|   Delta = 1         (5.4)         ``exact.laws.hellinger``

A loss is known by integers lo <= loss 2^bits <= hi: equal for l1 and l2, one or two apart for l3.
"""

from collections.abc import Callable, Iterable
from math import isqrt

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure

Loss = Callable[[int, int, int], tuple[int, int]]


def l1(a: int, b: int, bits: int) -> tuple[int, int]:
    """Return |a - b| 2^bits.

    >>> l1(10_000, 10_404, 0)
    (404, 404)
    """
    exact = abs(a - b) << bits
    return exact, exact


def l2(a: int, b: int, bits: int) -> tuple[int, int]:
    """Return (a - b)^2 2^bits."""
    exact = (a - b) ** 2 << bits
    return exact, exact


def l3(a: int, b: int, bits: int) -> tuple[int, int]:
    """Return integer bounds of |sqrt a - sqrt b| 2^bits for counts a, b >= 0.

    >>> l3(100, 144, 0), l3(10_000, 10_404, 0), l3(0, 2, 4)
    ((2, 2), (2, 2), (22, 23))
    """
    low, high = sorted((a, b))
    if low < 0:
        raise InputError("count", low, "has no square root", "set negative values to zero first")
    low_root, high_root = _root(low, bits), _root(high, bits)
    return max(0, high_root[0] - low_root[1]), high_root[1] - low_root[0]


def sensitivity(loss: Loss, triples: Iterable[tuple[int, int, int]], bits: int = 64) -> Enclosure:
    """Return the largest |loss(a, b) - loss(a', b)| over given (a, a', b): Delta of (4.7), (4.8).

    >>> triples = [(a, a + 1, b) for a in range(9) for b in range(9)]
    >>> sensitivity(l3, triples, bits=8)
    Enclosure(lo=Fraction(1, 1), hi=Fraction(257, 256))
    """
    low = high = 0
    for a, neighbour, b in triples:
        (one_lo, one_hi), (two_lo, two_hi) = loss(a, b, bits), loss(neighbour, b, bits)
        low = max(low, one_lo - two_hi, two_lo - one_hi)
        high = max(high, one_hi - two_lo, two_hi - one_lo)
    return Enclosure.scaled(low, high, bits)


def _root(n: int, bits: int) -> tuple[int, int]:
    """Return floor and ceiling of sqrt(n) 2^bits."""
    square = n << 2 * bits
    floor = isqrt(square)
    return floor, floor + (floor * floor < square)
