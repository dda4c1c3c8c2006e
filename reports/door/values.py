"""Numbers as people give them to the front door, and as they get them back."""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.document.blocks import EXACTLY
from reports.numbers import at_most

# What an argument may be: "1/2", "0.5", "ln(3/2)" (an epsilon), 7, Fraction(1, 2); never a float.
Number = str | int | Fraction


@dataclass(frozen=True, slots=True, repr=False)
class Bounds:
    """A number between two rationals; where ``lo`` equals ``hi`` it is known exactly.

    >>> Bounds(Fraction(1, 3), Fraction(1, 3)), Bounds(Fraction(1, 4), Fraction(1, 4))
    (<1/3, at most 0.333334>, <1/4 = 0.25>)
    """

    lo: Fraction
    hi: Fraction

    def __post_init__(self) -> None:
        Enclosure(self.lo, self.hi)  # which refuses what is not exact, and ends that are exchanged

    @classmethod
    def of(cls, enclosure: Enclosure) -> "Bounds":
        """Return the bounds of an enclosure."""
        return cls(enclosure.lo, enclosure.hi)

    @property
    def exact(self) -> Fraction | None:
        """The number itself, where it is rational."""
        return self.lo if self.lo == self.hi else None

    def __str__(self) -> str:
        number = at_most(Enclosure(self.lo, self.hi))
        if number.relation == EXACTLY:
            return (
                number.exact
                if number.exact == number.decimal
                else f"{number.exact} = {number.decimal}"
            )
        upper = f"at most {number.decimal}"
        return upper if self.exact is None else f"{number.exact}, {upper}"

    def __repr__(self) -> str:
        return f"<{self}>"
