"""The HTML setting of a document: one safe file that says everything the document says."""

import re
import unicodedata
from base64 import b64encode
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.document.blocks import (
    Code,
    Column,
    Document,
    Entry,
    Grid,
    Number,
    Paragraph,
    Picture,
    Section,
    Status,
    Term,
)
from reports.document.html import to_html
from tests.document.canonical import canonical
from tests.document.hostile import HOSTILE, hostile
from tests.document.html_reading import Node, read
from tests.document.sample import sample
from tests.document.sample_grids import sizes_grid
from tests.document.walking import parts

DOCUMENTS = [sample(), sample("fails"), hostile()]
NAMES = ["sample", "failing", "hostile"]
# Each turns the writing direction; none may reach the page as itself.
OVERRIDES = [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)


def of(*blocks: Section | Paragraph | Grid) -> Document:
    """Return a document with these blocks in one section."""
    return Document("Title", "Subtitle", (), (Section("only", "Only", tuple(blocks)),), ())


@every_document
def test_the_page_is_well_formed_and_of_one_encoding(document: Document) -> None:
    """Every element is closed where it should be, and the text is UTF-8."""
    page = to_html(document)
    root = read(page.encode("utf-8").decode("utf-8"))
    assert [node.tag for node in root.inside if isinstance(node, Node)] == ["html"]
    assert root.one("title").text().strip()


@every_document
def test_the_same_document_gives_the_same_bytes(document: Document) -> None:
    """Nothing of the page depends on when or how often it is made."""
    assert to_html(document).encode() == to_html(document).encode()


@every_document
def test_the_policy_names_exactly_the_inline_style_and_script(document: Document) -> None:
    """The hashes of the Content-Security-Policy are those of what stands in the page."""
    page = to_html(document)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    policy = next(
        node.attributes["content"]
        for node in read(page).all("meta")
        if node.attributes.get("http-equiv") == "Content-Security-Policy"
    )

    def hashed(text: str) -> str:
        return "'sha256-" + b64encode(sha256(text.encode()).digest()).decode() + "'"

    assert set(policy.split("; ")) == {
        "default-src 'none'",
        f"style-src {hashed(style)}",
        f"script-src {hashed(script)}",
        "base-uri 'none'",
        "form-action 'none'",
    }


@every_document
def test_no_attribute_styles_runs_or_loads(document: Document) -> None:
    """No style or event attribute, no source, and links lead to places in the page only."""
    for node in read(to_html(document)).nodes():
        names = set(node.attributes)
        assert not [name for name in names if name == "style" or name.startswith("on")]
        assert not names & {"src", "srcset", "srcdoc", "action", "formaction", "data", "xlink:href"}
        assert node.attributes.get("href", "#").startswith("#")
        assert node.tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}


@every_document
def test_no_address_of_another_place_is_named(document: Document) -> None:
    """The only address in the file is the name of the SVG language."""
    addresses = set(re.findall(r"https?://[^\s\"'<>]*|//[a-z]+\.[a-z]+", to_html(document)))
    assert addresses == {"http://www.w3.org/2000/svg"}


@every_document
def test_ids_are_unique_and_every_link_and_label_finds_its_own(document: Document) -> None:
    """Whatever the names hold, no two elements share an id, and nothing points nowhere."""
    nodes = read(to_html(document)).nodes()
    ids = Counter(node.attributes["id"] for node in nodes if "id" in node.attributes)
    assert [name for name, count in ids.items() if count > 1] == []
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", name) for name in ids)
    pointed = {
        node.attributes[name].removeprefix("#")
        for node in nodes
        for name in ("href", "aria-labelledby", "for")
        if name in node.attributes
    }
    assert pointed <= set(ids)
    assert "main" in pointed


