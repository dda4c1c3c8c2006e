"""One solver is asked all problems in a process of its own, started anew where it dies.

A problem at which the process dies, or that it does not answer in time, is ``unknown``: never a
pass. The process has bounded time and memory, and can open no file.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from exact.errors import InputError, Undecided
from verification.smt.grammar import below_half
from verification.smt.problem import SAT, UNSAT, Problem

UNKNOWN = "unknown"
DEFAULT_SECONDS = 120
SOLVERS = ("z3", "cvc5")
_PROGRAM = Path(__file__).with_name("child.py")
_GIGABYTES = 4
# Sent at once, so that a solver rarely waits for its next problem.
_BATCH = 64
_CHUNK = 1 << 20
_NANOSECONDS = 10**9
# To start an interpreter and load the solver, on a busy machine.
_SECONDS_TO_START = 120
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver said; ``reason`` says why where it said neither sat nor unsat."""

    answer: str
    reason: str = ""


class Interview:
    """A solver with the problems that it is asked; ``answers`` grows with every ``listen``."""

    def __init__(self, name: str, problems: Sequence[Problem], seconds: int) -> None:
        if name not in SOLVERS:
            raise InputError("solver", name, "is not known", f"use {' or '.join(SOLVERS)}")
        self.name, self.version = name, ""
        self.answers: list[Answer] = []
        self.problems, self._seconds = problems, seconds
        self._rest = b""
        self._start()

    def __enter__(self) -> "Interview":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def fileno(self) -> int:
        """Return where answers come from, for ``select``."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def done(self) -> bool:
        """Tell whether every problem has an answer, and the version is known."""
        return bool(self.version) and len(self.answers) == len(self.problems)

    @property
    def overdue(self) -> bool:
        """Tell whether the solver has been silent for too long."""
        return time.monotonic_ns() > self._deadline

    def listen(self) -> None:
        """Take what the solver has said since; it must have said something, or died."""
        content = os.read(self.fileno(), _CHUNK)
        if not content:
            return self._died()
        *lines, self._rest = (self._rest + content).split(b"\n")
        for line in lines:
            self._heard(json.loads(line))
        return None

    def give_up(self) -> None:
        """Leave the current problem without an answer and go on with the next one."""
        self._end()
        self._leave_open(f"no answer within {self._seconds} seconds")

    def _heard(self, said: dict[str, str]) -> None:
        if "missing" in said:
            remedy = f"install it with: pip install {self.name}"
            raise InputError("solver", self.name, "is not installed", remedy)
        if "version" in said:
            self.version = said["version"]
        else:
            self.answers.append(judged(self.problems[len(self.answers)], said))
        self._deadline = time.monotonic_ns() + self._seconds * _NANOSECONDS
        if len(self.answers) == self._sent:
            self._send()

    def _start(self) -> None:
        command = [sys.executable, "-P", str(_PROGRAM), self.name, str(self._seconds)]
        self._process = subprocess.Popen(
            [*command, str(_GIGABYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._sent, self._rest, self.version = len(self.answers), b"", ""
        self._deadline = time.monotonic_ns() + _SECONDS_TO_START * _NANOSECONDS

    def _send(self) -> None:
        """Send the next problems; the solver reads them all before it answers the first."""
        batch = self.problems[self._sent : self._sent + _BATCH]
        self._sent += len(batch)
        content = json.dumps([(p.logic, p.body, p.shortfalls) for p in batch]).encode() + b"\n"
        assert self._process.stdin is not None
        try:
            if batch:
                self._process.stdin.write(content)
                self._process.stdin.flush()
        except BrokenPipeError:
            pass  # It has died: the next reading says so.

    def _died(self) -> None:
        self._end()
        status = self._process.returncode
        how = f"signal {-status}" if status < 0 else f"status {status}"
        self._leave_open(f"the solver died ({how})")

    def _leave_open(self, reason: str) -> None:
        if not self.version:
            raise Undecided(f"{self.name} cannot be started: {reason}")
        self.answers.append(Answer(UNKNOWN, reason))
        if not self.done:
            self._start()

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


def judged(problem: Problem, said: dict[str, str]) -> Answer:
    """Accept a model only if it is the worst event: this makes a vacuous proof impossible."""
    if "error" in said:
        shown = " ".join(said["error"].split())[:_SHOWN]
        rule = f"is not SMT-LIB that the solver can read ({shown})"
        raise InputError("problem", problem.name, rule, "use files written by ptcert certify --smt")
    if said["said"] not in (SAT, UNSAT):
        return Answer(UNKNOWN, said.get("reason", said["said"])[:_SHOWN])
    if "values" in said and not below_half(said["values"], problem.shortfalls):
        return Answer(UNKNOWN, "the model is not the worst event")
    return Answer(said["said"])
