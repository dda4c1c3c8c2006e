"""Text inside a block as data for the typesetter."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from exact.errors import InputError
from reports.document.blocks import EXACTLY, Blank, Code, Inline, Number, Sign, Status, Term, Text
from reports.document.mathematics import Raised, pieces, typeset
from reports.document.printable import printable
from reports.document.tones import symbol, tone

Node = dict[str, Any]
_UNBROKEN = 10**9


def text_nodes(text: Text, labels: Mapping[str, str], line: int = _UNBROKEN) -> list[str | Node]:
    """Return plain strings, and nodes for the rest; ``labels`` gives those of the glossary.

    In a grid an exact form has lines of ``line`` characters; elsewhere it runs with the text.
    """
    return [node for part in text for node in _inline(part, labels, line)]


def string_nodes(text: str) -> list[str | Node]:
    """Return a text with its mathematics set: what is raised is a node."""
    return [
        {"kind": "raised", "text": printable(piece.text)}
        if isinstance(piece, Raised)
        else printable(piece)
        for piece in pieces(text)
    ]


def status_node(word: str) -> Node:
    """Return a status with its colour and its sign."""
    return {"word": printable(word), "tone": tone(word), "symbol": symbol(word)}


def _inline(  # noqa: PLR0911 -- one for each kind
    part: Inline, labels: Mapping[str, str], line: int
) -> list[str | Node]:
    match part:
        case str():
            return string_nodes(part)
        case Number():
            return [_number(part, line)]
        case Code():
            return [{"kind": "code", "text": printable(part.text)}]
        case Status():
            return [{"kind": "status", **status_node(part.word)}]
        case Blank():
            return [{"kind": "blank"}]
        case Sign():
            return string_nodes(part.sign)
        case Term():
            if part.entry not in labels:
                rule = "is not in the glossary"
                raise InputError("entry", part.entry, rule, "add an Entry of it")
            return [{"kind": "term", "text": string_nodes(part.text), "label": labels[part.entry]}]


def _number(number: Number, line: int) -> Node:
    exact = "" if number.exact == number.decimal else number.exact
    # A line ends before a power, not in it.
    lines = wrap(exact.replace("·e^", "· e^"), line, break_on_hyphens=False)
    return {
        "kind": "number",
        "sign": "" if number.relation == EXACTLY else printable(number.relation),
        "decimal": printable(typeset(number.decimal)),
        "exact": string_nodes(exact) if exact else [],
        "lines": [string_nodes(each.replace("· e^", "·e^")) for each in lines],
    }
