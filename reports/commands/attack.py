"""``ptcert attack``: what an attacker can do with a table."""

import argparse
from dataclasses import replace
from pathlib import Path

from exact.attacks.averaging import MAX_PARTITIONS
from exact.attacks.on_table.all_attacks import attacked
from exact.attacks.on_table.asked import LEVELS, USUAL_OUTPUTS, Asked, partition_of
from exact.attacks.tuples_needed import CONFIDENCE, MAX_OUTPUTS
from exact.numbers.guard import integer, probability, rational
from exact.table.ptable import PTable
from reports.commands.reading import options_of, refuse_given
from reports.content.attacks.page import attack_page
from reports.content.publish import SUFFIXES, write_document
from reports.document.blocks import Document
from reports.document.making import lines
from reports.files import check_suffix, output_path
from reports.inputs import read_table
from reports.printing import say, say_json, say_lines
from reports.progress import doing
from reports.views.attack import attack_json

# Of what describes an attack, what each does not ask.
_UNUSED = {
    "averaging": ("outputs", "variance"),
    "bound": ("categories", "cells", "partitions"),
    "margins": ("partitions", "outputs", "variance"),
    "differencing": ("categories", "cells", "partitions", "confidence", "outputs", "variance"),
    "learning": ("count", "categories", "cells", "partitions", "outputs", "variance"),
}


def run(options: argparse.Namespace) -> int:
    """Attack a table, and print or write what came of it."""
    if options.attack is not None:
        rule = f"is not used by the attack {options.attack}"
        refuse_given(options, _UNUSED[options.attack], rule, "leave it out")
    target = None if options.output is None else _target(options)
    partitions = options.partitions
    if partitions is not None:
        partitions = integer(partitions, "partitions", 1, MAX_PARTITIONS)
    table, digest = read_table(options.file, options_of(options))
    asked = _asked(table, options)
    with doing("attacking the table"):
        found = attacked(asked, options.attack, partitions)
    name = Path(options.file).name
    if target is not None:
        with doing("making the page"):
            page = attack_page(name, asked, found)
            write_document(_titled(page, name) if target.suffix == ".txt" else page, target)
    if options.json:
        say_json(attack_json(asked, found, digest))
    elif target is not None:
        say_lines(f"Page written to {options.output}", wide=options.wide)
    else:
        page = _titled(attack_page(name, asked, found), name)
        say((*page.summary, *page.sections), options.wide)
    return 0


def _titled(page: Document, name: str) -> Document:
    """Return a page whose first line names the table: plain text does not show its title."""
    title = lines(f"{name}: what an attacker can do with it")
    return replace(page, summary=(title, *page.summary))


def _asked(table: PTable, options: argparse.Namespace) -> Asked:
    given = options.confidence
    level = None if given is None else probability(given, "confidence")
    outputs, variance = options.outputs, options.variance
    return Asked(
        table,
        partition_of(table, options.count, options.categories, options.cells),
        options.cell_keys,
        LEVELS if level is None else (level,),
        CONFIDENCE if level is None else level,
        USUAL_OUTPUTS if outputs is None else integer(outputs, "outputs", 1, MAX_OUTPUTS),
        None if variance is None else rational(variance, "variance"),
    )


def _target(options: argparse.Namespace) -> Path:
    target = output_path(options.output)
    check_suffix(target, SUFFIXES)
    return target
