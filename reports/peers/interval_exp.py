"""mpmath's interval exponential: how often its enclosure of e^x misses e^x."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from reports.peers.installed import required, version
from verification.comparison.intervals import Miss, missed

PACKAGE = "mpmath"
ARGUMENTS = 20_000
PRECISION = 53
SEED = 1
# |x| from about 2^-4 to 2^4: where the exponents of noise laws lie.
_MAGNITUDES = (-4, 4)


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


def random_dyadics(number: int, precision: int = PRECISION, seed: int = SEED) -> Iterator[Fraction]:
    """Yield dyadic rationals of either sign with odd mantissas of at most ``precision`` bits."""
    chance = Random(seed)
    for _ in range(number):
        mantissa = chance.getrandbits(precision) | 1
        power = precision - chance.randrange(*_MAGNITUDES)
        yield Fraction(mantissa if chance.getrandbits(1) else -mantissa, 1 << power)
