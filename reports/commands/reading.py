"""What the command line says about how to read a table; options that a command would not use."""

import argparse
from collections.abc import Iterable
from dataclasses import replace

from exact.errors import InputError
from exact.formats.options import ReadOptions, read_options

# What is said about a table's file; without one it says nothing.
OF_A_FILE = ("format", "keys", "beyond", "zero", "holes", "sheet", "columns", "normalise")


def options_of(options: argparse.Namespace) -> ReadOptions:
    """Return it as a value."""
    said = read_options(
        format=options.format,
        keys=options.keys,
        beyond=options.beyond,
        zero=options.zero,
        columns=options.columns,
        holes=getattr(options, "holes", None),
        sheet=options.sheet,
    )
    return replace(said, normalise=getattr(options, "normalise", False))


def refuse_given(options: argparse.Namespace, names: Iterable[str], rule: str, remedy: str) -> None:
    """Refuse options that are on the command line and would change nothing."""
    for name in names:
        if name in options.given:
            raise InputError(name.replace("_", "-"), getattr(options, name), rule, remedy)
