"""The door to HiGHS for those who seldom go through it: it is loaded when it is opened."""

from exact.complete.door import Session
from exact.complete.problem import Problem


def open_highs(problem: Problem, keysize: int) -> Session:
    """Return a session of HiGHS."""
    from reports.proposals.highs import HighsSession

    return HighsSession(problem, keysize)
