"""What a table costs by size of count: one grid for each table."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.utility.cost import mean_error
from exact.utility.measures import Size, scaled
from exact.utility.shares import ShareLoss
from reports.document.blocks import Block, Column, Grid, Inline, Paragraph, Section
from reports.numbers import enclosed, rational, whole
from reports.utility.subject import Subject

_HOW = (
    "Means over the cells of each size. Relative error: E|b − a|/a. Points: how far a row "
    "percentage (of a list: a percentage of the total) is off, in percentage points, where cell "
    "and total are released with keys of their own; beside it the largest error that can occur."
)
_COLUMNS = (
    "counts",
    "cells",
    "|b − a|",
    "(b − a)²",
    "|√a − √b|",
    "bias",
    "changed",
    "released as 0",
    "relative error",
    "points",
    "at most",
)
_DIGITS = 4


def sizes_section(subjects: list[Subject]) -> Section:
    """Return the grids."""
    blocks: list[Block] = [Paragraph((_HOW,))]
    columns = tuple(Column(title, numeric=True) for title in _COLUMNS)
    for i, subject in enumerate(subjects):
        shares = subject.cost.shares
        rows = tuple(
            tuple((cell,) for cell in _row(size, None if shares is None else shares[j]))
            for j, size in enumerate(subject.cost.sizes)
        )
        blocks.append(Grid(f"sizes-{i + 1}", subject.name, columns, rows))
    return Section("sizes", "By size of count", tuple(blocks))


def _row(size: Size, share: ShareLoss | None) -> tuple[Inline, ...]:
    found = size.measures
    each = Fraction(1, found.cells)
    mean = None if share is None else mean_error(share)

    def of(value: Enclosure) -> Inline:
        return enclosed(scaled(value, each), _DIGITS)

    relative = scaled(found.relative, Fraction(1, found.positive)) if found.positive else None
    return (
        _counts(size),
        whole(found.cells),
        of(found.losses["l1"]),
        of(found.losses["l2"]),
        of(found.losses["l3"]),
        of(found.bias),
        of(found.changed),
        of(found.false_zeros) if found.positive else "",
        "" if relative is None else enclosed(relative, _DIGITS),
        "" if mean is None else enclosed(mean, _DIGITS),
        "" if share is None or mean is None else rational(share.largest, digits=_DIGITS),
    )


def _counts(size: Size) -> str:
    if size.most is None:
        return f"{size.least} and more"
    return str(size.least) if size.least == size.most else f"{size.least}–{size.most}"
