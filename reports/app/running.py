"""Answers: command lines run in processes that can be ended, and the files that they leave."""

import asyncio
import json
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import forkserver, get_context, resource_tracker
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from secrets import token_hex
from shutil import copyfile, rmtree
from tempfile import gettempdir

from exact.errors import InputError
from reports.app import child
from reports.app.asked import Steps

# Files that a question is about, by the names that its command lines give them.
Beside = dict[str, bytes | Path]
# Answers that are kept to be looked at and downloaded; older ones are removed.
MOST_ANSWERS = 40


@dataclass(frozen=True, slots=True)
class Answer:
    """What the steps left: how each ended, what it said, and the folder with its files."""

    name: str
    folder: Path
    steps: Steps
    statuses: tuple[int, ...]

    def said(self, number: int) -> str:
        """Return what a step printed."""
        return _text(self.folder / child.SAID.format(number))

    def complained(self) -> str:
        """Return what the last step complained of."""
        last = len(self.statuses) - 1
        return _text(self.folder / child.COMPLAINED.format(last)).strip() if last >= 0 else ""

    def has(self, file: str) -> bool:
        """Whether a file was written."""
        return (self.folder / file).is_file()

    def files(self, under: str) -> tuple[str, ...]:
        """Return the files of a folder that was written, by their paths in the answer."""
        found = sorted((self.folder / under).glob("*"))
        return tuple(str(path.relative_to(self.folder)) for path in found if path.is_file())


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


class Kitchen:
    """Where answers are made: a server of forks that has loaded the commands, and a folder."""

    def __init__(self, folder: Path, main: child.Main, used: Sequence[str]) -> None:
        self._folder, self._main = folder, main
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload([child.__name__, *used])
        self._busy: set[Path] = set()

    def open(self) -> None:
        """Start the server: it loads the commands while the page is opened.

        It hears no interrupt, also not while it loads: it ends with the page. Whoever is forked
        has no thread but the first, so numpy is to begin none.
        """
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        resource_tracker.ensure_running()  # begun below, it would let interrupts in again
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            forkserver.ensure_running()
        except OSError as error:  # names of sockets are short
            remedy = "set it to a folder with a shorter path"
            raise InputError("TMPDIR", gettempdir(), f"holds no socket: {error}", remedy) from None
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    async def answer(self, folder: Path, steps: Steps, beside: Beside) -> Answer:
        """Run the steps in a new folder with the files ``beside``; a cancelled one is ended."""
        self._busy.add(folder)
        try:
            await self._run(folder, steps, beside)
        except BaseException:
            rmtree(folder, ignore_errors=True)
            raise
        finally:
            self._busy.discard(folder)
        return Answer(folder.name, folder, steps, _statuses(folder))

    async def _run(self, folder: Path, steps: Steps, beside: Beside) -> None:
        for name, content in beside.items():
            if isinstance(content, Path):
                copyfile(content, folder / name)
            else:
                (folder / name).write_bytes(content)
        process = self._context.Process(target=child.answer, args=(self._main, steps, str(folder)))
        # The server may still be loading: the page does not wait for it, but whoever cancels does.
        starting = asyncio.get_running_loop().run_in_executor(None, process.start)
        try:
            await asyncio.shield(starting)
            await _ended(process)
        except asyncio.CancelledError:
            await starting
            _end(process)
            raise

    def new_folder(self) -> Path:
        """Return a folder for an answer; the oldest goes that is not being made."""
        made = (path for path in self._folder.iterdir() if path not in self._busy)
        oldest_first = sorted(made, key=lambda path: path.stat().st_mtime_ns)
        for old in oldest_first[: -MOST_ANSWERS + 1]:
            rmtree(old, ignore_errors=True)
        folder = self._folder / token_hex(8)
        folder.mkdir()
        return folder


def doing_in(folder: Path) -> str:
    """Return what an answer that is made in a folder is busy with."""
    return _text(folder / child.DOING)


def _statuses(folder: Path) -> tuple[int, ...]:
    text = _text(folder / child.STATUSES)
    return tuple(json.loads(text)) if text else ()


async def _ended(process: ForkServerProcess) -> None:
    """Wait for a process without stopping the page."""
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    loop.add_reader(process.sentinel, over.set)
    try:
        await over.wait()
    finally:
        loop.remove_reader(process.sentinel)
    process.join()


def _end(process: ForkServerProcess) -> None:
    """End a process and all that it started."""
    assert process.pid is not None
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            kill(process.pid, signal.SIGKILL)
    process.join()
