"""What the command line says about how to read a table."""

import argparse
from dataclasses import replace

from exact.formats.options import ReadOptions, read_options


def options_of(options: argparse.Namespace) -> ReadOptions:
    """Return it as a value."""
    said = read_options(
        format=options.format,
        keys=options.keys,
        beyond=options.beyond,
        zero=options.zero,
        columns=options.columns,
        holes=options.holes,
        sheet=options.sheet,
    )
    return replace(said, normalise=getattr(options, "normalise", False))
