"""Excel stores dates and times as numbers with a style: they are refused, numbers are not."""

from datetime import date, datetime, time, timedelta
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest

from exact.errors import InputError
from exact.formats.options import ReadOptions
from exact.formats.reading import read_table_bytes
from tests.formats.workbooks import KEYED, PLAIN, changed, workbook

ESS = ReadOptions(format="ess")
SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
XFS = "</cellXfs>"
DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
REFUSED = "file = 'column 3 of row 2': holds a date or a time; write the number that is meant"


def said(content: bytes) -> str:
    """Return the one line with which a workbook is refused, or the noise of count 1 and key 1."""
    try:
        table = read_table_bytes(content, ESS).table
    except InputError as error:
        (line,) = str(error).splitlines()
        return line
    assert table is not None
    return str(table.noise(1, 1))


def formatted(code: str) -> bytes:
    """Return a workbook whose first noise, -1, is in a number format."""
    book = openpyxl.load_workbook(BytesIO(PLAIN))
    book.worksheets[0]["C2"].number_format = code
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def numbered(number: int, formats: str = "") -> bytes:
    """Return a workbook whose first noise, -1, has a style with a format by its number."""
    cell = '<c r="C2" t="n"><v>-1</v></c>'
    content = changed(PLAIN, SHEET, cell, cell.replace("<c ", '<c s="1" '))
    content = changed(content, STYLES, XFS, f'<xf numFmtId="{number}"/>{XFS}')
    return changed(content, STYLES, '<numFmts count="0" />', f"<numFmts>{formats}</numFmts>")


@pytest.mark.parametrize(
    "value", [date(2020, 1, 1), datetime(2020, 1, 1, 12), time(12, 30), timedelta(hours=30)]
)
def test_a_date_or_time_is_no_noise(value: object) -> None:
    """2020-01-01 is stored as 43831: the cell is named, and nothing is read."""
    assert REFUSED in said(workbook([KEYED[0], [1, 1, value], *KEYED[2:]]))


@pytest.mark.parametrize(
    "code",
    [
        *("yyyy-mm-dd", "d", "mmm", "MMMM", "h:mm AM/PM", "[h]:mm:ss", "[mm]:ss", "[s]", "ss.0"),
        *("[$-411]ggge", '[Red]"on" d', '0;0;0;yyyy"-"', "[$-1070000]bbbb", r"\d d"),
    ],
)
def test_a_format_with_a_token_of_a_date_shows_a_date(code: str) -> None:
    """Days, months, years, hours, minutes, seconds and eras, in any section."""
    assert REFUSED in said(formatted(code))


@pytest.mark.parametrize(
    "code",
    [
        *("General", "0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "0.00E+00", "##0.0e-0", "@"),
        *("# ?/?", '0 "days"', r"0\h", "0_d", "* 0", "[Red]0", "[$USD-409]0", "[>5]0;GENERAL"),
        *('0"', "0[m", "[hm]0", r'_("$"* #,##0_);_("$"* \(#,##0\);_("$"* "-"_);_(@_)'),
    ],
)
def test_a_number_in_a_format_of_numbers_is_read(code: str) -> None:
    """What is quoted, escaped or in brackets is no token; 50 % is the number 0.5 that is stored."""
    assert said(formatted(code)) == "-1"


@pytest.mark.parametrize("number", [14, 22, 27, 36, 45, 46, 47, 50, 58, 71, 81])
def test_a_built_in_format_of_dates_needs_no_code(number: int) -> None:
    """Those of East Asian and Thai workbooks too."""
    assert REFUSED in said(numbered(number))


@pytest.mark.parametrize("number", [0, 1, 4, 9, 10, 11, 13, 37, 44, 48, 49, 59, 62, 164])
def test_a_built_in_format_of_numbers_is_read(number: int) -> None:
    """And one that is defined nowhere."""
    assert said(numbered(number)) == "-1"


def test_a_code_in_the_file_replaces_a_built_in_one() -> None:
    """14 may be a number, 1 a date; of two codes with one number the date counts."""
    assert said(numbered(14, '<numFmt numFmtId="14" formatCode="0"/>')) == "-1"
    both = [f'<numFmt numFmtId="1" formatCode="{code}"/>' for code in ("d", "0")]
    for formats in (both[0], "".join(both), "".join(reversed(both))):
        assert REFUSED in said(numbered(1, formats))


def test_formats_of_highlighting_are_no_styles() -> None:
    """A code outside numFmts, and a style outside cellXfs, are nobody's."""
    other = '<dxfs><dxf><numFmt numFmtId="0" formatCode="d"/></dxf></dxfs>'
    content = changed(PLAIN, STYLES, XFS, f"{XFS}{other}")
    styles = '<cellStyleXfs count="1"><xf '
    assert said(changed(content, STYLES, styles, f'{styles}numFmtId="14"/><xf ')) == "-1"


def test_a_text_or_an_empty_cell_may_have_the_style_of_a_date() -> None:
    """A text is shown as it is."""
    text = '<c r="A1" t="inlineStr">'
    content = changed(numbered(14), SHEET, ' s="1" ', " ")
    content = changed(content, SHEET, text, text.replace("<c ", '<c s="1" '))
    assert said(changed(content, SHEET, "</row>", '<c r="D1" s="1"/></row>')) == "-1"


def test_cells_without_a_style_have_the_first_one() -> None:
    """Where that shows dates, a number without a style is one."""
    first = 'cellXfs count="1"><xf numFmtId="0"'
    assert "column 1 of row 2': holds a date" in said(
        changed(PLAIN, STYLES, first, first.replace('"0"', '"14"'))
    )


def test_styles_are_found_wherever_the_workbook_says() -> None:
    """The part may have any name; without one, cells have the plain style."""
    rels = "xl/_rels/workbook.xml.rels"
    moved = BytesIO(changed(numbered(14), rels, "styles.xml", "other"))
    with ZipFile(moved, "a") as target:
        target.writestr("xl/other", target.read(STYLES))
    assert REFUSED in said(moved.getvalue())
    assert said(changed(PLAIN, rels, "relationships/styles", "relationships/none")) == "-1"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<styleSheet", DOCTYPE + "<styleSheet", "xl/styles.xml': has a document type"),
        (XFS, "<xf>" * 200 + "</xf>" * 200 + XFS, "nests too deeply"),
        (XFS, "<xf/>" * (1 << 16) + XFS, "has more than 65536 styles"),
        (XFS, '<xf numFmtId="x"/>' + XFS, "or a damaged one"),
        ("</styleSheet>", "", "or a damaged one"),
        ('<numFmts count="0" />', "<numFmts><numFmt/></numFmts>", "or a damaged one"),
    ],
)  # fmt: skip
def test_hostile_styles_are_refused(old: str, new: str, message: str) -> None:
    """Entities, depth, numbers of styles and damage: one line each."""
    assert message in said(changed(PLAIN, STYLES, old, new))


def test_hostile_styles_are_refused_under_any_name() -> None:
    """A part that is not called XML is held to the same rules where it is read as styles."""
    content = changed(PLAIN, "xl/_rels/workbook.xml.rels", "styles.xml", "other")
    moved = BytesIO(content)
    with ZipFile(moved, "a") as target:
        target.writestr("xl/other", DOCTYPE.encode() + target.read(STYLES))
    assert "xl/other': has a document type" in said(moved.getvalue())
