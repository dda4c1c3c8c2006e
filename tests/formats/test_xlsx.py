"""Excel workbooks: the same tables as their CSV files, digit by digit, and what is refused."""

import sys
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.errors import InputError
from exact.formats.options import ReadOptions
from exact.formats.reading import read_table_bytes
from exact.formats.writing import write_table
from tests.formats.tables import tables
from tests.formats.workbooks import KEYED, PLAIN, Rows, changed, workbook

ESS = ReadOptions(format="ess")


def with_cells(xml: str) -> bytes:
    """Return a workbook whose sheet has this XML below the header ``pcv ckey pvalue``."""
    content = workbook([KEYED[0], [1, 1, 7]])
    data = '<row r="2"><c r="A2" t="n"><v>1</v></c><c r="B2" t="n"><v>1</v></c>'
    data += '<c r="C2" t="n"><v>7</v></c></row>'
    return changed(content, "xl/worksheets/sheet1.xml", data, xml)


def refused(content: bytes, options: ReadOptions = ESS) -> str:
    """Return the one line with which a file is refused."""
    with pytest.raises(InputError) as caught:
        read_table_bytes(content, options)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy
    return str(caught.value)


def cells_of(text: str) -> Rows:
    """Return the cells of a delimited text."""
    separator = ";" if ";" in text else ","
    return [[c.strip('"') for c in line.split(separator)] for line in text.split()]


@pytest.mark.parametrize("name", ["ess", "r-ptable", "tau-argus", "sas", "transition"])
@settings(max_examples=10)
@given(data=st.data())
def test_a_sheet_says_what_the_csv_file_says(name: str, data: st.DataObject) -> None:
    """Written into cells text by text, a table is read back as from its own format."""
    table = data.draw(tables(name))
    content = workbook(cells_of(write_table(table, name)))
    said = name if name in ("ess", "sas") else None
    reading = read_table_bytes(content, ReadOptions(format=said))
    assert (reading.table, reading.format) == (table, name)
    assert reading.notes[0].startswith("columns of the Excel sheet 'Sheet'")


def test_the_abs_lookup_may_be_a_sheet() -> None:
    """256 rows of numbers below V1 and V2."""
    rows: Rows = [["V1", "V2"]]
    rows += [[k % 3 - 1, 0] for k in range(256)]
    reading = read_table_bytes(workbook(rows))
    assert reading.format == "abs-lookup"
    assert reading.table is not None
    assert [reading.table.noise(1, key) for key in range(256)] == [k % 3 - 1 for k in range(256)]


@pytest.mark.parametrize(
    ("written", "keysize", "first"),
    [
        ("0.1", 10, 1),
        ("3.90625E-3", 10**8, 390625),
        ("0.30000000000000004", 10**17, 30000000000000004),
        ("0.62981505999999999", 10**17, 62981505999999999),
    ],
)
def test_a_number_is_what_stands_in_the_file(written: str, keysize: int, first: int) -> None:
    """No cell passes through a float: 0.30000000000000004 has 17 decimals, 3.90625E-3 has 8."""
    content = workbook([["i", "j", "p", "v", "p_int_ub"], [0, 0, 1, 0, 0.75], [0, 1, 1, 1, 1]])
    old, new = "<v>0.75</v>", f"<v>{written}</v>"
    reading = read_table_bytes(changed(content, "xl/worksheets/sheet1.xml", old, new))
    assert reading.table is not None
    assert reading.table.keysize == keysize
    assert reading.table.rows[0].runs[0] == (0, first)


def test_ons_and_ess_are_asked_for() -> None:
    """A sheet has no separator to tell them apart."""
    message = refused(workbook(KEYED), ReadOptions())
    assert (
        "may be ONS or ESS: columns of the Excel sheet 'Sheet', with 1 as the smallest" in message
    )
    assert "say --format ons|ess" in message
    assert refused(workbook(KEYED), ReadOptions(format="xlsx")) == message
    table = read_table_bytes(workbook(KEYED), ESS).table
    assert table is not None
    assert table.first_key == 1


@pytest.mark.parametrize("kind", ["inlineStr", "str"])
def test_texts_may_stand_in_their_cells(kind: str) -> None:
    """Programs that share no texts write them into the cell."""
    held = "<is><t>1</t></is>" if kind == "inlineStr" else "<v>1</v>"
    row = f'<row><c t="{kind}">{held}</c><c><v>1</v></c><c><v>-3</v></c></row>'
    table = read_table_bytes(with_cells(row), ESS).table
    assert table is not None
    assert table.noise(1, 1) == -3


