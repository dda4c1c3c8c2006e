"""Arguments of the commands about several tables together: release."""

import argparse

from reports.arguments.parser import EPILOG
from reports.arguments.shared import EPSILON_HELP, add_signing


def release(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert release``."""
    parser.description = (
        "Say what all published cells together give away about one person: delta at every epsilon "
        "between proved bounds, what each table costs, and how many such releases fit a budget."
    )
    parser.epilog = (
        "Example: ptcert release --example -o plan.toml; then "
        "ptcert release plan.toml --epsilon 1 --budget 1,1e-2 -o release.html. " + EPILOG
    )
    parser.add_argument("plan", nargs="?", help="TOML file: the tables, and what their keys are")
    parser.add_argument(
        "--example", action="store_true", help="write a plan to start from (with -o to a file)"
    )
    parser.add_argument(
        "--epsilon", action="append", default=[], help=EPSILON_HELP + " (repeat); default some"
    )
    parser.add_argument(
        "--delta", action="append", default=[], help="the least epsilon for this delta (repeat)"
    )
    parser.add_argument(
        "--budget",
        metavar="EPSILON,DELTA",
        help="how many such releases fit, such as 1,1e-2; exit status 1 if not even this one does",
    )
    parser.add_argument(
        "--first-pair",
        metavar="PAIR",
        help="how the counts 0 and 1 are protected from each other: include, as all others are, "
        "and nothing else; a plan says of a table that no cell is empty (count_floor = 1)",
    )
    parser.add_argument(
        "-o", "--output", help="write the report to this .html, .md, .pdf, .txt or .json file"
    )
    add_signing(parser)
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="write a certificate (claim composition, or margins where keys add) to this file",
    )
    parser.add_argument(
        "--grid",
        metavar="BITS",
        help="compose on a grid of the step 2^-BITS: finer is tighter and slower (default 10)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
