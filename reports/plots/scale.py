"""From exact values to coordinates: an axis is a range of values, a scale puts it on pixels."""

from dataclasses import dataclass
from fractions import Fraction
from math import log10

from exact.errors import InputError

LINEAR, LOG = "linear", "log"


@dataclass(frozen=True, slots=True)
class Axis:
    """What is measured along an axis, from ``low`` to ``high``.

    ``whole`` says that only integers occur, so that no tick stands between two of them.
    """

    label: str
    low: Fraction
    high: Fraction
    kind: str = LINEAR
    whole: bool = False

    def __post_init__(self) -> None:
        if self.kind not in (LINEAR, LOG):
            raise InputError("axis", self.kind, "is no kind of axis", f"use {LINEAR} or {LOG}")
        if self.low >= self.high:
            raise InputError("axis", (self.low, self.high), "is empty", "give low < high")
        if self.kind == LOG and self.low <= 0:
            raise InputError("axis", self.low, "has no logarithm", "give low > 0")


@dataclass(frozen=True, slots=True)
class Scale:
    """The axis on the pixels from ``start`` (its low end) to ``end``."""

    axis: Axis
    start: int
    end: int

    def tenths(self, value: Fraction) -> int:
        """Return the coordinate of ``value`` in tenths of a pixel, rounded to nearest.

        >>> Scale(Axis("x", Fraction(0), Fraction(3)), 0, 10).tenths(Fraction(1))
        33
        """
        length = 10 * (self.end - self.start)
        low, high = self.axis.low, self.axis.high
        if self.axis.kind == LOG:
            bottom = logarithm(low)
            share = (logarithm(value) - bottom) / (logarithm(high) - bottom)
            return 10 * self.start + round(length * share)
        return 10 * self.start + nearest_integer(length * (value - low) / (high - low))


def nearest_integer(value: Fraction) -> int:
    """Return the nearest integer, halves upward."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def logarithm(value: Fraction) -> float:
    """Return log10 of a positive rational for drawing, however large its integers are.

    >>> logarithm(Fraction(1, 10**4000))
    -4000.0
    """
    if value <= 0:
        raise InputError("value", value, "has no logarithm", "leave it out of a log axis")
    return log10(value.numerator) - log10(value.denominator)
