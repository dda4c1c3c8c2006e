"""One solver is asked problems in a process of its own, started anew where it dies.

A problem at which the process dies, or that it does not answer in time, is ``unknown``: never a
pass. The process has bounded time and memory, and can open no file.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from exact.errors import InputError, Undecided
from verification.smt.desk import Desk

DEFAULT_SECONDS = 120
_PROGRAM = Path(__file__).with_name("child.py")
_GIGABYTES = 4
# Sent at once, so that a solver rarely waits for its next problem.
_BATCH = 32
_CHUNK = 1 << 20
_NANOSECONDS = 10**9
# To start an interpreter and load the solver, on a busy machine.
_SECONDS_TO_START = 120


class Interview:
    """A process of a solver that takes problems from a desk and brings answers back."""

    def __init__(self, desk: Desk, seconds: int) -> None:
        self.desk = desk
        self._seconds = seconds
        self._sent: list[int] = []
        self._rest, self._greeted = b"", False
        self._start()

    def fileno(self) -> int:
        """Return where answers come from, for ``select``."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def idle(self) -> bool:
        """Tell whether the process is ready and has nothing more to do."""
        return self._greeted and not self._sent

    @property
    def overdue(self) -> bool:
        """Tell whether the solver has been silent for too long."""
        return time.monotonic_ns() > self._deadline

    def listen(self) -> None:
        """Take what the solver has said since; it must have said something, or died."""
        content = os.read(self.fileno(), _CHUNK)
        if not content:
            self.end()
            status = self._process.returncode
            how = f"signal {-status}" if status < 0 else f"status {status}"
            return self._go_on(f"the solver died ({how})")
        *lines, self._rest = (self._rest + content).split(b"\n")
        for line in lines:
            try:
                said = json.loads(line)
            except json.JSONDecodeError:
                self.end()
                return self._go_on("the solver said what is no answer")
            self._heard(said)
        return None

    def give_up(self) -> None:
        """Leave the current problem without an answer and go on with the next one."""
        self.end()
        self._go_on(f"no answer within {self._seconds} seconds")

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _heard(self, said: dict[str, str]) -> None:
        if "missing" in said:
            name = self.desk.name
            remedy = f"install it with: pip install {name}"
            raise InputError("solver", name, "is not installed", remedy)
        if "version" in said:
            self.desk.version, self._greeted = said["version"], True
        else:
            self.desk.hear(self._sent.pop(0), said)
        self._deadline = time.monotonic_ns() + self._seconds * _NANOSECONDS
        if "version" in said and self._sent:
            self._send()  # what was not answered before the process died
        elif not self._sent:
            self._sent = self.desk.take(_BATCH)
            self._send()

    def _start(self) -> None:
        command = [sys.executable, "-P", str(_PROGRAM), self.desk.name, str(self._seconds)]
        self._process = subprocess.Popen(
            [*command, str(_GIGABYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._rest, self._greeted = b"", False
        self._deadline = time.monotonic_ns() + _SECONDS_TO_START * _NANOSECONDS

    def _send(self) -> None:
        """Send problems; the solver reads them all before it answers the first."""
        batch = [self.desk.problems[number] for number in self._sent]
        content = json.dumps([(p.logic, p.body, p.constants) for p in batch]).encode() + b"\n"
        assert self._process.stdin is not None
        try:
            if batch:
                self._process.stdin.write(content)
                self._process.stdin.flush()
        except BrokenPipeError:
            pass  # It has died: the next reading says so.

    def _go_on(self, reason: str) -> None:
        if not self._greeted:
            raise Undecided(f"{self.desk.name} cannot be started: {reason}")
        if self._sent:
            self.desk.leave_open(self._sent.pop(0), reason)
        self._start()
