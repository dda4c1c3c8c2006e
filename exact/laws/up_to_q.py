"""Drop/add-up-to-q: how far a count may move, Li-Krenzke (2016), Shlomo-Krenzke-Li 2.3."""

from fractions import Fraction

from exact.errors import InputError
from exact.numbers.guard import integer

SHARE, CAP = Fraction(1, 100), 7
MAX_CAP = 30
_MAX_ROWS = 100_000


def reach(count: int, share: Fraction = SHARE, cap: int = CAP) -> int:
    """Return q of a count: a share of it, rounded up, and at most a cap.

    >>> [reach(n) for n in (0, 1, 100, 101, 700)]
    [0, 1, 1, 2, 7]
    """
    return min(cap, (share * count).__ceil__())


def last_row(share: Fraction, cap: int) -> int:
    """Return the first count of the largest q, refusing what has none.

    >>> last_row(SHARE, CAP)
    601
    """
    integer(cap, "cap", 1, MAX_CAP)
    last = ((cap - 1) / share).__floor__() + 1 if 0 < share <= 1 else 0
    if not 1 <= last <= _MAX_ROWS:
        rule = f"must lie in (0, 1], and a q of {cap} be reached by a count of at most {_MAX_ROWS}"
        raise InputError("share", share, rule, "the paper has 1/100")
    return last
