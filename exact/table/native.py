"""The native file ``*.ptable.json``: readable, canonical (one value, one text) and versioned."""

import json
from collections.abc import Mapping
from typing import NoReturn

from exact.errors import InputError
from exact.keyorder.order import KeyOrder, Listed, Mixed
from exact.laws.registry import kind_of
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, integer, probability
from exact.quantiser.rules import checked_rule
from exact.table.origin import Origin
from exact.table.ptable import MAX_COUNT, Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import MAX_NOISE, Row

FORMAT = "ptcert-ptable"
# Version 1 had neither "first_key" nor "holes": its keys begin at 0, and nothing is a hole.
VERSION = 2
# Version 3 has a "key_order" besides; a table without one is written as version 2.
ORDERED = 3
MAX_HOLES = 10_000
# A table of a million runs is far larger than any in use; a file beyond this is not a table.
MAX_BYTES = 64 << 20
_DESCRIBED = "docs/formats.md describes the file"


def native_document(table: PTable) -> dict[str, object]:
    """Return a table as the JSON object that its file holds."""
    return {
        "format": FORMAT,
        "version": VERSION if table.key_order is None else ORDERED,
        "keysize": table.keysize,
        "first_key": table.first_key,
        "zero": table.zero,
        "beyond": _beyond_to_json(table.beyond),
        "holes": list(table.holes),
        **({} if table.key_order is None else {"key_order": order_document(table.key_order)}),
        "origin": None if table.origin is None else _origin_to_json(table.origin),
        "rows": [
            {"count": count, **_runs_to_json(row)}
            for count, row in enumerate(table.rows, start=table.first_count)
        ],
    }


def write_native(table: PTable) -> str:
    """Return the canonical text of a table, a row a line; ``read_native`` gives the value back."""
    document = native_document(table)
    rows = document.pop("rows")
    assert isinstance(rows, list)
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in document.items()]
    body = ",\n".join("    " + json.dumps(row) for row in rows)
    return "\n".join(["{", *lines, '  "rows": [', body, "  ]", "}"]) + "\n"


def read_native(text: str) -> PTable:
    """Read a table, refusing whatever is not exactly one."""
    document = _parse(text)
    if document.get("format") != FORMAT:
        raise InputError(
            "format", document.get("format"), "is not a ptcert table", f"expected {FORMAT!r}"
        )
    version = document.get("version")
    if type(version) is not int or not 1 <= version <= ORDERED:
        raise InputError("version", version, "is not known", f"this program reads 1 to {ORDERED}")
    newer = ("first_key", "holes", "key_order")[: (0, 2, 3)[version - 1]]
    known = ("format", "version", "keysize", "zero", "beyond", "origin", "rows")
    _only(document, "file", *known, *newer)
    keysize = _integer(document, "keysize", 1, MAX_KEYSIZE)
    first, rows = _rows(_list(document, "rows"))
    origin = document.get("origin")
    return PTable(
        keysize=keysize,
        first_count=first,
        rows=rows,
        beyond=_beyond(_object(document.get("beyond"), "beyond")),
        zero=_text(document, "zero"),
        origin=None if origin is None else _origin(_object(origin, "origin")),
        first_key=_integer(document, "first_key", 0, MAX_KEYSIZE) if newer else 0,
        holes=_holes(document) if newer else (),
        key_order=_order(document) if version == ORDERED else None,
    )


Json = Mapping[str, object]


def _parse(text: str) -> Json:
    if len(text) > MAX_BYTES:
        raise InputError("file", f"{len(text)} characters", "is too large", "give a ptable")
    try:
        document = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError("file", where, f"is not JSON ({error.msg})", "give a ptable") from None
    except RecursionError:
        raise InputError("file", "nested arrays", "is nested too deeply", "give a ptable") from None
    except InputError:
        raise
    except ValueError as error:  # an integer beyond Python's limit on digits
        raise InputError("file", "integer", f"is too long ({error})", "give a ptable") from None
    return _object(document, "file")


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InputError("file", "object", "names a key twice", "remove one of them")
    return found


def _refuse_float(text: str) -> NoReturn:
    raise InputError("file", text, "holds a number that is no integer", 'write it as "p/q"')


def _object(value: object, name: str) -> Json:
    if not isinstance(value, dict):
        raise InputError(name, type(value).__name__, "must be a JSON object", _DESCRIBED)
    return value


def _only(document: Json, name: str, *known: str) -> None:
    """Refuse keys that mean nothing here: they may mean something to another reader."""
    for key in document:
        if key not in known:
            raise InputError(name, key, "is a key that is not known", "remove it")


def _list(document: Json, key: str) -> list[object]:
    value = document.get(key)
    if not isinstance(value, list) or not value:
        raise InputError(key, value, "must be a list that is not empty", _DESCRIBED)
    return value


