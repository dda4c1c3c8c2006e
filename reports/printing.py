"""The one door of everything that is printed: on a terminal, into a pipe, as an error.

What comes from outside is shown on one line with its hidden characters written out, and what the
encoding of the terminal lacks is spelled. Nothing else in the commands prints.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from exact.errors import PtcertError
from reports.document.spelling import SPELLED
from reports.document.visible import visible

if TYPE_CHECKING:
    from reports.document.blocks import Block

# A terminal that does not tell its width, or tells nonsense, gets whole lines.
_NARROWEST = 20


class OutputLost(PtcertError):
    """What was to be printed could not be written."""


def prepare_streams() -> None:
    """Let no character that an encoding lacks end a run: it is spelled out instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=SPELLED)


def say(blocks: "Iterable[Block]", wide: bool = False) -> None:
    """Print blocks of a document as text, folded to the width of a terminal unless ``wide``."""
    from reports.document.text import Sheet, blocks_text

    width = None if wide else _width(sys.stdout)
    _print(blocks_text(blocks, Sheet(width, getattr(sys.stdout, "encoding", None) or "utf-8")))


def say_lines(*lines: str, wide: bool = False) -> None:
    """Print lines of text."""
    from reports.document.blocks import Items

    say((Items(tuple((line,) for line in lines)),), wide)


def say_help(text: str) -> None:
    """Print help: text of ptcert's own, folded already."""
    _print(text.rstrip("\n"))


def say_json(value: object, indent: int | None = 2) -> None:
    """Print a value for machines; JSON writes every character outside ASCII by its number."""
    import json

    _print(json.dumps(value, indent=indent))


def complain(program: str, message: str) -> None:
    """Say in one line on standard error what is wrong; on a terminal it is folded."""
    said, width = f"{program}: {visible(message)}", _width(sys.stderr)
    if width is not None and len(said) > width:
        from textwrap import fill

        said = fill(said, width, break_long_words=False, break_on_hyphens=False)
    try:
        if sys.stderr is not None:
            print(said, file=sys.stderr, flush=True)
    except OSError:  # nobody can be told; the exit status still says it
        return


def flush() -> None:
    """Let everything that was printed leave, so that what cannot be written is known."""
    if sys.stdout is None:
        raise OutputLost("standard output is closed; redirect it to a file or to /dev/null")
    with output_kept():
        sys.stdout.flush()


def discard_output() -> None:
    """Send what is still to be printed to nowhere, so that the end of the run does not fail."""
    if sys.stdout is None:
        return
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no real file, as in a notebook
        return


@contextmanager
def output_kept() -> Iterator[None]:
    """Tell apart what could not be printed from every other error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputLost(f"standard output cannot be written ({error.strerror})") from None


def _print(text: str) -> None:
    with output_kept():
        print(text)  # where standard output is closed, this does nothing, and flush says so


def _width(stream: TextIO | None) -> int | None:
    """Return the width of the terminal that is printed on; None where it is no terminal."""
    if stream is None or not stream.isatty():
        return None
    told = os.environ.get("COLUMNS", "")
    try:
        columns = int(told) if told.isdecimal() else os.get_terminal_size(stream.fileno())[0]
    except (OSError, ValueError):
        return None
    return columns if columns >= _NARROWEST else None
