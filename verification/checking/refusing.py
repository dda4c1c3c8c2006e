"""The two ways to say no: the file is no certificate, or its evidence does not show a claim."""

import json
from typing import NoReturn

# What a file of another shape makes Python raise while it is read: it is no certificate then.
MALFORMED = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)


class BadFile(Exception):
    """The file is no certificate that this program can read."""


class ClaimFails(Exception):
    """The evidence of a claim does not show what the certificate says."""


def refuse(what: str) -> NoReturn:
    """Give up on the file."""
    raise BadFile(what)


def demand(condition: bool, otherwise: str) -> None:
    """Fail the claim unless the condition holds."""
    if not condition:
        raise ClaimFails(otherwise)


def same(where: str, found: object, expected: object) -> None:
    """Fail unless the certificate says exactly what was computed here (and 1 is not true).

    The failure shows the text of both from a little before the first place where they differ.
    """
    said, due = (json.dumps(value, sort_keys=True) for value in (found, expected))
    if said != due:
        before = next((i for i, (a, b) in enumerate(zip(said, due, strict=False)) if a != b), 0)
        part = slice(max(0, before - 60), before + 80)
        raise ClaimFails(f"{where}: it says {said[part]}, it is {due[part]}")


def line(text: str) -> str:
    """Return one line of plain characters: nothing in a file may forge or move the output."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:300])
