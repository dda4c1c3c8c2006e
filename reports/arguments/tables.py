"""Arguments of the commands about a table: design, audit, lookup, convert."""

import argparse

from exact.formats.registry import WRITTEN
from exact.quantiser.names import RULES
from reports.arguments.complete import add_complete_options
from reports.arguments.laws import add_law_options, add_law_table_options
from reports.arguments.parser import EPILOG
from reports.arguments.shared import (
    EPSILON_HELP,
    add_first_pair,
    add_key_options,
    add_key_order,
    add_normalise,
    add_read_options,
)


def design(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert design``."""
    parser.description = (
        "Find noise that reaches (epsilon, delta), by the paper's guide or the "
        "smallest of all, and quantise it so that the table itself reaches it."
    )
    parser.epilog = (
        "Example: ptcert design --epsilon 1/2 --delta 1e-4 --keysize 2^32 -o t.ptable.json. "
        + EPILOG
    )
    parser.add_argument("--epsilon", help=EPSILON_HELP)
    parser.add_argument("--delta", help="target delta of the table at this epsilon")
    parser.add_argument(
        "--guide",
        choices=("paper", "smallest"),
        help="with --delta: 'paper' takes the smallest D of the paper's gamma, the default; "
        "'smallest' the smallest D of any gamma, and of its kinks the smallest variance",
    )
    add_law_options(parser, default="maxent")
    parser.add_argument(
        "--best-gamma",
        action="store_true",
        help="the gamma of the smallest delta of all, proved: for --D, or with --delta for the "
        "smallest D that it makes reach the target",
    )
    parser.add_argument(
        "--invariant",
        metavar="COUNTS",
        help="with --law pram --reading block: made invariant for the counts of this CSV file by "
        "the two-stage algorithm, so that as many cells of each value are expected as there are",
    )
    parser.add_argument("--keysize", default="2^32", help="number of keys, default 2^32")
    parser.add_argument(
        "--rule",
        choices=(*RULES, "recommended"),
        help="quantisation rule; 'recommended' takes the smallest delta; default ceiling, or with "
        "--delta another one where ceiling misses the target",
    )
    parser.add_argument(
        "--anyway", action="store_true", help="write the nearest table if none meets the target"
    )
    add_key_order(parser)
    add_complete_options(parser)
    parser.add_argument("-o", "--output", help="write the table to this *.ptable.json file")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def audit(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert audit``."""
    parser.description = "Measure a table exactly and compare it with a privacy target."
    parser.epilog = (
        "Example: ptcert audit t.ptable.json --epsilon 1/2 --delta 1e-4; or "
        "ptcert audit --law laplace --epsilon 1 --m 10. " + EPILOG
    )
    parser.add_argument("file", nargs="*", help="tables in any known format (see docs/formats.md)")
    add_law_table_options(parser)
    parser.add_argument("--epsilon", help=EPSILON_HELP + "; default: as the table declares")
    parser.add_argument("--delta", help="the audit fails if the tight delta is larger")
    add_first_pair(parser)
    parser.add_argument(
        "--declare",
        help="claims to check: epsilon=1/2,delta=1e-4,variance=3±1e-6,bias=0,noise=5,holes=1..2; "
        "also R ptable's pstay and mono: stay=1/2,monotone=yes",
    )
    parser.add_argument("--policy", help="TOML file that says which findings fail the audit")
    parser.add_argument(
        "--used-keys", help="audit the table as looked up with this many keys, such as 2^8"
    )
    parser.add_argument(
        "--outputs",
        help="published triples F + M = T, such as 28000000: do they give the bound away?",
    )
    parser.add_argument(
        "--best",
        metavar="PATH",
        help="say how far the table is from the best with the same noise, variances and holes at "
        "--epsilon, and write that one to this .json file",
    )
    parser.add_argument("--jobs", default="1", help="audit so many files at once, default 1")
    parser.add_argument(
        "-o", "--output", help="write the audit to this .html, .md, .pdf, .txt or .json file"
    )
    add_read_options(parser, holes=True)
    add_normalise(parser)
    add_key_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def lookup(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert lookup``."""
    parser.description = "Look up the noise for a key, and for a true count the released count."
    parser.epilog = "Example: ptcert lookup t.ptable.json --key 1200124. " + EPILOG
    parser.add_argument("file", help="a table in any known format")
    parser.add_argument(
        "--key", required=True, help="cell key, as the file numbers it; 0.25 in a file of intervals"
    )
    parser.add_argument("--count", help="true count; needed where rows differ")
    add_read_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def convert(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert convert``."""
    parser.description = (
        "Read a table in any known format and write it in another, or refuse and say "
        "what would be lost."
    )
    parser.epilog = "Example: ptcert convert ptable.csv ptable.ptable.json --to native. " + EPILOG
    parser.add_argument("file", help="a table in any known format")
    parser.add_argument("output", help="file to write")
    parser.add_argument(
        "--to", choices=WRITTEN, help="format to write; default: by the name of the output"
    )
    add_key_order(parser)
    add_read_options(parser, holes=True)
    add_normalise(parser)
