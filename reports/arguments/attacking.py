"""Arguments of ``ptcert attack``: what an attacker can do with a table."""

import argparse

from reports.arguments.parser import EPILOG
from reports.arguments.shared import add_read_options

ATTACKS = ("averaging", "bound", "margins", "differencing", "learning")


def attack(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert attack``."""
    parser.description = (
        "Compute exactly what known attacks do to a table: averaging many partitions, revealing "
        "the noise bound, adding up cells and margins, differencing, learning the table."
    )
    parser.epilog = "Example: ptcert attack t.ptable.json --cell-keys sum. " + EPILOG
    parser.add_argument("file", help="a table in any known format")
    parser.add_argument(
        "--attack", choices=ATTACKS, help="this attack alone; default: one after the other"
    )
    parser.add_argument(
        "--cell-keys",
        choices=("independent", "sum"),
        default="independent",
        help="how keys of cells and of their margins are made: independent (the default, as from "
        "a pseudorandom function), or sums, so that a margin's key is the sum of its cells'",
    )
    parser.add_argument(
        "--count", help="the true count that is attacked; default: cells in the table's last row"
    )
    parser.add_argument("--categories", help="cells of one partition, default 2")
    parser.add_argument(
        "--cells", help="their true counts, such as 3,4,5; default: equal, as far as possible"
    )
    parser.add_argument("--partitions", help="averaging: the probability with so many, too")
    parser.add_argument(
        "--confidence",
        help="how sure the attacker wants to be, such as 0.9; default 0.95 and 0.99, and for "
        "the noise bound 0.68 as in the paper",
    )
    parser.add_argument(
        "--outputs", help="published triples women + men = all; default 28000000, as in the paper"
    )
    parser.add_argument(
        "--variance", help="look for the least noise bound for this variance, not the table's own"
    )
    parser.add_argument("-o", "--output", help="write the page to this .html, .md, .pdf, .txt file")
    add_read_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
