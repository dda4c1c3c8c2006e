"""What whole keys cost against a law, and the whole keys that have given moments."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import mul

from exact.numbers.enclosure import Enclosure

# Costs are integers over 2^80, rounded down.
COST_BITS = 80


@dataclass(slots=True)
class Costs:
    """f_z(n) for one noise value, remembered; ``off`` is by how much one may be too small."""

    probability: Enclosure
    keysize: int
    known: dict[int, int] = field(default_factory=dict)
    off: int = 1

    @property
    def mean(self) -> Enclosure:
        """K p(z)."""
        return Enclosure(self.keysize * self.probability.lo, self.keysize * self.probability.hi)

    def at(self, n: int) -> int:
        """Return f_z(n) as an integer over 2^80, rounded down."""
        if n not in self.known:
            found = self.enclosed(n)
            self.known[n] = max(0, found.lo * (1 << COST_BITS) // 1)
            self.off = max(self.off, -(-found.hi * (1 << COST_BITS) // 1) - self.known[n])
        return self.known[n]

    def enclosed(self, n: int) -> Enclosure:
        """Enclose f_z(n); 0 log 0 = 0."""
        from exact.numbers.arb_floor import log_floor

        mean, bits = self.mean, COST_BITS + n.bit_length() + 8
        if n == 0:
            return mean
        low, high = log_floor(n / mean.hi, bits), log_floor(n / mean.lo, bits) + 1
        logs = Enclosure.scaled(low, high, bits)
        return Enclosure(n * logs.lo - n + mean.lo, n * logs.hi - n + mean.hi)

    def smallest(self) -> int:
        """Return the least f_z(n): at one of the whole numbers around K p(z)."""
        start = int(self.keysize * self.probability.lo)
        return min(self.at(n) for n in (start, start + 1))

    def nearest(self, most: int) -> list[int]:
        """Return at most so many whole numbers around K p(z)."""
        first = max(0, int(self.keysize * self.probability.lo) - (most - 1) // 2)
        return [n for n in range(first, first + most) if n <= self.keysize]

    def around(self, budget: int) -> Iterator[tuple[int, int]]:
        """Yield (n, f_z(n)) within a budget, from the nearest n outward on each side."""
        start = int(self.keysize * self.probability.lo)
        for numbers in (range(start, -1, -1), range(start + 1, self.keysize + 1)):
            for n in numbers:
                cost = self.at(n)
                if cost > budget:
                    break
                yield n, cost


@dataclass(frozen=True, slots=True)
class Moments:
    """Whole weights at given points from their moments.

    The weight at a is sum over the moments of the polynomial that is 1 at a and 0 elsewhere. With
    more moments than points, the weights must have the others too.

    >>> Moments.at((-1, 0, 1)).solved((8, 0, 4))
    [2, 4, 2]
    """

    points: tuple[int, ...]
    rows: tuple[tuple[tuple[int, ...], int], ...]

    @classmethod
    def at(cls, points: tuple[int, ...]) -> "Moments":
        """Return the equations for the weights at these points."""
        return cls(points, tuple(_polynomial(a, points) for a in points))

    def solved(self, moments: tuple[int, ...]) -> list[int] | None:
        """Return the weights, or None: they are not whole, or no weights have all moments."""
        found = []
        for coefficients, scale in self.rows:
            value = sum(map(mul, coefficients, moments))
            if value % scale:
                return None
            found.append(value // scale)
        for power in range(len(self.points), len(moments)):
            sums = (n * a**power for n, a in zip(found, self.points, strict=True))
            if sum(sums) != moments[power]:
                return None
        return found


def _polynomial(a: int, points: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return the product of (x - b) over the other points, and its value at a."""
    polynomial, scale = [1], 1
    for b in points:
        if b != a:
            shifted, same = [0, *polynomial], [*polynomial, 0]
            polynomial = [x - b * y for x, y in zip(shifted, same, strict=True)]
            scale *= a - b
    return tuple(polynomial), scale
