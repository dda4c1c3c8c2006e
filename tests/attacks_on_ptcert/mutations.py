"""Single changes of a certificate: of a digit, a sign, a type, an item, a key, an enclosure, ...

A mutation is a name and a function that changes a document in place at a path; it returns False
where it does not apply there. Which one is made where is drawn from a ``random.Random`` that the
caller seeds.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from tests.certificate.making import Json

Path = tuple[str | int, ...]
Mutate = Callable[[Json, Path, random.Random], bool]

_DIGITS = re.compile(r"[0-9]")
_OTHER_TYPES: tuple[Any, ...] = (None, True, False, "", "1", 0, 1, -1, [], {}, [0], {"lo": "0/1"})
_WORDS = ("holds", "fails", "not claimed", "undecided", "sat", "unsat", "unknown")
_WORDS_OF_TABLES = ("repeat", "stop", "wrap", "preserve", "row", "none")
_RULES = ("ceiling", "symmetric", "largest-remainder")
_CHOICES = (_WORDS, _WORDS_OF_TABLES, _RULES, ("xor4", "sum"), ("lo", "hi"))


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Yield the path of every part of a JSON value but the whole."""
    if here:
        yield here
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(part, (*here, key))


def at(document: Json, path: Path) -> Any:
    """Return the part at a path."""
    part: Any = document
    for key in path:
        part = part[key]
    return part


def put(document: Json, path: Path, value: Any) -> bool:
    """Set the part at a path; tell whether this changed anything."""
    changed = json.dumps(at(document, path)) != json.dumps(value)
    at(document, path[:-1])[path[-1]] = value
    return changed


def digit(document: Json, path: Path, draw: random.Random) -> bool:
    """Change one digit of an integer, or in a text."""
    old = at(document, path)
    if isinstance(old, bool) or not isinstance(old, int | str):
        return False
    places = list(_DIGITS.finditer(str(old)))
    if not places:
        return False
    place = draw.choice(places).start()
    new = f"{str(old)[:place]}{draw.randrange(10)}{str(old)[place + 1 :]}"
    return put(document, path, new if isinstance(old, str) else int(new))


def nudge(document: Json, path: Path, draw: random.Random) -> bool:
    """Add or subtract 1, of an integer or of a numerator or a denominator."""
    old, step = at(document, path), draw.choice((-1, 1))
    if type(old) is int:
        return put(document, path, old + step)
    if not isinstance(old, str) or not re.fullmatch("-?[0-9]+/[0-9]+", old):
        return False
    parts = [int(part) for part in old.split("/")]
    parts[draw.randrange(2)] += step
    return put(document, path, f"{parts[0]}/{parts[1]}")


def negate(document: Json, path: Path, draw: random.Random) -> bool:
    """Change the sign of an integer or of a fraction."""
    old = at(document, path)
    if type(old) is int:
        return put(document, path, -old)
    if isinstance(old, str) and re.fullmatch("-?[0-9]+(/[0-9]+)?", old):
        return put(document, path, old[1:] if old.startswith("-") else f"-{old}")
    return False


def shift(document: Json, path: Path, draw: random.Random) -> bool:
    """Move a fraction by a small or a large amount, in lowest terms: enclosures widen, narrow."""
    old = at(document, path)
    if not isinstance(old, str) or not re.fullmatch("-?[0-9]+/[0-9]+", old):
        return False
    size = draw.choice((1, 2**10, 2**20, 2**40, 2**80, 2**150))
    value = Fraction(old) + Fraction(draw.choice((-1, 1)), size)
    return put(document, path, f"{value.numerator}/{value.denominator}")


def widen(document: Json, path: Path, draw: random.Random) -> bool:
    """Widen, narrow or shift a pair of integers as a whole."""
    old = at(document, path)
    is_pair = isinstance(old, list) and len(old) == 2 and all(type(n) is int for n in old)
    if not is_pair:
        return False
    step = draw.choice((1, 2**10, 2**40))
    low, high = draw.choice(((-step, step), (step, -step), (step, step), (-step, -step)))
    return put(document, path, [old[0] + low, old[1] + high])


def swap(document: Json, path: Path, draw: random.Random) -> bool:
    """Swap two items of a list: rows, runs, claims, epsilons, outcomes."""
    old = at(document, path)
    if not isinstance(old, list) or len(old) < 2:
        return False
    i, j = draw.sample(range(len(old)), 2)
    new = list(old)
    new[i], new[j] = new[j], new[i]
    return put(document, path, new)


