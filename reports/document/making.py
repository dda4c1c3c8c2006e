"""Blocks of short texts, made from what a command has at hand."""

import re
from collections.abc import Iterable, Sequence

from reports.document.blocks import Column, Facts, Grid, Inline, Items, Paragraph, Sign, Term, Text

Cell = Inline | Text
_SIGNS = {
    "delta": "δ",
    "delta^Q": "δ^Q",
    "epsilon": "ε",
    "epsilon^Q": "ε^Q",
    "e^epsilon": "e^ε",
    "<=": "≤",
}
_SIGN_WORDS = re.compile(r"(\b(?:delta|epsilon)\^Q\b|\bdelta\b|(?:\be\^)?\bepsilon\b|<=)")


def facts(entries: Iterable[tuple[str, Cell]], caption: str = "") -> Facts:
    """Return names with their values."""
    return Facts(caption, tuple(((name,), _text(value)) for name, value in entries))


def grid(titles: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "") -> Grid:
    """Return a table; its name is its caption, or its titles."""
    columns = tuple(Column(title) for title in titles)
    cells = tuple(tuple(_text(cell) for cell in row) for row in rows)
    return Grid(caption or " ".join(titles), caption, columns, cells)


def lines(*texts: str) -> Items:
    """Return short texts, each on a line."""
    return Items(tuple((text,) for text in texts))


def signed(text: str) -> Text:
    """Return a text of ptcert's own with signs for the words delta and epsilon.

    >>> signed("tight delta at 1/2"), signed("e^epsilon")
    (('tight ', Sign(sign='δ', word='delta'), ' at 1/2'), (Sign(sign='e^ε', word='e^epsilon'),))
    """
    words = _SIGN_WORDS.split(text)
    return tuple(Sign(_SIGNS[w], w) if w in _SIGNS else w for w in words if w)


def in_signs(text: str) -> str:
    """Return the same where a page holds plain text only.

    >>> in_signs("delta <= 1/100 at epsilon = 1")
    'δ ≤ 1/100 at ε = 1'
    """
    return _SIGN_WORDS.sub(lambda word: _SIGNS[word[0]], text)


def without_terms(text: Text) -> Text:
    """Return a text for a page that has no glossary.

    >>> without_terms(("the ", Term("variance", "variance")))
    ('the ', 'variance')
    """
    return tuple(part.text if isinstance(part, Term) else part for part in text)


def paragraph(text: str) -> Paragraph:
    """Return a paragraph of plain text."""
    return Paragraph((text,))


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, tuple) else (cell,)
