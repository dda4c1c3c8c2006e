"""Arguments that name a law with its parameters; `reports.commands.laws` makes it."""

import argparse

LAWS = ("maxent", "laplace", "truncated-normal", "count-query", "hellinger")
RULES = ("ceiling", "symmetric", "largest-remainder")


def add_law_options(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add ``--law`` and what fixes it beside ``--epsilon``."""
    parser.add_argument(
        "--law",
        choices=LAWS,
        default=default,
        help="maxent (--D), laplace or truncated-normal (--m), count-query (--D, --eta), "
        "hellinger (--m, --last-count)" + (f"; default {default}" if default else ""),
    )
    parser.add_argument("--D", help="largest noise")
    parser.add_argument("--m", help="largest noise of laplace and truncated-normal")
    parser.add_argument("--eta", help="probability of no noise, of count-query")
    parser.add_argument("--last-count", help="last row of hellinger, which has a row a count")
    parser.add_argument("--gamma", help="rate of maxent, exp(-gamma z^2), instead of --epsilon")
    parser.add_argument("--variance", help="variance of maxent, instead of --epsilon")
    parser.add_argument(
        "--position", help="where gamma lies in [eps/(2D+1), eps/(2D-1)): 0 to 1, default 9/10"
    )


def add_law_table_options(parser: argparse.ArgumentParser) -> None:
    """Add a law in place of a file: its parameters, its keys and its rule."""
    add_law_options(parser)
    parser.add_argument("--keysize", help="number of keys of the law's table, default 2^32")
    parser.add_argument("--rule", choices=RULES, default="ceiling", help="default ceiling")
