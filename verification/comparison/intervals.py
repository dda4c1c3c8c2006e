"""Whether another program's enclosure of e^x holds e^x.

For a dyadic x other than 0, e^x is irrational (Lindemann-Weierstrass) and both ends of an interval
are dyadic. So floor(e^x 2^b), with b past the last bit of the ends, decides on which side of each
end e^x lies.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.producers import exp_floor
from verification.comparison.doubles import ulp

# The distance of a miss is known with this many bits more than the ends have.
_MORE_BITS = 128


@dataclass(frozen=True, slots=True)
class Miss:
    """An x whose e^x lies outside [lower, upper]: above it, or else below it."""

    x: Fraction
    lower: Fraction
    upper: Fraction
    is_above: bool

    @property
    def ulps(self) -> Enclosure:
        """How far outside e^x lies, in ulps of a double."""
        exp = _exp(self.x, _bits(self.lower, self.upper) + _MORE_BITS)
        ends = (exp.lo - self.upper, exp.hi - self.upper)
        if not self.is_above:
            ends = (self.lower - exp.hi, self.lower - exp.lo)
        return Enclosure(*(end / ulp(self.upper) for end in ends))


def missed(x: Fraction, lower: Fraction, upper: Fraction) -> Miss | None:
    """Return the miss if e^x lies outside [lower, upper], for dyadic x other than 0.

    >>> missed(Fraction(1), Fraction(2), Fraction(3)) is None
    True
    >>> missed(Fraction(1), Fraction(2), Fraction(5, 2)).is_above
    True
    """
    # The ends are multiples of 2^-bits, e^x lies strictly between the two multiples of exp.
    exp = _exp(x, _bits(lower, upper))
    if exp.lo >= upper or exp.hi <= lower:
        return Miss(x, lower, upper, is_above=exp.lo >= upper)
    return None


def _exp(x: Fraction, bits: int) -> Enclosure:
    floor = exp_floor(x, bits)
    return Enclosure.scaled(floor, floor + 1, bits)


def _bits(lower: Fraction, upper: Fraction) -> int:
    """Return b such that both ends are multiples of 2^-b."""
    return max(lower.denominator, upper.denominator).bit_length()
