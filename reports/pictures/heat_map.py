"""The transition matrix of a table: how likely each noise value is at each true count."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.pmf import Pmf
from exact.table.ptable import PTable
from reports.decimals import NEAREST, decimal
from reports.document.blocks import Grid, Inline, Picture
from reports.numbers import as_power, whole
from reports.pictures.behind import grid_behind, numeric
from reports.pictures.heat_steps import heat_steps, step_of
from reports.plots.drawing import both_widths
from reports.plots.heat import Cell, HeatMap, rectangles
from reports.plots.scale import Axis

_MOST_ROWS, _MOST_COLUMNS = 800, 200
# More noise values than this do not fit a page side by side.
_MOST_LISTED = 40
# What a drawing of about 150 kB holds.
_MOST_RECTANGLES = 5500
_HALF = Fraction(1, 2)
_NAME = "heat-map"


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Cells of ``high`` rows by ``wide`` noise values, from noise ``first`` on."""

    first: int
    columns: int
    high: int
    wide: int


def heat_map_picture(table: PTable) -> Picture:
    """Return the rows of a table as a heat map: counts down, noise across, probability by step.

    A cell without keys is blank. A table too large to draw cell by cell is drawn in blocks, each
    showing the likeliest of its noise values.
    """
    title = "Noise by true count"
    pmfs = tuple(row.pmf for row in table.rows)
    fewest = min(keys for pmf in pmfs for keys in pmf.weights)
    steps = heat_steps(Fraction(fewest, table.keysize))
    blocks, cells = _fitting(pmfs, steps.most_keys(table.keysize))
    alternative = _alternative(table, pmfs)
    across, down = _axes(blocks, table.first_count, len(cells))
    chart = HeatMap(_NAME, (title, alternative), across, down, cells, "probability", steps.ends)
    behind = _matrix(table, pmfs) or _list(table, pmfs)
    return Picture(
        _NAME, title, alternative, (_caption(table, blocks),), both_widths(chart), behind
    )


def _matrix(table: PTable, pmfs: tuple[Pmf, ...]) -> Grid | None:
    """Return keys by count and noise, a row a count; None where there are too many noise values."""
    first, last = min(p.outcomes[0] for p in pmfs), max(p.outcomes[-1] for p in pmfs)
    if last - first >= _MOST_LISTED:
        return None
    noises = range(first, last + 1)
    columns = numeric("true count", *(f"{z:+d}" if z else "0" for z in noises))
    rows = (
        (whole(n), *(whole(keys.get(z, 0)) for z in noises))
        for n, pmf in enumerate(pmfs, start=table.first_count)
        for keys in (dict(zip(pmf.outcomes, pmf.weights, strict=True)),)
    )
    caption = f"Keys of {as_power(table.keysize)} for each noise value, by true count."
    return grid_behind(_NAME, caption, columns, rows, len(pmfs))


def _list(table: PTable, pmfs: tuple[Pmf, ...]) -> Grid:
    """Return keys by count and noise, a line for each pair that has keys."""
    columns = numeric("true count", "noise", "keys")
    total = sum(len(pmf.outcomes) for pmf in pmfs)
    caption = f"Keys of {as_power(table.keysize)} for each noise value and true count."
    return grid_behind(_NAME, caption, columns, _rows(table, pmfs), total)


def _fitting(
    pmfs: tuple[Pmf, ...], most_keys: tuple[int, ...]
) -> tuple[_Blocks, tuple[tuple[Cell, ...], ...]]:
    """Return the smallest blocks whose drawing is not too large, with their cells."""
    first, last = min(p.outcomes[0] for p in pmfs), max(p.outcomes[-1] for p in pmfs)
    wide = -(-(last - first + 1) // _MOST_COLUMNS)
    high = -(-len(pmfs) // _MOST_ROWS)
    while True:
        blocks = _Blocks(first, (last - first) // wide + 1, high, wide)
        cells = _cells(pmfs, blocks, most_keys)
        if high >= len(pmfs) or sum(1 for _ in rectangles(cells)) <= _MOST_RECTANGLES:
            return blocks, cells
        high *= 2


def _cells(
    pmfs: tuple[Pmf, ...], blocks: _Blocks, most_keys: tuple[int, ...]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the step of the likeliest noise in each block; None where no key leads."""
    found = []
    for start in range(0, len(pmfs), blocks.high):
        keys = [0] * blocks.columns
        for pmf in pmfs[start : start + blocks.high]:
            for noise, weight in zip(pmf.outcomes, pmf.weights, strict=True):
                column = (noise - blocks.first) // blocks.wide
                keys[column] = max(keys[column], weight)
        found.append(tuple(step_of(n, most_keys) if n else None for n in keys))
    return tuple(found)


def _axes(blocks: _Blocks, first_count: int, rows: int) -> tuple[Axis, Axis]:
    """Return the axes: an integer stands in the middle of its cell."""
    last_noise, last_count = blocks.columns * blocks.wide, rows * blocks.high
    left, top = blocks.first - _HALF, first_count - _HALF
    return (
        Axis("noise z", left, left + last_noise, whole=True),
        Axis("true count", top, top + last_count, whole=True),
    )


def _rows(table: PTable, pmfs: tuple[Pmf, ...]) -> Iterator[tuple[Inline, ...]]:
    for count, pmf in enumerate(pmfs, start=table.first_count):
        for noise, keys in zip(pmf.outcomes, pmf.weights, strict=True):
            yield whole(count), whole(noise), whole(keys)


def _alternative(table: PTable, pmfs: tuple[Pmf, ...]) -> str:
    first, last = min(p.outcomes[0] for p in pmfs), max(p.outcomes[-1] for p in pmfs)
    fewest = min(keys for pmf in pmfs for keys in pmf.weights)
    rarest = decimal(Fraction(fewest, table.keysize), 3, NEAREST)
    widest = max(len(pmf.outcomes) for pmf in pmfs)
    return (
        f"Heat map of {len(pmfs)} rows, true counts {table.first_count} to {table.last_count}, with"
        f" noise from {first} to {last}. A row has up to {widest} noise values; the smallest"
        f" probability above 0 is {rarest}."
    )


def _caption(table: PTable, blocks: _Blocks) -> str:
    text = (
        f"Probability of each noise value at each true count, of {as_power(table.keysize)}"
        " equally likely keys; blank where no key leads."
    )
    if blocks.high == blocks.wide == 1:
        return text
    return (
        f"{text} A cell stands for {blocks.high} counts and {blocks.wide} noise values and shows"
        " the largest probability among them."
    )
