"""Run many mutants, each in a process of its own with a time limit and a memory limit."""

import resource
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from time import monotonic

from tests.mutants.operators import Mutant

# A mutant that computes this many times as long as the real checker never ends.
PATIENCE = 5
SECONDS = 120.0  # where a mutant sleeps, or the machine is very busy
MEMORY = 4 << 30

# What killed a mutant: the number of the case, and whether a decision changed or only the words.
Verdict = tuple[int, bool] | None
Judge = Callable[[Mutant, Sequence[int]], Verdict]


@dataclass(frozen=True)
class Limits:
    """How many cases there are, and how long the real checker computes for all of them."""

    cases: int
    cpu_seconds: float


@dataclass(frozen=True)
class Finished:
    """A mutant that was run; it survived if nothing killed it."""

    mutant: Mutant
    killed_by: str  # "" (it survived), "decision", "words", "time" or "crash"
    case: int | None = None


@dataclass(frozen=True)
class _Running:
    mutant: Mutant
    process: ForkProcess
    deadline: float


def run_all(found: Sequence[Mutant], judge: Judge, limits: Limits, jobs: int) -> Iterator[Finished]:
    """Yield the mutants as they finish.

    What killed mutants of the same function is shown first, then what killed others.
    """
    order = list(range(limits.cases))
    orders: dict[str, list[int]] = {}
    waiting = list(reversed(found))
    running: dict[Connection, _Running] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            mine = orders.setdefault(mutant.function, list(order))
            receiver, process = _start(judge, mutant, tuple(mine), limits)
            running[receiver] = _Running(mutant, process, monotonic() + SECONDS)
        wait(list(running), timeout=0.5)
        for receiver in [r for r in running if r.poll() or running[r].deadline < monotonic()]:
            finished = _finish(receiver, running.pop(receiver))
            if finished.case is not None:
                for known in (order, orders[finished.mutant.function]):
                    known.remove(finished.case)
                    known.insert(0, finished.case)
            yield finished


def _start(
    judge: Judge, mutant: Mutant, order: tuple[int, ...], limits: Limits
) -> tuple[Connection, ForkProcess]:
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    most = ceil(PATIENCE * limits.cpu_seconds)

    def work() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            verdict = judge(mutant, order)
        sender.send(verdict)

    process = context.Process(target=work, daemon=True)
    process.start()
    sender.close()
    return receiver, process


def _finish(receiver: Connection, run: _Running) -> Finished:
    """Take the answer; no answer in time, or a dead process, is a killed mutant too."""
    try:
        verdict = receiver.recv() if receiver.poll() else "time"
    except EOFError:
        verdict = "crash"
    run.process.kill()
    run.process.join()
    receiver.close()
    if verdict is None:
        return Finished(run.mutant, "")
    if isinstance(verdict, str):
        return Finished(run.mutant, verdict)
    case, decided = verdict
    return Finished(run.mutant, "decision" if decided else "words", case)
