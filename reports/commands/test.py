"""``ptcert test``: what may be concluded from released counts whose noise is known."""

import argparse
from importlib import import_module


def run(options: argparse.Namespace) -> int:
    """Run the test that was named."""
    status: int = import_module(f"reports.commands.testing_{options.test}").run(options)
    return status
