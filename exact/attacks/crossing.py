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
    return _narrowed(success, confidence, low, high)


def _narrowed(
    success: Callable[[int], Enclosure], confidence: Fraction, low: int, high: int
) -> int:
    """Return the m between a number that is not enough and one that is.

    By turns where a straight line crosses, beside that, the same again, and in the middle: so few
    are tried where the probability is nearly straight, and never more than five times as many.
    """
    turn, tried = 0, low
    while high - low > 1:
        beside = tried - 1 if tried == high else tried + 1
        line = _on_line(success, confidence, low, high)
        middle = (line, beside, line, beside, (low + high) // 2)[turn % 5]
        tried, turn = min(max(middle, low + 1), high - 1), turn + 1
        low, high = (low, tried) if _reaches(success, confidence, tried) else (tried, high)
    return high


def _on_line(success: Callable[[int], Enclosure], confidence: Fraction, low: int, high: int) -> int:
    first = success(low).lo if low else Fraction(0)
    last = success(high).lo
    share = (confidence - first) / (last - first) if last > first else Fraction(1, 2)
    return low + round((high - low) * share)


def _reaches(success: Callable[[int], Enclosure], confidence: Fraction, number: int) -> bool:
    found = success(number)
    if found.lo < confidence <= found.hi:
        raise Undecided(f"whether {number} are enough: the bounds of the probability are too wide")
    return found.lo >= confidence
