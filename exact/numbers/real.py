"""One kind of real number: enclosed to any number of bits, held against a rational, exact where so.

The unit of precision is the bit, and an enclosure of so many bits is relative: its width is at most
2^-bits of the number. A comparison is decided by bounds, or by algebra at a tie, or not at all: a
number that is the rational it is held against, without anybody knowing, ends as ``Undecided``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.producers import in_use

Step = TypeVar("Step")

# Enough for numbers printed with 17 digits; others are narrowed further.
START_BITS = 128
SPARE_BITS = 64


class Real(ABC):
    """A real number: who makes one says how it is enclosed, and where it is rational."""

    __slots__ = ()

    @abstractmethod
    def enclose(self, bits: int) -> Enclosure:
        """Return bounds, computed with ``bits`` bits, whose width falls to 0 as these grow."""

    @property
    def exact(self) -> Fraction | None:
        """The number as a rational where it is known to be one, else None."""
        return None

    @property
    def spare_bits(self) -> int:
        """About how many more bits ``enclose`` needs than its bounds are to have: a first guess."""
        return SPARE_BITS

    def equals(self, bound: Fraction) -> bool:
        """Tell by algebra whether the number is ``bound``; False promises nothing."""
        return self.exact == bound

    def enclosure(self, bits: int) -> Enclosure:
        """Return bounds of a relative width of at most 2^-bits (a point where exact).

        It ends for every number other than 0, because the width falls to 0 and the number does not.
        """
        exact = self.exact
        if exact is not None:
            return Enclosure.point(exact)

        def attempt(working: int) -> Enclosure | None:
            found = self.enclose(working)
            return found if found.is_relatively_narrow(bits) else None

        return narrow(attempt, bits + self.spare_bits, "bounds of a number")

    def compare(self, bound: Fraction) -> int:
        """Return the sign of number - bound, exactly.

        It ends where ``equals`` knows the tie: a number that is not the bound is separated from it
        by bounds that are narrow enough. Algebra is asked only where the bounds are far narrower
        than the distance of two rationals of that size, because it may take long.
        """

        def attempt(bits: int) -> int | None:
            found = self.enclose(bits)
            if found.lo > bound:
                return 1
            if found.hi < bound:
                return -1
            fine = bits > 2 * bound.denominator.bit_length() + SPARE_BITS
            return 0 if found.lo == found.hi or (fine and self.equals(bound)) else None

        return narrow(attempt, START_BITS, "a number against a rational")

    def rounded(
        self,
        rounding: Callable[[Fraction], Step],
        border: Callable[[Step, Step], Fraction | None] | None = None,
    ) -> Step:
        """Return ``rounding`` of the number, a function that never falls and rises in steps.

        ``border`` gives the rational at which it steps from one value to the next, and None where
        two values are no neighbours. It ends: the bounds round to neighbours at last, and the
        comparison with the border ends. An irrational number needs none.
        """

        def attempt(bits: int) -> Step | None:
            found = self.enclose(bits)
            low, high = rounding(found.lo), rounding(found.hi)
            step = None if low == high or border is None else border(low, high)
            if step is None:
                return low if low == high else None
            side = self.compare(step)
            return rounding(step) if side == 0 else (high if side > 0 else low)

        return narrow(attempt, START_BITS, "rounding a number")

    def affine(self, factor: Fraction, shift: Fraction) -> "Real":
        """Return factor * number + shift, for a factor other than 0.

        >>> Known(Fraction(1, 3)).affine(Fraction(-1), Fraction(1)).exact
        Fraction(2, 3)
        """
        exact = self.exact
        if exact is not None:
            return Known(factor * exact + shift)

        def enclose(bits: int) -> Enclosure:
            found = self.enclose(bits)
            ends = (factor * found.lo + shift, factor * found.hi + shift)
            return Enclosure(min(ends), max(ends))

        return Enclosed(enclose, lambda bound: self.equals((bound - shift) / factor))


@dataclass(frozen=True, slots=True)
class Known(Real):
    """A rational.

    >>> Known(Fraction(1, 3)).compare(Fraction("0.33"))
    1
    """

    value: Fraction

    @property
    def exact(self) -> Fraction:
        """The rational."""
        return self.value

    def enclose(self, bits: int) -> Enclosure:
        """Return the point."""
        return Enclosure.point(self.value)


def never(_: Fraction) -> bool:
    """Tell that an irrational number is no rational, or that no algebra knows a tie."""
    return False


@dataclass(frozen=True, slots=True)
class Enclosed(Real):
    """A number by a function of bits that gives its bounds, each computed once by each producer.

    ``tie`` tells by algebra whether it is a given rational. Precision is doubled from few fixed
    starts, so the number of bounds kept is small.
    """

    bounds: Callable[[int], Enclosure]
    tie: Callable[[Fraction], bool] = never
    spare_bits: int = SPARE_BITS
    _kept: dict[tuple[str, int], Enclosure] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def enclose(self, bits: int) -> Enclosure:
        """Return the bounds."""
        asked = in_use(), bits
        if asked not in self._kept:
            self._kept[asked] = self.bounds(bits)
        return self._kept[asked]

    def equals(self, bound: Fraction) -> bool:
        """Ask the algebra."""
        return self.tie(bound)
