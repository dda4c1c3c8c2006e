"""A progress bar on a terminal, and nothing in a pipe."""

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

Item = TypeVar("Item")
_WIDTH = 30


def progress(items: Iterable[Item], label: str) -> Iterator[Item]:
    """Yield the items; on a terminal, show on standard error how many are done."""
    total = len(items) if isinstance(items, Sized) else 0
    if not total or not sys.stderr.isatty():
        yield from items
        return
    for done, item in enumerate(items):
        filled = _WIDTH * done // total
        bar = "#" * filled + "." * (_WIDTH - filled)
        print(f"\r{label} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield item
    print("\r" + " " * (len(label) + _WIDTH + 24) + "\r", end="", file=sys.stderr, flush=True)
