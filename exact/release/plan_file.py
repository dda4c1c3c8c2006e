"""A plan as a TOML file: one reader, and an example to start from.

Nothing is guessed: a word that is not known, a table that is not there and a margin of a margin
that leads back to itself are each refused in one line.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations
from typing import Any

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon, epsilon
from exact.release.plan import (
    MAX_CELLS,
    MAX_TABLES,
    RECORD_KEYS,
    Dimensions,
    Plan,
    PlannedTable,
    Source,
    people_at_least,
)

MAX_DIMENSIONS = 12
_REMEDY = "ptcert release --example writes a plan to start from"
_PLAN = ("title", "keys", "secret", "categories", "occupied", "table")
_TABLE = (
    *("name", "ptable", "certificate", "read", "dimensions", "margins", "margin_of", "cells"),
    *("count_floor", "epsilon"),
)
_READ = ("format", "keys", "beyond", "zero", "columns", "holes", "sheet")
_LONGEST = 40

EXAMPLE = """\
# A plan of a release, for: ptcert release plan.toml --epsilon 1
title = "Census, first release"

# How the keys of cells hang together. It must be said:
#   "independent"  each cell has a key of its own, independent of all others: made by a
#                  pseudorandom function, which is an assumption;
#   "sum"          the key of a margin is the sum of its cells' keys modulo the number of keys;
#   "mixed"        the same, looked up in a mixed order of more than 65,536 keys (design
#                  --key-order mixed), in which they are assumed to be as good as independent.
keys = "independent"

# What an attacker does not know: "record-keys", all of them, or "own-record-key", when the
# record keys of all other people may be known.
secret = "record-keys"

# How many values a dimension has: needed for keys that add, where a margin adds them up.
categories = {sex = 2}

# Somebody lives in every combination of the values of all dimensions, with the person and without.
# Where keys add over several margins, no delta below 1 is proved without it, unless a table with
# all dimensions has a count_floor.
occupied = false

# A table: one cell of each person. A margin is the list of the dimensions that are left; [] is
# the total, and margins = "all" are all of them. The path is relative to this file.
[[table]]
name = "sex by age"
dimensions = ["sex", "age"]
margins = [["sex"], ["age"], []]
ptable = "example.ptable.json"

# The same people have the same noise: the margins age and [] are counted once.
[[table]]
name = "region by age"
dimensions = ["region", "age"]
margins = "all"
ptable = "example.ptable.json"
# No true count of this table is smaller, with the person and without.
count_floor = 30

# A margin under a name of its own takes over the ptable of its table.
[[table]]
name = "regions"
margin_of = "region by age"
dimensions = ["region"]

# Where only the number of cells is known that a person is in.
[[table]]
name = "flow tables"
cells = 3
ptable = "example.ptable.json"
# The epsilon_i of each of its cells in the sum of Theorem 7.1 (for comparison alone; without it,
# the epsilon that the perturbation table was designed for).
epsilon = "1/4"
"""


def read_plan(text: str) -> Plan:
    r"""Read a plan.

    >>> plan = read_plan('keys = "independent"\n[[table]]\nname = "a"\nptable = "t"\ncells = 2')
    >>> plan.keys, plan.tables[0].size
    ('independent', 2)
    """
    document = _parsed(text)
    _check_known("plan", document, _PLAN)
    if "keys" not in document:
        rule = "is missing: nothing is composed without a statement about the keys of cells"
        raise InputError("keys", "", rule, 'write keys = "independent" or keys = "sum"')
    entries = document.get("table")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError("table", entries, "must be a list of tables", "write [[table]] for each")
    if len(entries) > MAX_TABLES:
        rule = f"are more than {MAX_TABLES} tables"
        raise InputError("table", len(entries), rule, "plan fewer tables")
    occupied = _truth(document, "occupied") if "occupied" in document else False
    categories = _categories(document)
    tables = tuple(_table(entry, _by_name(entries)) for entry in entries)
    return Plan(
        _text(document, "keys"),
        _with_somebody(tables, dict(categories)) if occupied else tables,
        _text(document, "secret") if "secret" in document else RECORD_KEYS,
        categories=categories,
        title=_text(document, "title") if "title" in document else "",
        occupied=occupied,
    )


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError("plan", "file", "is nested too deeply", _REMEDY) from None
    except tomllib.TOMLDecodeError as error:
        raise InputError("plan", "file", f"is not TOML ({error})", _REMEDY) from None
    except ValueError:
        rule = "holds an integer of too many digits"
        raise InputError("plan", "file", rule, _REMEDY) from None


def _by_name(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the tables by name; of equal names the plan itself says so."""
    return {_text(entry, "name"): entry for entry in entries}


def _with_somebody(
    tables: tuple[PlannedTable, ...], categories: Mapping[str, int]
) -> tuple[PlannedTable, ...]:
    """Return the tables with the floors that follow where every combination is occupied."""
    known = frozenset().union(*(one.dimensions or () for one in tables))
    return tuple(
        one
        if one.dimensions is None
        else replace(
            one,
            count_floor=max(one.count_floor, people_at_least(one.dimensions, known, categories)),
        )
        for one in tables
    )


