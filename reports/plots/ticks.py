"""Where an axis has its ticks: steps of 1, 2 or 5 times a power of ten, or decades."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from reports.decimals import floor_log10
from reports.plots.labels import power, typeset
from reports.plots.scale import LOG, Axis

# The largest number of an axis is between these powers of ten, or all are written with one.
_PLAIN_DOWN_TO, _PLAIN_UP_TO = -3, 9
# With fewer powers of ten on an axis, 2 and 5 times a power have a label too.
_DECADES_ALONE = 2
_DECADES_WITH_MINOR_TICKS = 4


_PIXELS_A_LABEL, _MOST_LABELS = 32, 7


def labels_down(height: int) -> int:
    """Return how many labels a vertical axis of ``height`` pixels has at most."""
    return max(3, min(_MOST_LABELS, height // _PIXELS_A_LABEL))


@dataclass(frozen=True, slots=True)
class Tick:
    """A value that has a tick; without a label it is a minor one."""

    value: Fraction
    label: str = ""


def ticks(axis: Axis, most: int) -> tuple[Tick, ...]:
    """Return the ticks of an axis, at most about ``most`` of them with a label.

    >>> [tick.label for tick in ticks(Axis("x", Fraction(-1), Fraction(1)), 5)]
    ['−1.0', '−0.5', '0', '0.5', '1.0']
    """
    if axis.kind == LOG:
        found = tuple(_decades(axis, most))
        # A log axis within 2..5 or so is nearly even: it has the ticks of a linear one.
        if sum(tick.label != "" for tick in found) > 1 or axis.high > 10 * axis.low:
            return found
    return tuple(_steps(axis, most))


def _steps(axis: Axis, most: int) -> Iterator[Tick]:
    """Yield even ticks with the least step that makes no more than ``most`` of them.

    One of them is there at least: the next smaller step is 1/2.5 or more of this one and makes
    more than ``most`` >= 2 ticks, so the axis is longer than this step.
    """
    largest = floor_log10(max(abs(axis.low), abs(axis.high)))
    for mantissa, exponent in rising_steps((axis.high - axis.low) / most):
        size = mantissa * Fraction(10) ** exponent
        first, last = -(-axis.low // size), axis.high // size
        if last - first < most and (exponent >= 0 or not axis.whole):
            yield from (
                Tick(index * size, _label(index * mantissa, exponent, largest))
                for index in range(first, last + 1)
            )
            return


def rising_steps(least: Fraction) -> Iterator[tuple[int, int]]:
    """Yield (m, e) of the steps m 10^e, m = 1, 2, 5, from below ``least`` upward without end.

    >>> steps = rising_steps(Fraction(30))
    >>> next(steps), next(steps), next(steps), next(steps)
    ((1, 1), (2, 1), (5, 1), (1, 2))
    """
    for exponent in count(floor_log10(least)):
        yield from ((mantissa, exponent) for mantissa in (1, 2, 5))


def _label(digits: int, exponent: int, largest: int) -> str:
    """Return digits * 10^exponent; all labels of an axis have the same number of decimals."""
    if digits == 0:
        return "0"
    sign = "-" if digits < 0 else ""
    if not _PLAIN_DOWN_TO <= largest < _PLAIN_UP_TO:
        return typeset(sign + _scientific(str(abs(digits)), exponent))
    if exponent >= 0:
        return typeset(sign + str(abs(digits)) + "0" * exponent)
    padded = str(abs(digits)).rjust(1 - exponent, "0")
    return typeset(f"{sign}{padded[:exponent]}.{padded[exponent:]}")


def _scientific(digits: str, exponent: int) -> str:
    tail = digits[1:].rstrip("0")
    mantissa = f"{digits[0]}.{tail}" if tail else digits[0]
    return f"{mantissa}e{exponent + len(digits) - 1}"


def _decades(axis: Axis, most: int) -> Iterator[Tick]:
    """Yield the powers of ten; where there are many only some have a label."""
    first, last = -floor_log10(1 / axis.low), floor_log10(axis.high)
    if last - first < _DECADES_ALONE:
        yield from _digits(axis, first - 1, last, (1, 2, 5))
        return
    strides = (m * 10**e for m, e in rising_steps(Fraction(1)))
    stride = next(stride for stride in strides if stride * (most - 1) >= last - first)
    unlabelled = 1 if stride <= 10 else stride // 10
    for decade in range(-(-first // unlabelled) * unlabelled, last + 1, unlabelled):
        yield Tick(Fraction(10) ** decade, "" if decade % stride else _power_of_ten(decade))
    if last - first <= _DECADES_WITH_MINOR_TICKS:
        yield from _digits(axis, first - 1, last, ())


def _digits(axis: Axis, first: int, last: int, labelled: tuple[int, ...]) -> Iterator[Tick]:
    """Yield 1..9 times each power of ten inside the axis; only the digits ``labelled`` have one."""
    for decade in range(first, last + 1):
        for digit in range(1, 10):
            value = digit * Fraction(10) ** decade
            if axis.low <= value <= axis.high:
                yield Tick(value, _label(digit, decade, decade) if digit in labelled else "")


def _power_of_ten(exponent: int) -> str:
    return {0: "1", 1: "10"}.get(exponent, power(10, exponent))
