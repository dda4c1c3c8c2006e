"""Work by several processes at once, which an interrupt ends together."""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from exact.errors import Undecided

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    function: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """Yield ``function`` of each item in their order, computed by ``jobs`` processes.

    Where the caller is interrupted or goes away, the processes end at once and say nothing.
    """
    pool = ProcessPoolExecutor(jobs, initializer=_leave_it_to_the_caller)
    try:
        yield from pool.map(function, items)
    except BrokenProcessPool:
        raise Undecided("a worker process ended before it had an answer") from None
    except BaseException:
        # Python 3.11's pool stumbles in its thread over what was cancelled when its workers die.
        threading.excepthook = lambda _: None
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


def beside(function: Callable[[Item], Result], item: Item) -> Callable[[], Result]:
    """Let another process compute ``function`` of an item; return what waits for the result."""
    pool = ProcessPoolExecutor(1, initializer=_die_quietly)
    answer = pool.submit(function, item)
    pool.shutdown(wait=False)

    def wait() -> Result:
        try:
            return answer.result()
        except BrokenProcessPool:
            raise Undecided("a worker process ended before it had an answer") from None

    return wait


def _die_quietly() -> None:
    """Let Ctrl-C, which reaches every process of a terminal, end a worker without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _leave_it_to_the_caller() -> None:
    """Let Ctrl-C not end a worker before its caller knows of it: it would look like an accident."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
