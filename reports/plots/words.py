"""Text in a drawing, with its exponents raised."""

import re
from html import escape

from reports.plots.labels import TICK_SIZE
from reports.plots.palette import INK
from reports.plots.svg import coordinate, element, plain

_POWER = re.compile(r"\^(?:\(([^()]*)\)|([-−]?\d+|[∓±]\d+|[^\W\d_](?!\w)))")
_WHOLE = re.compile(r"[-−]?\d+")
_RAISED = str.maketrans("-−0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LIFT = 4  # tenths of the size


def words(
    kind: str, text: str, place: tuple[int, int], size: int = TICK_SIZE, anchor: str = "start"
) -> str:
    """Return a line of text of class ``kind`` with its baseline at ``place``."""
    attributes = _attributes(kind, size, anchor)
    attributes |= {"x": coordinate(place[0]), "y": coordinate(place[1])}
    return element("text", attributes, raised(text, size))


def upright(kind: str, text: str, place: tuple[int, int], size: int) -> str:
    """Return a line of text that reads upward, centred at ``place``."""
    across, down = coordinate(place[0]), coordinate(place[1])
    attributes = _attributes(kind, size, "middle")
    attributes |= {"transform": f"translate({across} {down}) rotate(-90)"}
    return element("text", attributes, raised(text, size))


def raised(text: str, size: int) -> str:
    """Return a line as markup: an exponent in raised digits, or else set higher and smaller.

    >>> raised("2^32 keys", 12), raised("a < b", 12)
    ('2³² keys', 'a &lt; b')
    >>> raised("ε^Q of", 10)
    'ε<tspan dy="-4" font-size="7">Q</tspan><tspan dy="4"> of</tspan>'
    """
    line, found, done, lifted = plain(text), "", 0, 0
    for power in _POWER.finditer(line):
        found += _back(line[done : power.start()], lifted)
        exponent, done = power[1] or power[2], power.end()
        lifted = 0 if _WHOLE.fullmatch(exponent) else size * _LIFT // 10
        found += _lifted(exponent, lifted, size) if lifted else exponent.translate(_RAISED)
    return found + _back(line[done:], lifted)


def _lifted(exponent: str, lift: int, size: int) -> str:
    return element("tspan", {"dy": f"-{lift}", "font-size": str(size * 7 // 10)}, escape(exponent))


def _back(text: str, lifted: int) -> str:
    """Return what goes on, on the line again."""
    on_the_line = escape(text)
    return element("tspan", {"dy": str(lifted)}, on_the_line) if lifted and text else on_the_line


def _attributes(kind: str, size: int, anchor: str) -> dict[str, str]:
    return {
        "class": kind,
        "font-family": "sans-serif",
        "font-size": str(size),
        "fill": INK,
        "text-anchor": anchor,
    }
