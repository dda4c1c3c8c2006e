"""``ptcert check``: the small checker, run on a certificate."""

import argparse

from verification.checker import main


def run(options: argparse.Namespace) -> int:
    """Re-check a certificate, and that a table is the one certified."""
    return main([options.certificate, *([options.table] if options.table else [])])
