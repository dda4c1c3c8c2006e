"""Text in a drawing."""

from reports.plots.labels import TICK_SIZE
from reports.plots.palette import INK
from reports.plots.svg import coordinate, element, escaped


def words(
    kind: str, text: str, place: tuple[int, int], size: int = TICK_SIZE, anchor: str = "start"
) -> str:
    """Return a line of text of class ``kind`` with its baseline at ``place``."""
    attributes = _attributes(kind, size, anchor)
    attributes |= {"x": coordinate(place[0]), "y": coordinate(place[1])}
    return element("text", attributes, escaped(text))


def upright(kind: str, text: str, place: tuple[int, int], size: int) -> str:
    """Return a line of text that reads upward, centred at ``place``."""
    across, down = coordinate(place[0]), coordinate(place[1])
    attributes = _attributes(kind, size, "middle")
    attributes |= {"transform": f"translate({across} {down}) rotate(-90)"}
    return element("text", attributes, escaped(text))


def _attributes(kind: str, size: int, anchor: str) -> dict[str, str]:
    return {
        "class": kind,
        "font-family": "sans-serif",
        "font-size": str(size),
        "fill": INK,
        "text-anchor": anchor,
    }
