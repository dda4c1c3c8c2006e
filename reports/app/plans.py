"""The form of a release as the plan that ``ptcert release`` reads."""

import json
from collections.abc import Iterator

from exact.errors import InputError
from reports.app.fields import State


def plan_text(state: State) -> str:
    """Return the plan as TOML; what a field says is checked by the command that reads it.

    >>> print(plan_text({"keys": "independent", "categories": "", "tables": "1", "name1": "a",
    ...                  "file1": "t.csv", "dimensions1": "", "cells1": "10", "floor1": ""}))
    keys = "independent"
    <BLANKLINE>
    [[table]]
    name = "a"
    ptable = "t.csv"
    cells = 10
    <BLANKLINE>
    """
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    yield f"keys = {json.dumps(state['keys'])}"
    if state["categories"].strip():
        yield f"categories = {{{', '.join(_categories(state['categories']))}}}"
    for n in range(1, int(state["tables"]) + 1):
        yield from ("", "[[table]]", f"name = {json.dumps(state[f'name{n}'])}")
        yield f"ptable = {json.dumps(state[f'file{n}'])}"
        if state[f"dimensions{n}"].strip():
            names = [name.strip() for name in state[f"dimensions{n}"].split(",")]
            yield f"dimensions = {json.dumps(names)}"
            yield 'margins = "all"'
        else:
            yield f"cells = {_whole(state[f'cells{n}'], f'cells of table {n}')}"
        if state[f"floor{n}"].strip():
            yield f"count_floor = {_whole(state[f'floor{n}'], f'smallest count of table {n}')}"


def _categories(text: str) -> Iterator[str]:
    for part in text.split(","):
        name, _, values = part.partition("=")
        yield f"{json.dumps(name.strip())} = {_whole(values, 'values of dimensions')}"


def _whole(text: str, name: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        raise InputError(name, text, "is no whole number", "write one, such as 10")
    return int(digits)
