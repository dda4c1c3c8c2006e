"""Arguments of ``ptcert compare``."""

import argparse

from reports.arguments.shared import EPILOG, EPSILON_HELP, Commands, add_read_options

# The laws that other programs are compared with; `reports.commands.laws` makes them.
LAWS = ("maxent",)


def add_compare(commands: Commands) -> None:
    """Add ``ptcert compare``."""
    parser = commands.add_parser(
        "compare",
        help="is another program right, digit by digit",
        description="Judge what another program printed against the truth, or compare two tables.",
        epilog="Examples: ptcert compare out.csv --law maxent --epsilon 1/2 --D 25 --keysize 2^32; "
        "ptcert compare out.csv --table t.ptable.json; ptcert compare a.ptable.json b.csv. "
        + EPILOG,
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
    parser.add_argument("--law", choices=LAWS, help="the true law, with its parameters:")
    parser.add_argument("--D", help="largest noise of the law")
    parser.add_argument("--gamma", help="rate of the law exp(-gamma z^2)")
    parser.add_argument("--variance", help="variance of the law")
    parser.add_argument("--position", help="where gamma lies in (2.20), as in ptcert design")
    parser.add_argument("--epsilon", help=EPSILON_HELP + "; of the law, and where delta is taken")
    parser.add_argument("--keysize", help="number of keys of the law's table, such as 2^32")
    parser.add_argument(
        "--rule",
        default="ceiling",
        choices=("ceiling", "symmetric", "largest-remainder"),
        help="how the law is quantised, default ceiling",
    )
    parser.add_argument("--table", help="the true table, instead of --law")
    parser.add_argument("--count", help="the count whose row is meant, where rows differ")