def _integer(document: Json, key: str, least: int, most: int) -> int:
    value = document.get(key)
    if type(value) is not int:
        raise InputError(key, value, "must be an integer", _DESCRIBED)
    return integer(value, key, least, most)


def _text(document: Json, key: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise InputError(key, value, "must be text", _DESCRIBED)
    return value


def _runs_to_json(row: Row) -> dict[str, list[int]]:
    return {"noise": [noise for noise, _ in row.runs], "keys": [keys for _, keys in row.runs]}


def _rows(items: list[object]) -> tuple[int, tuple[Row, ...]]:
    """Return the count of the first row and the rows, which must be for consecutive counts."""
    documents = [_object(item, "row") for item in items]
    first = _integer(documents[0], "count", 0, MAX_COUNT)
    rows = []
    for expected, document in enumerate(documents, start=first):
        count = _integer(document, "count", 0, MAX_COUNT)
        if count != expected:
            raise InputError("count", count, "is out of order", f"expected {expected}")
        rows.append(_row(document, count))
    return first, tuple(rows)


def _row(document: Json, count: int) -> Row:
    _only(document, "row", "count", "noise", "keys")
    noise, keys = _list(document, "noise"), _list(document, "keys")
    if len(noise) != len(keys):
        rule = f"has {len(noise)} noise values but {len(keys)} key counts"
        raise InputError("row", count, rule, "give one key count for each noise value")
    pairs: list[tuple[int, int]] = []
    for z, number in zip(noise, keys, strict=True):
        if type(z) is not int or type(number) is not int:
            raise InputError("row", count, "holds something else than integers", _DESCRIBED)
        pairs.append((integer(z, "noise", -MAX_NOISE, MAX_NOISE), number))
    return Row(tuple(pairs))


def _holes(document: Json) -> tuple[int, ...]:
    found = document.get("holes")
    if not isinstance(found, list) or len(found) > MAX_HOLES:
        raise InputError("holes", found, "must be a list of released values", _DESCRIBED)
    return tuple(_integer({"hole": value}, "hole", 0, MAX_COUNT) for value in found)


def order_document(order: KeyOrder) -> dict[str, object]:
    """Return a key order as the JSON object that a table's file holds."""
    if isinstance(order, Mixed):
        return {"kind": "mixed", "key": order.text}
    return {"kind": "list", "places": list(order.places)}


def _order(file: Json) -> KeyOrder:
    document = _object(file.get("key_order"), "key_order")
    kind = _text(document, "kind")
    _only(document, "key_order", "kind", "key" if kind == "mixed" else "places")
    if kind == "mixed":
        return Mixed(_text(document, "key"))
    if kind != "list":
        raise InputError("key_order", kind, "is not known", "use list or mixed")
    places = _list(document, "places")
    return Listed(tuple(place if type(place) is int else -1 for place in places))


def _beyond_to_json(beyond: Beyond) -> dict[str, object]:
    if isinstance(beyond, Wrap):
        return {"rule": "wrap", "start": beyond.start, "period": beyond.period}
    return {"rule": "repeat" if isinstance(beyond, Repeat) else "stop"}


def _beyond(document: Json) -> Beyond:
    rule = _text(document, "rule")
    _only(document, "beyond", "rule", *(("start", "period") if rule == "wrap" else ()))
    if rule == "wrap":
        return Wrap(
            _integer(document, "start", 0, MAX_COUNT), _integer(document, "period", 1, MAX_COUNT)
        )
    if rule not in ("repeat", "stop"):
        raise InputError("beyond", rule, "is not a rule", "use repeat, wrap or stop")
    return Repeat() if rule == "repeat" else Stop()


def _origin_to_json(origin: Origin) -> dict[str, object]:
    return {
        "law": origin.law.name,
        "parameters": origin.law.parameters(),
        "rule": origin.rule,
        "epsilon": None if origin.epsilon is None else origin.epsilon.text,
        "delta": None if origin.delta is None else str(origin.delta),
    }


def _origin(document: Json) -> Origin:
    """Read the law by name; D and gamma of maxent stood beside the name before laws had names."""
    kind, older = kind_of(_text(document, "law")), "parameters" not in document
    if older and kind.name != "maxent":
        raise InputError("parameters", kind.name, "are missing", _DESCRIBED)
    names = ("D", "gamma") if older else ("parameters",)
    _only(document, "origin", "law", "rule", "epsilon", "delta", *names)
    given = {name: document.get(name) for name in names}
    parameters = given if older else _object(given["parameters"], "parameters")
    declared_epsilon, declared_delta = document.get("epsilon"), document.get("delta")
    return Origin(
        law=kind.of_json(parameters),
        rule=checked_rule(_text(document, "rule")),
        epsilon=None if declared_epsilon is None else read_epsilon(_text(document, "epsilon")),
        delta=None if declared_delta is None else probability(_text(document, "delta"), "delta"),
    )
