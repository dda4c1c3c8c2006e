"""Read a table file for a command: any known format, with what the user said about it."""

import argparse
import re
from hashlib import sha256
from pathlib import Path

from exact.errors import InputError
from exact.formats.reading import Reading, ReadOptions, read_table_bytes
from exact.numbers.guard import integer
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from reports.files import read_bytes

_MAX_BYTES = 64 << 20
_LARGEST = 1 << 60


def read_file(path: str, options: ReadOptions) -> tuple[Reading, str]:
    """Return what a file says and the SHA-256 of the file as it was read."""
    content = read_bytes(Path(path), _MAX_BYTES)
    try:
        return read_table_bytes(content, options), sha256(content).hexdigest()
    except InputError as error:
        argument = f"{path}: {error.argument}"
        raise InputError(argument, error.value, error.rule, error.remedy) from None


def read_table(path: str, options: ReadOptions) -> tuple[PTable, str]:
    """Return the table in a file that has one, refusing a file whose structure is broken."""
    reading, digest = read_file(path, options)
    if reading.table is None:
        problem = next(p for p in reading.problems if p.severity == "error")
        raise InputError(path, problem.code, problem.message, problem.remedy)
    return reading.table, digest


def read_options(options: argparse.Namespace) -> ReadOptions:
    """Return what the command line says about how to read the file."""
    return ReadOptions(
        format=options.format,
        keys=_keys(options.keys),
        beyond=_beyond(options.beyond),
        zero=options.zero,
        columns=options.columns,
    )


def _keys(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,40})\.\.([0-9]{1,40})", text.strip())
    if found is None or int(found[1]) > int(found[2]):
        raise InputError("keys", text, "is not a range of keys", "write it as 0..255")
    return int(found[1]), int(found[2])


def _beyond(text: str | None) -> Beyond | None:
    if text is None:
        return None
    if text in ("repeat", "error"):
        return Repeat() if text == "repeat" else Stop()
    parts = text.split(":")
    if len(parts) != 3 or parts[0] != "wrap":
        raise InputError("beyond", text, "is no rule", "use wrap:501:250, repeat or error")
    start = integer(parts[1], "wrap start", 0, _LARGEST)
    return Wrap(start, integer(parts[2], "wrap period", 1, _LARGEST))
