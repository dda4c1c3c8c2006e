"""Text inside a block as data for the typesetter."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from exact.errors import InputError
from reports.document.blocks import EXACTLY, Code, Inline, Number, Sign, Status, Term, Text
from reports.document.printable import printable
from reports.document.tones import symbol, tone

Node = dict[str, Any]
_UNBROKEN = 10**9


def text_nodes(text: Text, labels: Mapping[str, str], line: int = _UNBROKEN) -> list[str | Node]:
    """Return plain strings, and nodes for the rest; ``labels`` gives those of the glossary.

    In a grid an exact form has lines of ``line`` characters; elsewhere it runs with the text.
    """
    return [_inline(part, labels, line) for part in text]


def status_node(word: str) -> Node:
    """Return a status with its colour and its sign."""
    return {"word": printable(word), "tone": tone(word), "symbol": symbol(word)}


def _inline(part: Inline, labels: Mapping[str, str], line: int) -> str | Node:
    match part:
        case str():
            return printable(part)
        case Number():
            return _number(part, line)
        case Code():
            return {"kind": "code", "text": printable(part.text)}
        case Status():
            return {"kind": "status", **status_node(part.word)}
        case Sign():
            return printable(part.sign)
        case Term():
            if part.entry not in labels:
                rule = "is not in the glossary"
                raise InputError("entry", part.entry, rule, "add an Entry of it")
            return {"kind": "term", "text": printable(part.text), "label": labels[part.entry]}


def _number(number: Number, line: int) -> Node:
    exact = "" if number.exact == number.decimal else printable(number.exact)
    return {
        "kind": "number",
        "sign": "" if number.relation == EXACTLY else printable(number.relation),
        "decimal": printable(number.decimal),
        "exact": exact,
        "lines": wrap(exact, line, break_on_hyphens=False),
    }
