"""The ``ptcert`` command: parses arguments, runs one command, turns errors into one line.

Exit status: 0 everything asked holds, 1 a claim fails, 2 bad input, 3 undecided; without an answer
74 the output could not be written, 130 interrupted, 141 the reader of the output left.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from reports.arguments import BAD_INPUT
from reports.interrupts import always_obeyed
from reports.printing import OutputLost, complain, discard_output, flush, prepare_streams

if TYPE_CHECKING:
    import argparse

UNDECIDED = 3
# EX_IOERR of sysexits.h: neither the table nor the input is at fault, and no verdict was heard.
UNWRITTEN = 74
# As a shell tells of a process that SIGINT or SIGPIPE ended: 128 + 2, 128 + 13.
INTERRUPTED, UNHEARD = 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        with always_obeyed():
            prepare_streams()
            status = _answered(arguments)
            _check_heard(status)
    except BrokenPipeError:
        # The reader left early (as `head` does). The answer was not heard: 0 would say it holds.
        discard_output()
        return UNHEARD
    except OutputLost as error:
        complain("ptcert", str(error))
        discard_output()
        return UNWRITTEN
    except KeyboardInterrupt:
        complain("ptcert", "interrupted")
        discard_output()
        return INTERRUPTED
    return status


def _check_heard(status: int) -> None:
    """See that all of the answer left; of bad input there is none."""
    try:
        flush()
    except OutputLost:
        if status != BAD_INPUT:
            raise
        discard_output()


def _check_files(options: "argparse.Namespace") -> None:
    """See that no file is written over one that is read."""
    from reports.arguments.parser import READ, WRITTEN
    from reports.files import check_apart

    given, written = vars(options), WRITTEN[options.command]
    read = [given.get(name) for name in READ if name not in written]
    names = [one for value in read for one in (value if isinstance(value, list) else [value])]
    outputs = {name: given[name] for name in written if given.get(name) is not None}
    check_apart([name for name in names if name], outputs)


def _answered(arguments: Sequence[str] | None) -> int:
    """Parse the arguments, run the command, and turn what is wrong into one line."""
    from reports.arguments.parser import parser  # what takes time, where an interrupt is caught

    try:
        options, _ = parser().parse_known_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    from exact.errors import InputError, Undecided

    command = f"ptcert {options.command}"
    options.main = main  # the local page answers by running commands
    try:
        _check_files(options)
        status: int = import_module(f"reports.commands.{options.command}").run(options)
    except InputError as error:
        complain(command, str(error))
        return BAD_INPUT
    except Undecided as error:
        complain(command, f"undecided: {error}")
        return UNDECIDED
    except MemoryError:
        complain(command, "undecided: there is not enough memory")
        return UNDECIDED
    except BrokenPipeError:
        raise  # of standard output
    except OSError as error:  # no more files, no more processes: that is no verdict
        complain(command, f"undecided: the system refused ({error.strerror})")
        return UNDECIDED
    return status


if __name__ == "__main__":
    sys.exit(main())
