"""A document as Markdown: every text is shown as it is, every link leads somewhere."""

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.document.blocks import (
    ABOUT,
    AT_LEAST,
    AT_MOST,
    Code,
    Column,
    Commands,
    Document,
    Entry,
    Facts,
    Grid,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    SignOff,
    Status,
    Term,
    Text,
)
from reports.document.markdown import picture_files, to_markdown
from reports.document.visible import visible
from tests.document.canonical import canonical
from tests.document.expected import blocks, said
from tests.document.gfm_reader import cells, outside_code, shown, tables
from tests.document.hostile import HOSTILE, hostile
from tests.document.sample import sample

# Whatever can be markup is tried more often than chance would.
_MARKUP = "|*_`<>[]\\ \n#-+=&;:/w.@~$!(){}1)\"'^x\u202e"
ANY_TEXT = st.text(st.one_of(st.characters(), st.sampled_from(_MARKUP)), max_size=40)
SOME_TEXT = ANY_TEXT.filter(lambda text: text != "")


def one_grid(*row: Text, title: str = "t") -> Document:
    """Return a document that is one grid of one row."""
    grid = Grid("g", "", tuple(Column(title) for _ in row), (row,))
    return Document("T", "S", (grid,), (), (Entry("e", "E", "means e"),))


def one_block(text: str) -> str:
    """Return the Markdown of a document that is one paragraph, without title and subtitle."""
    document = Document("T", "S", (Paragraph((text,)),), (), ())
    return to_markdown(document, "p").removeprefix("# T\n\nS\n\n").removesuffix("\n")


def test_the_tables_say_what_the_document_says() -> None:
    """Facts, grids and lines to sign, read back from the pipe tables, are those of the document."""
    expected = []
    for block in blocks(sample()):
        match block:
            case Facts(caption, entries):
                rows = [[said(name), said(value)] for name, value in entries]
                expected.append([[caption, ""], *rows])
            case Grid(columns=columns, rows=cells_of_rows):
                titles = [column.title for column in columns]
                expected.append([titles, *([said(cell) for cell in row] for row in cells_of_rows)])
            case SignOff(roles):
                head = ["Role", "Name", "Signature", "Date"]
                expected.append([head, *([role, "", "", ""] for role in roles)])
    assert len(expected) > 6
    assert _canonical(tables(to_markdown(sample(), "p"))) == _canonical(expected)


def _canonical(found: list[list[list[str]]]) -> list[list[list[str]]]:
    return [[[canonical(cell) for cell in row] for row in table] for table in found]


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_text_in_any_cell_survives(plain: str, code: str, number: str, term: str) -> None:
    """A reader of the Markdown gets back the text of the cell, hidden characters by number."""
    parts: tuple[Text, ...] = (
        (plain,),
        (Code(code),),
        (Number(number, "1/3"),),
        (Term(term, "e"),),
    )
    (table,) = tables(to_markdown(one_grid(*parts, title=plain), "p"))
    expected = [visible(plain), visible(code), f"{visible(number)} (1/3)", visible(term)]
    assert _canonical([table]) == _canonical([[[visible(plain)] * 4, expected]])


@given(SOME_TEXT)
def test_any_paragraph_is_one_paragraph(text: str) -> None:
    """No text begins a heading, a list, a quotation, a rule, a table, a block of code or HTML."""
    markdown = one_block(text)
    assert "\n" not in markdown
    assert canonical(shown(markdown)) == canonical(visible(text))
    begins = r" |\t|#{1,6}( |$)|[-+*]( |$)|\d{1,9}[.)]( |$)|>|```|~~~|<|(?:[-_*=] ?)+$|\|.*\|"
    assert not re.match(begins, markdown.replace("\\|", ""))


