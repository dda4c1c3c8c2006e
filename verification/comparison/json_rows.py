"""Rows from JSON: a list of objects, an object of lists, or one object of single values."""

import json
from collections.abc import Iterator, Sequence

from exact.errors import InputError, shown

MAX_JSON = 16 << 20
_SHAPES = "give a list of objects, or an object of lists"


def json_rows(text: str) -> tuple[list[str], Iterator[tuple[int, Sequence[str]]]]:
    """Return the names and the rows, numbered from 1; numbers stay as they are written.

    >>> labels, rows = json_rows('{"z": [0, 1], "p": [0.50, "0x1p-1"]}')
    >>> labels, list(rows)
    (['z', 'p'], [(1, ['0', '0.50']), (2, ['1', '0x1p-1'])])
    """
    document = _parsed(text)
    if isinstance(document, list):
        return _of_objects(document)
    if not isinstance(document, dict) or not document:
        raise InputError("JSON", document, "holds no columns", _SHAPES)
    if not any(isinstance(value, list) for value in document.values()):
        return _of_objects([document])
    return _of_lists(document)


def _parsed(text: str) -> object:
    if len(text) > MAX_JSON:
        rule = f"has more than {MAX_JSON} characters"
        raise InputError("JSON", text[:20], rule, "give CSV, which is read as a stream")
    try:
        # Every number stays text: a decimal means what is written.
        return json.loads(
            text,
            parse_float=str,
            parse_int=str,
            parse_constant=str,
            object_pairs_hook=_each_name_once,
        )
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError("JSON", text[:20], f"cannot be read ({error})", _SHAPES) from None


def _each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InputError("JSON", ",".join(name for name, _ in pairs), "has a name twice", _SHAPES)
    return found


def _of_objects(rows: list[object]) -> tuple[list[str], Iterator[tuple[int, Sequence[str]]]]:
    labels: dict[str, None] = {}
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise InputError(f"row {number}", row, "is no object", _SHAPES)
        labels.update(dict.fromkeys(row))

    def cells() -> Iterator[tuple[int, Sequence[str]]]:
        for number, row in enumerate(rows, start=1):
            assert isinstance(row, dict)
            yield number, [_cell(row.get(label), number) for label in labels]

    return list(labels), cells()


def _of_lists(columns: dict[str, object]) -> tuple[list[str], Iterator[tuple[int, Sequence[str]]]]:
    lists: list[list[object]] = []
    for label, values in columns.items():
        if not isinstance(values, list):
            raise InputError(label, values, "is no list, as others are", _SHAPES)
        lists.append(values)
        if len(values) != len(lists[0]):
            rule = f"has {len(values)} values, another column {len(lists[0])}"
            raise InputError(label, shown(values), rule, "give each column as many")

    def cells() -> Iterator[tuple[int, Sequence[str]]]:
        for number, row in enumerate(zip(*lists, strict=True), start=1):
            yield number, [_cell(value, number) for value in row]

    return list(columns), cells()


def _cell(value: object, number: int) -> str:
    """Return a cell as text; null is an empty cell."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"row {number}", value, "is no number", "give numbers or null")
    return value
