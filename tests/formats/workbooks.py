"""Workbooks as openpyxl writes them, and changed ones."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl

Rows = list[list[object]]
KEYED: Rows = [["pcv", "ckey", "pvalue"], [1, 1, -1], [1, 2, 1], [2, 1, 0], [2, 2, 1]]


def workbook(*sheets: Rows) -> bytes:
    """Return a workbook with these sheets, as openpyxl writes it."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


# Made once: a workbook holds the time when it was made.
PLAIN = workbook(KEYED)


def changed(content: bytes, part: str, old: str, new: str) -> bytes:
    """Return a workbook with another text in one of its parts."""
    source, buffer = ZipFile(BytesIO(content)), BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as target:
        for info in source.infolist():
            text = source.read(info).decode()
            assert info.filename != part or old in text
            target.writestr(
                info.filename, text.replace(old, new) if info.filename == part else text
            )
    return buffer.getvalue()
