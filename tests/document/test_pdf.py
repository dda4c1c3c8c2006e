"""A document as PDF: every number can be read out of it, and no text of it is a command."""

import csv
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from exact.errors import InputError
from reports.document.blocks import (
    AT_MOST,
    Block,
    Code,
    Column,
    Commands,
    Document,
    Entry,
    Facts,
    Finding,
    Grid,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    Sign,
    SignOff,
    Status,
    Term,
    Text,
    Verdict,
)
from reports.document.pdf import to_pdf
from reports.document.printable import printable
from reports.plots.drawing import Drawing
from tests.document.canonical import canonical
from tests.document.hostile import HOSTILE, hostile
from tests.document.pdf_reader import pages, read, squeezed, strokes_of_text, tags, words
from tests.document.sample import HASH, sample
from tests.document.sample_drawings import bars
from tests.document.sample_grids import behind
from tests.document.walking import parts
from tests.house_rules import ROOT

DATE = "1700000000"  # 14 November 2023, 22:13:20 UTC
A4 = (595.28, 841.89)
MARGIN, SPACE = 62.36, 6.0
HEAD = "CountDistanceStatusWhatwasdone"
HOSTILE_FORMULA = "=1+1"
ANY_TEXT = st.text(st.characters(), max_size=40)


@pytest.fixture(autouse=True)
def fixed_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every PDF the same date."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DATE)