def swap_values(document: Json, path: Path, draw: random.Random) -> bool:
    """Swap the values of two keys: A and B, lo and hi, count and other."""
    old = at(document, path)
    if not isinstance(old, dict) or len(old) < 2:
        return False
    i, j = draw.sample(sorted(old), 2)
    return put(document, path, {**old, i: old[j], j: old[i]})


def drop_item(document: Json, path: Path, draw: random.Random) -> bool:
    """Delete an item of a list: an outcome, a run, a row, a claim, a pair."""
    old = at(document, path)
    if not isinstance(old, list) or not old:
        return False
    i = draw.randrange(len(old))
    return put(document, path, old[:i] + old[i + 1 :])


def double_item(document: Json, path: Path, draw: random.Random) -> bool:
    """Write an item of a list twice."""
    old = at(document, path)
    if not isinstance(old, list) or not old:
        return False
    i = draw.randrange(len(old))
    return put(document, path, [*old[: i + 1], *old[i:]])


def drop_key(document: Json, path: Path, draw: random.Random) -> bool:
    """Delete a key of an object."""
    old = at(document, path)
    if not isinstance(old, dict) or not old:
        return False
    gone = draw.choice(sorted(old))
    return put(document, path, {key: value for key, value in old.items() if key != gone})


def rename_key(document: Json, path: Path, draw: random.Random) -> bool:
    """Rename a key of an object."""
    old = at(document, path)
    if not isinstance(old, dict) or not old:
        return False
    name = draw.choice(sorted(old))
    return put(document, path, {key + "_" * (key == name): old[key] for key in old})


def new_key(document: Json, path: Path, draw: random.Random) -> bool:
    """Add a key that means nothing here."""
    old = at(document, path)
    return isinstance(old, dict) and put(document, path, {**old, "delta_is": "0/1"})


def other_type(document: Json, path: Path, draw: random.Random) -> bool:
    """Put something of another type: text for a number, a list for an object, null, true."""
    return put(document, path, draw.choice(_OTHER_TYPES))


def as_text(document: Json, path: Path, draw: random.Random) -> bool:
    """Write an integer as text, or a text that is an integer as one."""
    old = at(document, path)
    if type(old) is int:
        return put(document, path, str(old))
    return isinstance(old, str) and old.isdigit() and put(document, path, int(old))


def flip(document: Json, path: Path, draw: random.Random) -> bool:
    """Replace a status, a verdict, an answer, a rule by another of its kind."""
    old = at(document, path)
    if isinstance(old, bool):
        return put(document, path, not old)
    for words in _CHOICES:
        if old in words:
            return put(document, path, draw.choice([word for word in words if word != old]))
    return False


def other_epsilon(document: Json, path: Path, draw: random.Random) -> bool:
    """Change the text of an epsilon, also to other forms of the same number."""
    if path[-1] not in ("epsilon", "gamma"):
        return False
    texts = ("1/2", "0.5", "1/3", "2/4", "ln(2)", "ln(3/2)", "ln(1.5)", "0", "-1/2", "1/10", " 1/2")
    return put(document, path, draw.choice(texts))


def copied(document: Json, path: Path, draw: random.Random) -> bool:
    """Copy the part that stands under the same last key elsewhere: evidence of something else."""
    if not isinstance(path[-1], str):
        return False
    others = [other for other in paths(document) if other[-1] == path[-1] and other != path]
    return bool(others) and put(document, path, at(document, draw.choice(others)))


MUTATIONS: tuple[Mutate, ...] = (
    *(digit, digit, nudge, nudge, shift, shift, negate, widen, swap, swap_values, drop_item),
    *(double_item, drop_key, rename_key, new_key, other_type, as_text, flip, other_epsilon, copied),
)


def places_by_kind(document: Json) -> dict[str, list[Path]]:
    """Group all paths by their names, indices left out: every kind of place is to be reached."""
    found: dict[str, list[Path]] = {}
    for path in paths(document):
        kind = ".".join("*" if isinstance(key, int) else key for key in path)
        if path[0] == "claims" and len(path) > 1:
            # The claims are different places; rows, pairs and runs are not.
            kind = kind.replace("claims.*", f"claims.{at(document, path[:2])['name']}", 1)
        found.setdefault(kind, []).append(path)
    return found
