"""What a PDF holds, read with pypdf: its words, where they stand, and its tags."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, cast

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

# A transformation (a, b, c, d, e, f) takes (x, y) to (a x + c y + e, b x + d y + f).
Matrix = tuple[float, ...]
Point = tuple[float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def read(content: bytes) -> PdfReader:
    """Return a reader that refuses what is malformed."""
    return PdfReader(BytesIO(content), strict=True)


def squeezed(text: str) -> str:
    """Return text without any white space: where a line is broken is nobody's claim."""
    return re.sub(r"\s", "", text)


def pages(reader: PdfReader) -> list[str]:
    """Return the text of each page without white space and without its footer, which it must have.

    The footer is the title and "3 of 12".
    """
    assert reader.metadata is not None
    title, count = squeezed(str(reader.metadata.title)), len(reader.pages)
    found = []
    for number, page in enumerate(reader.pages, 1):
        text, footer = squeezed(page.extract_text()), f"{title}{number}of{count}"
        assert text.endswith(footer)
        found.append(text.removesuffix(footer))
    return found


def words(reader: PdfReader) -> str:
    """Return the text of all pages, one after the other, without white space and footers."""
    return "".join(pages(reader))


def tags(reader: PdfReader) -> list[dict[str, Any]]:
    """Return every element of the structure tree, in the order of reading."""
    root = cast(dict[str, Any], reader.trailer["/Root"])
    return list(_elements(root["/StructTreeRoot"]["/K"]))


def _elements(node: Any) -> Iterator[dict[str, Any]]:
    node = node.get_object()
    if isinstance(node, list):
        for each in node:
            yield from _elements(each)
    elif isinstance(node, dict) and "/S" in node:
        yield node
        if "/K" in node:
            yield from _elements(node["/K"])


def strokes_of_text(page: PageObject) -> list[tuple[Point, Point]]:
    """Return where each run of glyphs begins and ends, from the widths that the fonts declare."""
    fonts = cast(dict[str, Any], page["/Resources"])["/Font"]
    widths = {name: _widths(font.get_object()) for name, font in fonts.items()}
    found: list[tuple[Point, Point]] = []
    stack: list[Matrix] = []
    place, text, font, size = _IDENTITY, _IDENTITY, "", 0.0
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        match operator:
            case b"q":
                stack.append(place)
            case b"Q":
                place = stack.pop()
            case b"cm":
                place = _product(tuple(map(float, operands)), place)
            case b"Tm":
                text = tuple(map(float, operands))
            case b"Tf":
                font, size = str(operands[0]), float(operands[1])
            case b"Tj" | b"TJ":
                shown = operands[0] if operator == b"TJ" else operands
                length = _length(shown, widths[font]) * size / 1000
                whole = _product(text, place)
                found.append((_moved((0.0, 0.0), whole), _moved((length, 0.0), whole)))
    return found


def _widths(font: Any) -> dict[int, float]:
    """Return the width of each glyph of a font with two bytes a glyph (ISO 32000-1, 9.7.4.3)."""
    entries = list(font["/DescendantFonts"][0].get_object()["/W"])
    widths: dict[int, float] = {}
    while entries:
        first, second = int(entries.pop(0)), entries.pop(0)
        if isinstance(second, list):
            widths |= {first + place: float(width) for place, width in enumerate(second)}
        else:
            width = float(entries.pop(0))
            widths |= dict.fromkeys(range(first, int(second) + 1), width)
    return widths


def _length(shown: Any, widths: dict[int, float]) -> float:
    total = 0.0
    for part in shown:
        if isinstance(part, int | float):
            total -= float(part)
        else:
            codes = part if isinstance(part, bytes) else part.original_bytes
            pairs = zip(codes[::2], codes[1::2], strict=True)
            total += sum(widths[256 * high + low] for high, low in pairs)
    return total


def _product(first: Matrix, second: Matrix) -> Matrix:
    """Return the transformation that applies ``first`` and then ``second``."""
    a, b, c, d, e, f = first
    x, y = _moved((a, b), (*second[:4], 0.0, 0.0)), _moved((c, d), (*second[:4], 0.0, 0.0))
    return (*x, *y, *_moved((e, f), second))


def _moved(point: Point, by: Matrix) -> Point:
    x, y = point
    a, b, c, d, e, f = by
    return a * x + c * y + e, b * x + d * y + f
