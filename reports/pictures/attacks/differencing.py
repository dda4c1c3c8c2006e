"""The difference of two releases: where one person more is counted, and where not."""

from collections.abc import Iterator
from fractions import Fraction

from exact.attacks.differencing import Pair
from exact.pmf import Pmf
from reports.decimals import DOWN, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import rational, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import whole_axis
from reports.plots.chart import STEMS, Chart, Mark, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME = "differencing-law"
_ZERO, _ONE = Fraction(0), Fraction(1)


def differencing_picture(pair: Pair) -> Picture:
    """Return the law of the difference of both releases under both truths."""
    law = pair.difference()
    title = f"Difference of two releases of the true counts {pair.count} and {pair.count + 1}"
    points = tuple((Fraction(d), p) for d, p in _chances(law))
    x = whole_axis("second release minus first", min(law.outcomes[0], 0), max(law.outcomes[-1], 0))
    there = Series("the person is there", STEMS, points, 0, 3)
    not_there = Mark(_ZERO, _ONE, "not there: always 0", 1)
    panel = Panel(Axis("probability", _ZERO, _ONE), (there,), (not_there,))
    words = (
        f"Where the person is there the difference is 0 with probability "
        f"{decimal(pair.equal, 3, DOWN)} only, and spreads from {law.outcomes[0]} to "
        f"{law.outcomes[-1]}; where she is not there it is always 0."
    )
    drawing = both_widths(Chart(_NAME, title, words, x, (panel,)))
    columns = numeric("difference", "there", "not there")
    behind = grid_behind(_NAME, f"{title}.", columns, _rows(law), len(law.outcomes))
    caption = "The same people have the same noise: any difference but 0 is a proof."
    return Picture(_NAME, title, words, (caption,), drawing, behind)


def _chances(law: Pmf) -> Iterator[tuple[int, Fraction]]:
    total = law.total
    return ((d, Fraction(w, total)) for d, w in zip(law.outcomes, law.weights, strict=True))


def _rows(law: Pmf) -> Iterator[tuple[Inline, ...]]:
    for d, p in _chances(law):
        yield whole(d), rational(p), whole(1 if d == 0 else 0)
