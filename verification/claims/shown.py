"""Values that a claim wants to be shown; how they are set in digits is for the reports."""

from dataclasses import dataclass
from fractions import Fraction

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.numbers.epsilon import Epsilon
from verification.shapes.common import Bounds


@dataclass(frozen=True, slots=True)
class Exactly:
    """A rational, correctly rounded where it is shown with so many digits."""

    value: Fraction
    digits: int = 8


@dataclass(frozen=True, slots=True)
class AtMost:
    """A rational that is rounded up, never down."""

    value: Fraction
    digits: int = 8


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A rational that is rounded down, never up."""

    value: Fraction
    digits: int = 10


@dataclass(frozen=True, slots=True)
class Tight:
    """The number A - B e^epsilon between bounds, rounded up."""

    A: Fraction
    B: Fraction
    epsilon: Epsilon
    bounds: Bounds
    digits: int = 10


@dataclass(frozen=True, slots=True)
class Logarithm:
    """The logarithm of a rational, rounded up; None stands for infinity."""

    exp: Fraction | None
    digits: int = 10


@dataclass(frozen=True, slots=True)
class CellKeys:
    """How cell keys are made."""

    arithmetic: KeyArithmetic
    assumed: bool


Shown = str | Exactly | AtMost | AtLeast | Tight | Logarithm | CellKeys
# The name of a line that says why a claim does not hold.
AGAINST = "Witness against it"
# What is named, and its value in parts.
Line = tuple[str, tuple[Shown, ...]]


def span(values: list[Fraction], digits: int = 8) -> tuple[Shown, ...]:
    """Return the values of all rows as one, or from the least to the largest."""
    low, high = Exactly(min(values), digits), Exactly(max(values), digits)
    return (low,) if low == high else ("from ", low, " to ", high, ", by row")
