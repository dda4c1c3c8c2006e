"""The noise that was drawn against its law: shares of cells as stems, probabilities as points."""

from fractions import Fraction

from reports.decimals import UP, decimal
from reports.document.blocks import Picture
from reports.engines.drawn import DrawnNoise
from reports.numbers import at_most, rational, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import linear_axis, whole_axis
from reports.plots.chart import POINTS, STEMS, Chart, Panel, Series
from reports.plots.drawing import both_widths

_HEIGHT = 280
_DIGITS = 3


def drawn_picture(name: str, found: DrawnNoise) -> Picture:
    """Return the shares of cells with each noise, beside the probabilities of the rows' law."""
    noises = sorted({*found.law.outcomes, *(noise for noise, _ in found.drawn)})
    drawn = dict(found.drawn)
    title = f"Noise of {found.cells:,} cells with the law of a count of {found.first_count}"
    shares = tuple((Fraction(z), Fraction(drawn.get(z, 0), found.cells)) for z in noises)
    law = tuple((Fraction(z), found.law.probability(z)) for z in noises)
    axis = linear_axis("share of cells", [Fraction(0), *(y for _, y in (*shares, *law))], _HEIGHT)
    series = (Series("drawn", STEMS, shares, 0, 3), Series("law", POINTS, law, 1))
    tails = {z: found.tail(z) for z in noises}
    rarest = min(noises, key=lambda z: tails[z].hi)
    alternative = (
        f"Of {found.cells:,} cells {drawn.get(rarest, 0):,} drew the noise {rarest}, the number"
        f" furthest from its law; one at least as far off has a chance of at most"
        f" {decimal(tails[rarest].hi, _DIGITS, UP)}."
    )
    chart = Chart(
        name,
        title,
        alternative,
        whole_axis("noise z", noises[0], noises[-1]),
        (Panel(axis, series, height=_HEIGHT),),
    )
    rows = (
        (
            whole(z),
            whole(drawn.get(z, 0)),
            rational(found.cells * found.law.probability(z)),
            at_most(tails[z]),
        )
        for z in noises
    )
    columns = numeric("noise", "cells that drew it", "expected", "chance of as far off, at most")
    behind = grid_behind(name, f"{title}.", columns, rows, len(noises))
    caption = (
        "Cells of the whole table have no record in common, so that with uniform and independent "
        "record keys the number of cells with a noise is binomial; the chances are its two-sided "
        "tails between proved bounds, rounded up."
    )
    return Picture(name, title, alternative, (caption,), both_widths(chart), behind)
