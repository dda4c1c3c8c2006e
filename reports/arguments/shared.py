"""What several commands have in common: how to read a file, how keys are made."""

import argparse

from exact.formats.registry import NAMES

EPSILON_HELP = "privacy parameter: 1/2, 0.5, ln(10) or ln(3/2); a decimal means what is written"


def add_read_options(parser: argparse.ArgumentParser, holes: bool = False) -> None:
    """Add what the user may say about how to read a table; ``holes`` where they are looked at."""
    parser.add_argument(
        "--format", choices=NAMES, help="how to read the file, where that is not clear from it"
    )
    parser.add_argument("--keys", help="keys of the table, such as 0..255")
    parser.add_argument("--beyond", help="counts past the last row: wrap:501:250, repeat or error")
    parser.add_argument(
        "--zero", choices=("preserve", "row", "none"), help="what a count of 0 does"
    )
    if holes:
        parser.add_argument(
            "--holes", help="released values that are meant never to occur, such as 1..2"
        )
    parser.add_argument("--sheet", help="the sheet with the table, where a workbook has several")
    parser.add_argument(
        "--columns", choices=("values", "noise"), help="what heads a transition matrix"
    )


def add_signing(parser: argparse.ArgumentParser) -> None:
    """Add who releases a table, who signs for it, and when."""
    parser.add_argument("--agency", help="who releases the table, for page one of the report")
    parser.add_argument(
        "--signed-by",
        action="append",
        default=[],
        metavar="NAME",
        help="who releases it; given twice, also who checked it; default: lines to fill in",
    )
    parser.add_argument("--date", help="day of the report, as 2026-03-01; default: to fill in")


def add_normalise(parser: argparse.ArgumentParser) -> None:
    """Add ``--normalise``."""
    parser.add_argument(
        "--normalise",
        action="store_true",
        help="divide each row of a printed matrix by its sum (off by a hundredth at most), "
        "and say so in a finding",
    )


def add_first_pair(to: argparse._ActionsContainer, more: str = "") -> None:
    """Add how the pair (0, 1) counts; ``more`` says what else the default is here."""
    to.add_argument(
        "--first-pair",
        metavar="PAIR",
        help="how the counts 0 and 1 are protected from each other: include, as all others are "
        "(the default, wherever a delta is asked for), exclude, which the verdict says, or a "
        f"delta of their own, such as cap:0.3{more}",
    )


def add_key_options(parser: argparse.ArgumentParser) -> None:
    """Add how cell keys are made."""
    parser.add_argument(
        "--cell-keys",
        choices=("xor4", "sum", "byte-fold"),
        help="how cell keys are made: XOR of four sums (the default), one sum, or its four bytes",
    )
    parser.add_argument(
        "--bigN", help="modulus of the sums; default: the largest prime below KEYSIZE for xor4"
    )


def add_key_order(parser: argparse.ArgumentParser) -> None:
    """Add ``--key-order`` and its text."""
    parser.add_argument(
        "--key-order",
        choices=("mixed",),
        help="'mixed': look up each key at its place in a published mixing of all keys, so that "
        "noise does not rise with the key (docs/key-orders.md)",
    )
    parser.add_argument(
        "--key-order-key",
        metavar="TEXT",
        help="the published text that the mixing is made from, default ptcert",
    )
