"""The one door of everything that is printed: on a terminal, into a pipe, as an error.

What comes from outside is shown on one line with its hidden characters written out, and what the
encoding of the terminal lacks is spelled. Nothing else in the commands prints.
"""

import json
import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper

from reports.document.blocks import Block, Items
from reports.document.spelling import SPELLED
from reports.document.text import Sheet, blocks_text
from reports.document.visible import visible

# A terminal that does not tell its width, or tells nonsense, gets whole lines.
_NARROWEST = 20


def prepare_streams() -> None:
    """Let no character that an encoding lacks end a run: it is spelled out instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=SPELLED)


def say(blocks: Iterable[Block], wide: bool = False) -> None:
    """Print blocks of a document as text, folded to the width of a terminal unless ``wide``."""
    width = None if wide else _width()
    _print(blocks_text(blocks, Sheet(width, getattr(sys.stdout, "encoding", None) or "utf-8")))


def say_lines(*lines: str, wide: bool = False) -> None:
    """Print lines of text."""
    say((Items(tuple((line,) for line in lines)),), wide)


def say_json(value: object, indent: int | None = 2) -> None:
    """Print a value for machines; JSON writes every character outside ASCII by its number."""
    _print(json.dumps(value, indent=indent))


def complain(program: str, message: str) -> None:
    """Say in one line on standard error what is wrong."""
    if sys.stderr is not None:
        print(f"{program}: {visible(message)}", file=sys.stderr)


def _print(text: str) -> None:
    print(text)


def _width() -> int | None:
    """Return the width of the terminal that is printed on; None where it is no terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    told = os.environ.get("COLUMNS", "")
    try:
        columns = int(told) if told.isdecimal() else os.get_terminal_size(sys.stdout.fileno())[0]
    except (OSError, ValueError):
        return None
    return columns if columns >= _NARROWEST else None
