"""Additivity restored, in words and numbers."""

from fractions import Fraction

from reports.decimals import NEAREST, decimal
from reports.document.blocks import Block, Column, Grid, Paragraph, Section
from reports.utility.simulation import Simulated
from reports.utility.subject import Asked, Subject

_WORDS = {
    "gaps": "what does not add up before: Σ|sum of cells − released margin|",
    "cells_before": "l1 of the cells, as released",
    "cells_after": "l1 of the cells, additive",
    "margins_before": "l1 of the margins, as released",
    "margins_after": "l1 of the margins, additive",
    "negative": "negative cells, additive",
}


def restored_section(asked: Asked, subjects: list[Subject]) -> Section:
    """Return a grid for each table."""
    how = (
        "Cells, margins and the total are released with keys of their own; then by "
        f"{asked.additive} and whole rounding the cells are made to add up to the released "
        "margins, which are first brought to the released total. It uses released values alone: "
        "post-processing, so every "
        "(ε, δ) of the release of cells and margins holds for the additive table (Dwork and Roth "
        "2014, Proposition 2.1; Rinott et al. 4.4). Margins are released beside the cells, so a "
        "person is in several released counts: that costs privacy, restoring does not. Means over "
        "simulated releases, with 95 %."
    )
    columns = (Column("measure"), Column("mean", numeric=True), Column("95 %", numeric=True))
    blocks: list[Block] = [Paragraph((how,))]
    for i, subject in enumerate(subjects):
        rows = tuple(_row(_WORDS[name], found) for name, found in subject.restored.items())
        blocks.append(Grid(f"additive-{i + 1}", subject.name, columns, rows))
    return Section("additive", "Additivity restored", tuple(blocks))


def _row(words: str, found: Simulated) -> tuple[tuple[str, ...], ...]:
    return (words,), (_short(found.mean),), (" to ".join(map(_short, found.interval)),)


def _short(value: Fraction) -> str:
    return decimal(value, 4, NEAREST)
