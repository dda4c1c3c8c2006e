"""The three rules written down naively for a pmf of plain Fractions."""

from fractions import Fraction
from itertools import accumulate


def ceiling(pmf: list[Fraction], keysize: int) -> list[int]:
    """Return ceil(c(z) K), (4.2), where c(D) is 1 even if the pmf is known to 120 digits only."""
    return [*((c * keysize).__ceil__() for c in accumulate(pmf[:-1])), keysize]


def symmetric(pmf: list[Fraction], keysize: int) -> list[int]:
    """Return the ceiling rule below 0, mirrored above: c(z) = K - c(-z-1)."""
    D = len(pmf) // 2
    below = ceiling(pmf, keysize)[:D]
    return [*below, *(keysize - c for c in reversed(below)), keysize]


def largest_remainder(pmf: list[Fraction], keysize: int) -> list[int]:
    """Return floor(K p) each, and the rest by falling part, then |z|, then -z before z."""
    D = len(pmf) // 2
    counts = {z: (p * keysize).__floor__() for z, p in enumerate(pmf, start=-D)}
    parts = {z: p * keysize - counts[z] for z, p in enumerate(pmf, start=-D)}
    order = sorted(counts, key=lambda z: (-parts[z], abs(z), z))
    for z in order[: keysize - sum(counts.values())]:
        counts[z] += 1
    return list(accumulate(counts[z] for z in range(-D, D + 1)))


PLAIN = {"ceiling": ceiling, "symmetric": symmetric, "largest-remainder": largest_remainder}


def lost(cmf: list[int]) -> list[int]:
    """Return the noise values whose interval of keys is empty."""
    D = len(cmf) // 2
    return [z for z in range(-D, D + 1) if cmf[z + D] == (cmf[z + D - 1] if z > -D else 0)]


def bias(cmf: tuple[int, ...]) -> Fraction:
    """Return the mean of the noise, key by key interval, (4.6)."""
    D = len(cmf) // 2
    before = (0, *cmf)
    return Fraction(sum(z * (cmf[z + D] - before[z + D]) for z in range(-D, D + 1)), cmf[-1])
