"""The process that answers: it runs command lines as a shell would, in a folder of its own.

It is forked from a server that has loaded what commands need, so an answer waits for no import.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from multiprocessing import parent_process
from pathlib import Path
from signal import SIGKILL
from threading import Thread

from reports.progress import listen

SAID, COMPLAINED, DOING, STATUSES = "said-{}.txt", "complained-{}.txt", "doing.txt", "statuses.json"

Main = Callable[[Sequence[str]], int]


def answer(main: Main, steps: Sequence[Sequence[str]], folder: str) -> None:
    """Run the steps one after the other, up to the first that leaves nothing for the next."""
    os.setsid()  # so that the solvers that it starts end with it
    try:
        os.chdir(folder)
    except FileNotFoundError:  # whoever asked has gone before this began
        os._exit(0)
    Thread(target=_end_with_the_page, daemon=True).start()
    statuses: list[int] = []
    listen(_show)
    for number, step in enumerate(steps):
        statuses.append(_run(main, step, number))
        Path(STATUSES).write_text(json.dumps(statuses), encoding="utf-8")
        if statuses[-1]:
            break
    os._exit(0)


def _end_with_the_page() -> None:
    """End this process and the solvers that it started when the page ends, however it does."""
    page = parent_process()
    assert page is not None
    page.join()
    os.killpg(0, SIGKILL)


def _show(words: str) -> None:
    """Leave the words where the page looks for them."""
    Path(DOING).write_text(words, encoding="utf-8")


def _run(main: Main, step: Sequence[str], number: int) -> int:
    with (
        Path(SAID.format(number)).open("w", encoding="utf-8") as said,
        Path(COMPLAINED.format(number)).open("w", encoding="utf-8") as complained,
    ):
        sys.stdout, sys.stderr = said, complained
        return main(list(step))
