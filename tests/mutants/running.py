"""Run many mutants in a few processes, each case with a limit of time, all with one of memory."""

import gc
import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from time import monotonic, process_time
from types import FrameType
from typing import Any

from tests.mutants.operators import Mutant

# A mutant that computes so many times as long for a case as the real checker never ends.
PATIENCE = 20
LEAST_SECONDS = 1.0
IN_ONE_CALL = 20  # seconds after which a mutant is ended that hears no signal
SECONDS = 120.0  # where a mutant sleeps, or the machine is very busy
MEMORY = 4 << 30

# What killed a mutant: the number of the case, and how: "decision", "words" or "time".
Verdict = tuple[int, str] | None
# Shows a mutant cases in an order; the time that each case may take is kept by the function given.
Judge = Callable[[Mutant, Sequence[int], Callable[[float], Any]], Verdict]


class TooLong(BaseException):
    """A case takes a mutant much longer than the real checker."""


@dataclass(frozen=True)
class Finished:
    """A mutant that was run; it survived if nothing killed it."""

    mutant: Mutant
    killed_by: str  # "" (it survived), "decision", "words", "time" or "crash"
    case: int | None = None


@dataclass
class _Worker:
    """A process that runs one mutant after the other, and the one that it is at."""

    process: ForkProcess
    pipe: Connection
    mutant: int
    deadline: float


def run_all(
    found: Sequence[Mutant], judge: Judge, order: Sequence[int], jobs: int
) -> Iterator[Finished]:
    """Yield the mutants as they finish; a process that dies is a killed mutant, and replaced.

    ``order`` is that of the cases which a mutant is shown at first.
    """
    waiting = list(reversed(range(len(found))))
    workers: list[_Worker] = []
    while waiting or workers:
        while waiting and len(workers) < jobs:
            workers.append(_started(found, judge, order, waiting.pop()))
        wait([worker.pipe for worker in workers], timeout=0.5)
        for worker in list(workers):
            if not worker.pipe.poll() and worker.deadline > monotonic():
                continue
            mutant = worker.mutant
            answer = _answer(worker)
            if answer == "crash" or not waiting:
                workers.remove(worker)
                worker.process.kill()
                worker.process.join()
                worker.pipe.close()
            else:
                _ask(worker, waiting.pop())
            yield _finished(found[mutant], answer)


def _started(found: Sequence[Mutant], judge: Judge, order: Sequence[int], mutant: int) -> _Worker:
    context = get_context("fork")
    ours, theirs = context.Pipe()
    gc.freeze()
    process = context.Process(target=_work, args=(found, judge, list(order), theirs), daemon=True)
    process.start()
    theirs.close()
    worker = _Worker(process, ours, mutant, 0.0)
    _ask(worker, mutant)
    return worker


def _ask(worker: _Worker, mutant: int) -> None:
    worker.mutant, worker.deadline = mutant, monotonic() + SECONDS
    worker.pipe.send(mutant)


def _answer(worker: _Worker) -> Any:
    """Take the answer; no answer in time, or a dead process, is a crash."""
    try:
        return worker.pipe.recv() if worker.pipe.poll() else "crash"
    except EOFError:
        return "crash"


def _finished(mutant: Mutant, answer: Any) -> Finished:
    if answer is None:
        return Finished(mutant, "")
    if answer == "crash":
        return Finished(mutant, "crash")
    case, how = answer
    return Finished(mutant, how, case)


def _work(found: Sequence[Mutant], judge: Judge, order: list[int], pipe: Connection) -> None:
    """Run mutants as they are asked for.

    What killed mutants of the same function is shown first, then what killed others.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _interrupt)
    orders: dict[str, list[int]] = {}
    while True:
        mutant = found[pipe.recv()]
        mine = orders.setdefault(mutant.function, list(order))
        mutant.edit()
        try:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                verdict = judge(mutant, mine, _allow)
        finally:
            mutant.undo()
        signal.setitimer(signal.ITIMER_PROF, 0)
        if verdict is not None:
            for known in (order, mine):
                known.remove(verdict[0])
                known.insert(0, verdict[0])
        pipe.send(verdict)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise TooLong


def _allow(seconds: float) -> None:
    """Give what is computed next so many times as long as the real checker takes."""
    most = max(LEAST_SECONDS, PATIENCE * seconds)
    signal.setitimer(signal.ITIMER_PROF, most)
    end = ceil(process_time() + most + IN_ONE_CALL)
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.getrlimit(resource.RLIMIT_CPU)[1]))