def sharing(*numbers: int) -> bytes:
    """Return a workbook whose header is three shared texts, by their numbers."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    found = f'<Override PartName="/xl/texts.xml" ContentType="{kind}"/></Types>'
    content = changed(PLAIN, "[Content_Types].xml", "</Types>", found)
    for column, text, number in zip("ABC", KEYED[0], numbers, strict=True):
        old = f'<c r="{column}1" t="inlineStr"><is><t>{text}</t></is></c>'
        new = f'<c r="{column}1" t="s"><v>{number}</v></c>'
        content = changed(content, "xl/worksheets/sheet1.xml", old, new)
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    texts = "".join(f"<si><t>{text}</t></si>" for text in KEYED[0])
    buffer = BytesIO(content)
    with ZipFile(buffer, "a") as target:
        target.writestr("xl/texts.xml", f"<sst {space}>{texts}</sst>")
    return buffer.getvalue()


def test_a_shared_text_is_counted_from_the_first_one() -> None:
    """-1 is no text of a workbook, though Python would take the last one."""
    assert read_table_bytes(sharing(0, 1, 2), ESS) == read_table_bytes(PLAIN, ESS)
    assert "is no Excel workbook, or a damaged one" in refused(sharing(-3, -2, -1))


def test_empty_sheets_rows_and_cells_past_the_table_change_nothing() -> None:
    """Excel's empty sheets, and cells that have only a style."""
    plain = read_table_bytes(workbook(KEYED), ESS)
    assert read_table_bytes(workbook([], [*KEYED, [None, None, None], []], []), ESS) == replace(
        plain, notes=tuple(note.replace("'Sheet'", "'Sheet1'") for note in plain.notes)
    )


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ('<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>', "1 of row 2': holds a formula"),
        ('<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>', "column 1 of row 2': holds an error"),
        ('<row r="2"><c r="A2" t="b"><v>1</v></c></row>', "1 of row 2': holds a truth value"),
        ('<row r="2"><c r="B2" t="d"><v>2020-01-01</v></c></row>', "2 of row 2': holds a date"),
        ('<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>', "1 of row 2': is out"),
        ('<row r="2"><c r="ZZZ2"><v>1</v></c></row>', "past column 10000"),
        ('<row r="2"><c r="A2"><v>1</v></c></row>', "row 2': must have 3 cells"),
        ('<row r="2"><c r="A2"><v>1</v></c><c r="D2"><v>1</v></c></row>', "must have 3 cells"),
        ('<row r="2"><c><v>1</v></c><c><v>1</v></c><c><v>0.5</v></c></row>', "is not an integer"),
        ('<row r="4"><c r="A4"><v>1</v></c></row>', "row 2': is empty, and others follow"),
        ('<row r="1"><c r="A1"><v>1</v></c></row>', "row 1': is out of order"),
        ('<row r="x"/>', "is no Excel workbook, or a damaged one"),
        ('<row r="2"><c t="s"><v>99</v></c></row>', "is no Excel workbook, or a damaged one"),
        ('<row r="2"><c s="99"><v>1</v></c></row>', "is no Excel workbook, or a damaged one"),
        ('<row r="2"><c s="-1"><v>1</v></c></row>', "is no Excel workbook, or a damaged one"),
        ('<row r="2"><c t="inlineStr"/></row>', "is no Excel workbook, or a damaged one"),
        ('<row r="2"><c t="inlineStr"><is><t>a\tb</t></is></c></row>', "holds a tab"),
        ("", "has a header and no lines below it"),
        ("<row>" + "<x>" * 200 + "</x>" * 200 + "</row>", "nests too deeply"),
    ],
)  # fmt: skip
def test_a_sheet_that_is_no_plain_table_is_refused(xml: str, message: str) -> None:
    """The cell or the row is named."""
    assert message in refused(with_cells(xml))


def test_a_sheet_that_is_no_table_is_refused() -> None:
    """Words are no header, numbers in row 1 neither, and a title above the table is not skipped."""
    assert "is not the header of a known table" in refused(workbook([["a", "b"], [1, 2]]))
    assert "row 1': is empty, and others follow" in refused(workbook([[], *KEYED]))
    assert "has only empty sheets; save the table alone" in refused(workbook([]))


