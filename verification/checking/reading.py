"""Read JSON strictly: every value has one spelling, and nothing is read that nobody checks."""

import json
import re
from fractions import Fraction
from typing import Any, NoReturn

from verification.checking.refusing import refuse

Document = dict[str, Any]


def parse(content: bytes) -> Document:
    """Parse without duplicate keys, floats, NaN and endless nesting."""

    def unique(pairs: list[tuple[str, Any]]) -> Document:
        return dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a key stands twice")

    def no_float(text: str) -> NoReturn:
        refuse(f"{text[:40]} is no integer")

    try:
        found = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=unique,
            parse_float=no_float,
            parse_constant=no_float,
        )
    except (ValueError, RecursionError) as error:
        refuse(f"the file is not JSON of a sane size ({str(error)[:80]})")
    return found if isinstance(found, dict) else refuse("the file is not a JSON object")


def only(document: Document, *names: str) -> Document:
    """Return an object that has exactly these keys: another key could mean something elsewhere."""
    if set(document) != set(names):
        refuse(f"an object has the keys {sorted(document)}, not {sorted(names)}"[:200])
    return document


def whole(value: object, least: int, most: int) -> int:
    """Return an integer between bounds."""
    if type(value) is not int or not least <= value <= most:
        refuse(f"{str(value)[:40]} is no integer from {least} to {most}")
    return value


def ratio(text: str) -> Fraction:
    """Read "p/q" in lowest terms; nothing else is a number of the evidence."""
    top, _, bottom = text.partition("/")
    value = Fraction(int(top), int(bottom))
    return value if write(value) == text else refuse(f"{text[:40]} is not p/q in lowest terms")


def write(value: Fraction) -> str:
    """Write "p/q"."""
    return f"{value.numerator}/{value.denominator}"


def plain(text: str) -> Fraction:
    """Read a rational of at least 0 as Python writes it: 1/2, 3."""
    value = Fraction(text) if re.fullmatch("[0-9]+(/[0-9]+)?", text, re.ASCII) else None
    return value if value is not None and str(value) == text else refuse(f"{text[:40]} is not p/q")
