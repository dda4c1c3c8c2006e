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
    parser.add_argument("file", help="a *.ptable.json file")
    parser.add_argument("--epsilon", required=True, help=_EPSILON_HELP)
    parser.add_argument("--delta", help="the audit fails if the tight delta is larger")
    parser.add_argument(
        "--cell-keys",
        choices=("xor4", "sum", "byte-fold"),
        default="xor4",
        help="how cell keys are made: XOR of four sums (the default), one sum, or its four bytes",
    )
    parser.add_argument(
        "--bigN", help="modulus of the sums; default: the largest prime below KEYSIZE for xor4"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


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
    parser.add_argument("--json", action="store_true", help="print JSON for machines")


if __name__ == "__main__":
    sys.exit(main())
