"""A drawing in two widths: one for a screen, one for a phone and for paper.

A wide drawing that is made to fit a phone or half a sheet has letters too small to read; the narrow
one is set anew, so that its letters keep their size.
"""

from dataclasses import dataclass, replace

from reports.plots.chart import NARROW, Chart
from reports.plots.draw import draw
from reports.plots.heat import HeatMap, heat_map


@dataclass(frozen=True, slots=True)
class Drawing:
    """Two SVG elements that show the same; their ids differ, so that one page can hold both."""

    wide: str
    narrow: str


def both_widths(chart: Chart | HeatMap) -> Drawing:
    """Return a chart in both widths; where it is narrow already both are the same.

    The narrow one is half as wide and five eighths as high, about what a phone shows at once.
    """
    name = f"{chart.name}-narrow"
    if isinstance(chart, HeatMap):
        lower = replace(chart, name=name, width=NARROW, height=_lower(chart.height))
        return Drawing(heat_map(chart), heat_map(lower))
    if chart.width <= NARROW:
        return Drawing(draw(chart), draw(chart))
    panels = tuple(replace(panel, height=_lower(panel.height)) for panel in chart.panels)
    return Drawing(draw(chart), draw(replace(chart, name=name, width=NARROW, panels=panels)))


def _lower(height: int) -> int:
    return height * 5 // 8
