"""A replayed release for people and for machines."""

from reports.document.blocks import Block
from reports.document.making import grid, lines, paragraph
from reports.peers.ons import PACKAGE, Perturbation, Run
from verification.comparison.release import Cell, Difference, Replay

_SHOWN = 5
_HEADERS = ("table of", "threshold", "cells", "empty", "past the rows", "suppressed", "unexplained")


def perturbation_blocks(result: Perturbation) -> tuple[Block, ...]:
    """Return for each run how many cells are explained, and those that are not."""
    verdict = "every released cell is" if result.is_explained else "NOT every released cell is"
    head = (
        f"{PACKAGE} {result.version}: {verdict} count + noise, with the noise that the table has "
        "for its cell key (made from record keys), or suppressed below the threshold."
    )
    return (paragraph(head), *(block for run in result.runs for block in _run_blocks(run)))


def _run_blocks(run: Run) -> list[Block]:
    said = []
    for found in run.replays:
        said += [_difference_text(found, difference) for difference in found.differences[:_SHOWN]]
        if len(found.differences) > _SHOWN:
            said.append(f"  ... and {len(found.differences) - _SHOWN} more; --json shows them all")
        said += [f"  {_name(found, cell)}: not released" for cell in found.absent[:_SHOWN]]
        said += [f"  {_name(found, cell)}: not a cell" for cell in found.unknown[:_SHOWN]]
    return [
        lines(f"{run.name}: {run.records} records"),
        grid(_HEADERS, [_row(found) for found in run.replays], run.name),
        lines(*said),
    ]


def _row(found: Replay) -> tuple[str, ...]:
    unexplained = len(found.differences) + len(found.absent) + len(found.unknown)
    numbers = (found.cells, found.empty, found.past_the_rows, found.suppressed, unexplained)
    variables = " x ".join(found.tabulation.variables)
    return variables, str(found.tabulation.threshold), *map(str, numbers)


def _difference_text(found: Replay, difference: Difference) -> str:
    return (
        f"  {_name(found, difference.cell)}: count {difference.count}, key {difference.key} gives "
        f"{_shown(difference.expected)}, released was {_shown(difference.released)}: "
        f"{difference.reason}"
    )


def _name(found: Replay, cell: Cell) -> str:
    values = zip(found.tabulation.variables, cell, strict=True)
    return ", ".join(f"{name} {'missing' if value is None else value}" for name, value in values)


def _shown(count: int | None) -> str:
    return "suppressed" if count is None else str(count)


def perturbation_json(result: Perturbation) -> dict[str, object]:
    """Return every run, and every cell that is not explained."""
    return {
        "peer": PACKAGE,
        "version": result.version,
        "explained": result.is_explained,
        "runs": [
            {
                "name": run.name,
                "records": run.records,
                "tables": [_replay_json(found) for found in run.replays],
            }
            for run in result.runs
        ],
    }


def _replay_json(found: Replay) -> dict[str, object]:
    return {
        "variables": list(found.tabulation.variables),
        "threshold": found.tabulation.threshold,
        "cells": found.cells,
        "empty": found.empty,
        "past_the_rows": found.past_the_rows,
        "suppressed": found.suppressed,
        "absent": [list(cell) for cell in found.absent],
        "unknown": [list(cell) for cell in found.unknown],
        "differences": [
            {
                "cell": list(difference.cell),
                "count": difference.count,
                "key": difference.key,
                "expected": difference.expected,
                "released": difference.released,
                "reason": difference.reason,
            }
            for difference in found.differences
        ],
    }
