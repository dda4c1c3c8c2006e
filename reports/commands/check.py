"""``ptcert check``: the small checker, run on a certificate, and the table's file read again."""

import argparse
from pathlib import Path

from exact.errors import InputError
from reports.certificates.check import read_again, run_checker
from reports.printing import output_kept, say_lines

_REJECTED, _BAD_INPUT = 1, 2


def run(options: argparse.Namespace) -> int:
    """Re-check a certificate, and that a table is the one certified."""
    with output_kept():
        status = run_checker(options.certificate, options.table)
    if not options.table or status == _BAD_INPUT:
        return status
    try:
        kind = read_again(Path(options.certificate), Path(options.table))
    except InputError as error:
        say_lines(f"REJECTED: {error}")
        return _REJECTED
    if kind is not None and status != _REJECTED:
        say_lines(f"read again as {kind}: the file holds the certified table")
    return status
