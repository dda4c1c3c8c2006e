"""How many triples reveal the bound at a confidence level, Bach (7).

    m = ceil(log(1 - alpha) / log(1 - p_1)),  the least m with 1 - (1 - p_1)^m >= alpha.

The paper writes 1/p_1 for alpha = 68 %. To first order m is -log(1 - alpha) / p_1, which is
1.139/p_1 at 68 %; 1/p_1 belongs to alpha = 1 - 1/e = 63.2 %.
"""

from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.guard import probability
from exact.numbers.perfect_power import primitive_root
from exact.numbers.producers import log_floor
from exact.numbers.real import Known, Real

CONFIDENCE = Fraction(68, 100)
MAX_OUTPUTS = 10**30
_GUARD_BITS = 64
_POWER_BITS = 96


def tuples_needed(p: Fraction, confidence: Fraction = CONFIDENCE) -> int | None:
    """Return m for a rational p_1; None where p_1 = 0 and no number is enough.

    >>> [tuples_needed(Fraction(n, 10**6)) for n in (800_000, 1, 0)]
    [1, 1139434, None]
    """
    probability(confidence, "confidence")
    if not 0 <= p <= 1:
        raise InputError("p", p, "must be a probability", "give a number from 0 to 1")
    if p in (0, 1):
        return None if p == 0 else 1
    tie = _tie(p, confidence)
    return tie if tie is not None else _narrowed(Known(p), confidence)


def tuples_needed_enclosed(p: Real, confidence: Fraction = CONFIDENCE) -> int:
    """Return m for a p_1 in (0, 1) that is known through enclosures.

    It ends unless (1 - p_1)^m = 1 - alpha exactly, which no enclosure shows: then ``Undecided``.
    """
    probability(confidence, "confidence")
    return _narrowed(p, confidence)


def _tie(p: Fraction, confidence: Fraction) -> int | None:
    """Return the m with (1 - p)^m = 1 - alpha exactly, if there is one.

    1/(1 - alpha) = b^k with k as large as possible; an m-th root of it is rational only if m
    divides k, and is b^(k/m) then.
    """
    base, power = primitive_root(1 / (1 - confidence))
    roots = (m for m in range(1, power + 1) if power % m == 0)
    return next((m for m in roots if (1 - p) * base ** (power // m) == 1), None)


def _narrowed(number: Real, confidence: Fraction) -> int:
    """Return the ceiling of the quotient of logarithms.

    For a rational p without a tie the quotient is no integer, so bounds that are narrow enough
    have one ceiling.
    """

    def attempt(bits: int) -> int | None:
        p = number.enclose(bits)
        if not 0 < p.lo <= p.hi < 1:
            return None
        above = -log_floor(1 - confidence, bits)
        most, least = -log_floor(1 - p.hi, bits), -log_floor(1 - p.lo, bits) - 1
        if least <= 0:
            return None
        low, high = -(-(above - 1) // most), -(-above // least)
        return low if low == high else None

    first = number.enclose(_GUARD_BITS)
    size = (1 / first.hi).__floor__().bit_length() if first.hi else _GUARD_BITS
    return narrow(attempt, 2 * size + _GUARD_BITS, "the number of triples")


def seen(p: Fraction, tuples: int) -> Enclosure:
    """Return bounds of 1 - (1 - p)^m, by powers with 96 bits after the point.

    >>> seen(Fraction(1, 2), 3)
    Enclosure(lo=Fraction(7, 8), hi=Fraction(7, 8))
    """
    one, scaled = 1 << _POWER_BITS, (1 - p) * (1 << _POWER_BITS)
    low, high = scaled.__floor__(), scaled.__ceil__()
    below, above = one, one
    for bit in f"{tuples:b}":
        below, above = below * below >> _POWER_BITS, -(-above * above >> _POWER_BITS)
        if bit == "1":
            below, above = below * low >> _POWER_BITS, -(-above * high >> _POWER_BITS)
    return Enclosure.scaled(one - above, one - below, _POWER_BITS)
