"""Where a probability that grows with a number reaches a confidence level."""

from collections.abc import Callable
from fractions import Fraction

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import probability


def crossing(
    success: Callable[[int], Enclosure], confidence: Fraction, guess: int, most: int
) -> int | None:
    """Return an m that reaches ``confidence`` where m - 1 does not; None if none near ``most``.

    It looks around ``guess``: upward while that is not enough, downward while it is.

    >>> def grows(m: int) -> Enclosure:
    ...     return Enclosure.point(1 - Fraction(1, m + 1))
    >>> [crossing(grows, Fraction(95, 100), guess, 100) for guess in (1, 19, 90)]
    [19, 19, 19]
    """
    probability(confidence, "confidence")
    low, high = 0, min(max(1, guess), most)
    if _reaches(success, confidence, high):
        while (lower := high - max(1, high // 8)) > 0 and _reaches(success, confidence, lower):
            high = lower
        low = lower
    else:
        while not _reaches(success, confidence, high):
            if high == most:
                return None
            low, high = high, min(most, high + max(1, high // 8))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _reaches(success, confidence, middle) else (middle, high)
    return high


def _reaches(success: Callable[[int], Enclosure], confidence: Fraction, number: int) -> bool:
    found = success(number)
    if found.lo < confidence <= found.hi:
        raise Undecided(f"whether {number} are enough: the bounds of the probability are too wide")
    return found.lo >= confidence
