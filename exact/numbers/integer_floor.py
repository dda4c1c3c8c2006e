"""Second producer of the same certified integers, in plain Python integers with directed rounding.

Independent of FLINT: a truncated series with a proved remainder, every step rounded down for the
lower end and up for the upper end. Both producers return the *floor*, so they return the same
integer or one of them is wrong. The loops end for the reason given in ``arb_floor``.
"""

from fractions import Fraction

from exact.numbers.enclosure import narrow
from exact.numbers.limits import checked_exponent, checked_positive

_GUARD_BITS = 32
# log 2 = 18 artanh(1/26) - 2 artanh(1/4801) + 8 artanh(1/8749)
_LOG2_TERMS = ((18, 26), (-2, 4801), (8, 8749))


def exp_floor(x: Fraction, bits: int) -> int:
    """Return floor(e^x 2^bits).

    >>> exp_floor(Fraction(1), 0), exp_floor(Fraction(-1), 10)
    (2, 376)
    """
    checked_exponent(x)
    if x == 0:
        return 1 << bits

    def attempt(working: int) -> int | None:
        lo, hi = exp_bounds(x, working)
        return _common_floor(lo, hi, working - bits)

    return narrow(attempt, bits + max(0, int(x * 3 / 2)) + _GUARD_BITS, "e^x")


def log_floor(x: Fraction, bits: int) -> int:
    """Return floor(log(x) 2^bits) for x > 0.

    >>> log_floor(Fraction(10), 10), log_floor(Fraction(1, 2), 4)
    (2357, -12)
    """
    checked_positive(x)
    if x == 1:
        return 0

    def attempt(working: int) -> int | None:
        lo, hi = log_bounds(x, working)
        return _common_floor(lo, hi, working - bits)

    return narrow(attempt, bits + x.denominator.bit_length() + _GUARD_BITS, "log x")


def exp_bounds(x: Fraction, bits: int) -> tuple[int, int]:
    """Return integers lo <= e^x 2^bits <= hi.

    For x >= 0: e^x = (e^(x / 2^k))^(2^k) with x / 2^k <= 1/2, by a Taylor sum and k squarings.
    A squaring doubles the relative error, so k bits more are carried. For x < 0 the reciprocal.
    """
    if x < 0:
        lo, hi = exp_bounds(-x, bits)
        one = 1 << 2 * bits
        return one // hi, -(-one // lo)
    halvings = max(0, int(2 * x).bit_length())
    working = bits + halvings + _GUARD_BITS
    lo, hi = _taylor_exp(x / (1 << halvings), working)
    for _ in range(halvings):
        lo, hi = lo * lo >> working, (hi * hi >> working) + 1
    shift = working - bits
    return lo >> shift, (hi >> shift) + 1


def _taylor_exp(x: Fraction, bits: int) -> tuple[int, int]:
    """Return bounds of e^x 2^bits for 0 <= x <= 1/2.

    Each term is rounded down from the rounded term before it. The error of a term is at most
    1 + x/i times that of the one before, so at most 2; after the first term that rounds to 0,
    the exact remainder is below twice the next term, so below 2 + 2.
    """
    numerator, denominator = x.numerator, x.denominator
    term = total = 1 << bits
    index = 0
    while term:
        index += 1
        term = term * numerator // (denominator * index)
        total += term
    return total, total + 2 * index + 4


def log_bounds(x: Fraction, bits: int) -> tuple[int, int]:
    """Return integers lo <= log(x) 2^bits <= hi.

    log x = e log 2 + 2 artanh((m - 1)/(m + 1)) with x = m 2^e and 1/2 < m <= 4/3.
    """
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    mantissa = x / Fraction(2) ** exponent
    if mantissa > Fraction(4, 3):
        mantissa, exponent = mantissa / 2, exponent + 1
    working = bits + exponent.bit_length() + _GUARD_BITS
    lo, hi = _artanh((mantissa - 1) / (mantissa + 1), working)
    lo, hi = 2 * lo, 2 * hi
    log2_lo, log2_hi = _log2(working)
    if exponent >= 0:
        lo, hi = lo + exponent * log2_lo, hi + exponent * log2_hi
    else:
        lo, hi = lo + exponent * log2_hi, hi + exponent * log2_lo
    shift = working - bits
    return lo >> shift, -(-hi >> shift)


def _log2(bits: int) -> tuple[int, int]:
    """Return bounds of log(2) 2^bits."""
    lo = hi = 0
    for factor, inverse in _LOG2_TERMS:
        term_lo, term_hi = _artanh(Fraction(1, inverse), bits)
        lo += factor * (term_lo if factor > 0 else term_hi)
        hi += factor * (term_hi if factor > 0 else term_lo)
    return lo, hi


def _artanh(y: Fraction, bits: int) -> tuple[int, int]:
    """Return bounds of artanh(y) 2^bits = sum of y^(2i+1)/(2i+1) for |y| <= 1/3.

    Powers are rounded down from rounded powers (error at most 1 + y^2 + y^4 + ... < 2) and divided
    with rounding down (at most 1 more), so a term is off by less than 3; after the first power
    that rounds to 0, the remainder is below twice the next power, so below 4.
    """
    if y < 0:
        lo, hi = _artanh(-y, bits)
        return -hi, -lo
    square = y * y
    power = (y.numerator << bits) // y.denominator
    total = index = 0
    while power:
        total += power // (2 * index + 1)
        power = power * square.numerator // square.denominator
        index += 1
    return total, total + 3 * index + 4


def _common_floor(lo: int, hi: int, shift: int) -> int | None:
    """Return the floor that [lo, hi] / 2^shift has throughout, or None."""
    floor = lo >> shift
    return floor if floor == hi >> shift else None
