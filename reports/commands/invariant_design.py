"""``ptcert design --law pram --invariant COUNTS.csv``: the two-stage algorithm."""

import argparse
from dataclasses import dataclass, replace

from exact.design.designed import NamedDesign
from exact.errors import InputError
from exact.laws.named.pram import Pram
from exact.mechanisms.invariant_table import Invariant, invariant_table
from reports.commands.utility import read_counts_file
from reports.document.blocks import Block, Paragraph
from reports.document.making import Cell, facts
from reports.jsons import rational_json
from reports.numbers import rational, whole

_SAID = (
    "The table is made from these counts: what it does to one count is that of any table, and what "
    "the choice of the table itself gives away is not covered. A count of 0 may change where "
    "empty cells have uniform, independent keys, as is assumed here; a count alone in its block "
    "does not, for no other value can take its place."
)


@dataclass(frozen=True, slots=True)
class Said:
    """How far the expected numbers of cells are from the true ones, for people and machines."""

    blocks: tuple[Block, ...]
    json: dict[str, object]


def made_invariant(made: NamedDesign, options: argparse.Namespace) -> tuple[NamedDesign, Said]:
    """Return the design with the invariant table instead of its own."""
    if not isinstance(made.law, Pram) or made.law.reading != "block":
        rule = "keeps every count in its block, which needs --law pram --reading block"
        raise InputError("invariant", options.invariant, rule, "add these")
    counts = read_counts_file(options.invariant)
    found = invariant_table(made.table, counts.cells)
    return replace(made, table=found.table), _said(found, len(counts.cells))


def _said(found: Invariant, cells: int) -> Said:
    words = "cells of a value, expected less true, at most"
    entries: list[tuple[str, Cell]] = [
        ("invariant for", (whole(cells), " cells")),
        (f"{words}, before", rational(found.before)),
        (f"{words}, after", rational(found.after)),
        ("cells that keep their value with every key", whole(found.unchanged)),
    ]
    if found.shared is not None:
        shared = f"{found.shared}: as many cells of every place in a block, not of every value"
        entries.append(("shared rows, from the count", shared))
    invariance = {
        "before": rational_json(found.before),
        "after": rational_json(found.after),
        "unchanged": found.unchanged,
        "shared_from": found.shared,
    }
    blocks = (facts(entries, "Invariance"), Paragraph((_SAID,)))
    return Said(blocks, {"invariance": invariance})
