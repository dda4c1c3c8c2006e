"""The ``ptcert`` command: parses arguments, runs one command, turns errors into one line.

Exit status: 0 everything asked holds, 1 a claim fails, 2 bad input, 3 undecided.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

HOLDS, FAILS, BAD_INPUT, UNDECIDED = 0, 1, 2, 3

_EPILOG = "Exit status: 0 all that was asked holds, 1 a claim fails, 2 bad input, 3 undecided."
_EPSILON_HELP = "privacy parameter: 1/2, 0.5, ln(10) or ln(3/2); a decimal means what is written"


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(arguments)
    from exact.errors import InputError, Undecided

    try:
        command = import_module(f"reports.commands.{options.command}")
        status: int = command.run(options)
        sys.stdout.flush()
    except InputError as error:
        return _complain(options.command, str(error), BAD_INPUT)
    except Undecided as error:
        return _complain(options.command, f"undecided: {error}", UNDECIDED)
    except BrokenPipeError:
        # The reader of our output left early (as `head` does): not an error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return HOLDS
    return status


def _complain(command: str, message: str, status: int) -> int:
    one_line = " ".join(message.split())
    print(f"ptcert {command}: {one_line}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="ptcert",
        description="Prove what a perturbation table does before it is released.",
        epilog=_EPILOG,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_design(commands)
    _add_audit(commands)
    _add_lookup(commands)
    _add_certify(commands)
    _add_check(commands)
    _add_prove(commands)
    _add_convert(commands)
    return parser


def _add_design(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "design",
        help="from a privacy target to a table of integers",
        description="Find the smallest noise that reaches (epsilon, delta) and quantise it.",
        epilog="Example: ptcert design --epsilon 1/2 --delta 1e-4 --keysize 2^32 -o t.ptable.json. "
        + _EPILOG,
    )
    parser.add_argument("--epsilon", help=_EPSILON_HELP)
    parser.add_argument("--delta", help="target delta: the smallest D that reaches it is found")
    parser.add_argument("--D", help="largest noise, instead of --delta")
    parser.add_argument("--gamma", help="rate of the law exp(-gamma z^2), with --D")
    parser.add_argument("--variance", help="variance of the law, with --D")
    parser.add_argument(
        "--position", help="where gamma lies in [eps/(2D+1), eps/(2D-1)): 0 to 1, default 9/10"
    )
    parser.add_argument(
        "--best-gamma",
        action="store_true",
        help="with --epsilon and --D: the gamma of the smallest delta, proved by branch and bound",
    )
    parser.add_argument("--keysize", default="2^32", help="number of keys, default 2^32")
    parser.add_argument(
        "--rule",
        default="ceiling",
        choices=("ceiling", "symmetric", "largest-remainder", "recommended"),
        help="quantisation rule; 'recommended' takes the smallest delta; default ceiling",
    )
    parser.add_argument("-o", "--output", help="write the table to this *.ptable.json file")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def _add_audit(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "audit",
        help="what a table does to every count, and whether a claim holds",
        description="Measure a table exactly and compare it with a privacy target.",
        epilog="Example: ptcert audit t.ptable.json --epsilon 1/2 --delta 1e-4. " + _EPILOG,
    )
    parser.add_argument("file", nargs="+", help="a table in any known format (see README)")
    parser.add_argument("--epsilon", help=_EPSILON_HELP)
    parser.add_argument("--delta", help="the audit fails if the tight delta is larger")
    parser.add_argument(
        "--declare", help="claims to check: epsilon=1/2,delta=1e-4,variance=3,bias=0,noise=5"
    )
    parser.add_argument("--policy", help="TOML file that says which findings fail the audit")
    parser.add_argument(
        "--used-keys", help="audit the table as looked up with this many keys, such as 2^8"
    )
    parser.add_argument("--jobs", default="1", help="audit so many files at once, default 1")
    _add_read_options(parser)
    _add_key_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def _add_read_options(parser: argparse.ArgumentParser) -> None:
    formats = ("ons", "ess", "r-ptable", "tau-argus", "sas", "abs-lookup", "transition")
    parser.add_argument(
        "--format",
        choices=(*formats, "cellkey-json", "cellkey-yaml", "native"),
        help="how to read the file, where that is not clear from it",
    )
    parser.add_argument("--keys", help="keys of the table, such as 0..255")
    parser.add_argument("--beyond", help="counts past the last row: wrap:501:250, repeat or error")
    parser.add_argument(
        "--zero", choices=("preserve", "row", "none"), help="what a count of 0 does"
    )
    parser.add_argument(
        "--columns", choices=("values", "noise"), help="what heads a transition matrix"
    )


def _add_key_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cell-keys",
        choices=("xor4", "sum", "byte-fold"),
        help="how cell keys are made: XOR of four sums (the default), one sum, or its four bytes",
    )
    parser.add_argument(
        "--bigN", help="modulus of the sums; default: the largest prime below KEYSIZE for xor4"
    )


def _add_lookup(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "lookup",
        help="the noise that a cell key leads to",
        description="Look up the noise for a key, and for a true count the released count.",
        epilog="Example: ptcert lookup t.ptable.json --key 1200124. " + _EPILOG,
    )
    parser.add_argument("file", help="a *.ptable.json file")
    parser.add_argument("--key", required=True, help="cell key, from 0 to KEYSIZE - 1")
    parser.add_argument("--count", help="true count; needed where rows differ")
    _add_read_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def _add_certify(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "certify",
        help="a certificate whose every claim is proved and can be re-checked",
        description="Prove every claim about a table with z3 (and cvc5 where it is installed), "
        "write the certificate, and re-check it. Without FILE: the paper's Example 1.",
        epilog="Example: ptcert certify t.ptable.json --epsilon 1/2 --delta 1e-4 -o out. "
        + _EPILOG,
    )
    parser.add_argument("file", nargs="?", help="a *.ptable.json file")
    parser.add_argument("--epsilon", help=_EPSILON_HELP + "; default: as the table declares")
    parser.add_argument("--delta", help="the delta that is claimed at this epsilon")
    parser.add_argument(
        "--also", action="append", default=[], metavar="EPSILON", help="measure here too (repeat)"
    )
    parser.add_argument("--declare", help="declared moments, such as bias=0,variance=49")
    _add_key_options(parser)
    parser.add_argument(
        "--solver",
        action="append",
        default=[],
        choices=("z3", "cvc5"),
        help="ask this one (repeat)",
    )
    parser.add_argument("--smt", metavar="DIR", help="also write every problem as SMT-LIB 2")
    parser.add_argument(
        "-o", "--output", default="certified", help="folder to write to, default 'certified'"
    )
    _add_read_options(parser)
    parser.add_argument("--json", action="store_true", help="print the certificate")


def _add_check(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "check",
        help="re-check a certificate with the small checker",
        description="Compute every claim of a certificate anew, with the standard library alone.",
        epilog="Example: ptcert check out/t.certificate.json t.ptable.json. " + _EPILOG,
    )
    parser.add_argument("certificate", help="a *.certificate.json file")
    parser.add_argument("table", nargs="?", help="the table file: its SHA-256 must be certified")


def _add_prove(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "prove",
        help="ask a solver again all problems of a certificate",
        description="Re-prove the SMT-LIB problems that certify --smt wrote.",
        epilog="Example: ptcert prove problems --solver cvc5. " + _EPILOG,
    )
    parser.add_argument("folder", help="folder of *.smt2 files")
    parser.add_argument("--solver", choices=("z3", "cvc5"), default="z3", help="default z3")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


def _add_convert(commands: "argparse._SubParsersAction[_Parser]") -> None:
    parser = commands.add_parser(
        "convert",
        help="write a table in another format",
        description="Read a table in any known format and write it in another, or refuse and say "
        "what would be lost.",
        epilog="Example: ptcert convert ptable.csv ptable.ptable.json --to native. " + _EPILOG,
    )
    parser.add_argument("file", help="a table in any known format")
    parser.add_argument("output", help="file to write")
    parser.add_argument("--to", help="format to write; default: by the name of the output")
    _add_read_options(parser)


if __name__ == "__main__":
    sys.exit(main())
