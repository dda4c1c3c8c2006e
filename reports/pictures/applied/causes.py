"""Wrong cells by their cause, as bars."""

from collections.abc import Mapping
from fractions import Fraction

from reports.document.blocks import Column, Picture
from reports.numbers import whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import linear_axis
from reports.plots.chart import SEGMENTS, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME = "causes"
_HEIGHT = 240
_WIDE = 18
# The palette has so many colours that are told apart.
_COLOURS = 8


def causes_picture(wrong: Mapping[str, int], words: Mapping[str, str], cells: int) -> Picture:
    """Return a bar for each cause that occurs."""
    found = {cause: number for cause, number in wrong.items() if number}
    title = f"Wrong cells of {cells:,} by cause"
    half = Fraction(1, 2)
    heights = [Fraction(0), *map(Fraction, found.values())]
    bars = tuple(
        Series(
            f"{place}: {cause}",
            SEGMENTS,
            ((Fraction(place), Fraction(0)), (Fraction(place), Fraction(number))),
            (place - 1) % _COLOURS,
            _WIDE,
        )
        for place, (cause, number) in enumerate(found.items(), start=1)
    )
    most = max(found, key=found.__getitem__)
    alternative = f"The most frequent cause is {most}, with {found[most]:,} of {cells:,} cells."
    panel = Panel(linear_axis("cells", heights, _HEIGHT), bars, height=_HEIGHT)
    axis = Axis("cause", half, len(found) + half, whole=True)
    drawing = both_widths(Chart(_NAME, title, alternative, axis, (panel,)))
    rows = ((cause, whole(number), words[cause]) for cause, number in found.items())
    columns = (Column("cause"), *numeric("cells"), Column("what it means"))
    behind = grid_behind(_NAME, f"{title}.", columns, rows, len(found))
    return Picture(_NAME, title, alternative, ("Each cell has one cause.",), drawing, behind)
