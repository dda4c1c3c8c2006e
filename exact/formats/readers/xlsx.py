"""Excel workbooks (.xlsx): one sheet with the columns of the CSV formats.

openpyxl finds the sheets and the shared texts. The numbers of cells it would turn into floats, so
cells are taken from the XML of the sheet as they are written there: 0.1 is 1/10, and a double that
Excel wrote with 17 digits is those 17 digits. What is no plain table of texts and numbers is
refused (formulas, macros, dates and times, errors), and what is too large before anything is
expanded. A percentage is the number that is stored: 50 % is 0.5.
"""

import struct
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError, iterparse
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from exact.errors import InputError
from exact.formats.decoding import MAX_TEXT
from exact.formats.format import Format
from exact.formats.opened import Opened
from exact.formats.options import ReadOptions
from exact.formats.reading import read_opened
from exact.formats.result import Reading
from exact.formats.sheet import MAX_COLUMNS
from exact.formats.shown_dates import styles_of_dates

# How a zip archive begins, and how an entry of its directory does.
_ZIP, _ENTRY = b"PK", b"PK\x01\x02"
_MAX_PARTS, _MAX_DEPTH = 1000, 100
# What zipfile, expat and openpyxl raise on files that are not what they expect.
_DAMAGED = (
    *(ArithmeticError, AssertionError, AttributeError, BadZipFile, EOFError, ExpatError),
    *(LookupError, OSError, ParseError, RuntimeError, TypeError, ValueError, Warning),
    *(struct.error, zlib.error),
)
_TEXTS = ("inlineStr", "s", "str")
_REFUSED = {"b": "a truth value", "d": "a date", "e": "an error"}
_PLAIN = "save the table alone, as values, in an .xlsx file"


@dataclass(frozen=True, slots=True)
class _Shared:
    """What cells refer to by number: the texts, and for each style whether it shows dates."""

    texts: Sequence[str]
    dates: Sequence[bool]


def fits(file: Opened, kind: Format) -> bool:
    """Return whether a file begins as a workbook does."""
    return file.content.startswith(kind.magic)


def read(file: Opened, options: ReadOptions, fitting: tuple[Format, ...]) -> Reading:
    """Read the sheet that the user names, or the one that is not empty, by its columns."""
    (kind,) = fitting
    if not file.content.startswith(_ZIP):
        rule = "is encrypted or an old .xls"
        raise InputError("file", "workbook", rule, "save it as .xlsx without a password")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            name, text = _table(file.content, options.sheet)
    except InputError:
        raise
    except _DAMAGED:
        rule = "is no Excel workbook, or a damaged one"
        raise InputError("file", "workbook", rule, _PLAIN) from None
    said = None if options.format == kind.name else options.format
    columns = Opened(text.encode(), f"columns of the Excel sheet {name!r}")
    return read_opened(columns, replace(options, format=said, sheet=None))


def _table(content: bytes, said: str | None) -> tuple[str, str]:
    """Return the name of the sheet with the table, and its cells separated by tabs."""
    if content.count(_ENTRY) > _MAX_PARTS:
        raise InputError("file", "workbook", f"has more than {_MAX_PARTS} parts", _PLAIN)
    archive = ZipFile(BytesIO(content))
    _check_archive(archive)
    shared, sheets = _structure(content)
    chosen = [(name, part) for name, part in sheets if said in (None, name)]
    if said is None:
        chosen = [(name, part) for name, part in chosen if _is_filled(archive.read(part), shared)]
        if not chosen:
            raise InputError("file", "workbook", "has only empty sheets", _PLAIN)
    if len(chosen) != 1:
        raise _asked_for(said, [name for name, _ in (chosen or sheets)])
    ((name, part),) = chosen
    return name, "\n".join(_lines(archive.read(part), shared))


def _asked_for(said: str | None, names: list[str]) -> InputError:
    """Return the error for no sheet or several that may be meant."""
    shown = ", ".join(map(repr, names[:5])) + ", ..." * (len(names) > 5)
    if said is not None:
        return InputError("--sheet", said, "is no sheet of the workbook", f"it has {shown}")
    rule = f"has not exactly one sheet that is not empty, but {shown}"
    return InputError("file", "workbook", rule, "say which one with --sheet")


def _check_archive(archive: ZipFile) -> None:
    """Refuse what is too large, has macros, or has XML that defines anything or nests deeply.

    A part is never longer than the archive says: what is beyond that, zipfile does not read.
    """
    parts = archive.infolist()
    total = sum(part.file_size for part in parts)
    if total > MAX_TEXT:
        raise InputError("file", f"{total} bytes", "expands to more than 64 MiB", "use CSV")
    for part in parts:
        name = part.filename.lower()
        if "vbaproject" in name or "macrosheets" in name:
            raise InputError("file", part.filename, "holds macros", _PLAIN)
        if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise InputError("file", part.filename, "is compressed as no workbook is", _PLAIN)
        if name.endswith((".xml", ".rels")):
            _check_xml(part.filename, archive.read(part))


