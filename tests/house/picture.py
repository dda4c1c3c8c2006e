"""The house as a drawing: rooms as bands, folders as boxes, an arrow to what a folder imports."""

from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import pairwise
from math import ceil, floor

from reports.plots.palette import AXIS, INK
from reports.plots.svg import NAMESPACE, element
from tests.house.graph import (
    Graph,
    folder_graph,
    imports,
    modules,
    reduced,
)
from tests.house.layout import Layout, layout
from tests.house_rules import ROOMS, ROOT

DRAWING = ROOT / "docs" / "house.svg"

ROW, BOX, MARGIN, LETTER, BEND, NAMES = 64, 26, 16, 8, 24, 110
_FONT = "system-ui, 'DejaVu Sans', sans-serif"
_FILL = {"exact": "#e3f0f8", "verification": "#e2f3ec", "reports": "#fbeee0"}
_STROKE = {"exact": "#0072b2", "verification": "#007a5a", "reports": "#b35000"}
_TITLE = "The folders of ptcert and what each imports"
_DESCRIPTION = (
    "Three rooms, one above the other: reports, verification, exact. Each box is a folder, or a "
    "module beside the folders. Arrows point from a folder to those it imports from, always down; "
    "an arrow that a longer way replaces is not drawn. Arrows into another room are faint."
)


def drawn_house() -> str:
    """Return the drawing of the house as the code is now."""
    return house_svg(folder_graph(imports(modules())))


def house_svg(graph: Graph) -> str:
    """Return the drawing of a folder graph without cycles.

    >>> ">pmf<" in house_svg({"exact.pmf": {"exact.errors"}, "exact.errors": set()})
    True
    """
    row_of = _rows(graph)
    width = {name: LETTER * len(_label(name)) + 20 for name in graph}
    plan = layout(reduced(graph), row_of, width)
    left = floor(min(plan.middle[n] - width.get(n, 0) / 2 for row in plan.rows for n in row))
    right = ceil(max(plan.middle[n] + width.get(n, 0) / 2 for row in plan.rows for n in row))
    across = {name: round(x - left) + 2 * MARGIN + NAMES for name, x in plan.middle.items()}
    size = right - left + 4 * MARGIN + NAMES, len(plan.rows) * ROW + 2 * MARGIN
    lines = [
        element("title", {}, _TITLE),
        element("desc", {}, _DESCRIPTION),
        element("rect", {"width": str(size[0]), "height": str(size[1]), "fill": "#ffffff"}),
        *_bands(row_of, size[0]),
        *_arrows(plan, across, row_of),
        *(_box(name, across[name], row_of[name], width[name]) for name in sorted(graph)),
    ]
    attributes = {
        "xmlns": NAMESPACE,
        "viewBox": f"0 0 {size[0]} {size[1]}",
        "role": "img",
        "font-family": _FONT,
        "font-size": "13",
    }
    return element("svg", attributes, "\n", *(line + "\n" for line in lines)) + "\n"


def _room(name: str) -> str:
    return name.partition(".")[0]


def _label(name: str) -> str:
    """Return what stands in the box: the folder, or the module's file."""
    return name.partition(".")[2] or f"{name}.py"


def _rows(graph: Graph) -> dict[str, int]:
    """Return the row of each folder: rooms from the top, in a room below all that import it."""
    level: dict[str, int] = {}
    for name in TopologicalSorter(graph).static_order():
        inside = [level[other] + 1 for other in graph[name] if _room(other) == _room(name)]
        level[name] = max(inside, default=0)
    rows: dict[str, int] = {}
    first = 0
    for room in ("ptcert", *reversed(ROOMS)):
        inside = [level[name] for name in graph if _room(name) == room]
        height = max(inside, default=-1) + 1
        rows |= {n: first + height - 1 - level[n] for n in graph if _room(n) == room}
        first += height
    return rows


def _top(row: int) -> int:
    return MARGIN + row * ROW + (ROW - BOX) // 2


def _bands(row_of: Mapping[str, int], width: int) -> list[str]:
    """Return the rooms: a coloured band each, with its name."""
    drawn = []
    for room in ROOMS:
        rows = [row for name, row in row_of.items() if _room(name) == room]
        if not rows:
            continue
        top, bottom = MARGIN + min(rows) * ROW + 3, MARGIN + (max(rows) + 1) * ROW - 3
        band = {"x": str(MARGIN), "y": str(top), "width": str(width - 2 * MARGIN), "rx": "8"}
        drawn.append(element("rect", band | {"height": str(bottom - top), "fill": _FILL[room]}))
        name = {"x": str(MARGIN + 10), "y": str(top + 20), "fill": _STROKE[room]}
        drawn.append(element("text", name | {"font-size": "16", "font-weight": "bold"}, room))
    return drawn


def _arrows(plan: Layout, across: Mapping[str, int], row_of: Mapping[str, int]) -> list[str]:
    """Return each arrow as a curve that is vertical where it passes a row, with its head."""
    drawn = []
    for way in plan.ways:
        rows = range(row_of[way[0]], row_of[way[0]] + len(way))
        spots = [(across[name], _top(row)) for name, row in zip(way, rows, strict=True)]
        path = f"M{spots[0][0]} {spots[0][1] + BOX}"
        for (x, y), (next_x, next_y) in pairwise(spots):
            start, end = y + BOX, next_y - (5 if (next_x, next_y) == spots[-1] else 0)
            path += f"C{x} {start + BEND} {next_x} {end - BEND} {next_x} {end}"
            path += "" if (next_x, next_y) == spots[-1] else f"V{next_y + BOX}"
        x, y = spots[-1]
        colour = _STROKE[_room(way[-1])]
        line = {"d": path, "fill": "none", "stroke": colour} | _weight(way)
        head = {"d": f"M{x} {y}L{x - 4} {y - 8}L{x + 4} {y - 8}Z", "fill": colour}
        drawn.append(element("path", line) + element("path", head))
    return drawn


def _weight(way: tuple[str, ...]) -> dict[str, str]:
    """Return a strong line within a room and a faint one into another."""
    if _room(way[0]) == _room(way[-1]):
        return {"stroke-width": "1.5"}
    return {"stroke-width": "1", "stroke-opacity": "0.5"}


def _box(name: str, x: int, row: int, width: int) -> str:
    stroke = _STROKE.get(_room(name), AXIS)
    box = {
        "x": str(x - width // 2),
        "y": str(_top(row)),
        "width": str(width),
        "height": str(BOX),
        "rx": "4",
        "fill": "#ffffff",
        "stroke": stroke,
    }
    text = {"x": str(x), "y": str(_top(row) + 17), "text-anchor": "middle", "fill": INK}
    return element("rect", box) + element("text", text, _label(name))
