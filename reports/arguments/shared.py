"""What several commands have in common: how to read a file, how keys are made, exit status."""

import argparse
from typing import NoReturn, TypeAlias

from exact.formats.registry import NAMES
from reports.printing import complain, say_help, say_lines

BAD_INPUT = 2
EPILOG = (
    "Exit status: 0 all that was asked holds, 1 a claim fails, 2 bad input, 3 undecided; 74 the "
    "output could not be written, 130 interrupted, 141 the reader of the output left."
)
EPSILON_HELP = "privacy parameter: 1/2, 0.5, ln(10) or ln(3/2); a decimal means what is written"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help goes through the door."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where help is."""
        complain(self.prog, f"{message}; see {self.prog} --help")
        self.exit(BAD_INPUT)

    def print_help(self, file: object = None) -> None:
        """Print the help on standard output."""
        say_help(self.format_help())


class Version(argparse.Action):
    """Print the version of the installed package, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it."""
        from importlib.metadata import version

        say_lines(f"ptcert {version('ptcert')}")
        parser.exit()


class Completion(argparse.Action):
    """Print what makes a shell complete the commands, and end."""

    def __call__(
        self, parser: argparse.ArgumentParser, _: argparse.Namespace, shell: object, *__: object
    ) -> None:
        """Print it for the shell that was named."""
        from reports.arguments.completion import SHELLS
        from reports.arguments.tree import commands

        say_lines(*SHELLS[str(shell)](commands(parser)).splitlines(), wide=True)
        parser.exit()


# The class is generic for the type checker alone.
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def add_read_options(parser: argparse.ArgumentParser) -> None:
    """Add what the user may say about how to read a table."""
    parser.add_argument(
        "--format", choices=NAMES, help="how to read the file, where that is not clear from it"
    )
    parser.add_argument("--keys", help="keys of the table, such as 0..255")
    parser.add_argument("--beyond", help="counts past the last row: wrap:501:250, repeat or error")
    parser.add_argument(
        "--zero", choices=("preserve", "row", "none"), help="what a count of 0 does"
    )
    parser.add_argument(
        "--holes", help="released values that are meant never to occur, such as 1..2"
    )
    parser.add_argument("--sheet", help="the sheet with the table, where a workbook has several")
    parser.add_argument(
        "--columns", choices=("values", "noise"), help="what heads a transition matrix"
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
