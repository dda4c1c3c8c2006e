"""Certificates with one thing changed: a value, a key, an entry, a character of the text."""

import json
from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from random import Random
from typing import Any

from verification.shapes.shape import Document

# A name steps into a list of named objects: the claims.
Path = tuple[str | int, ...]
# What the checker does not claim anything about, and what may change and still be true: wider
# bounds of the law's values, a rate between the same bounds, another target that delta meets.
HARMLESS = (
    *(("input",), ("scope",), ("tool",), ("solvers",), ("findings",)),
    *(("table", "origin", name) for name in ("epsilon", "delta")),
    ("table", "origin", "parameters", "gamma"),
    *(("claims", "quantisation", part) for part in ("x", "bits", "bounds")),
    *(("epsilons", "*", "delta"), ("declared",), ("key_arithmetic", "assumed")),
)


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every value of a document that holds no others, with the way to it."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list | tuple) and value:
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


def resolved(document: Document, path: Path) -> Path:
    """Return the path with an index for each name that steps into a list."""
    found: Any = document
    steps: list[str | int] = []
    for step in path:
        if isinstance(found, list) and isinstance(step, str):
            names = [item["name"] for item in found]
            steps.append(names.index(step))
        else:
            steps.append(step)
        if len(steps) < len(path):
            found = found[steps[-1]]
    return tuple(steps)


def at(document: Document, path: Path) -> Any:
    """Return the value at the end of a path."""
    found: Any = document
    for step in resolved(document, path):
        found = found[step]
    return found


def changed(document: Document, path: Path, value: object) -> Document:
    """Return a copy with another value at the end of a path; what lies off the path is shared."""
    found: Any = copy(document)
    inner = found
    *steps, last = resolved(document, path)
    for step in steps:
        inner[step] = copy(inner[step])
        inner = inner[step]
    inner[last] = value
    return dict(found)


def without(document: Document, path: Path) -> Document:
    """Return a copy without what the path leads to."""
    where = resolved(document, path)
    found = changed(document, where, None)
    del at(found, where[:-1])[where[-1]]
    return found


def is_harmless(document: Document, path: Path) -> bool:
    """Tell whether a change there may leave a true certificate."""
    if path in (("table", "origin"), ("key_arithmetic",)):
        return True  # where no law or no key arithmetic is declared, 0 is none as well
    plain = tuple("*" if path[0] == "epsilons" and i == 1 else s for i, s in enumerate(path))
    if path[0] == "claims":
        plain = ("claims", at(document, path[:2])["name"], *path[2:])
    return any(plain[: len(known)] == known for known in HARMLESS)


def other_values(value: object) -> Iterator[object]:
    """Yield values that could be taken for the given one, and some that could not."""
    match value:
        case bool():
            yield from (not value, int(value), None)
        case int():
            yield from (value + 1, value - 1, -value if value else 7, str(value), 10 * value + 3)
            if value in (0, 1):
                yield bool(value)
        case str() if "/" in value and value.replace("/", "").replace("-", "").isdigit():
            exact = Fraction(value)
            tiny = Fraction(1, 10**40)
            for other in (exact + tiny, exact - tiny, exact + 1, -exact):
                yield f"{other.numerator}/{other.denominator}"
            yield f"{2 * exact.numerator}/{2 * exact.denominator}"
            yield from (f" {value}", f"+{value}", value.replace("/", "/+"), "1/0", "x", 1, None)
        case str():
            words = {"holds": "fails", "fails": "holds", "not claimed": "holds"}
            yield from (words.get(value, value + "x"), "not claimed", "undecided", None, 0)
        case None:
            yield from (0, "1/3", "holds", {}, [])
        case _:
            yield from (None, [0], {"a": 1})


def single_changes(document: Document) -> Iterator[tuple[Path, Document]]:
    """Yield a document with one leaf changed, left out, or doubled, or two neighbours swapped."""
    document = json.loads(json.dumps(document))
    for path, value in leaves(document):
        for other in other_values(value):
            if json.dumps(other) != json.dumps(value):
                yield path, changed(document, path, other)
        yield path, without(document, path)
        inner = at(document, path[:-1])
        if isinstance(inner, list):
            yield path, changed(document, path[:-1], [*inner, value])
            index = int(path[-1])
            if index and inner[index - 1] != value:
                swapped = [*inner[: index - 1], value, inner[index - 1], *inner[index + 1 :]]
                yield path, changed(document, path[:-1], swapped)


def sampled_changes(document: Document, number: int, seed: str) -> Iterator[tuple[str, Document]]:
    """Yield some single changes that no true certificate could have, the same ones every time."""
    found = [
        (path, new) for path, new in single_changes(document) if not is_harmless(document, path)
    ]
    chosen = Random(seed).sample(found, min(number, len(found)))
    for index, (path, new) in enumerate(chosen):
        yield f"{index} at {'.'.join(map(str, path))}", new
