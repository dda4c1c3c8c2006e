"""Arguments of ``ptcert design --complete``: the rules of a table with a row for every count."""

import argparse

from reports.arguments.shared import add_first_pair

SMALL = ("clip", "normalise", "optimise", "program")
CRITERIA = ("entropy", "privacy", "variance")
# The options that only --complete reads, each None or False where it was not given.
COMPLETE_ONLY = (
    *("exact_variance", "holes", "js", "zero", "criterion", "rows", "pstay", "monotone"),
    *("unimodal", "allow_bias", "first_pair", "proof", "leaves", "small"),
)


def add_complete_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--complete`` and what only it reads."""
    group = parser.add_argument_group(
        "complete tables",
        "A row for every count with the best whole keys, and a proved bound for every other table. "
        "The proof is kept by --proof, and 'certify --proof' makes a claim of it.",
    )
    group.add_argument(
        "--complete",
        action="store_true",
        help="make a complete table of --D, --variance (at most) and --keysize; "
        "D and variance may differ by row: 3,4,5 are for the counts 1, 2 and all later ones",
    )
    group.add_argument(
        "--criterion",
        choices=CRITERIA,
        help="'entropy': as R ptable, row by row; 'privacy', the default: the smallest delta at "
        "--epsilon, or the smallest epsilon for --delta; 'variance': the least variance for both",
    )
    group.add_argument("--holes", help="released values that never occur, such as 1..2")
    group.add_argument("--js", help="the same as --holes 1..JS")
    group.add_argument(
        "--zero", choices=("preserve", "row"), help="a count of 0 stays (default), or has a row"
    )
    group.add_argument(
        "--small",
        choices=SMALL,
        help="with --law: the counts below the largest noise by setting negative results to zero, "
        "by leaving such noise out ('normalise', the default) or by the smallest delta",
    )
    group.add_argument("--rows", help="the last count with a row of its own; it repeats")
    group.add_argument("--pstay", help="least probability of noise 0, by row as --D")
    add_first_pair(group, "; without --delta the default is exclude")
    group.add_argument(
        "--proof",
        metavar="FILE",
        help="write the proof of the bound, for 'certify --proof'; of --small program for 'check'",
    )
    group.add_argument(
        "--leaves",
        metavar="N",
        help="search for the proof that no table is better up to N leaves; default by the size, at "
        "most 100; with 1 it takes a first table and the bound of all real ones, in half a second. "
        "Ctrl-C ends the search and keeps the best table so far with its bound",
    )
    for name, meaning in (
        ("--exact-variance", "the variance is V, not at most V"),
        ("--monotone", "probabilities rise up to noise 0, as R ptable's mono"),
        ("--unimodal", "probabilities have one peak, at the noise nearest to 0"),
        ("--allow-bias", "rows need not be unbiased"),
    ):
        group.add_argument(name, action="store_true", help=meaning)
