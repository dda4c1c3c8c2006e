"""Arguments of the commands about other people's numbers: compare, reproduce."""

import argparse

from exact.quantiser.names import RULES
from reports.arguments.laws import add_law_options
from reports.arguments.parser import EPILOG
from reports.arguments.shared import EPSILON_HELP, add_read_options


def compare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert compare``."""
    parser.description = (
        "Judge what another program printed against the truth, or compare two tables."
    )
    parser.epilog = (
        "Examples: ptcert compare out.csv --law maxent --epsilon 1/2 --D 25 --keysize 2^32; "
        "ptcert compare out.csv --table t.ptable.json; ptcert compare a.ptable.json b.csv. "
        + EPILOG
    )
    parser.add_argument(
        "file",
        nargs="*",
        help="what the other program printed (CSV or JSON; - for standard input), or two tables",
    )
    _add_reference(parser)
    parser.add_argument(
        "--rounding",
        default="nearest",
        choices=("nearest", "up", "down"),
        help="how the other program means to round what it prints, default nearest",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="status 1 also where only printed digits are off and no integer of the table "
        "changes, and where two tables differ in the number of their keys alone",
    )
    parser.add_argument("--show", default="20", help="explain so many disagreements, default 20")
    add_read_options(parser)
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="judge ordinary floating-point routes instead of a file",
    )
    parser.add_argument(
        "--peer",
        metavar="NAME",
        help="ask dp-accounting, opendp, cell-key-perturbation or mpmath-iv, and judge it",
    )
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def _add_reference(parser: argparse.ArgumentParser) -> None:
    """Add what is true: a law with its parameters, or a table."""
    add_law_options(parser)
    parser.add_argument("--epsilon", help=EPSILON_HELP + "; of the law, and where delta is taken")
    parser.add_argument("--keysize", help="number of keys of the law's table, such as 2^32")
    parser.add_argument(
        "--rule",
        default="ceiling",
        choices=RULES,
        help="how the law is quantised, default ceiling",
    )
    parser.add_argument("--table", help="the true table, instead of --law")
    parser.add_argument("--count", help="the count whose row is meant, where rows differ")


def reproduce(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert reproduce``."""
    parser.description = (
        "Recompute the values and statements that five papers print, say of each "
        "whether it agrees, draw their figures anew where the paper gives what is needed, and name "
        "what is not checked and not drawn, with the reason and the totals."
    )
    parser.epilog = (
        "Example: ptcert reproduce sadeghi-chien -o pages. Exit status: 0, or 2 for bad "
        "input; a misprint in a paper is a finding, not a failure."
    )
    parser.add_argument("paper", nargs="*", help="names of papers; default: all five")
    parser.add_argument("-o", "--output", help="write a page for each paper to this folder")
    parser.add_argument(
        "--as", dest="formats", default="html,md", help="formats of the pages, default html,md"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
