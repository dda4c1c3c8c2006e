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

    The failure names the first place where the two differ.
    """
    if json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True):
        return
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        for key, part in expected.items():
            same(f"{where}: {key}", found[key], part)
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for number, (mine, due) in enumerate(zip(found, expected, strict=True)):
            same(f"{where} {number}", mine, due)
    raise ClaimFails(f"{where}: it says {str(found)[:80]}, it is {str(expected)[:80]}")


def line(text: str) -> str:
    """Return one line of plain characters: nothing in a file may forge or move the output."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:300])