def dated(document: Document) -> PdfReader:
    """Return a document as PDF, for the fixtures that outlive a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", DATE)
        return read(to_pdf(document))


@pytest.fixture(scope="module")
def paper() -> PdfReader:
    """Return the sample document as PDF."""
    return dated(sample())


@pytest.fixture(scope="module")
def printed(paper: PdfReader) -> list[str]:
    """Return the text of each page of the sample document."""
    return pages(paper)


@pytest.fixture(scope="module")
def hostile_paper() -> PdfReader:
    """Return the document of hostile text as PDF."""
    return dated(hostile())


def one_section(*blocks: Paragraph | Grid | Commands | Facts) -> Document:
    """Return a document of a verdict and one section."""
    entries = (Entry("e", "E", "means e"),)
    section = Section("s", "Section", blocks)
    return Document("Title", "Subtitle", (Verdict("holds", "Yes.", ()),), (section,), entries)


def long_grid(rows: int, columns: int) -> Grid:
    """Return a grid in which every cell is a number of its own, with a long exact form."""
    cells = tuple(
        tuple(
            (Number(f"0.{row:03}{place:02}", f"{row}{place:02}/{2**64}"),)
            for place in range(columns)
        )
        for row in range(rows)
    )
    return Grid("g", "A grid", tuple(Column(f"c{z}", True) for z in range(columns)), cells)


def on_paper(document: Document) -> Document:
    """Return the document without what goes with the PDF as files."""
    return replace(
        document,
        sections=tuple(
            replace(section, blocks=tuple(_kept(block) for block in section.blocks if _is(block)))
            for section in document.sections
        ),
    )


def _is(block: Block) -> bool:
    return not isinstance(block, Grid) or not block.folded or len(block.rows) <= 20


def _kept(block: Block) -> Block:
    if isinstance(block, Picture):
        return replace(block, behind=Grid(block.behind.name, "", (), (), True))
    if isinstance(block, Section):
        return replace(block, blocks=tuple(_kept(each) for each in block.blocks if _is(each)))
    return block


def attached(reader: PdfReader) -> dict[str, list[list[str]]]:
    """Return the cells of every file that goes with a PDF."""
    files = {name: content[0].decode() for name, content in reader.attachments.items()}
    return {name: list(csv.reader(text.splitlines())) for name, text in files.items()}


def test_every_number_can_be_read_back(printed: list[str]) -> None:
    """The decimal with its relation, and the exact form, of every number of the document."""
    text = canonical("".join(printed))
    numbers = parts(on_paper(sample()), Number)
    assert len(numbers) > 50
    for number in numbers:
        relation = "" if number.relation == "=" else number.relation
        assert relation + squeezed(canonical(number.decimal)) in text
        assert squeezed(canonical(number.exact)) in text


def test_what_is_not_printed_goes_with_the_file(paper: PdfReader) -> None:
    """The numbers behind each picture and each long folded grid are CSV, every cell of them."""
    document = sample()
    files = attached(paper)
    behind_pictures = [picture.behind for picture in parts(document, Picture)]
    long = [g for g in parts(document, Grid) if g.folded and len(g.rows) > 20]
    names = {g.name for g in (*behind_pictures, *long)}
    assert len(files) == len(names) > 2
    for grid in (*behind_pictures, *long):
        rows = files[f"{grid.name}.csv"][1:]
        assert len(rows) == len(grid.rows)
        for cells, row in zip(rows, grid.rows, strict=True):
            numbers = [part for cell in row for part in cell if isinstance(part, Number)]
            assert all({number.decimal, number.exact} <= set(cells) for number in numbers)


def test_a_cell_that_a_spreadsheet_would_compute_is_text() -> None:
    """A name that begins like a formula gets an apostrophe; a negative number does not."""
    rows: tuple[tuple[Text, ...], ...] = (((HOSTILE_FORMULA,), (Number("-5", "-5"),)),) * 30
    grid = Grid("g", "c", (Column("name"), Column("number", True)), rows, folded=True)
    cells = attached(read(to_pdf(one_section(grid))))["g.csv"]
    assert cells[1] == [f"'{HOSTILE_FORMULA}", "-5"]


def test_every_word_can_be_read_back(printed: list[str]) -> None:
    """Strings, code, terms, verdicts and captions are in the text; a long hash is in one piece."""
    text = canonical("".join(printed))
    document = on_paper(sample())
    found = [string for entry in parts(document, tuple) for string in entry if type(string) is str]
    found += [code.text for code in parts(document, Code)]
    found += [term.text for term in parts(document, Term)]
    found += [status.word for status in parts(document, Status)]
    found += [grid.caption for grid in parts(document, Grid)]
    found += [f.remedy for f in parts(document, Finding) if isinstance(f.remedy, str)]
    found += [sign.sign for sign in parts(document, Sign)]
    found += [entry.meaning for entry in document.glossary]
    assert len(found) > 75
    assert [string for string in found if squeezed(canonical(string)) not in text] == []
    assert HASH in text


@pytest.fixture(scope="module")
def unfolded() -> list[str]:
    """Return the text of each page of the longest grid of the sample, which stands open."""
    (grid,) = (grid for grid in parts(sample(), Grid) if grid.name == "long")
    return pages(dated(one_section(replace(grid, folded=False))))


def test_the_rows_of_a_grid_stay_in_order(unfolded: list[str]) -> None:
    """Row after row, each cell after the other, across page breaks."""
    text = "".join(unfolded).replace(HEAD, "")
    (grid,) = (grid for grid in parts(sample(), Grid) if grid.name == "long")
    expected = "".join(
        f"{count}{count * 7919 % 101}{'✓holds' if count % 5 else '?undecided'}"
        f"Therowofatruecountof{count}wascomparedwithitstwoneighbours."
        for count in range(len(grid.rows))
    )
    assert expected in text


def test_the_first_page_is_the_one_to_sign(printed: list[str]) -> None:
    """Title, verdict, promises, facts and lines to sign are on page one, and nothing else is."""
    document, page = sample(), printed[0]
    (verdict,), (facts,) = parts(document, Verdict), parts(document, Facts)
    (sign_off,) = parts(document, SignOff)
    order = [document.title, document.subtitle, "✓ HOLDS", verdict.headline, facts.caption]
    places = [page.index(squeezed(line)) for line in [*order, *sign_off.roles]]
    assert places == sorted(places)
    assert page.count("NameSignatureDate") == len(sign_off.roles)
    assert page.endswith(f"{squeezed(sign_off.roles[-1])}NameSignatureDate")
    assert printed[1].startswith("Whattoknowbeforerelease")


def test_every_page_says_where_it_is(paper: PdfReader) -> None:
    """The footer has the title, the page and how many there are."""
    count = len(paper.pages)
    assert 5 <= count <= 12
    for number, page in enumerate(paper.pages, 1):
        lines = page.extract_text().splitlines()
        footer = f"Certificate of a perturbation table {number} of {count}"
        assert squeezed("".join(lines[-2:])).endswith(squeezed(footer))


def test_a_page_is_a4_and_lies_where_a_grid_is_wide(paper: PdfReader, printed: list[str]) -> None:
    """Only the grid of ten columns lies, with its heading."""
    sizes = [(float(page.mediabox.width), float(page.mediabox.height)) for page in paper.pages]
    assert all(sorted(size) == pytest.approx(A4, abs=0.01) for size in sizes)
    (lying,) = (
        text for text, (width, height) in zip(printed, sizes, strict=True) if width > height
    )
    assert lying.startswith("RowbyrowEveryprobabilityofeveryrow")


def check_margins(reader: PdfReader) -> None:
    """Every run of glyphs begins and ends between the margins; a last space may hang over."""
    for page in reader.pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        ends = [end for stroke in strokes_of_text(page) for end in stroke]
        assert min(x for x, _ in ends) >= MARGIN - 0.01
        assert max(x for x, _ in ends) <= width - MARGIN + SPACE
        assert min(y for _, y in ends) > 30
        assert max(y for _, y in ends) < height - 50


@pytest.mark.parametrize(("rows", "columns"), [(30, 42), (3, 6), (5, 1)])
def test_no_grid_runs_off_the_page(rows: int, columns: int) -> None:
    """However many columns there are, and however long the fractions."""
    check_margins(read(to_pdf(one_section(long_grid(rows, columns)))))


def test_nothing_runs_off_the_page(paper: PdfReader, hostile_paper: PdfReader) -> None:
    """Neither ordinary text nor words of three hundred letters."""
    check_margins(paper)
    check_margins(hostile_paper)
    long = "A" * 300
    check_margins(read(to_pdf(Document(long, long, (), (), (Entry("e", long, long),)))))


def test_the_measure_of_glyphs_can_fail() -> None:
    """The rule above sees a word that cannot be broken and is wider than the page."""
    import typst

    source = b'#set page(paper: "a4")\n#"' + b"A" * 200 + b'"'
    with pytest.raises(AssertionError):
        check_margins(read(typst.compile(source, ignore_system_fonts=True)))


def test_a_very_wide_grid_is_divided_and_complete() -> None:
    """Forty-two columns of long fractions: every part repeats the first column, nothing is lost."""
    grid = long_grid(5, 42)
    text = words(read(to_pdf(one_section(grid))))
    titles = re.findall(r"Agrid\(part(\d)of(\d)\)", text)
    assert len(titles) == int(titles[0][1]) > 1
    for row in grid.rows:
        for (number,), title in zip(row, grid.columns, strict=True):
            assert isinstance(number, Number)
            expected = len(titles) if title.title == "c0" else 1
            assert text.count(number.decimal) == expected
            assert text.count(number.decimal + number.exact) == expected


@pytest.mark.parametrize(("width", "digits"), [(8, 90), (1, 900)], ids=["below", "beside"])
def test_a_wall_of_digits_goes_with_the_file(width: int, digits: int) -> None:
    """Exact forms that are too long beside or below decimals are in the CSV; the page names it."""
    places = range(1, width + 1)
    numbers = tuple(Number(f"0.{n}", f"{n}{'7' * digits}/{'8' * 9}", "≤") for n in places)
    columns = tuple(Column(f"c{n}", True) for n in places)
    grid = Grid("wall", "Wall", columns, (tuple((number,) for number in numbers),))
    paper = read(to_pdf(one_section(grid)))
    text = words(paper)
    assert "Theexactvaluesareattachedaswall.csv" in text
    assert all(f"≤{number.decimal}" in text for number in numbers)
    assert "7777777" not in text
    (cells,) = attached(paper)["wall.csv"][1:]
    assert cells == [form for number in numbers for form in (number.decimal, number.exact)]


@pytest.mark.parametrize(
    ("rows", "said"), [(400, ""), (401, "1 more row is"), (460, "60 more rows are")]
)
def test_a_very_long_grid_says_what_is_left_out(rows: int, said: str) -> None:
    """Four hundred rows are printed; then a sentence says how many more there are, and where."""
    cells = tuple(((f"row-{row}-",), ("x",)) for row in range(rows))
    grid = Grid("g", "Many", (Column("a"), Column("b")), cells)
    text = words(read(to_pdf(one_section(grid))))
    assert [row for row in range(rows) if f"row-{row}-" not in text] == list(range(400, rows))
    left = f"{said} not printed here: the certificate and the HTML report have every row."
    assert text.count(squeezed(left)) == (1 if said else 0)
    assert text.count("notprinted") == (1 if said else 0)


def test_the_head_of_a_grid_is_on_each_of_its_pages(unfolded: list[str]) -> None:
    """Whoever reads the third page of a grid sees what its columns mean."""
    with_rows = [text for text in unfolded if "wascomparedwith" in text]
    assert len(with_rows) > 2
    assert all(text.count(HEAD) == 1 for text in with_rows)


def test_the_file_is_for_the_archive_and_for_everybody(paper: PdfReader) -> None:
    """It says that it is PDF/A-3a and PDF/UA-1, is tagged, in English, and has its title."""
    root = paper.trailer["/Root"]
    xmp = root["/Metadata"].get_object().get_data().decode()  # type: ignore[index]
    for claim in ("<pdfaid:part>3<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"):
        assert claim in xmp
    assert root["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert root["/Lang"] == "en"  # type: ignore[index]
    assert paper.metadata is not None
    assert paper.metadata.title == sample().title
    assert paper.metadata.subject == sample().subtitle
    assert f"{paper.metadata.creation_date:%Y-%m-%d %H:%M:%S %z}" == "2023-11-14 22:13:20 +0000"


def test_pictures_have_their_words_and_grids_their_heads(paper: PdfReader) -> None:
    """The structure has an alternative text for each picture, and heads, headings and code."""
    elements = tags(paper)
    kinds = [element["/S"] for element in elements]
    shown = [element["/Alt"] for element in elements if element["/S"] == "/Figure"]
    wanted = [picture.alternative for picture in parts(sample(), Picture)]
    assert list(map(canonical, shown)) == list(map(canonical, wanted))
    grids = [grid for grid in parts(on_paper(sample()), Grid) if grid.columns]
    assert kinds.count("/Table") == kinds.count("/THead") == len(grids)
    assert kinds.count("/TR") == sum(1 + len(grid.rows) for grid in grids)
    assert kinds.count("/TH") >= sum(len(grid.columns) for grid in grids)
    assert kinds.count("/Title") == 1
    assert {"/H1", "/H2", "/H3", "/Code", "/L", "/Link"} <= set(kinds)


def test_the_outline_is_the_table_of_contents(paper: PdfReader) -> None:
    """Bookmarks follow the nesting of the sections; the glossary is the last."""

    def titles(outline: list[object]) -> list[object]:
        return [titles(each) if isinstance(each, list) else each["/Title"] for each in outline]  # type: ignore[index]

    assert titles(list(paper.outline)) == [
        "What to know before release",
        "What the table does",
        ["Numbers of every size", ["One level deeper"], "Row by row"],
        "What it promises",
        "How to check this again",
        "Glossary",
    ]


def test_only_the_typesetters_own_faces_are_used(paper: PdfReader) -> None:
    """Whatever fonts a machine has, the file is the same, and holds every face it uses."""
    faces = set()
    for page in paper.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(descendant["/FontDescriptor"].get_object())
            faces.add(re.sub(r"^/[A-Z]{6}\+([A-Za-z]+).*", r"\1", str(descendant["/BaseFont"])))
    assert faces == {"LibertinusSerif", "DejaVuSansMono"}


def test_every_character_that_is_let_through_has_a_glyph() -> None:
    """In text, in code, in bold and in drawings; PDF/A refuses a character without one."""
    shown = [chr(number) for number in range(0x10000) if printable(chr(number)) == chr(number)]
    assert {*"εδγ≤≥≈−⁻⁵²∞→…✓✗×·√±ł", "\u00a0"} <= set(shown)
    lines = ["".join(shown[start : start + 16]) for start in range(0, len(shown), 16)]
    rows: tuple[tuple[Text, ...], ...] = tuple(((line,), (Code(line),)) for line in lines)
    labels = "".join(f"<text font-family='sans-serif'>&#{ord(each)};</text>" for each in shown)
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>{labels}</svg>"
    picture = Picture("p", "t", "a", (), Drawing(drawing, drawing), behind("b", "c", ((1, 2),)))
    columns = (Column("".join(shown[:300])), Column("b"))
    grid = Grid("g", "".join(shown), columns, rows)
    document = Document("T", "S", (picture,), (Section("s", "".join(shown), (grid,)),), ())
    text = words(read(to_pdf(document)))
    assert [each for each in "εδγ≤≥≈−⁻⁵²∞→…✓✗" if text.count(each) < 3] == []


def test_what_has_no_glyph_is_written_by_number() -> None:
    """Other scripts, marks that combine and hidden characters do not stop the PDF."""
    name = "\u8868-\u202e-\u0315-\U0001f600-\ud800.csv"
    text = words(read(to_pdf(one_section(Paragraph((name, Code(name)))))))
    assert text.count(r"\u8868-\u202e-\u0315-\U0001f600-\ud800.csv") == 2
    assert printable("e\u0301") == "é"


INJECTIONS = (
    '#read("/etc/passwd")',
    '")#read("/etc/passwd")//',
    "#panic[x] ]#panic()",
    "$x$ *b* _e_ = h <label> @ref `raw` // c /* d */",
    '\\"#eval("panic()")\\',
    '#sys.inputs #include "x" #import "y": *',
    "\\u{41} ~ -- --- ... ' \" https://a.example",
)


@pytest.mark.parametrize("text", INJECTIONS)
def test_no_text_is_a_command_of_the_typesetter(text: str) -> None:
    """In every place of a document, source code of the typesetter is shown as it is."""
    everything: Text = (text, Number(text, text + "!", AT_MOST), Code(text), Term(text, text))
    document = Document(
        text,
        text,
        (Verdict(text, text, (everything,)), SignOff((text,))),
        (
            Section(
                text,
                text,
                (
                    Paragraph(everything),
                    Items((everything,)),
                    Facts(text, ((everything, everything),)),
                    Grid(text, text, (Column(text), Column(text, True)), ((everything, (text,)),)),
                    Commands((text,)),
                    Finding(text, text, text, text),
                    Picture(text, text, text, everything, bars((("a", 1),)), behind("b", text, ())),
                ),
            ),
        ),
        (Entry(text, text, text),),
    )
    reader = read(to_pdf(document))
    assert reader.metadata is not None
    assert reader.metadata.title == text
    assert words(reader).count(squeezed(text)) >= 50
    assert [tag["/Alt"] for tag in tags(reader) if tag["/S"] == "/Figure"] == [text]


def test_the_template_neither_reads_nor_evaluates() -> None:
    """The only input of the fixed source is the data it is given."""
    template = (ROOT / "reports" / "document" / "report.typ").read_text(encoding="utf-8")
    code = re.sub("//.*", "", template)
    called = set(re.findall(r"\b(read|eval|include|import|plugin|csv|yaml|toml|xml|json)\b", code))
    assert called == {"json"}
    assert re.findall(r"json\(.*", code) == ["json(bytes(sys.inputs.document))"]
    assert code.count("image(") == code.count("image(bytes(") == 1


def test_hostile_text_is_printed_as_text(hostile_paper: PdfReader) -> None:
    """A document of nothing but hostile text is set like any other."""
    text = words(hostile_paper)
    for each in HOSTILE:
        assert canonical(text).count(squeezed(canonical(printable(each)))) >= 10


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_text_can_be_set(plain: str, code: str, number: str) -> None:
    """Whatever the text of a cell, the PDF is made and shows it."""
    row: tuple[Text, ...] = ((plain,), (Code(code),), (Number(number, "1/3"),))
    grid = Grid("g", plain, (Column(code), Column("b"), Column("c", True)), (row,))
    text = words(read(to_pdf(one_section(grid))))
    for each in (plain, code, number):
        assert squeezed(canonical(printable(each))) in canonical(text)
    assert "1/3" in text


def test_the_same_document_and_date_give_the_same_bytes() -> None:
    """Also in another process, with other hashes of strings."""
    program = (
        "import sys, hashlib; from tests.document.sample import sample;"
        "from reports.document.pdf import to_pdf;"
        "sys.stdout.write(hashlib.sha256(to_pdf(sample())).hexdigest())"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": DATE},
            check=True,
            capture_output=True,
        ).stdout
        for seed in "12"
    )
    assert len(first) == 64
    assert first == second


def test_another_date_changes_nothing_that_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The date is in the metadata only; without a declared one it is that of the run."""
    document = one_section(Paragraph(("x",)))
    declared = to_pdf(document)
    assert to_pdf(document) == declared
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    undated = read(to_pdf(document))
    assert words(undated) == words(read(declared))
    assert undated.metadata is not None
    assert undated.metadata.creation_date is not None
    assert undated.metadata.creation_date.year > 2023


@pytest.mark.parametrize("declared", ["", "-1", "yesterday", "1.5", "٣", "253402300800", "9" * 13])
def test_a_date_that_is_none_is_refused(declared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the variable, its value and how to get a right one."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", declared)
    with pytest.raises(
        InputError, match=r"SOURCE_DATE_EPOCH = .*: is no number of seconds from 0 to \d+; see"
    ):
        to_pdf(one_section())


def test_a_term_without_an_entry_is_refused() -> None:
    """A link into nothing is an error of the document."""
    with pytest.raises(
        InputError, match=r"entry = 'missing': is not in the glossary; add an Entry"
    ):
        to_pdf(one_section(Paragraph((Term("x", "missing"),))))
