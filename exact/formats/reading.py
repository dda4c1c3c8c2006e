"""Recognise the format of a file and read it: the one door for every table on disk."""

import re
from typing import NoReturn

from exact.errors import InputError
from exact.formats import intervals, keyed, lookup, transition
from exact.formats.decoding import decode
from exact.formats.documents import read_document
from exact.formats.result import (
    FORMATS,
    Reading,
    ReadOptions,
    StructureProblem,
    beyond_text,
    zero_text,
)
from exact.formats.sheet import Sheet, open_sheet
from exact.table.native import FORMAT as NATIVE_MARK
from exact.table.native import read_native

__all__ = ["FORMATS", "ReadOptions", "Reading", "StructureProblem", "read_table_bytes"]

_NOTHING_SAID = ReadOptions()
_YAML_START = re.compile(r"(---|%YAML|[A-Za-z_\"']+\s*:(\s|$))")
_HEADERS = (
    "known: pcv,ckey,pvalue | i,j,p,v,p_int_lb,p_int_ub | i;j;p;v;p_int_ub | V1..Vn | a transition "
    "matrix | cellKey JSON or YAML | *.ptable.json"
)


def read_table_bytes(content: bytes, options: ReadOptions = _NOTHING_SAID) -> Reading:
    r"""Read a table of any known format; what cannot be read is an InputError in one line.

    >>> reading = read_table_bytes(b"i;j;p;v;p_int_ub\n0;0;1.0;0;1.0\n")
    >>> reading.format, reading.table.keysize
    ('tau-argus', 10)
    """
    text = decode(content)
    start = text[:1000].lstrip()
    if not start and not text.strip():
        raise InputError("file", "", "is empty", "give a table with its header")
    if start.startswith(("{", "[")):
        native = f'"{NATIVE_MARK}"' in start or options.format == "native"
        return (
            _read_native(text, options) if native else _read_document(text, "cellkey-json", options)
        )
    if _YAML_START.match(start):
        return _read_document(text, "cellkey-yaml", options)
    return _read_sheet(open_sheet(text), options)


def _read_sheet(sheet: Sheet, options: ReadOptions) -> Reading:
    """Read a delimited file by what its header says."""
    names = sheet.names
    if set(names) == keyed.NAMES:
        _check_family(sheet.labels, options, keyed.FAMILY)
        return keyed.read_keyed(sheet, options)
    if intervals.canonical(names) is not None:
        _check_family(sheet.labels, options, intervals.FAMILY[:3])
        return intervals.read_interval_sheet(sheet, options)
    if lookup.is_lookup(names):
        _check_family(sheet.labels, options, lookup.FAMILY)
        return lookup.read_lookup(sheet, options)
    if transition.column_numbers(names) is not None:
        _check_family(sheet.labels, options, transition.FAMILY)
        return transition.read_transition(sheet, options)
    return _refuse_header(sheet)


def _read_native(text: str, options: ReadOptions) -> Reading:
    _check_family((f'"{NATIVE_MARK}"',), options, ("native",))
    options.refuse("native", "keys", "beyond", "zero", "columns")
    table = read_native(text)
    rules = (beyond_text(table.beyond, table.last_count), zero_text(table.zero))
    return Reading("native", table, (), (f"{table.keysize} keys", *rules))


def _read_document(text: str, kind: str, options: ReadOptions) -> Reading:
    _check_family((kind.removeprefix("cellkey-").upper(),), options, (kind,))
    return read_document(text, kind, options)


def _check_family(found: tuple[str, ...], options: ReadOptions, family: tuple[str, ...]) -> None:
    """Refuse a format that the user said and the file cannot be."""
    if options.format is not None and options.format not in family:
        rule = f"does not fit a file that begins with {','.join(found)[:40]}"
        raise InputError("--format", options.format, rule, f"say {' or '.join(family)}")


def _refuse_header(sheet: Sheet) -> NoReturn:
    header = sheet.separator.join(sheet.labels)
    if sheet.names == ("op", "help"):
        rule = "heads the parameters of the ESS procedure for zero cells, not a table"
        raise InputError("line 1", header, rule, "give the table beside it")
    if len(sheet.names) == 1:
        rule = "has none of the separators , ; and tab"
        raise InputError("line 1", header, rule, _HEADERS)
    raise InputError("line 1", header, "is not the header of a known table", _HEADERS)
