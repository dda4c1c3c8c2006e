"""How likely m cells with known counts have shown the bound, a hole and the lean of the noise."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from exact.attacks.learning import MAX_CELLS
from exact.attacks.on_table.learning import Learning, Needed
from exact.attacks.tuples_needed import seen
from exact.numbers.enclosure import Enclosure
from reports.document.blocks import Column, Inline, Picture
from reports.numbers import enclosed, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import log_axis
from reports.plots.chart import LINE, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME, _TITLE = "learning-chance", "What so many cells with known counts have shown"
_ZERO, _ONE = Fraction(0), Fraction(1)
_DIGITS = (1, 2, 5)

Curve = tuple[str, tuple[tuple[int, Inline, Fraction], ...]]


def learning_picture(found: Learning) -> Picture:
    """Return the three probabilities over the number of cells."""
    curves = tuple(_curves(found))
    x = log_axis("cells", (_ONE, *(Fraction(m) for _, points in curves for m, _, _ in points)))
    lines = tuple(
        Series(name, LINE, tuple((Fraction(m), p) for m, _, p in points), i)
        for i, (name, points) in enumerate(curves)
    )
    words = " ".join(_said(found))
    drawing = both_widths(
        Chart(_NAME, _TITLE, words, x, (Panel(Axis("probability", _ZERO, _ONE), lines),))
    )
    rows = ((name, whole(m), shown) for name, points in curves for m, shown, _ in points)
    total = sum(len(points) for _, points in curves)
    columns = (Column("what"), *numeric("cells", "probability"))
    behind = grid_behind(_NAME, f"{_TITLE}.", columns, rows, total)
    caption = "Each point is computed by itself, for the counts where it shows first."
    return Picture(_NAME, _TITLE, words, (caption,), drawing, behind)


def _curves(found: Learning) -> Iterator[Curve]:
    """Yield the name of each and its points, up to a number of cells that is enough."""
    end = found.extreme.probability
    yield "the bound", _points(found.extreme_cells, lambda m: seen(end, m))
    if found.hole is not None:
        rarer = found.hole.neighbour
        yield "the hole", _points(found.hole_cells, lambda m: seen(rarer, m))
    if found.asymmetry is not None:
        yield "the lean", _points(found.asymmetry_cells, found.asymmetry.success)


def _points(
    needed: Needed, chance: Callable[[int], Enclosure]
) -> tuple[tuple[int, Inline, Fraction], ...]:
    last = needed[-1][1] or MAX_CELLS
    numbers = (d * 10**e for e in range(19) for d in _DIGITS)
    chosen = sorted({*(m for m in numbers if m <= 2 * last), last})
    bounds = ((m, chance(m)) for m in chosen)
    return tuple((m, enclosed(found), found.lo) for m, found in bounds)


def _said(found: Learning) -> Iterator[str]:
    for what, needed in (
        ("The bound", found.extreme_cells),
        ("A hole", found.hole_cells),
        ("The lean of the noise", found.asymmetry_cells),
    ):
        if needed:
            level, number = needed[0]
            cells = f"more than {MAX_CELLS:,}" if number is None else f"{number:,}"
            yield f"{what} shows in {cells} cells with probability {level}."
