"""What the typefaces of the PDF can show; the rest is written by number."""

import re
import unicodedata

from reports.document.visible import code

# Latin, Greek, Cyrillic, punctuation, superscripts and subscripts, arrows, operators, shapes, and
# the signs of a verdict. A PDF/A must not hold a character without a glyph, and marks that combine
# (U+0300...) can stop the typesetter, so a character is let in, not kept out.
_SHOWN = (
    "\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482"
    "\u048a-\u04ff\u1e00-\u1eff\u2010-\u2027\u202f-\u203e\u2070\u2071\u2074-\u208e\u20ac"
    "\u2190-\u22ff\u2308-\u230b\u2500-\u25ff\u2605\u2713\u2717"
)
_NOT_SHOWN = re.compile(f"[^{_SHOWN}]")
_NOT_SHOWN_IN_DRAWINGS = re.compile(f"[^{_SHOWN}\t\n\r]")


def printable(text: str) -> str:
    r"""Return ``text`` in characters that the PDF can show, the others by number.

    >>> print(printable("δ ≤ 2⁻⁵ in \u8868.csv"))
    δ ≤ 2⁻⁵ in \u8868.csv
    """
    return _NOT_SHOWN.sub(_by_number, unicodedata.normalize("NFC", text))


def printable_drawing(svg: str) -> str:
    """Return the source of a drawing in characters that the PDF can show; its lines stay."""
    return _NOT_SHOWN_IN_DRAWINGS.sub(_by_number, unicodedata.normalize("NFC", svg))


def _by_number(match: re.Match[str]) -> str:
    return code(match.group())
