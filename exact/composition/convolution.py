"""Products of weights on a grid, in integers: rounded up or down, cut where nothing is left.

A weight w stands for w 2^-96, and the sum of all weights for about 1. A product is made exactly by
FLINT, then each weight is rounded to 96 bits in the direction that is safe for its use.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from exact.composition.grid import SCALE_BITS
from exact.errors import InputError

if TYPE_CHECKING:
    from flint import fmpz, fmpz_poly

# What is cut off at one end of a product has at most this weight: 2^-80 of the whole.
CUT_BITS = 16
MAX_POINTS = 1 << 22

Factor = TypeVar("Factor")


@dataclass(frozen=True)
class Weights:
    """The weight of the grid point ``start`` + i is the i-th coefficient."""

    start: int
    poly: "fmpz_poly"

    @classmethod
    def of(cls, weights: dict[int, int]) -> "Weights":
        """Return weights by their grid points."""
        from flint import fmpz_poly

        start, end = (min(weights), max(weights)) if weights else (0, -1)
        _checked(end - start + 1)
        return cls(start, fmpz_poly([weights.get(k, 0) for k in range(start, end + 1)]))

    @property
    def values(self) -> list[int]:
        """The weights from ``start`` on, as integers."""
        return [int(weight) for weight in self.poly.coeffs()]

    def times(self, other: "Weights", up: bool) -> "Weights":
        """Return the weights of the sums, each rounded up or down."""
        from flint import fmpz_poly

        length = max(0, self.poly.length() + other.poly.length() - 1)
        _checked(length)
        product = (self.poly * other.poly) // (1 << SCALE_BITS)
        if up:
            product += fmpz_poly([1] * length)
        return Weights(self.start + other.start, product)

    def window(self) -> tuple[int, int, int]:
        """Return the first and last point that must be kept, and the weight outside.

        The weight outside is at most 2^-80 at either end.
        """
        left, below = _light(self.poly[i] for i in range(self.poly.length()))
        right, above = _light(self.poly[i] for i in range(self.poly.length() - 1, left - 1, -1))
        return self.start + left, self.start + self.poly.length() - 1 - right, below + above

    def within(self, first: int, last: int) -> "Weights":
        """Return the weights of the points from ``first``, not before the start, to ``last``."""
        kept = self.poly.truncate(max(0, last - self.start + 1)).right_shift(first - self.start)
        return Weights(first, kept)


def _light(weights: "Iterable[fmpz]") -> tuple[int, int]:
    """Return how many of the first weights are together at most the cut, and their sum."""
    count = total = 0
    for weight in weights:
        if total + int(weight) > 1 << CUT_BITS:
            break
        count, total = count + 1, total + int(weight)
    return count, total


def power(factor: Factor, times: int, multiply: Callable[[Factor, Factor], Factor]) -> Factor:
    """Return a product of so many equal factors by squaring.

    >>> power(3, 13, lambda a, b: a * b) == 3**13
    True
    """
    result: Factor | None = None
    while True:
        if times & 1:
            result = factor if result is None else multiply(result, factor)
        times >>= 1
        if not times:
            assert result is not None
            return result
        factor = multiply(factor, factor)


def _checked(points: int) -> None:
    if points > MAX_POINTS:
        rule = f"needs more than {MAX_POINTS} grid points"
        raise InputError("composition", points, rule, "compose fewer cells or take a coarser grid")
