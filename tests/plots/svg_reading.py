"""Read a drawing back: its frame, its lines and its words, from nothing but the SVG."""

import re
from dataclasses import dataclass
from fractions import Fraction
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
# What a drawing may consist of; anything else would need a page that allows more.
TAGS = {"svg", "title", "desc", "path", "text"}
ATTRIBUTES = {
    "viewBox",
    "width",
    "height",
    "role",
    "class",
    "aria-labelledby",
    "id",
    "d",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linejoin",
    "shape-rendering",
    "font-family",
    "font-size",
    "text-anchor",
    "transform",
    "x",
    "y",
}
_FRAME = re.compile(r"M(\S+) (\S+?)V(\S+?)H([\d.]+)")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

Place = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels."""

    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction

    def overlaps(self, other: "Box") -> bool:
        """Tell whether two boxes share an area."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def parse(svg: str) -> ElementTree.Element:
    """Return the root of a well-formed drawing."""
    return ElementTree.fromstring(svg)


def tag(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.removeprefix(SVG)


def of_class(svg: str, name: str) -> list[ElementTree.Element]:
    """Return the elements of a class, in the order of drawing."""
    return [found for found in parse(svg).iter() if found.get("class") == name]


def frames(svg: str) -> list[Box]:
    """Return the frame of each panel, from the top, as its axes draw it."""
    boxes = []
    for axis in of_class(svg, "axis"):
        match = _FRAME.match(axis.attrib["d"])
        assert match is not None
        left, top, bottom, right = (Fraction(number) for number in match.groups())
        boxes.append(Box(left, top, right, bottom))
    return boxes


def places(path: ElementTree.Element) -> list[Place]:
    """Return the points of a path of M and L in their order."""
    pairs = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.attrib["d"])
    return [(Fraction(x), Fraction(y)) for x, y in pairs]


def circles(path: ElementTree.Element) -> list[Place]:
    """Return the centres of the circles of a path."""
    found = re.findall(r"M(-?[\d.]+) (-?[\d.]+)a([\d.]+) ", path.attrib["d"])
    return [(Fraction(x) + Fraction(radius), Fraction(y)) for x, y, radius in found]


def texts(svg: str, kind: str) -> list[str]:
    """Return the words of a class."""
    return [found.text or "" for found in of_class(svg, kind) if tag(found) == "text"]


def number(label: str) -> Fraction:
    """Return what a label of a tick says: ``−0.5``, ``10⁻⁵``, ``2×10⁻⁴``, ``2⁻³``."""
    if label.startswith("−"):
        return -number(label[1:])
    mantissa, times, power = label.partition("×")
    if times:
        return number(mantissa) * number(power)
    match = re.fullmatch(r"(\d+?)([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", label)
    if match is None:
        return Fraction(label)
    return Fraction(int(match[1])) ** int(match[2].translate(_SUPERSCRIPTS))


def text_box(element: ElementTree.Element) -> Box:
    """Return about the box of a level line of text: half its size for each character."""
    size, text = Fraction(element.attrib["font-size"]), element.text or ""
    wide = len(text) * size / 2
    x, y = Fraction(element.attrib["x"]), Fraction(element.attrib["y"])
    before = {"start": Fraction(0), "middle": wide / 2, "end": wide}
    left = x - before[element.attrib["text-anchor"]]
    return Box(left, y - size * Fraction(3, 4), left + wide, y)


def level_texts(svg: str) -> list[ElementTree.Element]:
    """Return all text that is not turned."""
    found = (e for e in parse(svg).iter() if tag(e) == "text")
    return [element for element in found if "transform" not in element.attrib]
