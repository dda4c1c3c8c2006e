"""Text inside a block as HTML: escaped for its place, numbers in both forms."""

import re
from collections.abc import Mapping
from html import escape

from exact.errors import InputError
from reports.document.blocks import EXACTLY, Blank, Code, Inline, Number, Sign, Status, Term, Text
from reports.document.mathematics import set_pieces
from reports.document.tones import symbol, tone
from reports.document.visible import visible

# A longer decimal or status may be broken across lines; a shorter one never is.
_UNBROKEN = 20
# A long fraction is broken after its stroke first, a short one not at all.
_STROKE = re.compile(r"(?<=\d{4})/")


def escaped(text: str) -> str:
    """Return ``text`` so that it is itself in an element and in a quoted attribute.

    >>> escaped('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(visible(text), quote=True)


def mathematical(text: str) -> str:
    """Return ``text`` for an element, its mathematics set: no attribute can hold that.

    >>> mathematical("e^ε < 2^32")
    'e<sup>ε</sup> &lt; 2³²'
    """
    return set_pieces(text, escaped, lambda above: f"<sup>{above}</sup>")


def inline(text: Text, glossary: Mapping[str, str]) -> str:
    """Return a text as HTML; ``glossary`` gives the id of each entry."""
    return "".join(_part(part, glossary) for part in text)


def _part(part: Inline, glossary: Mapping[str, str]) -> str:  # noqa: PLR0911 -- one for each kind
    match part:
        case Number():
            return number(part)
        case Code(text):
            return f"<code>{escaped(text)}</code>"
        case Term(text, entry):
            if entry not in glossary:
                raise InputError("entry", entry, "is not in the glossary", "add an Entry of it")
            return f'<a class="term" href="#{glossary[entry]}">{mathematical(text)}</a>'
        case Status(word):
            return status(word)
        case Blank():
            return '<span class="blank"></span>'
        case Sign(sign):
            return mathematical(sign)
    return mathematical(part)


def number(shown: Number) -> str:
    """Return a number in both forms; the style of the page shows one of them, or both.

    >>> number(Number("7", "7"))
    '<span class="number short">7</span>'
    """
    decimal = mathematical(shown.decimal)
    if shown.relation != EXACTLY:
        decimal = f"{escaped(shown.relation)} {decimal}"
    kind = _kind(shown.decimal)
    if shown.decimal == shown.exact:
        return f'<span class="number {kind}">{decimal}</span>'
    long = " long" if kind == "long" else ""
    exact = _STROKE.sub("/<wbr>", mathematical(shown.exact))
    return (
        f'<span class="number"><span class="decimal{long}">{decimal}</span>'
        f'<span class="exact"><i> (</i>{exact}<i>)</i></span></span>'
    )


def status(word: str) -> str:
    """Return a status in its tone."""
    return f'<span class="status {tone(word)} {_kind(word)}">{with_symbol(word)}</span>'


def with_symbol(word: str, said: str = "") -> str:
    """Return a status as its symbol and its word, or what is said; the symbol is not read aloud."""
    return (
        f'<span class="symbol" aria-hidden="true">{symbol(word)}</span> '
        f'<span class="word">{escaped(said or word)}</span>'
    )


def _kind(text: str) -> str:
    return "short" if len(text) <= _UNBROKEN else "long"
