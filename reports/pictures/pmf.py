"""The noise of one count: its probabilities, the law they come from, and the difference in keys."""

from collections.abc import Iterator
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from exact.table.beside_law import RowAndLaw, row_and_law
from exact.table.ptable import PTable
from reports.decimals import NEAREST, UP, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import as_power, enclosed, rational, whole
from reports.pictures.behind import grid_behind, numeric, thinning_text
from reports.plots.axes import linear_axis, log_axis, whole_axis
from reports.plots.chart import LINE, POINTS, STEMS, Chart, Panel, Point, Series
from reports.plots.drawing import both_widths
from reports.plots.thinning import MOST_POINTS

# The law is drawn down to this share of a key: further down no table of K keys can follow it.
_SHARE_OF_A_KEY = Fraction(1, 1000)
_DIGITS = 3
_UPPER, _LOWER = 300, 130


def pmf_picture(table: PTable, count: int) -> Picture:
    """Return P(noise) of the row of ``count`` on a log scale, and n(z) − K p(z) below it.

    n(z) is the number of keys that lead to noise z, p the law of the table where it has one.
    """
    name, title = f"pmf-{count}", f"Noise of a true count of {count}"
    noise = table.row(count).pmf
    declared = None if table.origin is None else table.origin.noise(count)
    law = None if declared is None else row_and_law(noise, declared)
    noises = noise.outcomes if law is None else law.noises
    alternative = _alternative(count, noise, law)
    panels = (_probabilities(noise, law), *(() if law is None else (_differences(law),)))
    axis = whole_axis("noise z", noises[0], noises[-1])
    drawing = both_widths(Chart(name, title, alternative, axis, panels))
    by_law = ("probability by the law", "keys more than by the law")
    columns = numeric("noise", "keys", "probability", *(() if law is None else by_law))
    behind = grid_behind(name, f"{title}.", columns, _rows(noise, law), len(noises))
    caption = _caption(noise, law) + thinning_text(len(noises))
    return Picture(name, title, alternative, (caption,), drawing, behind)


def _probabilities(noise: Pmf, law: RowAndLaw | None) -> Panel:
    pairs, total = zip(noise.outcomes, noise.weights, strict=True), noise.total
    table = tuple((Fraction(z), Fraction(n, total)) for z, n in pairs)
    curve = () if law is None else _curve(law)
    axis = log_axis("probability", (p for _, p in (*table, *curve)), Fraction(1))
    points = Series("table" if curve else "", POINTS, table, 0)
    lines = (Series("law before rounding", LINE, curve, 1),) if curve else ()
    return Panel(axis, (*lines, points), height=_UPPER)


def _curve(law: RowAndLaw) -> tuple[Point, ...]:
    """Return the law where it gives a visible share of a key; it is smooth, so some points do."""
    noises = law.noises[:: -(-len(law.noises) // MOST_POINTS)]
    bounds = ((z, law.by_law(z)) for z in noises)
    return tuple(
        (Fraction(z), keys.hi / law.keysize) for z, keys in bounds if keys.lo >= _SHARE_OF_A_KEY
    )


def _differences(law: RowAndLaw) -> Panel:
    points = tuple((Fraction(z), law.drawn_difference(z)) for z in law.noises)
    axis = linear_axis("keys", (Fraction(0), *(d for _, d in points)), _LOWER)
    stems = Series("keys of the table minus keys by the law", STEMS, points, 2, 1)
    return Panel(axis, (stems,), height=_LOWER)


def _rows(noise: Pmf, law: RowAndLaw | None) -> Iterator[tuple[Inline, ...]]:
    keys, total = dict(zip(noise.outcomes, noise.weights, strict=True)), noise.total
    for z in noise.outcomes if law is None else law.noises:
        row = whole(z), whole(keys.get(z, 0)), rational(Fraction(keys.get(z, 0), total))
        yield row if law is None else (*row, *_beside_law(law, z))


def _beside_law(law: RowAndLaw, noise: int) -> tuple[Inline, ...]:
    keys = law.by_law(noise)
    probability = Enclosure(keys.lo / law.keysize, keys.hi / law.keysize)
    return enclosed(probability), enclosed(law.difference(noise))


def _alternative(count: int, noise: Pmf, law: RowAndLaw | None) -> str:
    pairs = list(zip(noise.outcomes, noise.weights, strict=True))
    if len(pairs) == 1:
        return f"A true count of {count} always gets the noise {pairs[0][0]}."
    most, least = max(pairs, key=lambda pair: pair[1]), min(pairs, key=lambda pair: pair[1])
    likeliest = decimal(Fraction(most[1], noise.total), _DIGITS, NEAREST)
    rarest = decimal(Fraction(least[1], noise.total), _DIGITS, NEAREST)
    text = (
        f"A true count of {count} gets one of {len(pairs)} noise values from {pairs[0][0]} to"
        f" {pairs[-1][0]}. The likeliest is {most[0]} with probability {likeliest}, the least"
        f" likely {least[0]} with {rarest}."
    )
    if law is None:
        return text
    largest = decimal(law.largest_difference(), _DIGITS, UP)
    return f"{text} No noise value has more than {largest} keys more or less than its law gives."


def _caption(noise: Pmf, law: RowAndLaw | None) -> str:
    text = f"Probability of each noise value under {as_power(noise.total)} equally likely keys."
    if law is None:
        return text
    return (
        f"{text} The dashed line is the law, where it gives at least 1/1000 of a key. Below: how"
        " many keys more than by the law, n(z) − K p(z)."
    )
