"""Arguments of ``ptcert test``: conclusions from released counts whose noise is known."""

import argparse

from reports.arguments.laws import add_law_options
from reports.arguments.parser import EPILOG
from reports.arguments.shared import EPSILON_HELP, add_read_options


def test(parser: argparse.ArgumentParser) -> None:
    """Add the tests, each with its arguments."""
    parser.description = "Test hypotheses on released counts, with the noise in the likelihood."
    parser.epilog = "Each test has its own help: ptcert test binomial --help. " + EPILOG
    tests = parser.add_subparsers(dest="test", required=True, metavar="TEST")
    _binomial(tests.add_parser("binomial", help="a share p from one released count of N"))
    _independence(
        tests.add_parser("independence", help="rows and columns of a released table of counts")
    )


def _binomial(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Test a share p from one released count of N people, exactly: likelihood ratio, p-value, "
        "critical value, level, power, and a confidence interval of p."
    )
    parser.epilog = (
        "Example: ptcert test binomial --n 80 --released 47 --p0 1/2 --law laplace --epsilon 1/2 "
        "--m 5 --power 0.7. " + EPILOG
    )
    parser.add_argument("--n", required=True, help="how many people were asked: the true N")
    parser.add_argument("--released", required=True, help="the released count")
    parser.add_argument("--p0", required=True, help="the hypothesis p = p0, such as 1/2")
    parser.add_argument(
        "--alpha", default="0.05", help="largest level of the critical value, default 0.05"
    )
    parser.add_argument(
        "--critical",
        help="a critical value of your own, such as 3.84; default: the smallest c "
        "with level <= alpha",
    )
    parser.add_argument(
        "--power",
        metavar="P",
        help="how likely the shares p0 and P are told apart: p0 is rejected if P is true (power of "
        "this test; in JSON power_of_p0), and P is rejected if p0 is true (what 6.2 of Rinott et "
        "al. calls power; in JSON power)",
    )
    parser.add_argument("--confidence", default="0.95", help="of the interval of p, default 0.95")
    add_noise_options(parser)
    add_output_options(parser)


def _independence(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Test whether the rows and columns of a released table are independent: the likelihood "
        "ratio test that knows the noise, beside the usual one that ignores it. The statistic is "
        "proved on both sides where that is possible."
    )
    parser.epilog = (
        "Example: ptcert test independence released.csv --law laplace --epsilon 1/2 --m 10. "
        + EPILOG
    )
    parser.add_argument(
        "released_table",
        metavar="RELEASED.csv",
        help="a grid with or without names, or a line a cell with a column 'released'; lines and "
        "columns called total, sum or all are left out",
    )
    parser.add_argument("--alpha", default="0.05", help="level of the conclusion, default 0.05")
    parser.add_argument(
        "--simulate",
        metavar="TABLES",
        help="estimate level and power of both tests by so many tables drawn from each fit",
    )
    parser.add_argument("--seed", default="1", help="of the simulation, default 1")
    parser.add_argument(
        "--enumerate",
        action="store_true",
        help="level and power between exact bounds, by all released tables: tiny tables only",
    )
    add_noise_options(parser)
    add_output_options(parser)


def add_noise_options(parser: argparse.ArgumentParser) -> None:
    """Add what the noise is: a law, a table, or none."""
    add_law_options(parser)
    parser.add_argument("--epsilon", help=f"of the law: {EPSILON_HELP}")
    parser.add_argument(
        "--table", dest="noise_table", metavar="TABLE", help="noise by a table in any known format"
    )
    parser.add_argument(
        "--no-noise", action="store_true", help="counts are released as they are: the usual tests"
    )
    add_read_options(parser)


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add where the answer goes."""
    parser.add_argument("-o", "--output", help="write the page to this .html, .md, .pdf, .txt file")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
    parser.add_argument(
        "--wide",
        action="store_true",
        default=argparse.SUPPRESS,
        help="whole lines, however narrow the terminal is",
    )
