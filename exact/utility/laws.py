"""The law of a loss over all cells, by convolution: quantiles between proved bounds.

Keys of different cells are taken as independent. A loss is put on a grid of step 2^-g, rounded
down; l1 and l2 are integers, so g = 0 and nothing is lost. Only lower bounds of probabilities are
needed: with lo(y) <= P(y), the sum of lo up to x is at most F(x), and 1 minus the sum of lo above x
at least F(x). What rounding to the grid moves is at most ``slack`` steps, all upward.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from heapq import heapify, heappop, heappush
from itertools import accumulate
from math import isqrt
from typing import TYPE_CHECKING

from exact.composition.convolution import power
from exact.errors import InputError, Undecided
from exact.laws.exponential_mechanism import Loss
from exact.numbers.enclosure import Enclosure
from exact.utility.chances import Chances, Perturbation
from exact.utility.counts import Counts

if TYPE_CHECKING:
    from flint import fmpz_poly

QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
SCALE_BITS = 128
# On a fine grid rounding the losses costs more than these bits do.
GRID_SCALE_BITS = 64
MAX_POINTS = 1 << 18
_FINEST = 12
# A loss is bounded with so many more bits before it is rounded down to the grid.
_SPARE_BITS = 16
# Weights of so many bits are multiplied without rounding where a quantile is a tie.
MAX_EXACT_BITS = 1 << 22


@dataclass(frozen=True)
class SumLaw:
    """Lower bounds of P(X = i 2^-grid), i = 0, 1, ...; X is rounded down by up to ``slack`` steps.

    >>> law = SumLaw((1, 2, 1), 4, 0, 0)
    >>> law.quantile(Fraction(1, 2)).lo, law.mean.lo
    (Fraction(1, 1), Fraction(1, 1))
    """

    weights: tuple[int, ...]
    total: int
    grid: int
    slack: int

    @cached_property
    def _below(self) -> list[int]:
        return list(accumulate(self.weights))

    def distribution(self, i: int) -> Enclosure:
        """Return F at the grid point i, of the rounded loss."""
        low = self._below[i]
        above = self._below[-1] - low
        return Enclosure(Fraction(low, self.total), 1 - Fraction(above, self.total))

    def quantile(self, level: Fraction) -> Enclosure:
        """Return the least x with F(x) >= level; an enclosure where the loss is on a grid."""
        first = self._first(lambda i: self.distribution(i).hi >= level)
        last = self._first(lambda i: self.distribution(i).lo >= level)
        if first != last and not self.grid:
            raise Undecided(f"the quantile {level} of a loss: the bounds are too wide")
        step = Fraction(1, 1 << self.grid)
        return Enclosure(first * step, (last + self.slack) * step)

    def _first(self, reached: Callable[[int], bool]) -> int:
        low, high = -1, len(self.weights) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if reached(middle) else (middle, high)
        return high

    @property
    def mean(self) -> Enclosure:
        """Return E X; what the bounds leave open may lie anywhere."""
        return self.expected(lambda i: (i, i))

    def expected(self, value: Callable[[int], tuple[int, int]]) -> Enclosure:
        """Return E f(X), f rising and at least 0, by lower and upper bounds of f 2^grid at i.

        The upper bound takes f ``slack`` steps further, and puts what is missing at the end.
        """
        missing, last = self.total - self._below[-1], len(self.weights) - 1 + self.slack
        low = sum(w * value(i)[0] for i, w in enumerate(self.weights) if w)
        high = sum(w * value(i + self.slack)[1] for i, w in enumerate(self.weights) if w)
        high += missing * value(last)[1]
        scale = self.total << self.grid
        return Enclosure(Fraction(low, scale), Fraction(high, scale))

    def root_mean(self) -> Enclosure:
        """Return E sqrt(X)."""

        def root(i: int) -> tuple[int, int]:
            square = i << self.grid
            low = isqrt(square)
            return low, low + (low * low < square)

        return self.expected(root)


def sum_law(
    counts: Counts, perturbation: Perturbation, loss: Loss, grid: int = 0, exactly: bool = False
) -> SumLaw:
    """Return the law of the sum of a loss over all cells.

    >>> from exact.laws.exponential_mechanism import l1
    >>> class Coin:
    ...     def released(self, count):
    ...         return Chances.of(2, [(count, 1, 1), (count + 1, 1, 1)])
    >>> sum_law(Counts((3, 5)), Coin(), l1).quantile(Fraction(1, 4)).lo
    Fraction(0, 1)
    """
    total, slack, bits = 1, 0, None if exactly else _scale(grid)
    factors = []
    for count, times in counts.by_count.items():
        chances = perturbation.released(count)
        factor, larger = _factor(chances, count, loss, grid, bits)
        slack += larger * times
        factors.append(power(factor, times, partial(_times, bits=bits)))
        total *= chances.total**times if exactly else 1
    weights = tuple(int(w) for w in _product(factors, bits).coeffs())
    return SumLaw(weights, total if bits is None else 1 << bits, grid, slack)


def _scale(grid: int) -> int:
    return GRID_SCALE_BITS if grid else SCALE_BITS


def _product(factors: "list[fmpz_poly]", bits: int | None) -> "fmpz_poly":
    """Return the product, the two shortest first: long ones are multiplied few times."""
    waiting = [(factor.length(), i, factor) for i, factor in enumerate(factors)]
    heapify(waiting)
    made = len(waiting)
    while len(waiting) > 1:
        one, other = heappop(waiting), heappop(waiting)
        product = _times(one[2], other[2], bits)
        heappush(waiting, (product.length(), made, product))
        made += 1
    return waiting[0][2]


def quantiles(
    counts: Counts,
    perturbation: Perturbation,
    loss: Loss,
    grid: int = 0,
    levels: tuple[Fraction, ...] = QUARTILES,
) -> tuple[Enclosure, ...]:
    """Return quantiles of a loss over all cells; a tie is decided by the exact law of a table."""
    law = sum_law(counts, perturbation, loss, grid)
    try:
        return tuple(law.quantile(level) for level in levels)
    except Undecided:
        if _exact_bits(counts, perturbation) * len(law.weights) > MAX_EXACT_BITS:
            raise
    law = sum_law(counts, perturbation, loss, grid, exactly=True)
    return tuple(law.quantile(level) for level in levels)


def grid_of(counts: Counts, perturbation: Perturbation, loss: Loss) -> int:
    """Return the finest grid of a loss with at most 2^18 points, at most 12 bits."""
    most = 0
    for count, times in counts.by_count.items():
        values = perturbation.released(count).values
        most += times * max(loss(count, b, 0)[1] for b in values)
    return max(0, min(_FINEST, (MAX_POINTS // max(1, most)).bit_length() - 1))


def _factor(
    chances: Chances, count: int, loss: Loss, grid: int, bits: int | None
) -> "tuple[fmpz_poly, int]":
    """Return the law of one cell on the grid, and by how many steps a loss may be larger."""
    from flint import fmpz_poly

    found: dict[int, int] = {}
    slack = 0
    for value, weight in zip(chances.values, chances.lo, strict=True):
        bounds = loss(count, value, grid + _SPARE_BITS)
        low, high = bounds[0] >> _SPARE_BITS, -(-bounds[1] >> _SPARE_BITS)
        slack = max(slack, high - low)
        scaled = weight if bits is None else (weight << bits) // chances.total
        found[low] = found.get(low, 0) + scaled
    _checked(max(found) + 1)
    return fmpz_poly([found.get(i, 0) for i in range(max(found) + 1)]), slack


def _times(one: "fmpz_poly", other: "fmpz_poly", bits: int | None) -> "fmpz_poly":
    _checked(one.length() + other.length())
    product = one * other
    return product if bits is None else product // (1 << bits)


def _exact_bits(counts: Counts, perturbation: Perturbation) -> int:
    """Return the bits of the exact weights, or too many where a law has bounds only."""
    bits = 0
    for count, times in counts.by_count.items():
        chances = perturbation.released(count)
        if not chances.is_exact:
            return MAX_EXACT_BITS + 1
        bits += times * chances.total.bit_length()
    return bits


def _checked(points: int) -> None:
    if points > 2 * MAX_POINTS:
        rule = f"has more than {2 * MAX_POINTS} different values"
        raise InputError("loss", points, rule, "give fewer cells, or a table with less noise")
