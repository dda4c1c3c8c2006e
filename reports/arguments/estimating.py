"""Arguments of ``ptcert estimate``: true counts from released ones."""

import argparse

from reports.arguments.parser import EPILOG
from reports.arguments.testing import add_noise_options


def estimate(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert estimate``."""
    parser.description = (
        "Estimate true counts from released ones whose noise is known: one count, a sum, a "
        "difference, a share, or how many cells had each value; intervals are exact."
    )
    parser.epilog = (
        "Example: ptcert estimate --released 12,30 --minus 25 --law laplace --epsilon 1/2 --m 10. "
        + EPILOG
    )
    parser.add_argument(
        "--released", metavar="X,Y", help="the released count, or several that are added"
    )
    parser.add_argument("--minus", metavar="X,Y", help="released counts that are taken off")
    parser.add_argument(
        "--rest", metavar="X,Y", help="released counts of the others: the share of --released"
    )
    parser.add_argument(
        "--prior",
        metavar="PRIOR",
        help="what was believed before: 0..100 (all equally likely), weights 0:1/2,1:1/3,5:1/6, or "
        "a CSV file of counts and weights; gives the posterior",
    )
    parser.add_argument(
        "--frequencies",
        metavar="N,N",
        help="with --table: how many cells were released as 0, 1, 2 ...; estimates how many had "
        "each true value",
    )
    parser.add_argument("--confidence", default="0.95", help="of the intervals, default 0.95")
    add_noise_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
