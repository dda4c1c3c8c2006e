"""``ptcert convert``: write a table in another format, exactly or not at all."""

import argparse
from pathlib import Path

from exact.errors import InputError
from exact.formats.writing import WRITTEN, write_table
from reports.commands.reading import read_file, read_options
from reports.files import output_path, write_atomically

_BY_SUFFIX = {".json": "native", ".yaml": "cellkey-yaml", ".yml": "cellkey-yaml"}


def run(options: argparse.Namespace) -> int:
    """Read, write, and say what was done."""
    reading, _ = read_file(options.file, read_options(options))
    if reading.table is None:
        problem = next(p for p in reading.problems if p.severity == "error")
        raise InputError(options.file, problem.code, problem.message, problem.remedy)
    target = output_path(options.output)
    name = options.to or _BY_SUFFIX.get(target.suffix)
    if name not in WRITTEN:
        rule = "is no format that can be written"
        raise InputError("to", name, rule, f"use {', '.join(WRITTEN)}")
    write_atomically(target, write_table(reading.table, name))
    print(f"{Path(options.file).name} ({reading.format}) written to {target} ({name})")
    return 0
