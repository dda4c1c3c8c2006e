"""Recognise the format of a file and read it: the one door for every table on disk."""

from importlib import import_module
from types import ModuleType
from typing import NoReturn

from exact.errors import InputError
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions
from exact.formats.registry import FORMATS
from exact.formats.result import Reading, StructureProblem
from exact.formats.sheet import Sheet

__all__ = ["ReadOptions", "Reading", "StructureProblem", "read_table_bytes"]

_NOTHING_SAID = ReadOptions()


# The reader of matrices whose rows may be printed to few digits.
_PRINTED = "transition"


def read_table_bytes(content: bytes, options: ReadOptions = _NOTHING_SAID) -> Reading:
    r"""Read a table of any known format; what cannot be read is an InputError in one line.

    >>> reading = read_table_bytes(b"i;j;p;v;p_int_ub\n0;0;1.0;0;1.0\n")
    >>> reading.format, reading.table.keysize
    ('tau-argus', 10)
    """
    return read_opened(Opened(content), options)


def read_opened(file: Opened, options: ReadOptions) -> Reading:
    """Read a file by the reader of the formats that it may have."""
    fitting = _fitting(file)
    if not fitting:
        assert file.sheet is not None
        _refuse_header(file.sheet)
    chosen = tuple(kind for kind in fitting if kind.magic or options.format in (None, kind.name))
    if not chosen:
        rule = f"does not fit a file that begins with {file.begins[:40]}"
        names = " or ".join(kind.name for kind in fitting)
        raise InputError("--format", options.format, rule, f"say {names}")
    if not chosen[0].magic:
        options.refuse(" or ".join(kind.name for kind in chosen), "sheet")
    if options.normalise and chosen[0].reader != _PRINTED:
        rule = f"is for a printed matrix, not for the format {chosen[0].name}"
        raise InputError("--normalise", True, rule, "leave the option out")
    reading: Reading = _reader(chosen[0]).read(file, options, chosen)
    return reading


def _fitting(file: Opened) -> tuple[Format, ...]:
    """Return the formats that a file may have: all of one reader."""
    for kind in FORMATS:
        if kind.magic and file.content.startswith(kind.magic):
            return (kind,)
    return tuple(kind for kind in FORMATS if not kind.magic and _reader(kind).fits(file, kind))


def _reader(kind: Format) -> ModuleType:
    return import_module(f"exact.formats.readers.{kind.reader}")


def _headers() -> str:
    """Return how the known formats begin, for people: each by its header and its name."""
    return "known: " + " | ".join(f"{kind.header} ({kind.name})" for kind in FORMATS).replace(
        "`", ""
    )


def _refuse_header(sheet: Sheet) -> NoReturn:
    """Refuse a file with the header that it has, and the known ones."""
    header = sheet.separator.join(sheet.labels)
    if sheet.names == ("op", "help"):
        rule = "heads the parameters of the ESS procedure for zero cells, not a table"
        raise InputError("line 1", header, rule, "give the table beside it")
    if len(sheet.names) == 1:
        rule = "has none of the separators , ; and tab"
        raise InputError("line 1", header, rule, _headers())
    raise InputError("line 1", header, "is not the header of a known table", _headers())
