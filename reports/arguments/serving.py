"""Arguments of ``ptcert app``: the local page."""

import argparse

from reports.arguments.parser import EPILOG


def app(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert app``."""
    parser.description = (
        "Open a local page to design, audit and certify tables and to plan a release, without a "
        "command line. It listens on this machine alone and stores nothing. Needs the extra app."
    )
    parser.epilog = "Example: ptcert app --port 8000 --no-browser. " + EPILOG
    parser.add_argument("--port", default="0", help="listen at this port; default: a free one")
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address, and open no browser"
    )
