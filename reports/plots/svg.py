"""SVG as text: elements, escaped text, coordinates in tenths of a pixel.

Only presentation attributes and classes are written: no style, no script, no reference to
anything outside, so the drawing may stand inside a page with the strictest content policy.
"""

import unicodedata
from collections.abc import Mapping
from html import escape

NAMESPACE = "http://www.w3.org/2000/svg"
_REPLACEMENT = "�"


def plain(text: str) -> str:
    r"""Return ``text`` on one line, without characters that control or do not exist.

    >>> plain("a\nb\x00")
    'a b�'
    """
    joined = " ".join(text.split())
    return "".join(_REPLACEMENT if unicodedata.category(c)[0] == "C" else c for c in joined)


def escaped(text: str) -> str:
    """Return ``text`` as it may stand in an element or in a quoted attribute.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape(plain(text), quote=True)


def coordinate(tenths: int) -> str:
    """Return tenths of a pixel as the shortest decimal.

    >>> coordinate(125), coordinate(-40), coordinate(-3)
    ('12.5', '-4', '-0.3')
    """
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def element(tag: str, attributes: Mapping[str, str], *content: str) -> str:
    """Return an element around ``content``, which is markup already.

    >>> element("g", {"class": "axis"}), element("g", {}, "x")
    ('<g class="axis"/>', '<g>x</g>')
    """
    written = "".join(f' {name}="{escaped(value)}"' for name, value in attributes.items())
    inner = "".join(content)
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"
