"""Ask solvers all problems, side by side."""

import os
from collections.abc import Callable, Iterable, Sequence
from select import select
from types import TracebackType

from verification.smt.desk import Desk
from verification.smt.interview import DEFAULT_SECONDS, Interview
from verification.smt.problem import Problem
from verification.smt.testimony import Testimony, testimony_of

Progress = Callable[[Iterable[int], str], Iterable[int]]
_SECONDS_BETWEEN_LOOKS = 1
# A further process of the same solver pays for being started if so many problems are left.
_WORTH_ANOTHER = 400


def ask(
    names: Sequence[str],
    problems: Sequence[Problem],
    progress: Progress,
    seconds: int = DEFAULT_SECONDS,
) -> list[Testimony]:
    """Return each solver's answers to all problems.

    Every solver has a process of its own; where a processor is free, one that has much left to do
    gets another.
    """
    desks = [Desk(name, problems) for name in names]
    with _Room(desks, seconds) as room:
        for number in progress(range(len(names) * len(problems)), ", ".join(names)):
            while sum(len(desk.answers) for desk in desks) <= number:
                room.listen()
        while not all(desk.done for desk in desks):  # without problems: the versions
            room.listen()
    return [_testimony(desk) for desk in desks]


class _Room:
    """The processes that are running, at most one a processor beside the first of each solver."""

    def __init__(self, desks: Sequence[Desk], seconds: int) -> None:
        self._desks, self._seconds = desks, seconds
        self._running: list[Interview] = []

    def __enter__(self) -> "_Room":
        self._running = [Interview(desk, self._seconds) for desk in self._desks]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for interview in self._running:
            interview.end()

    def listen(self) -> None:
        """Wait until a solver says something, or has been silent for too long."""
        self._help_out()
        heard, _, _ = select(self._running, [], [], _SECONDS_BETWEEN_LOOKS)
        for interview in heard:
            interview.listen()
        for interview in self._running:
            if interview.overdue and interview not in heard:
                interview.give_up()

    def _help_out(self) -> None:
        """Send home who has nothing to do, and start another where much is left."""
        for interview in [one for one in self._running if one.idle]:
            interview.end()
            self._running.remove(interview)
        busiest = max(self._desks, key=lambda desk: desk.left)
        if busiest.left >= _WORTH_ANOTHER and len(self._running) < _processors():
            self._running.append(Interview(busiest, self._seconds))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _testimony(desk: Desk) -> Testimony:
    found = [(problem, desk.answers[number]) for number, problem in enumerate(desk.problems)]
    return testimony_of(desk.name, desk.version, found)