@given(SOME_TEXT, SOME_TEXT)
def test_neighbours_do_not_run_together(first: str, second: str) -> None:
    """Two pieces of code, or two verdicts, side by side stay two."""
    (table,) = tables(to_markdown(one_grid((Code(first), Code(second))), "p"))
    assert table[1] == [visible(first) + visible(second)]
    assert "**a**<!-- -->**b**" in to_markdown(one_grid((Status("a"), Status("b"))), "p")


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (Number("0.334", "1/3", AT_MOST), "≤ 0.334 (1/3)"),
        (Number("0.333", "1/3", AT_LEAST), "≥ 0.333 (1/3)"),
        (Number("0.333", "1/3", ABOUT), "≈ 0.333 (1/3)"),
        (Number("0.25", "1/4"), "0.25 (1/4)"),
        (Number("7", "7"), "7"),
        (Number("-0.5", "-1/2"), "−0.5 (−1/2)"),
        (Number("2e-8", "1/50000000", ABOUT), "≈ 2\u202f×\u202f10⁻⁸ (1/50000000)"),
        (Number("0.5", "1 − 1/2·e^(1/10)", AT_MOST), "≤ 0.5 (1 − 1/2·e<sup>1/10</sup>)"),
    ],
)
def test_a_number_is_a_decimal_with_its_exact_form(number: Number, expected: str) -> None:
    """The relation stands before the decimal, the exact form behind it, and nothing twice."""
    assert to_markdown(one_grid((number,)), "p").splitlines()[-5] == f"| {expected} |"


def test_no_text_of_the_document_becomes_markup() -> None:
    """Outside code the only raw HTML is the writer's own, and no text becomes a link."""
    outside = outside_code(to_markdown(hostile(), "p"))
    tags = set(re.findall(r"<[^>\n]*>", outside))
    anchors = {tag for tag in tags if re.fullmatch(r'<a id="term-[a-z0-9-]+">', tag)}
    assert len(anchors) == len(HOSTILE)
    raised = {"<sup>", "</sup>"}
    own = {"</a>", "<details>", "</details>", "<summary>", "</summary>"}
    assert tags - anchors - raised == own
    # A summary is HTML, where brackets mean nothing.
    targets = re.findall(r"\]\(([^)]*)\)", re.sub("<summary>.*</summary>", "", outside))
    assert targets
    assert all(re.fullmatch(r"#term-[a-z0-9-]+|p/[a-z0-9-]+\.svg", target) for target in targets)


@pytest.mark.parametrize(
    "text", ["https://a.example", "HTTP://a.example", "www.a.example", "me@a.example"]
)
def test_nothing_is_made_a_link_by_itself(text: str) -> None:
    """GFM links bare addresses; in a name they stay text."""
    markdown = one_block(text)
    assert text not in markdown
    assert shown(markdown) == text


def test_hidden_characters_are_seen() -> None:
    """Controls, turns of direction and half characters are written by number, everywhere."""
    markdown = to_markdown(hostile(), "p")
    assert not set(markdown) & set("\x00\x07\x1b\x85\t\u202a\u202e\u2066\u2069\ud800\udfff")
    assert markdown.encode().decode() == markdown
    for number in (r"\\u202e", r"\\u2069", r"\\u0000", r"\\u001b", r"\\ud800", r"\\udfff"):
        assert number in markdown


@pytest.mark.parametrize("document", [sample(), hostile()], ids=["sample", "hostile"])
def test_every_link_leads_somewhere(document: Document) -> None:
    """Each term has an anchor and each picture a file with a name that is safe in any folder."""
    markdown = to_markdown(document, "a folder")
    anchors = re.findall(r'<a id="([^"]*)">', markdown)
    assert len(anchors) == len(set(anchors)) == len(document.glossary)
    assert set(re.findall(r"\]\(#([^)]*)\)", markdown)) == set(anchors)
    pictures = [block for block in blocks(document) if isinstance(block, Picture)]
    files = picture_files(document)
    assert list(files.values()) == [picture.drawing.wide for picture in pictures]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,70}\.svg", name) for name in files)
    drawn = re.findall(r"^!\[.*\]\((.*)\)$", markdown, re.MULTILINE)
    assert [unquote(link) for link in drawn] == [f"a folder/{name}" for name in files]


def test_a_picture_is_shown_with_what_it_shows_in_words() -> None:
    """The file is named after the picture, and the alternative text is in the place for it."""
    expected = "![A grid of six by six cells in nine shades.](p/heat.svg)"
    assert f"\n\n{expected}\n\n" in to_markdown(sample(), "p")
    assert "heat.svg" in picture_files(sample())


