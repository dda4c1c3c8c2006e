"""cellKey's parameters in JSON or YAML: ``params: ptable:`` with columns, or a list of rows.

Numbers stay text until a column is read, so that no decimal is ever rounded. YAML is read from its
events, without recursion and without aliases: neither depth nor references can blow it up.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

from exact.errors import InputError
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions, read_holes, written
from exact.formats.readers.intervals import Column, canonical, read_intervals
from exact.formats.readers.native import is_native
from exact.formats.result import Reading
from exact.formats.yaml_events import read_yaml

# A document is held as a whole, at some twenty times the size of its text.
_MAX_DOCUMENT = 16 << 20
_REMEDY = "give params: ptable: with i, j, p, v, lb, ub"


def fits(file: Opened, kind: Format) -> bool:
    """Return whether a file is JSON of another program, or YAML."""
    if kind.name == "cellkey-yaml":
        return file.is_yaml
    return file.is_json and not is_native(file)


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read the ptable in a document of cellKey; its threshold js is read where it stands there."""
    (kind,), text = fitting, file.text
    if len(text) > _MAX_DOCUMENT:
        raise InputError("file", f"{len(text)} characters", "is larger than 16 MiB", "use CSV")
    document = _json(text) if file.is_json else read_yaml(text)
    columns = _columns(_ptable(document))
    names = canonical(list(columns))
    if names is None:
        found = ", ".join(columns)
        raise InputError("ptable", found, "does not have the columns of a ptable", _REMEDY)
    labelled = {
        name: Column(label, cells)
        for name, (label, cells) in zip(names, columns.items(), strict=True)
    }
    return read_intervals(kind, labelled, _place, _with_holes(document, options), ())


def _with_holes(document: object, options: ReadOptions) -> ReadOptions:
    """Return the options with the holes 1..js of R ptable, where the parameters state js."""
    inner = document.get("params") if isinstance(document, dict) else None
    js = inner.get("js") if isinstance(inner, dict) else None
    if js in (None, "0"):
        return options
    if not isinstance(js, str) or not js.isdecimal():
        raise InputError("js", js, "is no threshold", "write the largest released value to avoid")
    holes = read_holes(f"1..{js}")
    if options.holes not in (None, holes):
        rule = f"contradicts the file, whose js is {js}"
        raise InputError("--holes", written("holes", options.holes), rule, "leave the option out")
    return replace(options, holes=holes)


def _place(index: int, label: str) -> str:
    return f"entry {index + 1}, column {label}"


def _json(text: str) -> object:
    try:
        document: object = json.loads(
            text, object_pairs_hook=_unique, parse_float=str, parse_int=str, parse_constant=str
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(where, error.msg, "is not JSON", "give a valid file") from None
    except RecursionError:
        raise InputError("file", "nested arrays", "is nested too deeply", _REMEDY) from None
    return document


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InputError("file", "object", "names a key twice", "remove one of them")
    return found


def _ptable(document: object) -> object:
    """Return what stands under params: ptable:, or under ptable:, or the document itself."""
    about = document.get("type") if isinstance(document, dict) else None
    if isinstance(about, str) and about != "cnts":
        raise InputError("type", about, "is not a table of counts", "give one of type cnts")
    for name in ("params", "ptable"):
        if isinstance(document, dict) and name in document:
            document = document[name]
    return document


def _columns(ptable: object) -> dict[str, list[str]]:
    """Return the columns of a ptable, given as columns or as a list of rows."""
    if isinstance(ptable, list) and ptable and all(isinstance(row, dict) for row in ptable):
        ptable = _turned(ptable)
    if not isinstance(ptable, dict) or not ptable:
        raise InputError("ptable", type(ptable).__name__, "is not a table", _REMEDY)
    columns = {name: list(_cells(name, cells)) for name, cells in ptable.items()}
    longest = max(map(len, columns.values()))
    for name, cells in columns.items():
        if name == "type" and len(cells) == 1:
            columns[name] = cells * longest
        elif len(cells) != longest or not cells:
            rule = f"has {len(cells)} entries, and another column has {longest}"
            raise InputError(f"column {name}", len(cells), rule, "give columns of the same length")
    return columns


def _turned(rows: list[dict[str, object]]) -> dict[str, object]:
    """Return a list of rows as columns."""
    names = list(rows[0])
    for number, row in enumerate(rows, start=1):
        if list(row) != names:
            rule = f"does not have the columns of entry 1, {', '.join(names)}"
            raise InputError(f"entry {number}", ", ".join(row), rule, "give every row the same")
    return {name: [row[name] for row in rows] for name in names}


def _cells(name: str, cells: object) -> Iterator[str]:
    for number, cell in enumerate(cells if isinstance(cells, list) else [cells], start=1):
        if not isinstance(cell, str):
            shown = "null" if cell is None else f"a {type(cell).__name__}"
            raise InputError(f"entry {number}, column {name}", shown, "is no number", _REMEDY)
        yield cell.strip()
