"""Read JSON strictly: every value has one spelling, and nothing is read that nobody checks."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from verification.checking.refusing import refuse

Document = dict[str, Any]
Bounds = tuple[Fraction, Fraction]  # a number that is known between two rationals


def parse(content: bytes) -> Document:
    """Parse without duplicate keys, floats, NaN and endless nesting."""

    def unique(pairs: list[tuple[str, Any]]) -> Document:
        return dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a key stands twice")

    def no_float(number: str) -> NoReturn:
        refuse(f"{number[:40]} is no integer")

    hooks: Document = {"parse_float": no_float, "parse_constant": no_float}
    try:
        found = json.loads(content.decode("utf-8"), object_pairs_hook=unique, **hooks)
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


def fits(value: Any, form: Any) -> None:
    """Refuse what has not a form: an object of forms, a list of one, a range of integers, a text.

    A form in a tuple may be null. A text is one line that can be printed, given by its pattern.
    """
    if isinstance(form, dict):
        for name, part in only(value, *form).items():
            fits(part, form[name])
    elif isinstance(form, list):
        for item in value if isinstance(value, list) else refuse("something is no list"):
            fits(item, form[0])
    elif isinstance(form, tuple):
        if value is not None:
            fits(value, form[0])
    elif isinstance(form, range):
        whole(value, form[0], form[-1])
    elif type(value) is not str or len(value) > 20_000 or not value.isprintable():
        refuse(f"{str(value)[:40]} is no text of one line")
    elif not re.fullmatch(form, value, re.ASCII):
        refuse(f"{value[:40]} is not of the form {form}"[:120])


def by_name(*functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Return functions by their names, as a certificate spells them."""
    return {function.__name__.replace("_", "-"): function for function in functions}


def write(value: Fraction) -> str:
    """Write "p/q"."""
    return f"{value.numerator}/{value.denominator}"


def ratio(written: str, spelled: Callable[[Fraction], str] = write) -> Fraction:
    """Read a rational in lowest terms, spelled "p/q"; nothing else is a number of the evidence."""
    top, _, bottom = written.partition("/")
    value = Fraction(int(top), int(bottom or 1) or refuse(f"{written[:40]} divides by 0"))
    return value if spelled(value) == written else refuse(f"{written[:40]} is not p/q")


def plain(written: str) -> Fraction:
    """Read a rational of at least 0 as Python spells it: 1/2, 3."""
    value = ratio(written, str)
    return value if value >= 0 else refuse("a number is negative")


def read_bounds(document: Document) -> Bounds:
    """Read a number that is known between two rationals."""
    lo, hi = ratio(only(document, "lo", "hi")["lo"]), ratio(document["hi"])
    return (lo, hi) if lo <= hi else refuse("bounds are out of order")
