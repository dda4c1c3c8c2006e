"""What a long command is doing, and how much of it is done: on a terminal, never in a pipe."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from threading import Event, Timer
from typing import TypeVar

Item = TypeVar("Item")
_WIDTH = 30
_PATIENCE = 1  # seconds after which somebody wants to know
_LINE = 79
# Whoever shows progress elsewhere than on a terminal: the local page.
_listeners: list[Callable[[str], None]] = []


def listen(show: Callable[[str], None]) -> None:
    """Let ``show`` have what a terminal would be shown."""
    _listeners[:] = [show]


def _tell_listeners(words: str) -> None:
    for show in _listeners:
        show(words)


def progress(items: Iterable[Item], label: str) -> Iterator[Item]:
    """Yield the items; on a terminal, show on standard error how many are done."""
    total = len(items) if isinstance(items, Sized) else 0
    if not total or not sys.stderr.isatty():
        for done, item in enumerate(items):
            _tell_listeners(f"{label} {done}/{total}" if total else label)
            yield item
        return
    for done, item in enumerate(items):
        filled = _WIDTH * done // total
        bar = "#" * filled + "." * (_WIDTH - filled)
        print(f"\r{label} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield item
    print("\r" + " " * (len(label) + _WIDTH + 24) + "\r", end="", file=sys.stderr, flush=True)


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Say on standard error of a terminal what is being done, once it takes longer than a second.

    The words are gone when it is done. They are ours: no name from outside is among them.
    """
    _tell_listeners(f"{what} ...")
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    words, shown = f"{what} ...", Event()

    def show() -> None:
        print(f"\r{words}", end="", file=sys.stderr, flush=True)
        shown.set()

    timer = Timer(_PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown.is_set():
            print(f"\r{' ' * len(words)}\r", end="", file=sys.stderr, flush=True)


def tell(text: str, keys: str = "") -> None:
    """Show one line on a terminal in place of the last; an empty one clears it.

    ``keys`` says what a terminal's keys do now: who listens elsewhere has none.
    """
    _tell_listeners(text)
    if sys.stderr is not None and sys.stderr.isatty():
        line = f"{text}{keys}" if text else ""
        print(f"\r{line:<{_LINE}}" + ("" if text else "\r"), end="", file=sys.stderr, flush=True)
