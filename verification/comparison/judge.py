"""The verdict on one printed number, without tolerance. The rules are listed in COMPARISON.md."""

from fractions import Fraction

from exact.numbers.real import Real
from verification.comparison.doubles import is_representable, nearest, nearest_double
from verification.comparison.printed import HEXADECIMAL, Printed

EXACT, ROUNDED, DOUBLE = "exact", "correctly rounded", "nearest double"
UP, DOWN = "rounded up", "rounded down"
OFF, VANISHED, WRONG, NO_NUMBER = "off", "vanished", "wrong", "no number"
RIGHT = (EXACT, ROUNDED, DOUBLE)
VERDICTS = (*RIGHT, UP, DOWN, OFF, VANISHED, WRONG, NO_NUMBER)

NEAREST, UPWARD, DOWNWARD = "nearest", "up", "down"
ROUNDINGS = (NEAREST, UPWARD, DOWNWARD)


def judge(printed: Printed, truth: Real, rounding: str = NEAREST) -> str:
    """Return the verdict; ``rounding`` says how the other program means to round.

    >>> from verification.comparison.printed import read_printed
    >>> from exact.numbers.real import Known
    >>> [judge(read_printed(t), Known(Fraction(2, 3))) for t in ("0.667", "0.666", "0.66", "0.7")]
    ['correctly rounded', 'rounded down', 'rounded down', 'correctly rounded']
    """
    side = truth.compare(printed.value)  # 1: the truth lies above the print
    if side == 0:
        return EXACT
    if printed.is_bare_zero and truth.compare(side * printed.unit) * side < 0:
        return DOUBLE if rounding == NEAREST and nearest_double(truth) == 0 else VANISHED
    if rounding == NEAREST and (found := _to_nearest(printed, truth, side)):
        return found
    if truth.compare(printed.value + side * _gap(printed, side)) * side < 0:
        return _directed(side, rounding)
    return OFF if _half_right(printed, truth) else WRONG


def judge_integer(printed: Printed, truth: Real) -> str:
    """Return the verdict on an integer: exact, or rounded to a place above the units, or not.

    That a double cannot hold an integer is no excuse: keys are counted.
    """
    side = truth.compare(printed.value)
    if side == 0:
        return EXACT
    if printed.unit > 1 and _is_nearest(printed, truth, side):
        return ROUNDED
    return OFF if _half_right(printed, truth) else WRONG


def _directed(side: int, rounding: str) -> str:
    """Name a print less than a unit from the truth that is not the nearest, or need not be."""
    if (rounding, side) in ((UPWARD, -1), (DOWNWARD, 1)):
        return ROUNDED
    return UP if side < 0 else DOWN


def _to_nearest(printed: Printed, truth: Real, side: int) -> str | None:
    """Return how the print is nearest to the truth: in its last place, as a double, or not.

    A hexadecimal double has no last place of its own.
    """
    if not _is_a_double(printed) and _is_nearest(printed, truth, side):
        return ROUNDED
    return DOUBLE if _is_nearest_double(printed, truth) else None


def _is_nearest(printed: Printed, truth: Real, side: int) -> bool:
    """Tell whether no other number of the same last place is nearer; of two, the even one is."""
    beyond = truth.compare(printed.value + side * printed.unit / 2) * side
    even = (printed.value / printed.unit).numerator % 2 == 0
    return beyond < 0 or (beyond == 0 and even)


def _is_nearest_double(printed: Printed, truth: Real) -> bool:
    """Tell whether the print is the double nearest to the truth, written with enough digits.

    The double of the print is that double, and the print is the double rounded to its digits: so
    of two prints that are read as the same double only one is accepted (both at a tie).
    """
    double = nearest_double(truth)
    close = 2 * abs(printed.value - double) <= printed.unit
    return close and nearest(printed.value) == double


def _is_a_double(printed: Printed) -> bool:
    return printed.kind == HEXADECIMAL and is_representable(printed.value)


def _gap(printed: Printed, side: int) -> Fraction:
    """Return the distance to the next number of this form on the side of the truth.

    Below a power of two, doubles are half as far apart as above it.
    """
    towards_zero = side * printed.value < 0
    if (
        _is_a_double(printed)
        and towards_zero
        and is_representable(printed.value + side * printed.unit / 2)
    ):
        return printed.unit / 2
    return printed.unit


def _half_right(printed: Printed, truth: Real) -> bool:
    """Tell whether at least half of the printed digits are right.

    r of n digits are right if the print differs from the truth by at most half a unit of its r-th
    digit: base^(n - r) units / 2.
    """
    wanted = -(-printed.digits // 2)
    margin = Fraction(printed.base) ** (printed.digits - wanted) * printed.unit / 2
    return truth.compare(printed.value + margin) <= 0 <= truth.compare(printed.value - margin)
