"""Arguments of the commands about a certificate: certify, check, prove, report."""

import argparse

from reports.arguments.laws import add_law_table_options
from reports.arguments.parser import EPILOG
from reports.arguments.shared import (
    EPSILON_HELP,
    add_first_pair,
    add_key_options,
    add_read_options,
    add_signing,
)


def _add_formats(parser: argparse.ArgumentParser) -> None:
    formats = "html,pdf,md"
    parser.add_argument(
        "--as", dest="formats", default=formats, help=f"formats of the report, default {formats}"
    )


def certify(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert certify``."""
    parser.description = (
        "Prove every claim about a table with z3 (and cvc5 where it is installed), "
        "write the certificate, and re-check it. Without FILE and --law: the paper's Example 1."
    )
    parser.epilog = (
        "Example: ptcert certify t.ptable.json --epsilon 1/2 --delta 1e-4 -o out. " + EPILOG
    )
    parser.add_argument("file", nargs="?", help="a table in any known format")
    parser.add_argument("--epsilon", help=EPSILON_HELP + "; default: as the table declares")
    add_law_table_options(parser)
    parser.add_argument("--delta", help="the delta that is claimed at this epsilon")
    add_first_pair(parser)
    parser.add_argument(
        "--also", action="append", default=[], metavar="EPSILON", help="measure here too (repeat)"
    )
    parser.add_argument(
        "--declare", help="claims to check: epsilon=1/2,delta=1e-4,variance=3±1e-6,bias=0,noise=5"
    )
    parser.add_argument("--policy", help="TOML file that says which findings are errors")
    parser.add_argument(
        "--proof",
        metavar="FILE",
        help="claim optimality too, by what 'design --complete --proof' wrote",
    )
    add_key_options(parser)
    parser.add_argument(
        "--solver",
        action="append",
        default=[],
        choices=("z3", "cvc5"),
        help="ask this one (repeat)",
    )
    parser.add_argument("--smt", metavar="DIR", help="also write every problem as SMT-LIB 2")
    parser.add_argument(
        "--coq", metavar="DIR", help="also write Coq source whose theorem is about this table"
    )
    parser.add_argument(
        "-o", "--output", default="certified", help="folder to write to, default 'certified'"
    )
    _add_formats(parser)
    add_signing(parser)
    add_read_options(parser, holes=True)
    parser.add_argument("--json", action="store_true", help="print the certificate")


def check(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert check``."""
    parser.description = (
        "Compute every claim of a certificate anew, with the standard library alone."
    )
    parser.epilog = "Example: ptcert check out/t.certificate.json t.ptable.json. " + EPILOG
    parser.add_argument("certificate", help="a *.certificate.json file")
    parser.add_argument("table", nargs="?", help="the table file: its SHA-256 must be certified")


def prove(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert prove``."""
    parser.description = (
        "Ask a solver again all the problems that follow from a certificate, and with "
        "--smt compare the files of a folder with them; or, with --coq, let Coq's kernel check a "
        "theorem about the table, and record that in the certificate and its report. A folder of "
        "problems alone can be asked too: its answers are tied to no certificate."
    )
    parser.epilog = (
        "Examples: ptcert prove out/t.certificate.json --smt problems --solver cvc5; "
        "ptcert prove out/t.certificate.json --coq. " + EPILOG
    )
    parser.add_argument("path", help="a *.certificate.json, or a folder of *.smt2 files")
    parser.add_argument("--solver", choices=("z3", "cvc5"), default="z3", help="default z3")
    parser.add_argument(
        "--smt", metavar="DIR", help="compare the files of certify --smt with the problems"
    )
    parser.add_argument("--coq", action="store_true", help="compile Coq source; needs coqc")
    parser.add_argument(
        "--work",
        metavar="DIR",
        help="where to write the Coq source, default beside the certificate (it is not read)",
    )
    _add_formats(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def report(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert report``."""
    parser.description = (
        "Make the report of a certificate again from the certificate alone, as HTML, "
        "PDF and Markdown. With several files (certificates or tables): a comparison."
    )
    parser.epilog = "Example: ptcert report out/t.certificate.json -o out. " + EPILOG
    parser.add_argument("file", nargs="+", help="a *.certificate.json; in a comparison also tables")
    parser.add_argument(
        "--prove",
        action="store_true",
        help="ask the solvers (and Coq) again instead of taking their answers as recorded",
    )
    parser.add_argument("--name", help="title of the table in the report; default: the file's name")
    add_first_pair(parser, "; for a comparison: include or exclude")
    parser.add_argument(
        "--epsilon",
        action="append",
        default=[],
        help="compare delta here (repeat); default: where the files declare it",
    )
    _add_formats(parser)
    add_signing(parser)
    parser.add_argument(
        "-o", "--output", help="folder to write to, default: that of the first file"
    )
    add_read_options(parser)
    parser.add_argument("--json", action="store_true", help="print the files written as JSON")
