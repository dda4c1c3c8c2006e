"""What a checker is shown, and what it says of it.

A checker is given as code: it is run under a name of its own, and the real one is never imported.
"""

import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from types import CodeType, FrameType, ModuleType
from unittest.mock import patch

ACCEPTED, REJECTED, REFUSED = "accepted", "rejected", "refused"
# What the checker's main takes for a file that is no certificate.
_MALFORMED = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)


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
        try:
            failing = checker.check(checker.load(self.content))
        except checker.ClaimFails as error:
            return Outcome(REJECTED, str(error))
        except checker.BadFile as error:
            return Outcome(REFUSED, str(error))
        except _MALFORMED as error:
            return Outcome(REFUSED, type(error).__name__)
        return Outcome(ACCEPTED, repr(failing))


@dataclass(frozen=True, slots=True)
class Program:
    """The checker as a program with arguments: its exit status and what it prints."""

    name: str
    arguments: tuple[str, ...]

    def outcome(self, code: CodeType) -> Outcome:
        """Run the program to its end."""
        output, errors = StringIO(), StringIO()
        with (
            patch.object(sys, "argv", ["checker.py", *self.arguments]),
            redirect_stdout(output),
            redirect_stderr(errors),
        ):
            try:
                exec(code, {"__name__": "__main__", "__doc__": "usage"})
                status: object = "no exit"
            except SystemExit as end:
                status = end.code
        return Outcome(f"status {status}", f"{output.getvalue()}|{errors.getvalue()}")


Case = Certificate | Program


def module(code: CodeType) -> ModuleType:
    """Return a checker made from code."""
    found = ModuleType("a_checker")
    exec(code, found.__dict__)
    return found


def functions_called(case: Case, code: CodeType, checker: ModuleType) -> set[str]:
    """Return the functions of the checker that a case makes it call."""
    called: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == code.co_filename:
            called.add(frame.f_code.co_qualname.replace("<locals>.", ""))

    sys.setprofile(note)
    try:
        outcome(case, code, checker)
    finally:
        sys.setprofile(None)
    return called


def outcome(case: Case, code: CodeType, checker: ModuleType) -> Outcome:
    """Return what a checker says of a case; a crash is an outcome too."""
    try:
        return case.outcome(code) if isinstance(case, Program) else case.outcome(checker)
    except Exception as error:  # noqa: BLE001 - whatever a mutant raises is what it says
        return Outcome("crashed", repr(error)[:200])
