"""delta = A - B e^epsilon with A and B rational: an exact number, compared exactly."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class Delta:
    """The number A - B e^epsilon.

    >>> Delta(Fraction(1, 2), Fraction(1, 8), Epsilon(exp=Fraction(3))).exact
    Fraction(1, 8)
    """

    A: Fraction
    B: Fraction
    epsilon: Epsilon

    def __post_init__(self) -> None:
        if not (isinstance(self.A, Fraction) and isinstance(self.B, Fraction)):
            raise InputError("delta", (self.A, self.B), "must be exact", "give Fractions")

    @property
    def exact(self) -> Fraction | None:
        """The number as a rational where it is one: where B = 0 or e^epsilon is rational."""
        if self.B == 0:
            return self.A
        exp = self.epsilon.rational_exp
        return None if exp is None else self.A - self.B * exp

    def compare(self, bound: Fraction) -> int:
        """Return the sign of delta - bound, exactly."""
        return _sign(self.A - bound, self.B, self.epsilon)

    def compare_to(self, other: "Delta") -> int:
        """Return the sign of delta - other; both at the same epsilon."""
        if self.epsilon != other.epsilon:
            raise InputError("epsilon", other.epsilon, "differs", "compare at one epsilon")
        return _sign(self.A - other.A, self.B - other.B, self.epsilon)

    def enclosure(self, digits: int) -> Enclosure:
        """Return an enclosure of relative width at most 10^-digits (a point where exact)."""
        exact = self.exact
        if exact is not None:
            return Enclosure(exact, exact)

        # delta is irrational here, so not 0: narrowing reaches any relative width.
        def enclose(bits: int) -> Enclosure:
            exp = Enclosure.scaled(*self.epsilon.exp_bounds(bits), bits)
            ends = (self.A - self.B * exp.lo, self.A - self.B * exp.hi)
            return Enclosure(min(ends), max(ends))

        start = 4 * digits + self.A.denominator.bit_length()
        return narrow_enclosure(enclose, start, digits, "delta")


def _sign(a: Fraction, b: Fraction, epsilon: Epsilon) -> int:
    """Return the sign of a - b e^epsilon."""
    if b == 0:
        return (a > 0) - (a < 0)
    return -epsilon.compare_exp(a / b) if b > 0 else epsilon.compare_exp(a / b)
