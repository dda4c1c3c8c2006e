"""The ``ptcert`` command: parses arguments, runs one command, turns errors into one line.

Exit status: 0 everything asked holds, 1 a claim fails, 2 bad input, 3 undecided.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from reports.arguments import certificates, comparing, tables
from reports.arguments.shared import BAD_INPUT, EPILOG, Parser
from reports.printing import complain, prepare_streams

HOLDS, UNDECIDED = 0, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    prepare_streams()
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
    complain(f"ptcert {command}", message)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ptcert",
        description="Prove what a perturbation table does before it is released.",
        epilog=EPILOG,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        tables.add_design,
        tables.add_audit,
        tables.add_lookup,
        tables.add_convert,
        certificates.add_certify,
        certificates.add_check,
        certificates.add_prove,
        certificates.add_report,
        comparing.add_compare,
        comparing.add_reproduce,
    ):
        add(commands)
    for command in commands.choices.values():
        command.add_argument(
            "--wide", action="store_true", help="whole lines, however narrow the terminal is"
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