def test_a_folded_grid_opens_on_demand() -> None:
    """A blank line ends the HTML, so that the table inside is read as Markdown."""
    markdown = to_markdown(sample(), "p")
    folded = [block for block in blocks(sample()) if isinstance(block, Grid) and block.folded]
    for grid in folded:
        start = f"<details>\n<summary>{grid.caption}</summary>\n\n| {grid.columns[0].title} |"
        assert start in markdown
    assert markdown.count(" |\n\n</details>\n\n") == len(folded)


def test_columns_of_numbers_are_set_flush_right() -> None:
    """The line of dashes says so."""
    document = Document("T", "S", (Grid("g", "", (Column("a"), Column("b", True)), ()),), (), ())
    assert "| a | b |\n| --- | ---: |\n" in to_markdown(document, "p")


def test_headings_follow_the_nesting() -> None:
    """The title is the first heading; a section is one deeper than what holds it, up to six."""
    section = Section("x", "deepest", ())
    for depth in range(7, 0, -1):
        section = Section(f"s{depth}", f"at {depth}", (section,))
    document = Document("The title", "", (), (section,), ())
    headings = [line for line in to_markdown(document, "p").splitlines() if line]
    expected = ["# The title", *(f"{'#' * min(d + 1, 6)} at {d}" for d in range(1, 8))]
    assert headings == [*expected, "###### deepest"]


@pytest.mark.parametrize("lines", [("a",), ("```", "b"), ("x ````` y", "~~~")])
def test_commands_stand_in_a_fence_that_holds_them(lines: tuple[str, ...]) -> None:
    """The fence is longer than any run of backticks inside, and the lines are as they are."""
    markdown = to_markdown(Document("T", "S", (Commands(lines),), (), ()), "p")
    opening, *inside, closing = markdown.splitlines()[4:]
    assert tuple(inside) == lines
    assert opening == f"{closing}sh"
    assert re.fullmatch("`{3,}", closing)
    assert all(closing not in line for line in lines)


def test_a_list_in_a_list_stays_text() -> None:
    """An entry that looks like an entry of a list is not one."""
    items = Items((("- a",), ("1. b",), ("+ c",), ("---",)))
    markdown = to_markdown(Document("T", "S", (items,), (), ()), "p")
    assert markdown.endswith("\n\n- \\- a\n- 1\\. b\n- \\+ c\n- \\---\n")


@pytest.mark.parametrize("document", [sample(), hostile()], ids=["sample", "hostile"])
def test_the_file_is_plain_and_the_same_every_time(document: Document) -> None:
    """Lines end with a line feed alone, one at the end, and no line ends with a space."""
    markdown = to_markdown(document, "p")
    assert markdown == to_markdown(document, "p")
    assert markdown.endswith("\n")
    assert not re.search(r"\r|\n\n$|\n\n\n| $", markdown, re.MULTILINE)


def test_every_status_is_bold() -> None:
    """A verdict stands out in its own words."""
    markdown = to_markdown(sample("fails"), "p")
    assert "\n> 🟥 **FAILS**: Every claim" in markdown
    assert all(f"\n- **{word}**\n" in markdown for word in ("holds", "undecided", "not claimed"))
    assert "\n**warning** `ZERO-ROW`: the row of count 0 is perturbed\n" in markdown


def test_a_term_without_an_entry_is_refused() -> None:
    """A link into nothing is an error of the document, not a broken page."""
    document = Document("T", "S", (Paragraph((Term("x", "missing"),)),), (), ())
    with pytest.raises(
        InputError, match=r"entry = 'missing': is not in the glossary; add an Entry"
    ):
        to_markdown(document, "p")


def test_the_reader_can_tell_wrong_from_right() -> None:
    """The tests' own reader sees markup where the specification does."""
    assert shown(r"a \*b\* **c** `d\` [e](#f)&#32;") == "a *b* c d\\ e "
    assert cells(r"| a \| b | `c\|d` |") == ["a | b", "`c|d`"]
    assert outside_code("a `<b>` \\<c <d>\n```sh\n<e>\n```\n") == "a  c <d>\n\n"
    with pytest.raises(AssertionError, match="without end"):
        shown("`a")
