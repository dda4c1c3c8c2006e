"""Read JSON strictly: no key twice, no float, no endless nesting, no endless file."""

import json
from typing import Any, NoReturn

from exact.errors import InputError
from verification.shapes.shape import Document

MAX_BYTES = 256 << 20


def parsed(content: bytes, what: str, remedy: str) -> Document:
    """Return the object in a file of one kind.

    >>> parsed(b'{"a": 1}', "certificate", "give another one")
    {'a': 1}
    """

    def refuse(value: str, rule: str) -> NoReturn:
        raise InputError("file", value, rule, remedy)

    def unique(pairs: list[tuple[str, Any]]) -> Document:
        found = dict(pairs)
        return found if len(found) == len(pairs) else refuse("object", "names a key twice")

    def no_float(number: str) -> NoReturn:
        refuse(number[:40], "is no integer")

    if len(content) > MAX_BYTES:
        refuse(f"{len(content)} bytes", "is too large")
    hooks: Document = {"parse_float": no_float, "parse_constant": no_float}
    try:
        found = json.loads(content.decode("utf-8"), object_pairs_hook=unique, **hooks)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        refuse(what, f"is not JSON of a sane size ({str(error)[:80]})")
    return found if isinstance(found, dict) else refuse(what, "is no JSON object")
