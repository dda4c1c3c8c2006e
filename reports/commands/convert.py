"""``ptcert convert``: write a table in another format, exactly or not at all."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from exact.errors import InputError, power_of_two
from exact.formats.format import FRACTION, NUMBER, Format
from exact.formats.registry import WRITTEN, format_named
from exact.formats.same_table import as_written
from exact.formats.writing import write_table
from exact.table.ptable import PTable
from reports.commands.key_order import asked_order, ordered
from reports.commands.reading import options_of
from reports.files import output_path, write_atomically
from reports.inputs import read_whole_file
from reports.printing import say_lines
from reports.progress import doing
from reports.words import key_order

_NATIVE = "native"
_BY_SUFFIX = {".json": _NATIVE, ".yaml": "cellkey-yaml", ".yml": "cellkey-yaml"}


def run(options: argparse.Namespace) -> int:
    """Read, write, and say what was done."""
    with doing("reading the table"):
        reading, table, _ = read_whole_file(options.file, options_of(options))
    table = ordered(table, asked_order(options))
    target = output_path(options.output)
    name = options.to or _BY_SUFFIX.get(target.suffix)
    if name not in WRITTEN:
        rule = "is no format that can be written"
        raise InputError("to", name, rule, f"use {', '.join(WRITTEN)}")
    write_atomically(target, write_table(table, name))
    said = [f"{Path(options.file).name} ({reading.format}) written to {target} ({name})"]
    if name == _NATIVE and table.key_order is not None:
        said += [f"Key order: {key_order(table.key_order)}."]
    if name != _NATIVE:
        said += _remarks(table, format_named(name))
    say_lines(*said, wide=options.wide)
    return 0


def _remarks(table: PTable, kind: Format) -> Iterator[str]:
    """Say what has another name in the new file, and what the file does not say."""
    keys, first = power_of_two(table.keysize), table.first_key
    if kind.lookup == NUMBER and first != kind.first_key:
        yield f"Keys are renumbered: key {first} is key {kind.first_key} of the new file."
    if kind.lookup == FRACTION and (first or 10 ** (len(str(table.keysize)) - 1) != table.keysize):
        key = f"{first} + k" if first else "k"
        yield f"Key {key} of the {keys} keys is the decimal k/{keys} in the new file."
    held = as_written(table, kind)
    if held.first_count < table.first_count:
        yield "A count of 0 has a row of noise 0 in the new file, which preserves it."
    if held.last_count > table.last_count:
        yield f"The last row stands up to count {held.last_count} in the new file."
    if table.key_order is not None:
        yield "The key order is not in the new file: it lists the noise of every key instead."
    if table.holes:
        yield "The declared holes are not in the new file; say --holes when it is read."
    if table.origin is not None:
        yield "The law that the table was made from is not in the new file."