def _table(entry: dict[str, Any], named: Mapping[str, dict[str, Any]]) -> PlannedTable:
    _check_known("table", entry, _TABLE)
    name = _text(entry, "name")
    dimensions = _names(entry, "dimensions") if "dimensions" in entry else None
    _check_margin(entry, dimensions, named)
    return PlannedTable(
        name,
        _source(entry, named),
        dimensions,
        _margins(entry, dimensions),
        _integer(entry, "cells") if "cells" in entry else None,
        _integer(entry, "count_floor") if "count_floor" in entry else 0,
        _epsilon(entry),
    )


def _source(entry: dict[str, Any], named: Mapping[str, dict[str, Any]]) -> Source:
    """Return where a perturbation table is; a margin without one has that of its table."""
    given = [kind for kind in ("ptable", "certificate") if kind in entry]
    if not given and "margin_of" in entry:
        return _source(named[_text(entry, "margin_of")], named)
    if len(given) != 1:
        rule = f"the table {_text(entry, 'name')!r} needs one of them"
        raise InputError("ptable, certificate", ", ".join(given), rule, 'write ptable = "PATH"')
    return Source(given[0], _text(entry, given[0]), _options(entry))


def _options(entry: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    said = entry.get("read", {})
    if not isinstance(said, dict):
        raise InputError("read", said, "must be a table", 'write read = {zero = "preserve"}')
    _check_known("read", said, _READ)
    return tuple((name, _text(said, name)) for name in said)


def _check_margin(
    entry: dict[str, Any], dimensions: Dimensions | None, named: Mapping[str, dict[str, Any]]
) -> None:
    """Refuse a margin of itself, of no table, or with dimensions that its table does not have."""
    way = [_text(entry, "name")]
    while "margin_of" in entry:
        above = _text(entry, "margin_of")
        if above not in named:
            raise InputError("margin_of", above, "is no table of the plan", _near(above, named))
        if above in way:
            rule = f"leads back to itself ({' of '.join([*way, above])})"
            raise InputError("margin_of", above, rule, "a margin is of a table, not of its margin")
        way.append(above)
        entry = named[above]
    if len(way) > 1:
        of = _names(named[way[1]], "dimensions") if "dimensions" in named[way[1]] else frozenset()
        if dimensions is None or not dimensions < of:
            rule = f"of the margin {way[0]!r} must be some, not all, of those of {way[1]!r}"
            raise InputError("dimensions", sorted(dimensions or ()), rule, "leave one or more out")


def _margins(entry: dict[str, Any], dimensions: Dimensions | None) -> tuple[Dimensions, ...]:
    given = entry.get("margins", [])
    if given == "all" and dimensions is not None:
        ordered = sorted(dimensions)
        sizes = range(len(ordered))
        return tuple(frozenset(c) for size in sizes for c in combinations(ordered, size))
    if not isinstance(given, list) or len(given) > MAX_CELLS:
        rule = f"must be a list of lists of dimensions, at most {MAX_CELLS}"
        raise InputError("margins", given, rule, 'write [["sex"], []], or "all"')
    return tuple(_dimensions(margin, "margins") for margin in given)


def _names(entry: dict[str, Any], key: str) -> Dimensions:
    return _dimensions(entry[key], key)


def _dimensions(given: object, argument: str) -> Dimensions:
    """Return a set of dimensions from a list of names."""
    if not isinstance(given, list) or not all(isinstance(name, str) and name for name in given):
        raise InputError(argument, given, "must be a list of names", 'for example ["sex", "age"]')
    if len(given) > MAX_DIMENSIONS:
        rule = f"has more than {MAX_DIMENSIONS} dimensions"
        raise InputError(argument, len(given), rule, "use cells = N where there are more")
    if len(set(given)) < len(given):
        raise InputError(argument, given, "names a dimension twice", "name each once")
    return frozenset(given)


def _categories(document: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    given = document.get("categories", {})
    if not isinstance(given, dict):
        raise InputError("categories", given, "must be a table", "write categories = {sex = 2}")
    found = tuple((name, _integer(given, name)) for name in given)
    for name, number in found:
        if number == 1:  # its cells are those without it, and would be counted twice
            rule = f"of {name!r} tells nobody apart"
            raise InputError("categories", number, rule, "leave the dimension out of all tables")
    return found


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key, "")
    if not isinstance(value, str) or not value:
        raise InputError(key, value, "must be a text", _REMEDY)
    return value


def _truth(entry: dict[str, Any], key: str) -> bool:
    value = entry[key]
    if type(value) is not bool:
        raise InputError(key, value, "must be true or false", _REMEDY)
    return value


def _integer(entry: dict[str, Any], key: str) -> int:
    value = entry[key]
    if type(value) is not int:
        raise InputError(key, value, "must be an integer", _REMEDY)
    return value


def _epsilon(entry: dict[str, Any]) -> Epsilon | None:
    """Return the epsilon_i of a table as it is written: 1, "1/3" or "ln(2)"; None without one."""
    if "epsilon" not in entry:
        return None
    value = entry["epsilon"]
    return epsilon(str(value) if type(value) is int else _text(entry, "epsilon"))


def _check_known(where: str, entry: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in entry:
        if key not in known:
            raise InputError(where, key, "is not a word of a plan", _near(key, known))


def _near(word: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """Name the word that was meant, where one is close."""
    near = get_close_matches(word[:_LONGEST], [k for k in known if len(k) <= _LONGEST], n=1)
    return f"did you mean {near[0]}" if near else _REMEDY
