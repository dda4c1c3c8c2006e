"""A document as text: aligned, folded to a terminal, spelled in its encoding, never forged."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabulate import tabulate

from reports.document.blocks import (
    ABOUT,
    AT_MOST,
    Block,
    Column,
    Commands,
    Document,
    Facts,
    Finding,
    Grid,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    SignOff,
    Verdict,
)
from reports.document.spelling import spelled
from reports.document.text import Sheet, blocks_text, to_text
from reports.document.text_columns import columns, folded, shown_width
from reports.document.visible import visible
from tests.document.expected import blocks
from tests.document.hostile import HOSTILE, hostile
from tests.document.sample import sample

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=12)
CELLS = st.lists(WORDS, max_size=4).map(" ".join)
WIDTHS = st.integers(min_value=20, max_value=120)


def test_the_answer_comes_first_and_headings_are_left_out() -> None:
    """The first line is the headline of the verdict; titles and captions are nowhere."""
    document = sample()
    text = to_text(document)
    first = document.summary[0]
    assert isinstance(first, Verdict)
    assert text.splitlines()[0] == first.headline
    for block in blocks(document):
        if isinstance(block, Section):
            assert block.title not in text.splitlines()


def test_every_block_says_what_it_holds() -> None:
    """Each kind of block leaves its words in the text."""
    text = to_text(sample())
    for block in blocks(sample()):
        match block:
            case Paragraph() | Items() | Section() | Facts() | Grid():
                continue
            case Commands(lines):
                assert all(line in text for line in lines)
            case Finding(severity, code, str() as message, str() as remedy):
                assert f"{severity.upper()} {code}: {message}; {remedy}." in text
            case Picture(alternative=alternative):
                assert alternative in text
            case SignOff(roles):
                assert all(f"{role}: ___" in text for role in roles)
            case Verdict(headline=headline):
                assert headline in text


_CELLS = st.text("abc 12/-", min_size=1, max_size=9).map(str.strip).filter(bool)


@given(st.lists(st.tuples(_CELLS, _CELLS), min_size=1, max_size=5), st.booleans())
def test_columns_are_what_tabulate_makes(rows: list[tuple[str, str]], titled: bool) -> None:
    """A library for plain tables sets the same lines where nothing has to be folded."""
    titles = ("x", "a title") if titled else ()
    expected = tabulate(rows, headers=titles, disable_numparse=True, tablefmt="simple")
    assert columns(rows, titles) == [line.rstrip() for line in expected.splitlines()]


def test_columns_are_as_wide_as_their_longest_cell() -> None:
    """The layout by hand: two spaces between columns, two more after a title."""
    assert columns([("a", "b c"), ("longer", "")], ("x", "y")) == [
        "x       y",
        "------  ---",
        "a       b c",
        "longer",
    ]
    assert columns([("a", "1")]) == ["-  -", "a  1", "-  -"]
    assert columns([("表", "1"), ("ab", "2")])[1:3] == ["表  1", "ab  2"]


def test_a_number_shows_its_exact_form_where_it_is_short() -> None:
    """In prose and facts both forms stand; in a grid the decimal alone; a bound is named."""
    third = Number("0.3334", "1/3", AT_MOST)
    grid = Grid("g", "c", (Column("n", True),), (((third,),), ((Number("0.3", "1/3", ABOUT),),)))
    assert blocks_text([Paragraph((third,))]) == "1/3, at most 0.3334"
    assert blocks_text([grid]).splitlines()[2:] == ["at most 0.3334", "0.3"]


def test_a_finding_has_words_and_exact_numbers() -> None:
    """On a terminal signs are words, and a number in a sentence is its exact form."""
    assert (
        "ERROR DELTA: the tight delta of 1/8192 is larger than the declared 1/10000; declare a "
        "larger delta, or choose a larger D."
    ) in to_text(sample())


def test_a_long_list_is_cut_and_counted() -> None:
    """Of a folded grid and of findings twenty are shown, and the rest is counted."""
    rows = tuple(((str(n),),) for n in range(25))
    grid = Grid("g", "c", (Column("n"),), rows, folded=True)
    assert blocks_text([grid]).endswith("19\n\n... and 5 rows more; --json shows them all.")
    many: list[Block] = [Finding("note", "N", str(n), "look") for n in range(22)]
    assert blocks_text(many).endswith("NOTE N: 19; look.\n... and 2 more (see --json)")


@pytest.mark.parametrize("document", [sample(), hostile()], ids=["sample", "hostile"])
@pytest.mark.parametrize("width", [20, 40, 79, 100, 133])
def test_no_line_is_wider_than_the_terminal(document: Document, width: int) -> None:
    """Every kind of block is folded, whatever it holds; only a command to type is left whole."""
    commands = {
        visible(line)
        for block in blocks(document)
        if isinstance(block, Commands)
        for line in block.lines
    }
    for line in to_text(document, Sheet(width)).split("\n"):
        assert shown_width(line) <= width or line in commands


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5), WIDTHS)
def test_folded_columns_lose_nothing(rows: list[tuple[str, str, str]], width: int) -> None:
    """Every character of every cell is in the folded table, in its order."""
    lines = columns(rows, ("a", "b", "c"), width)
    assert all(shown_width(line) <= width for line in lines)
    found = "".join(lines).replace(" ", "")
    wanted = "".join("".join(row) for row in rows).replace(" ", "")
    assert all(found.count(sign) >= wanted.count(sign) for sign in set(wanted))


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=4), st.integers(60, 120))
def test_a_folded_table_cuts_no_word(rows: list[tuple[str, str, str]], width: int) -> None:
    """Where half a line has room for it, every word and number stands whole on a line."""
    lines = columns(rows, ("one column", "another column", "a third column"), width)
    shown = {word for line in lines for word in line.split()}
    assert {word for row in rows for cell in row for word in cell.split()} <= shown


@given(st.lists(WORDS, max_size=30).map(" ".join), st.integers(min_value=4, max_value=60))
def test_folding_keeps_every_word(text: str, width: int) -> None:
    """Put together again without spaces, the lines are the text; the others are indented."""
    lines = folded(text, width, "  ")
    assert all(shown_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(line.startswith("  ") or not line for line in lines[1:])


@pytest.mark.parametrize("text", [*HOSTILE, "x\nHOLDS", "x\r\nHOLDS", "x\u2028HOLDS", "x\x85HOLDS"])
def test_no_text_begins_a_line_of_its_own(text: str) -> None:
    """Wherever a hostile text stands, the lines are those of the same block with a harmless one."""

    def lines(words: str) -> list[str]:
        several = (
            Verdict("holds", words, ((words,),)),
            Facts("c", (((words,), (words,)),)),
            Items(((words,),)),
            Grid("g", "c", (Column(words),), (((words,),),)),
            Finding("note", words, words, words),
            Commands((words,)),
        )
        return to_text(Document("t", "s", several, (), ())).splitlines()

    assert len(lines(text)) == len(lines("harmless"))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]", "\n".join(lines(text)))


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(["ascii", "cp1252", "utf-8"]))
def test_a_terminal_of_any_encoding_shows_every_text(text: str, encoding: str) -> None:
    """What it lacks is spelled, and what it has stays in its order: no digit is lost."""
    shown = spelled(visible(text), encoding)
    assert shown.encode(encoding).decode(encoding) == shown
    rest = iter(shown)
    assert all(sign in rest for sign in visible(text) if sign.isascii())


def test_the_signs_of_the_trade_have_names() -> None:
    """Greek letters and relations are spelled as a person would, exponents with a caret."""
    assert spelled("δ ≤ 1 − e^ε … ±2⁻³², γ ≈ 0, Δ", "ascii") == (
        "delta <= 1 - e^epsilon ... +-2^-32, gamma ~ 0, Delta"
    )
    assert spelled("表½", "ascii") == "\\u8868\\u00bd"
