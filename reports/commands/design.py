"""``ptcert design``: a table of integers, complete or for a privacy target or a law."""

import argparse

from exact.errors import InputError
from reports.commands.complete_rules import refuse_without_complete
from reports.commands.key_order import asked_order
from reports.files import check_suffix, output_path


def run(options: argparse.Namespace) -> int:
    """Design the table, write it, and say what was done; what is not asked for is not loaded."""
    if options.output is not None:
        check_suffix(
            output_path(options.output), (".json",), "; ptcert convert writes other formats"
        )
    order = asked_order(options)
    if options.complete and options.invariant is not None:
        raise InputError("invariant", options.invariant, "goes with --law pram", "add it")
    if options.complete:
        from reports.commands.complete_design import run_complete

        return run_complete(options, order)
    refuse_without_complete(options)
    from reports.commands.target_design import run_target

    return run_target(options, order)
