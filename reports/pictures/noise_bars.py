"""The noise of a typical count as bars: what somebody has to expect who reads one number."""

from collections.abc import Iterator
from fractions import Fraction

from exact.pmf import Pmf
from exact.table.plainly import within
from exact.table.ptable import PTable, Repeat
from reports.decimals import DOWN, NEAREST, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import rational, whole
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.axes import linear_axis, whole_axis
from reports.plots.chart import BARS, Chart, Panel, Series
from reports.plots.draw import draw

_NAME = "typical-noise"
_WIDTH, _HEIGHT = 360, 180
_DIGITS = 3


def noise_bars_picture(table: PTable, radius: int) -> Picture:
    """Return P(noise) of the last row on an even scale, the noise within ``radius`` set apart.

    The last row is the typical one: it is the row of every larger count where it repeats, and no
    rule for small counts bends it.
    """
    count = table.last_count
    row = table.row(count)
    more = " or more" if isinstance(table.beyond, Repeat) else ""
    title = f"What is added to a count of {count}{more}"
    near = decimal(100 * within(row, radius), _DIGITS, DOWN)
    alternative = _alternative(count, row.pmf, radius, near)
    noises = row.pmf.outcomes
    axis = whole_axis("added to the true count", noises[0], noises[-1])
    svg = draw(Chart(_NAME, title, alternative, axis, (_panel(row.pmf, radius, near),), _WIDTH))
    columns = numeric("noise", "keys", "probability")
    behind = grid_behind(_NAME, f"{title}.", columns, _rows(row.pmf), len(noises))
    caption = f"How often each number is added, in percent.{thinning_text(len(noises))}"
    return Picture(_NAME, title, alternative, (caption,), svg, behind)


def _panel(noise: Pmf, radius: int, near: str) -> Panel:
    pairs = zip(noise.outcomes, noise.weights, strict=True)
    points = [(Fraction(z), Fraction(100 * n, noise.total)) for z, n in pairs]
    inside = tuple(point for point in points if abs(point[0]) <= radius)
    beyond = tuple(point for point in points if abs(point[0]) > radius)
    axis = linear_axis("percent", (Fraction(0), *(y for _, y in points)), _HEIGHT)
    series = [Series(f"within ±{radius}: {near} %", BARS, inside, 0)] if inside else []
    if beyond:
        series.append(Series("further away", BARS, beyond, 6))
    return Panel(axis, tuple(series), height=_HEIGHT)


def _rows(noise: Pmf) -> Iterator[tuple[Inline, ...]]:
    for z, keys in zip(noise.outcomes, noise.weights, strict=True):
        yield whole(z), whole(keys), rational(Fraction(keys, noise.total))


def _alternative(count: int, noise: Pmf, radius: int, near: str) -> str:
    none = decimal(100 * noise.probability(0), _DIGITS, NEAREST)
    return (
        f"Bars: to a true count of {count} a whole number from {noise.outcomes[0]} to"
        f" {noise.outcomes[-1]} is added. In {none} percent of the cases it is 0, in at least"
        f" {near} percent it is within ±{radius}."
    )