def _check_xml(name: str, content: bytes) -> None:
    depth = 0

    def refuse(*_: object) -> None:
        raise InputError("file", name, "has a document type or nests too deeply", _PLAIN)

    def start(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            refuse()

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(content, True)


def _structure(content: bytes) -> tuple[_Shared, list[tuple[str, str]]]:
    """Return what sheets share, and the name and the part of each, as openpyxl finds them."""
    try:
        from openpyxl.reader.excel import ExcelReader
    except ImportError:
        remedy = "install it: pip install openpyxl"
        raise InputError("file", "workbook", "needs openpyxl to be read", remedy) from None
    reader = ExcelReader(BytesIO(content), read_only=True, keep_links=False)
    reader.read_manifest()
    if any("macroEnabled" in part.ContentType for part in reader.package.Override):
        raise InputError("file", "workbook", "is made for macros (.xlsm)", _PLAIN)
    reader.read_strings()
    reader.read_workbook()
    found = [(str(sheet.name), rel) for sheet, rel in reader.parser.find_sheets()]
    sheets = [(name, str(rel.target)) for name, rel in found if "worksheet" in rel.Type]
    styles = [
        str(rel.target) for rel in reader.parser.rels.values() if rel.Type.endswith("/styles")
    ]
    texts = [str(text) for text in reader.shared_strings]
    return _Shared(texts, _dates(reader.archive, styles)), sheets


def _dates(archive: ZipFile, parts: list[str]) -> list[bool]:
    """Return for each style whether it shows dates; without styles there is the plain one."""
    if not parts:
        return [False]
    (part,) = parts
    content = archive.read(part)
    _check_xml(part, content)  # whatever the part is called
    return styles_of_dates(content) or [False]


def _is_filled(part: bytes, shared: _Shared) -> bool:
    return any(cells for _, cells in _rows(part, shared))


def _lines(part: bytes, shared: _Shared) -> Iterator[str]:
    """Yield the rows as lines of as many cells as the first one has, none of them empty.

    Raises where that is not so, where a row follows an empty one, or where it becomes too long.
    """
    width = size = lines = 0
    for number, cells in _rows(part, shared):
        if not cells:
            continue
        if number != lines + 1:
            rule = "is empty, and others follow"
            raise InputError("file", f"row {lines + 1}", rule, "give a table without empty rows")
        width = width or len(cells)
        if len(cells) != width or not all(cells):
            rule = f"must have {width} cells, as the header has, and none that is empty"
            raise InputError("file", f"row {number}", rule, _PLAIN)
        lines, size = lines + 1, size + sum(map(len, cells)) + width
        if size > MAX_TEXT:
            raise InputError("file", f"row {number}", "is beyond 64 MiB of text", "use CSV")
        yield "\t".join(cells)


def _rows(part: bytes, shared: _Shared) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that is written, as text."""
    number, data = 0, None
    for event, element in iterparse(BytesIO(part), events=("start", "end")):
        name = _local(element)
        if event == "start":
            data = element if name == "sheetData" else data
        elif name == "row":
            following = int(element.get("r", number + 1))
            if following <= number:
                raise InputError("file", f"row {following}", "is out of order", _PLAIN)
            number = following
            yield number, _cells(element, number, shared)
            if data is not None:
                data.clear()  # what has been read is not kept


def _cells(row: Element, number: int, shared: _Shared) -> list[str]:
    """Return the cells of a row up to the last that is not empty."""
    cells: list[str] = []
    last = 0
    for cell in row:
        column = _column(cell.get("r")) or last + 1
        if not last < column <= MAX_COLUMNS:
            rule = f"is out of order, or past column {MAX_COLUMNS}"
            raise InputError("file", f"column {column} of row {number}", rule, _PLAIN)
        last = column
        if text := _text(cell, f"column {column} of row {number}", shared):
            cells += [*[""] * (column - len(cells) - 1), text]
    return cells


def _column(reference: str | None) -> int:
    """Return the number of the column in a reference: A is 1, AA is 27; 0 where there is none.

    >>> _column("A1"), _column("AA7"), _column(None)
    (1, 27, 0)
    """
    number = 0
    for letter in (reference or "")[:4].rstrip("0123456789"):
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _text(cell: Element, where: str, shared: _Shared) -> str:
    """Return what a cell holds, as written."""
    kind, parts = cell.get("t", "n"), {_local(part): part for part in cell}
    if "f" in parts or kind in _REFUSED:
        held = "a formula" if "f" in parts else _REFUSED[kind]
        raise InputError("file", where, f"holds {held}", _PLAIN)
    text = _written(kind, parts, shared)
    if text and kind not in _TEXTS and shared.dates[_index(cell.get("s", "0"))]:
        remedy = "write the number that is meant, in the format of a number"
        raise InputError("file", where, "holds a date or a time", remedy)
    if any(mark in text for mark in '\t\n\r"'):
        rule = "holds a tab, a quotation mark or a line end"
        raise InputError("file", where, rule, "write plain names and numbers")
    return text.strip()


def _written(kind: str, parts: dict[str, Element], shared: _Shared) -> str:
    """Return the text of a cell, from where its kind says that it stands."""
    if kind == "inlineStr":
        return "".join(t.text or "" for t in parts["is"].iter() if _local(t) == "t")
    text = (parts["v"].text or "") if "v" in parts else ""
    return shared.texts[_index(text)] if kind == "s" and text else text


def _index(text: str) -> int:
    """Return the number of a text or a style, which counts from the first one only.

    >>> _index("12")
    12
    """
    if not text.strip().isdecimal():
        raise LookupError(text)
    return int(text)


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]
