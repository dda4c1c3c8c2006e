"""Work counted in steps instead of seconds: the same in every run, on every machine."""

import sys
from collections.abc import Callable
from types import FrameType


def steps(work: Callable[[], object]) -> int:
    """Return how many calls a piece of work makes, of Python functions and of built-in ones.

    A generator that goes on counts as a call too, so a loop that is hidden in one is seen.

    >>> steps(lambda: [abs(n) for n in range(50)]) - steps(lambda: [abs(n) for n in range(10)])
    40
    """
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    work()  # what is only done the first time (imports, caches of modules) is not counted
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
