"""A declared value with its tolerance, as written: 3, 3±1e-6 or 3..3.001."""

import re
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.guard import rational

_PLUS_MINUS = re.compile(r"±|\+/-|\+-")


@dataclass(frozen=True, slots=True)
class Span:
    """Every rational from ``low`` to ``high``, both included; one value where they are equal.

    >>> read_span("3±1e-6", "variance").holds(Fraction(3000001, 1000000))
    True
    >>> read_span("3..3.001", "variance").text
    '3..3001/1000'
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise InputError("span", self.text, "must rise", "write the smaller value first")

    @classmethod
    def exactly(cls, value: Fraction) -> "Span":
        """Return the span of one value."""
        return cls(value, value)

    def holds(self, value: Fraction) -> bool:
        """Tell whether a value is one of those declared."""
        return self.low <= value <= self.high

    @property
    def text(self) -> str:
        """The span as ``read_span`` reads it: around its middle, where that is the shorter way."""
        if self.low == self.high:
            return str(self.low)
        middle, width = (self.low + self.high) / 2, (self.high - self.low) / 2
        ranged, around = f"{self.low}..{self.high}", f"{middle}±{width}"
        return around if len(around) < len(ranged) else ranged


def read_span(text: str, argument: str) -> Span:
    """Read a value with or without a tolerance; without one it is meant exactly."""
    if ".." in text:
        first, _, last = text.partition("..")
        low, high = rational(first, argument), rational(last, argument)
        if low > high:
            raise InputError(argument, text, "must rise", "write the smaller value first")
        return Span(low, high)
    value, *tolerance = _PLUS_MINUS.split(text, maxsplit=1)
    middle = rational(value, argument)
    if not tolerance:
        return Span.exactly(middle)
    width = rational(tolerance[0], argument)
    if width < 0:
        rule = "has a tolerance below 0"
        raise InputError(argument, text, rule, "write it as 3±1e-6, 3+-1e-6 or 3..3.001")
    return Span(middle - width, middle + width)
