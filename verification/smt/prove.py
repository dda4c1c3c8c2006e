"""Ask solvers all problems, side by side."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from select import select

from verification.smt.interview import DEFAULT_SECONDS, Interview
from verification.smt.problem import Problem
from verification.smt.testimony import Testimony

Progress = Callable[[Iterable[int], str], Iterable[int]]
_SECONDS_BETWEEN_LOOKS = 1


def ask(
    names: Sequence[str],
    problems: Sequence[Problem],
    progress: Progress,
    seconds: int = DEFAULT_SECONDS,
) -> list[Testimony]:
    """Return each solver's answers to all problems; every solver has a process of its own."""
    with ExitStack() as stack:
        asked = [stack.enter_context(Interview(name, problems, seconds)) for name in names]
        answered = 0
        for number in progress(range(len(names) * len(problems)), ", ".join(names)):
            while answered <= number:
                _listen([one for one in asked if not one.done])
                answered = sum(len(one.answers) for one in asked)
        while not all(one.done for one in asked):  # without problems: the versions
            _listen([one for one in asked if not one.done])
        return [_testimony(one, problems) for one in asked]


def _listen(busy: Sequence[Interview]) -> None:
    """Wait until a solver says something, or has been silent for too long."""
    heard, _, _ = select(busy, [], [], _SECONDS_BETWEEN_LOOKS)
    for one in heard:
        one.listen()
    for one in busy:
        if one.overdue and one not in heard:
            one.give_up()


def _testimony(asked: Interview, problems: Sequence[Problem]) -> Testimony:
    answers = zip(problems, asked.answers, strict=True)
    return Testimony(
        asked.name, asked.version, tuple((p, found.answer, found.reason) for p, found in answers)
    )
