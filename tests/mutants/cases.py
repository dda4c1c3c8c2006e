"""What a checker is shown or asked, and what it says.

A checker is given as code: it is run under a name of its own, and the real one is never imported.
"""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from io import StringIO
from types import CodeType, FrameType, ModuleType
from typing import Any
from unittest.mock import patch

ACCEPTED, REJECTED, REFUSED, CRASHED = "accepted", "rejected", "refused", "crashed"
# What the checker's main takes for a file that is no certificate.
_MALFORMED = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was decided (this is what counts) and in which words."""

    decision: str
    words: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """The bytes of a certificate, genuine or not."""

    name: str
    content: bytes

    def outcome(self, checker: ModuleType) -> Outcome:
        """Return what the checker says."""
        found = decided(checker, lambda: checker.check(checker.load(self.content)))
        return found if isinstance(found, Outcome) else Outcome(ACCEPTED, repr(found))


def decided(checker: ModuleType, ask: Callable[[], Any]) -> Any:
    """Return an answer, or the outcome where the checker says no."""
    try:
        return ask()
    except checker.ClaimFails as error:
        return Outcome(REJECTED, str(error))
    except checker.BadFile as error:
        return Outcome(REFUSED, str(error))
    except _MALFORMED as error:
        return Outcome(REFUSED, type(error).__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to functions of the checker.

    The answer is what is decided, but for a tuple of type ``Judged``.
    """

    name: str
    ask: Callable[[ModuleType], object]

    def outcome(self, checker: ModuleType) -> Outcome:
        """Return the answer, or how the question was refused."""
        found = decided(checker, lambda: self.ask(checker))
        if isinstance(found, Outcome):
            return found
        right, answer = (found.right, found) if isinstance(found, Judged) else (found, found)
        return Outcome(repr(_without_words(right)), repr(answer))


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer that may be given in other words, or with other digits, and still be right."""

    right: object
    answer: object


def _without_words(found: Any) -> object:
    """Return an answer with every refusal in it reduced to what was decided."""
    if isinstance(found, Outcome):
        return found.decision
    is_plain = type(found) in (list, tuple)
    return [_without_words(each) for each in found] if is_plain else found


def answers(checker: ModuleType, name: str, questions: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return what a function of the checker makes of each list of arguments."""
    function = getattr(checker, name)
    return [decided(checker, partial(function, *given)) for given in questions]


@dataclass(frozen=True, slots=True)
class Program:
    """The checker as a program with arguments: its exit status and what it prints.

    ``broken`` names the streams that nothing can be written to; which of them the program points
    elsewhere, so that Python does not try again at its end, is part of the outcome.
    """

    name: str
    arguments: tuple[str, ...]
    broken: tuple[str, ...] = ()

    def outcome(self, code: CodeType) -> Outcome:
        """Run the program to its end."""
        output, errors = (_Full() if s in self.broken else StringIO() for s in ("out", "err"))
        pointed: list[int] = []
        with (
            patch.object(sys, "argv", ["checker.py", *self.arguments]),
            patch.object(os, "dup2", lambda _, number: pointed.append(number)),
            redirect_stdout(None if "no out" in self.broken else output),
            redirect_stderr(errors),
        ):
            try:
                exec(code, {"__name__": "__main__", "__doc__": "usage"})
                status: object = "no exit"
            except SystemExit as end:
                status = end.code
        said = f"{output.getvalue()}|{errors.getvalue()}"
        return Outcome(f"status {status}, elsewhere {pointed}", said)


class _Full(StringIO):
    """A stream that takes text and cannot pass it on."""

    def flush(self) -> None:
        raise OSError("no space")


Case = Certificate | Program | Asked


def module(code: CodeType) -> ModuleType:
    """Return a checker made from code."""
    found = ModuleType("a_checker")
    exec(code, found.__dict__)
    return found


def lines_run(case: Case, code: CodeType, checker: ModuleType) -> set[int]:
    """Return the lines of the checker that a case makes it run."""
    run: set[int] = set()

    def note(frame: FrameType, _event: str, _: object) -> Any:
        if frame.f_code.co_filename != code.co_filename:
            return None
        run.add(frame.f_lineno)
        return note

    sys.settrace(note)
    try:
        outcome(case, code, checker)
    finally:
        sys.settrace(None)
    return run


def outcome(case: Case, code: CodeType, checker: ModuleType) -> Outcome:
    """Return what a checker says of a case; a crash is an outcome too."""
    try:
        return case.outcome(code) if isinstance(case, Program) else case.outcome(checker)
    except Exception as error:  # noqa: BLE001 - whatever a mutant raises is what it says
        return Outcome(CRASHED, repr(error)[:200])
