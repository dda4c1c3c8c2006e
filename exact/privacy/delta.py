"""delta = A - B e^epsilon with A and B rational: an exact number, compared exactly."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real


@dataclass(frozen=True, slots=True)
class Delta(Real):
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
        """Return the sign of delta - bound: that of e^epsilon against a ratio, in integers."""
        rest = self.A - bound
        if self.B == 0:
            return (rest > 0) - (rest < 0)
        side = self.epsilon.compare_exp(rest / self.B)
        return -side if self.B > 0 else side

    def compare_to(self, other: "Delta") -> int:
        """Return the sign of delta - other; both at the same epsilon."""
        if self.epsilon != other.epsilon:
            raise InputError("epsilon", other.epsilon, "differs", "compare at one epsilon")
        return Delta(self.A - other.A, self.B - other.B, self.epsilon).compare(Fraction(0))

    @property
    def spare_bits(self) -> int:
        """The bits that A - B e^epsilon may cancel."""
        return 8 + self.A.denominator.bit_length()

    def enclose(self, bits: int) -> Enclosure:
        """Return A - B times bounds of e^epsilon; delta is irrational where it is not exact."""
        exact = self.exact
        if exact is not None:
            return Enclosure.point(exact)
        exp = Enclosure.scaled(*self.epsilon.exp_bounds(bits), bits)
        ends = (self.A - self.B * exp.lo, self.A - self.B * exp.hi)
        return Enclosure(min(ends), max(ends))
