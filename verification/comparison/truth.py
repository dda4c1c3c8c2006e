"""A true value: a rational, or a number that can be enclosed as narrowly as wanted."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from exact.numbers.enclosure import Enclosure, narrow, narrow_enclosure
from verification.comparison.doubles import DOUBLE, BinaryFormat, nearest

# Enough for numbers printed with 17 digits; others are narrowed further.
START_BITS = 128
_SPARE_BITS = 64


@dataclass(frozen=True, slots=True)
class Truth:
    """A number through enclosures whose width falls to 0 as their bits grow.

    ``equals`` tells by algebra whether the number is a given rational. ``exact`` is the number
    where it is known to be rational.
    """

    enclose: Callable[[int], Enclosure]
    equals: Callable[[Fraction], bool]
    exact: Fraction | None = None

    def compare(self, bound: Fraction) -> int:
        """Return the sign of truth - bound, exactly.

        It ends: a tie is recognised by algebra, and a number that is not the bound is separated
        from it by bounds that are narrow enough. Algebra is asked only where the bounds are far
        narrower than the distance of two rationals of that size, because it may take long.
        """
        if self.exact is not None:
            return (self.exact > bound) - (self.exact < bound)

        def attempt(bits: int) -> int | None:
            found = self.enclose(bits)
            if found.lo > bound:
                return 1
            if found.hi < bound:
                return -1
            fine = bits > 2 * bound.denominator.bit_length() + _SPARE_BITS
            return 0 if fine and self.equals(bound) else None

        return narrow(attempt, START_BITS, "a true value against a printed one")

    def nearest_double(self, form: BinaryFormat = DOUBLE) -> Fraction:
        """Return the double (or single) nearest to the number, ties to even.

        It ends: the bounds lie on two neighbouring doubles at last, and the comparison with the
        number in the middle ends.
        """
        if self.exact is not None:
            return nearest(self.exact, form)

        def attempt(bits: int) -> Fraction | None:
            found = self.enclose(bits)
            low, high = nearest(found.lo, form), nearest(found.hi, form)
            middle = (low + high) / 2
            if low == high or nearest(middle, form) not in (low, high):
                return low if low == high else None
            side = self.compare(middle)
            return nearest(middle, form) if side == 0 else (high if side > 0 else low)

        return narrow(attempt, START_BITS, "the nearest double")

    def error(self, point: Fraction, unit: Fraction, digits: int) -> Enclosure:
        """Return (point - truth) / unit to a relative width of 10^-digits, point not the truth."""
        if self.exact is not None:
            error = (point - self.exact) / unit
            return Enclosure(error, error)

        def enclose(bits: int) -> Enclosure:
            found = self.enclose(bits)
            return Enclosure((point - found.hi) / unit, (point - found.lo) / unit)

        # It ends: the error is not 0.
        return narrow_enclosure(enclose, START_BITS, digits, "the error of a printed number")


def known(value: Fraction) -> Truth:
    """Return a true value that is a rational.

    >>> known(Fraction(1, 3)).compare(Fraction("0.33"))
    1
    """
    return Truth(lambda _: Enclosure(value, value), lambda bound: bound == value, value)


def enclosed(enclose: Callable[[int], Enclosure], equals: Callable[[Fraction], bool]) -> Truth:
    """Return a true value that is known through enclosures; each is computed once.

    Precision is doubled from one fixed start, so the number of enclosures kept is small.
    """
    return Truth(cache(enclose), equals)


def never(_: Fraction) -> bool:
    """Tell that an irrational number is no rational."""
    return False