@every_document
def test_headings_form_a_tree(document: Document) -> None:
    """There is one h1, it comes first, and no level is skipped on the way down."""
    nodes = read(to_html(document)).nodes()
    levels = [int(node.tag[1]) for node in nodes if re.fullmatch("h[1-6]", node.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_a_heading_below_the_sixth_level_says_its_level() -> None:
    """HTML has six headings; a deeper one is the sixth that says how deep it is."""
    section = Section("s7", "Seven", ())
    for level in range(6, 1, -1):
        section = Section(f"s{level}", f"Level {level}", (section,))
    root = read(to_html(Document("T", "S", (), (section,), ())))
    deepest = [node for node in root.all("h6") if node.text() == "Seven"]
    assert [node.attributes.get("aria-level") for node in deepest] == ["7"]


@every_document
def test_every_section_is_there_under_its_title(document: Document) -> None:
    """The titles of the sections are the headings, in the order of the document."""
    root = read(to_html(document))
    titles = [
        node.text()
        for section in root.all("section")
        for node in section.inside
        if isinstance(node, Node) and re.fullmatch("h[2-6]", node.tag)
    ]
    shown = [made_visible(section.title) for section in parts(document, Section)]
    wanted = ["Summary", *shown, "Glossary"]
    assert list(map(canonical, titles)) == list(map(canonical, wanted))


def made_visible(text: str) -> str:
    """Return a text as it should be seen: what hides or reorders is a code."""
    hidden = [*map(chr, range(32)), "\x85", *OVERRIDES, "\ud800", "\udfff"]
    for character in hidden:
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


@every_document
def test_every_number_is_there_in_both_forms(document: Document) -> None:
    """Each number stands as "decimal (exact)", or once where both forms are the same."""
    expected: Counter[str] = Counter()
    for number in parts(document, Number):
        relation = "" if number.relation == "=" else f"{number.relation} "
        both = "" if number.exact == number.decimal else f" ({number.exact})"
        expected[canonical(made_visible(f"{relation}{number.decimal}{both}"))] += 1
    assert Counter(map(canonical, _numbers(read(to_html(document))))) == expected


def _numbers(root: Node) -> list[str]:
    """Return every number as it reads with both forms shown."""
    numbers = [node.text() for node in root.all("span", "number")]
    bodies = [body for table in root.all("table", "whole") for body in table.all("tbody")]
    integers = [n.text() for b in bodies for n in b.nodes() if n.tag in ("td", "th")]
    return [*numbers, *integers]


@every_document
def test_every_term_leads_to_its_entry(document: Document) -> None:
    """A term is a link to the glossary entry of that name, and the entry says what it means."""
    root = read(to_html(document))
    titles = {node.attributes["id"]: node.text() for node in root.all("dt")}
    meanings = [node.text() for node in root.all("dd")]
    by_name = {entry.name: made_visible(entry.title) for entry in document.glossary}
    led = [titles[node.attributes["href"][1:]] for node in root.all("a", "term")]
    wanted = [by_name[term.entry] for term in parts(document, Term)]
    assert list(map(canonical, led)) == list(map(canonical, wanted))
    said = [made_visible(entry.meaning) for entry in document.glossary]
    assert list(map(canonical, meanings)) == list(map(canonical, said))


def test_a_term_without_an_entry_is_refused() -> None:
    """A link that leads nowhere is an error of whoever wrote the document."""
    with pytest.raises(InputError, match="entry = 'missing': is not in the glossary; add"):
        to_html(of(Paragraph((Term("word", "missing"),))))


@every_document
def test_every_grid_is_a_table_with_caption_headers_and_all_cells(document: Document) -> None:
    """Columns and rows have headers, the region is focusable, and the cells are in order."""
    root = read(to_html(document))
    tables = root.all("table", "data")
    grids = parts(document, Grid)
    assert len(tables) == len(grids) > 0
    for table, grid in zip(tables, grids, strict=True):
        assert canonical(table.one("caption").text()) == canonical(made_visible(grid.caption))
        head, body = table.one("thead"), table.one("tbody")
        assert all(node.attributes["scope"] == "col" for node in head.all("th"))
        columns = [canonical(node.text()) for node in head.all("th")]
        assert columns == [canonical(made_visible(column.title)) for column in grid.columns]
        rows = body.all("tr")
        assert len(rows) == len(grid.rows)
        assert all(row.one("th").attributes["scope"] == "row" for row in rows)
        assert all(len(row.all("td")) == len(grid.columns) - 1 for row in rows)
    regions = [node for node in root.all("div", "scroll") if node.all("table")]
    assert all(node.attributes["role"] == "region" for node in regions)
    assert all(node.attributes["tabindex"] == "0" for node in regions)
    assert all("aria-labelledby" in node.attributes for node in regions)


def test_folded_grids_are_folded_and_others_are_not() -> None:
    """A folded grid stands in a closed details element, an open one in none."""
    document = sample()
    root = read(to_html(document))
    assert not any("open" in node.attributes for node in root.all("details"))
    folded = [node.one("caption").text() for node in root.all("details")]
    assert folded == [grid.caption for grid in parts(document, Grid) if grid.folded]


def value_of(text: str) -> Fraction:
    """Return the value of the sample's numbers by another route than the page's."""
    base, power = re.fullmatch(r"([^^]+)(?:\^(\d+))?", text).groups()  # type: ignore[union-attr]
    return Fraction(base) ** int(power or 1)


def test_the_ranks_of_a_numeric_column_follow_the_exact_values() -> None:
    """Ties share a rank, infinity is last, what is no number has none."""
    grid = sizes_grid()
    root = read(to_html(of(grid)))
    ranks = {
        row.one("th").text(): row.one("td").attributes.get("data-rank")
        for row in root.all("tr")[1:]
    }
    assert ranks.pop("not measured") is None
    assert ranks["a thousand"] == ranks["a second thousand"]
    assert ranks["no bound"] == str(max(int(rank) for rank in ranks.values() if rank))
    exact = {"a logarithm": "0.405466", "a second thousand": "1e3"}
    for (name,), (cell,) in grid.rows:
        if isinstance(cell, Number) and name != "a logarithm" and cell.exact != "∞":
            exact[str(name)] = cell.exact
    values = {name: value_of(text) for name, text in exact.items()}
    places = sorted(set(values.values()))
    assert {name: ranks[name] for name in values} == {
        name: str(places.index(value)) for name, value in values.items()
    }


@given(st.lists(st.fractions(), min_size=1, max_size=12))
def test_ranks_sort_fractions_as_fractions(values: list[Fraction]) -> None:
    """Sorting by the ranks in the page is sorting by value, whatever the fractions are."""
    rows = tuple(((str(place),), (Number("0", str(v)),)) for place, v in enumerate(values))
    columns = (Column("Place"), Column("Value", True))
    root = read(to_html(of(Grid("g", "caption", columns, rows))))
    ranks = [int(cell.attributes["data-rank"]) for cell in root.all("td")]
    assert [places for _, places in sorted(zip(ranks, values, strict=True))] == sorted(values)
    assert len(set(ranks)) == len(set(values))


@every_document
def test_hostile_text_is_only_text(document: Document) -> None:
    """The page has one script, its own, and no element that the setting does not make."""
    root = read(to_html(document))
    assert len(root.all("script")) == len(root.all("style")) == len(root.all("title")) == 1
    known = (
        "html head meta title style body a header fieldset legend label input main div h1 h2 h3 h4 "
        "h5 h6 p section nav ol ul li table caption thead tbody tr th td span code pre details "
        "summary figure figcaption strong i dl dt dd dfn wbr sup script svg g line rect text "
        "polyline circle"
    )
    assert {node.tag for node in root.nodes()} - {""} <= set(known.split())


def test_every_hostile_text_is_shown_as_it_is() -> None:
    """What was written is read, in the summary and in each section; what hides is a code."""
    root = read(to_html(hostile()))
    promises = [node.text() for node in root.one("ul", "promises").all("li")]
    assert promises == [made_visible(text) for text in HOSTILE]
    lines = [node.text() for node in root.all("span", "line")]
    assert lines == [f"{made_visible(text)}\n" for text in HOSTILE for _ in range(2)]
    page = to_html(hostile())
    assert not [
        character for character in [*OVERRIDES, "\x00", "\x07", "\x85"] if character in page
    ]


@given(st.text(st.characters(), max_size=40))
def test_any_text_survives_in_every_place(text: str) -> None:
    """Whatever a name holds, the page stays well-formed and the same text is read from it."""
    document = Document(
        text,
        text,
        (Paragraph((text, Code(text), Number(text, text), Status(text), Term(text, text))),),
        (Section(text, text, (Grid(text, text, (Column(text),), (((text,),),)),)),),
        (Entry(text, text, text),),
    )
    page = to_html(document)
    page.encode("utf-8")
    root = read(page)
    shown = root.one("h1").text()
    assert {node.text() for node in (root.one("title"), *root.all("code"))} == {shown}
    assert canonical(root.one("dd").text()) == canonical(shown)
    assert shown == text or not text.isprintable()
    assert not [character for character in shown if unicodedata.category(character) == "Cf"]


@every_document
def test_every_picture_keeps_its_drawing_and_says_it_in_words(document: Document) -> None:
    """The SVG stands in the page as it was drawn, with its alternative and its numbers."""
    page = to_html(document)
    figures = read(page).all("div", "picture")
    pictures = parts(document, Picture)
    assert len(figures) == len(pictures) > 0
    for figure, picture in zip(figures, pictures, strict=True):
        assert picture.drawing.wide in page
        assert ElementTree.fromstring(picture.drawing.wide).tag.endswith("svg")
        label = figure.one("div", "drawing").attributes["aria-label"]
        assert canonical(label) == canonical(made_visible(picture.alternative))
        title = figure.one("figure").one("strong").text()
        assert canonical(title) == canonical(made_visible(picture.title))
        assert figure.one("summary").text().startswith("The numbers behind this picture")


def test_a_status_is_a_word_with_a_symbol_that_is_not_read_aloud() -> None:
    """Each verdict is said in a word, and no two tones share a symbol."""
    root = read(to_html(sample("fails")))
    answer = root.one("p", "answer")
    assert answer.text() == "✗ FAILS"
    assert answer.one("span", "symbol").attributes["aria-hidden"] == "true"
    symbols = {
        node.attributes["class"].split()[1]: node.one("span", "symbol").text()
        for node in root.all("span", "status")
        if node.one("span", "word").text() in {"holds", "fails", "undecided", "warning"}
    }
    assert symbols == {"good": "✓", "bad": "✗", "open": "?", "care": "!"}


def test_findings_say_severity_code_message_and_remedy() -> None:
    """Findings that follow each other are one list."""
    (findings,) = read(to_html(sample())).all("ul", "findings")
    texts = [" ".join(node.text().split()) for node in findings.all("li")]
    assert texts[0] == (
        "✗ error DELTA the tight δ of ≤ 0.000122071 (1/8192) is larger than the declared 0.0001 "
        "(1/10000)What to do: declare a larger δ, or choose a larger D"
    )
    assert [text.split()[1] for text in texts] == ["error", "warning", "note"]


def test_each_role_has_a_line_for_name_signature_and_date() -> None:
    """Whoever signs finds the role and three empty places."""
    table = read(to_html(sample())).one("table", "sign-off")
    assert [node.text() for node in table.one("thead").all("th")] == [
        "Role",
        "Name",
        "Signature",
        "Date",
    ]
    rows = table.one("tbody").all("tr")
    assert [row.one("th").text() for row in rows] == ["Prepared by", "Checked by", "Released by"]
    assert [[cell.text() for cell in row.all("td")] for row in rows] == [["", "", ""]] * 3


def test_a_document_without_a_glossary_has_no_heading_for_it() -> None:
    """An empty list is not announced."""
    assert "Glossary" not in to_html(of(Paragraph(("text",))))


def test_the_page_itself_stays_small() -> None:
    """Style, script and frame take less than 30 KB, the script less than 150 lines."""
    page = to_html(of(Paragraph(("text",))))
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(page.encode()) < 30_000
    assert script.count("\n") < 150
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|eval|Function\(|\.write\(", script)
