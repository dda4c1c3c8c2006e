"""From a privacy target, or from a law, to a table of integers."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from exact.design.asked import Asked, design
from exact.design.designed import Designed, NamedDesign
from exact.errors import InputError
from exact.keyorder.order import KeyOrder
from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.arguments.laws import given_parameters
from reports.commands.key_order import order_blocks, ordered
from reports.files import write_atomically
from reports.jsons import order_json
from reports.printing import say, say_json
from reports.progress import doing
from reports.views.design import design_blocks, design_json
from reports.views.named_design import named_design_blocks, named_design_json

if TYPE_CHECKING:
    from reports.commands.invariant_design import Said


def run_target(options: argparse.Namespace, order: KeyOrder | None) -> int:
    """Design the law, quantise it, write the table, and say what was done."""
    asked = Asked(
        epsilon=options.epsilon,
        delta=options.delta,
        keysize=options.keysize,
        rule=options.rule,
        guide=options.guide,
        best_gamma=options.best_gamma,
        anyway=options.anyway,
        law=options.law,
        parameters=given_parameters(options),
    )
    with doing("finding the law and its table"):
        made = design(asked)
    if isinstance(made, NamedDesign):
        if options.invariant is None:
            return _tell_named(replace(made, table=ordered(made.table, order)), options)
        from reports.commands.invariant_design import made_invariant

        made, said = made_invariant(made, options)
        return _tell_named(replace(made, table=ordered(made.table, order)), options, said)
    if options.invariant is not None:
        raise InputError("invariant", options.invariant, "goes with --law pram", "add it")
    if made.table is not None:
        made = replace(made, table=ordered(made.table, order))
    return _tell(made, options)


def _tell_named(made: NamedDesign, options: argparse.Namespace, first: "Said | None" = None) -> int:
    _write(made.table, options)
    order = made.table.key_order
    if options.json:
        more = {} if first is None else first.json
        say_json(named_design_json(made) | more | order_json(order))
    else:
        blocks = () if first is None else first.blocks
        own = named_design_blocks(made, options.output)
        say((*blocks, *own, *order_blocks(order)), options.wide)
    return 0


def _tell(made: Designed, options: argparse.Namespace) -> int:
    refused = made.table is None or (made.met is False and not options.anyway)
    if made.table is not None and not refused:
        _write(made.table, options)
    order = None if made.table is None else made.table.key_order
    if options.json:
        say_json(design_json(made) | order_json(order))
    else:
        blocks = design_blocks(made, None if refused else options.output)
        say((*blocks, *order_blocks(order)), options.wide)
    return 1 if made.met is False else 0


def _write(table: PTable, options: argparse.Namespace) -> None:
    if options.output is not None:
        write_atomically(Path(options.output), write_native(table))
