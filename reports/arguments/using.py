"""Arguments of the commands for those who use released counts: utility."""

import argparse

from reports.arguments.laws import add_law_options
from reports.arguments.parser import EPILOG
from reports.arguments.shared import EPSILON_HELP, add_normalise, add_read_options


def utility(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert utility``."""
    parser.description = (
        "Say what tables cost the users of these counts: expected losses and their exact laws, "
        "false zeros, shares, percentages, by size of count; chi-square, Cramer's V and the risk "
        "measure RM by seeded simulation."
    )
    parser.epilog = (
        "Examples: ptcert utility a.ptable.json b.csv counts.csv; "
        "ptcert utility counts.csv --law laplace --epsilon 1/2 --m 7. " + EPILOG
    )
    parser.add_argument(
        "file",
        nargs="+",
        help="tables in any known format, and last the true counts (CSV): a two-way table, a "
        "list, or a line for each cell with a column 'count'; margins are left out",
    )
    add_law_options(parser)
    parser.add_argument("--epsilon", help=EPSILON_HELP + "; of the law, and where delta is taken")
    parser.add_argument(
        "--small",
        choices=("clip",),
        help="counts below a table's first row: 'clip' takes that row and sets negatives to zero",
    )
    parser.add_argument("--within", help="distances k of 'released within k', default 0,1,2,3,5,10")
    parser.add_argument("--draws", help="released tables that are simulated, default 1000; 0: none")
    parser.add_argument("--seed", help="seed of the simulation, default 1")
    parser.add_argument(
        "--average-weight",
        help="mean survey weight: the losses of weighted counts W + p w too, p the noise of the "
        "sample count (Shlomo-Krenzke-Li (4))",
    )
    parser.add_argument(
        "--weighted",
        metavar="FILE",
        help="weighted counts in the layout of the counts: the losses of W + p W/n too, n the "
        "sample count of the cell (Shlomo-Krenzke-Li (5))",
    )
    parser.add_argument(
        "--additive",
        choices=("least-squares", "ipf"),
        help="what it costs to make cells add up to margins that have noise of their own, by least "
        "squares or iterative proportional fitting, and whole rounding",
    )
    parser.add_argument("-o", "--output", help="write the page to this .html, .md, .pdf, .txt file")
    _add_map(parser)
    add_read_options(parser)
    add_normalise(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def _add_map(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "risk-utility map",
        "Complete tables for every combination of --D, --variance and --js, such as 3..6 or "
        "1,3/2,2: delta at --epsilon (a list, too) against the expected loss of the counts, the "
        "efficient ones marked.",
    )
    group.add_argument("--map", action="store_true", help="make the map of a family of designs")
    group.add_argument("--js", help="released values 1..js never occur; a list, default 0")
    group.add_argument("--keysize", help="number of keys of the designs, default 2^16")
    group.add_argument(
        "--criterion",
        choices=("entropy", "privacy"),
        help="designs of the largest entropy (default, as R ptable), or of the smallest delta",
    )
    group.add_argument(
        "--loss", choices=("l1", "l2", "l3", "hellinger2"), help="loss of the map, default l1"
    )
    group.add_argument("--csv", help="write the map to this .csv file")
