"""The noise of a typical count as bars: what somebody has to expect who reads one number."""

from collections.abc import Iterator
from fractions import Fraction

from exact.pmf import Pmf
from exact.table.plainly import within
from exact.table.ptable import PTable, Stop, Wrap
from reports.decimals import DOWN, NEAREST, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import rational, whole
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.axes import linear_axis
from reports.plots.chart import BARS, NARROW, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME = "typical-noise"
_HEIGHT, _DIGITS = 180, 3
# Room for half a bar at both ends.
_BESIDE = Fraction(1, 2)


def noise_bars_picture(table: PTable, radius: int) -> Picture:
    """Return P(noise) of a typical count on an even scale, noise within ``radius`` set apart."""
    counts = typical_counts(table)
    rows = [table.row(count).pmf for count in counts]
    noise = Pmf.of(pair for row in rows for pair in zip(row.outcomes, row.weights, strict=True))
    more = "" if isinstance(table.beyond, Stop) else " or more"
    title = f"What is added to a count of {counts[0]}{more}"
    near = decimal(100 * within(noise, radius), _DIGITS, DOWN)
    alternative = _alternative(counts, noise, radius, near)
    first, last = noise.outcomes[0], noise.outcomes[-1]
    axis = Axis("added to the true count", first - _BESIDE, last + _BESIDE, whole=True)
    panel = _panel(noise, radius, near)
    drawing = both_widths(Chart(_NAME, title, alternative, axis, (panel,), NARROW))
    keys = "keys" if len(counts) == 1 else f"keys of {len(counts)} counts"
    columns = numeric("noise", keys, "probability")
    behind = grid_behind(_NAME, f"{title}.", columns, _rows(noise), len(noise.outcomes))
    average = f", on average over {len(counts)} counts in a row" if counts[1:] else ""
    thinned = thinning_text(len(noise.outcomes))
    caption = f"How often each number is added, in percent{average}.{thinned}"
    return Picture(_NAME, title, alternative, (caption,), drawing, behind)


def typical_counts(table: PTable) -> range:
    """Return the last count, or where rows come round again all of them.

    Its row is that of every larger count where it repeats, and no rule for small counts bends it.
    Where the rows of n, n + 1, ... come round again one of them says nothing of the others: that
    of a rounding to multiples of 5 may add nothing at all.
    """
    if isinstance(table.beyond, Wrap):
        return range(table.beyond.start, table.beyond.start + table.beyond.period)
    return range(table.last_count, table.last_count + 1)


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


def _alternative(counts: range, noise: Pmf, radius: int, near: str) -> str:
    upto = f" to {counts[-1]}" if counts[1:] else ""
    none = decimal(100 * noise.probability(0), _DIGITS, NEAREST)
    return (
        f"Bars: to a true count of {counts[0]}{upto} a whole number from {noise.outcomes[0]} to"
        f" {noise.outcomes[-1]} is added. In {none} percent of the cases it is 0, in at least"
        f" {near} percent it is within ±{radius}."
    )