def test_of_several_sheets_one_is_named() -> None:
    """Nobody guesses which one is meant; an empty one may be named, and has no table."""
    content = workbook(KEYED, [["a"]], [])
    assert "not exactly one sheet that is not empty, but 'Sheet', 'Sheet1'" in refused(content)
    said = replace(ESS, sheet="Sheet")
    assert read_table_bytes(content, said) == read_table_bytes(PLAIN, ESS)
    message = refused(content, replace(ESS, sheet="Table"))
    assert "--sheet = 'Table': is no sheet of the workbook; it has 'Sheet', 'Sheet1', 'Sheet2'" in (
        message
    )
    assert "is empty" in refused(content, replace(ESS, sheet="Sheet2"))


def test_a_text_has_no_sheets() -> None:
    """``--sheet`` with a CSV file is refused."""
    text = b"pcv;ckey;pvalue\n1;1;0\n"
    assert "--sheet = 'a': does not apply to the format ons or ess: it has no" in refused(
        text, ReadOptions(sheet="a")
    )


def bomb() -> bytes:
    """Return an archive of 200 kB that expands to 200 MB."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as target:
        target.writestr("xl/worksheets/sheet1.xml", b" " * (200 << 20))
    return buffer.getvalue()


def lying_bomb() -> bytes:
    """Return an archive whose directory says that a part of 1 MB has 10 bytes."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as target:
        target.writestr("xl/workbook.xml", b" " * (1 << 20))
        target.infolist()[0].file_size = 10
    return buffer.getvalue()


def odd_compression() -> bytes:
    """Return an archive with a method that may ask for gigabytes of memory."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_LZMA) as target:
        target.writestr("xl/workbook.xml", b"<workbook/>")
    return buffer.getvalue()


def parts(number: int) -> bytes:
    """Return an archive of very many empty parts."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as target:
        for name in range(number):
            target.writestr(f"{name}", b"")
    return buffer.getvalue()


DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (bomb(), "209715200 bytes': expands to more than 64 MiB"),
        (lying_bomb(), "is no Excel workbook, or a damaged one"),
        (odd_compression(), "xl/workbook.xml': is compressed as no workbook is"),
        (parts(1001), "has more than 1000 parts"),
        (parts(3), "is no Excel workbook"),
        (workbook(KEYED)[:-30], "is no Excel workbook"),
        (workbook(KEYED)[:60] + b"?" + workbook(KEYED)[61:], "is no Excel workbook"),
        (b"PK\x03\x04", "is no Excel workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "is encrypted or an old .xls"),
        (changed(workbook(KEYED), "xl/workbook.xml", "<workbook", DOCTYPE + "<workbook"),
         "xl/workbook.xml': has a document type"),
        (changed(workbook(KEYED), "[Content_Types].xml", "spreadsheetml.sheet.main",
                 "sheet.macroEnabled.main"), "is made for macros (.xlsm)"),
        (changed(workbook(KEYED), "xl/workbook.xml", "</workbook>", ""), "or a damaged one"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_workbook_is_refused(content: bytes, message: str) -> None:
    """Bombs, archives of other things, damaged, encrypted and macro files: one line each."""
    assert message in refused(content)


def test_a_workbook_with_macros_is_refused() -> None:
    """The part that holds them is named."""
    buffer = BytesIO(workbook(KEYED))
    with ZipFile(buffer, "a") as target:
        target.writestr("xl/vbaProject.bin", b"\0")
    assert "xl/vbaProject.bin': holds macros" in refused(buffer.getvalue())


def test_without_openpyxl_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed, the message says how to install it."""
    monkeypatch.setitem(sys.modules, "openpyxl.reader.excel", None)
    assert "needs openpyxl to be read; install it: pip install openpyxl" in refused(workbook(KEYED))


@settings(max_examples=30)
@given(st.data())
def test_a_damaged_workbook_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    """A few bytes changed anywhere: never a traceback, never half a table."""
    content = bytearray(PLAIN)
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(4, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        reading = read_table_bytes(bytes(content), ESS)
    except InputError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 -- either outcome is right
    else:
        assert reading.format == "ess"
