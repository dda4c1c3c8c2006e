"""mpmath's interval exponential: how often its enclosure of e^x misses e^x.

For a dyadic x other than 0, e^x is irrational (Lindemann-Weierstrass) and both ends of an interval
are dyadic. So floor(e^x 2^b), with b past the last bit of the ends, decides on which side of each
end e^x lies.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from exact.numbers.enclosure import Enclosure
from reports.peers.installed import required, version
from verification.comparison.doubles import ulp

PACKAGE = "mpmath"
ARGUMENTS = 20_000
PRECISION = 53
SEED = 1
# |x| from about 2^-4 to 2^4: where the exponents of noise laws lie.
_MAGNITUDES = (-4, 4)
# The distance of a miss is shown with this many bits more than the ends have.
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


@dataclass(frozen=True, slots=True)
class Misses:
    """Every miss among ``tried`` arguments at a precision in bits, in the order tried."""

    version: str
    precision: int
    tried: int
    found: tuple[Miss, ...]


def misses(arguments: Iterable[Fraction], precision: int = PRECISION) -> Misses:
    """Ask mpmath for an enclosure of each e^x, and keep those that do not hold it."""
    context, libmp = required(PACKAGE, "mpmath.ctx_iv", "mpmath.libmp")
    interval = context.MPIntervalContext()  # one of its own: that of mpmath.iv is not touched
    interval.prec = precision
    tried, found = 0, []
    for x in arguments:
        # x fits into the precision and its denominator is a power of 2: the quotient is x itself.
        ends = interval.exp(interval.mpf(x.numerator) / x.denominator)._mpi_
        lower, upper = (Fraction(*map(int, libmp.to_rational(end))) for end in ends)
        tried += 1
        miss = missed(x, lower, upper)
        if miss is not None:
            found.append(miss)
    return Misses(version(PACKAGE), precision, tried, tuple(found))


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


def random_dyadics(number: int, precision: int = PRECISION, seed: int = SEED) -> Iterator[Fraction]:
    """Yield dyadic rationals of either sign with odd mantissas of at most ``precision`` bits."""
    chance = Random(seed)
    for _ in range(number):
        mantissa = chance.getrandbits(precision) | 1
        power = precision - chance.randrange(*_MAGNITUDES)
        yield Fraction(mantissa if chance.getrandbits(1) else -mantissa, 1 << power)


def _exp(x: Fraction, bits: int) -> Enclosure:
    from exact.numbers.arb_floor import exp_floor

    floor = exp_floor(x, bits)
    return Enclosure.scaled(floor, floor + 1, bits)


def _bits(lower: Fraction, upper: Fraction) -> int:
    """Return b such that both ends are multiples of 2^-b."""
    return max(lower.denominator, upper.denominator).bit_length()
