"""What one row of a complete table must keep, as linear conditions on its probabilities.

Since the probabilities p(z) of a row sum to 1, every linear condition can be written without a
constant, sum g(z) p(z) <= 0 or = 0:

    unbiased          g(z) = z                 = 0
    E z^2 at most V   g(z) = z^2 - V           <= 0   (or = 0)
    stays with s      g(z) = s - [z = 0]       <= 0
    p(a) <= p(b)      g(z) = [z = a] - [z = b] <= 0
    p(a) is q         g(z) = q - [z = a]       = 0
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exact.errors import InputError

MONOTONE, UNIMODAL = "monotone", "unimodal"
SHAPES = ("", MONOTONE, UNIMODAL)


@dataclass(frozen=True, slots=True)
class Condition:
    """sum g(z) p(z) <= 0, or = 0; ``coefficients`` are the g(z) in the order of the support."""

    name: str
    coefficients: tuple[Fraction, ...]
    is_equation: bool = False

    def total(self, weights: Sequence[int | Fraction]) -> Fraction:
        """Return sum g(z) w(z) for keys or probabilities."""
        return sum((g * w for g, w in zip(self.coefficients, weights, strict=True)), Fraction(0))

    def holds(self, weights: Sequence[int | Fraction]) -> bool:
        """Tell whether a row with these keys or probabilities keeps the condition."""
        total = self.total(weights)
        return total == 0 if self.is_equation else total <= 0


@dataclass(frozen=True, slots=True)
class RowRules:
    """The noise values that count ``count`` may get, rising, and what the row must keep.

    ``bias`` bounds the size of E z (0: unbiased; None: free). ``variance`` bounds E z^2, which is
    the variance of an unbiased row and at least the variance of any other. ``stay`` is the least
    probability of noise 0 in a row that may have it. ``shape``: ``monotone`` rises up to noise 0,
    as R ptable's ``mono``; ``unimodal`` rises up to the noise nearest to 0 and falls after it.
    ``fixed`` are noise values whose probability is given.

    >>> [c.name for c in RowRules(1, (-1, 0, 1), variance=Fraction(1, 2)).conditions()]
    ['bias', 'variance']
    """

    count: int
    support: tuple[int, ...]
    bias: Fraction | None = Fraction(0)
    variance: Fraction | None = None
    exact_variance: bool = False
    stay: Fraction | None = None
    shape: str = ""
    fixed: tuple[tuple[int, Fraction], ...] = ()

    def __post_init__(self) -> None:
        if not self.support or any(a >= b for a, b in pairwise(self.support)):
            raise InputError("row", self.count, "needs noise values that rise", "give a support")
        if self.shape not in SHAPES:
            raise InputError("shape", self.shape, "is not a shape", f"use one of {SHAPES[1:]}")

    def conditions(self) -> tuple[Condition, ...]:
        """Return every condition of the row, in a fixed order."""
        return (*self._bias(), *self._variance(), *self._stay(), *self._shape(), *self._fixed())

    def _bias(self) -> Iterator[Condition]:
        if self.bias is None:
            return
        if self.bias == 0:
            yield Condition("bias", tuple(map(Fraction, self.support)), True)
        else:
            yield Condition("bias above", tuple(z - self.bias for z in self.support))
            yield Condition("bias below", tuple(-z - self.bias for z in self.support))

    def _variance(self) -> Iterator[Condition]:
        if self.variance is not None:
            g = tuple(z * z - self.variance for z in self.support)
            yield Condition("variance", g, self.exact_variance)

    def _stay(self) -> Iterator[Condition]:
        if self.stay is not None and 0 in self.support:
            yield Condition("stay", tuple(self.stay - (z == 0) for z in self.support))

    def _shape(self) -> Iterator[Condition]:
        for a, b in rising_pairs(self.support, self.shape):
            g = tuple(Fraction((z == a) - (z == b)) for z in self.support)
            yield Condition(f"p({a}) <= p({b})", g)

    def _fixed(self) -> Iterator[Condition]:
        for a, share in self.fixed:
            yield Condition(f"p({a})", tuple(share - (z == a) for z in self.support), True)


def rising_pairs(support: tuple[int, ...], shape: str) -> tuple[tuple[int, int], ...]:
    """Return the neighbouring noise values (a, b) with p(a) <= p(b) that a shape asks for.

    >>> rising_pairs((-2, -1, 0, 1), "monotone"), rising_pairs((-1, 2, 3), "monotone")
    (((-2, -1), (-1, 0)), ())
    >>> rising_pairs((-1, 2, 3), "unimodal")
    ((2, -1), (3, 2))
    """
    if shape == MONOTONE:
        return tuple((a, b) for a, b in pairwise(support) if b <= 0 and 0 in support)
    if shape == UNIMODAL:
        peak = min(support, key=lambda z: (abs(z), z))
        return tuple((a, b) if b <= peak else (b, a) for a, b in pairwise(support))
    return ()
