"""The residual F + M - T of released counts, by independent keys and by keys that add."""

from collections.abc import Iterator
from fractions import Fraction

from exact.attacks.on_table.margins import MarginAttack
from exact.pmf import Pmf
from reports.document.blocks import Inline, Picture
from reports.numbers import rational, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import whole_axis
from reports.plots.chart import LINE, STEMS, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

_NAME, _TITLE = "margins-residual", "The residual F + M - T of released counts"
_ZERO = Fraction(0)


def residual_picture(found: MarginAttack) -> Picture:
    """Return both laws of the residual, each over all its values."""
    laws = [("independent keys", found.independent.residuals.law)]
    laws += [] if found.added is None else [("keys that add", found.added.residuals.law)]
    low = min(law.outcomes[0] for _, law in laws)
    high = max(law.outcomes[-1] for _, law in laws)
    top = max(Fraction(max(law.weights), law.total) for _, law in laws)
    styles = ((LINE, 2), (STEMS, 3))
    series = tuple(
        Series(name, style, tuple((Fraction(r), p) for r, p in _chances(law)), i, width)
        for i, ((name, law), (style, width)) in enumerate(zip(laws, styles, strict=False))
    )
    x = whole_axis("released F + M - T", low, high)
    chart = Chart(
        _NAME, _TITLE, _words(found), x, (Panel(Axis("probability", _ZERO, top), series),)
    )
    columns = numeric("residual", *(name for name, _ in laws))
    rows = _rows(laws, low, high)
    behind = grid_behind(_NAME, f"{_TITLE}.", columns, rows, high - low + 1)
    caption = "True counts add up: what is left over is noise."
    return Picture(_NAME, _TITLE, _words(found), (caption,), both_widths(chart), behind)


def _chances(law: Pmf) -> Iterator[tuple[int, Fraction]]:
    return ((r, Fraction(w, law.total)) for r, w in zip(law.outcomes, law.weights, strict=True))


def _rows(laws: list[tuple[str, Pmf]], low: int, high: int) -> Iterator[tuple[Inline, ...]]:
    for r in range(low, high + 1):
        yield whole(r), *(rational(law.probability(r)) for _, law in laws)


def _words(found: MarginAttack) -> str:
    apart = found.independent.residuals.law.outcomes
    said = f"With independent keys the residual is from {apart[0]} to {apart[-1]}"
    if found.added is None:
        return f"{said}."
    occur = found.added.residuals.law.outcomes
    least = min(map(abs, occur))
    inner = f", and never from {1 - least} to {least - 1}" if least > 0 else ""
    return f"{said}; with keys that add it is from {occur[0]} to {occur[-1]}{inner}."
