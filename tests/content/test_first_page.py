"""Page one says what the table does in plain words, by numbers worked out here."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from exact.cellkeys.arithmetic import SumModulo
from exact.errors import InputError
from exact.table.plainly import least_within, radius_for, smallest_release
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from reports.cli import main
from reports.content import plainly
from reports.content.report import report
from reports.content.signing import read_signing
from reports.content.subject import Subject
from reports.document.blocks import Facts, SignOff
from reports.document.html import to_html
from reports.document.markdown import to_markdown
from reports.document.pdf import to_pdf
from reports.words import missing_counts
from tests.content.readers import _parsed, pdf_text
from tests.document.expected import said
from tests.document.walking import parts
from tests.house_rules import ROOT
from verification.measures.profiles import Profiles

# Counts 0, 1, 2, ...: 0 stays 0, 1 becomes 0 or 3, from 2 on noise -2, 0, 1 with 1, 6, 1 keys of 8.
SMALL = PTable(
    8, 0, (Row(((0, 8),)), Row(((-1, 5), (2, 3))), Row(((-2, 1), (0, 6), (1, 1)))), zero="row"
)


@pytest.mark.parametrize(
    ("runs", "first_key", "assumed", "stated"),
    [
        (((0, 5), (2, 3)), 0, "stay 0", "Kept: a count of 0 is always released as 0."),
        (
            ((2, 3), (0, 5)),
            0,
            "are released as 2",
            "Not kept: a count of 0 is always released as 2.",
        ),
        (((2, 3), (0, 5)), 1, "stay 0", "Kept: a count of 0 is always released as 0."),
    ],
)
def test_zeros_change_where_empty_cells_have_keys_of_their_own_alone(
    runs: tuple[tuple[int, int], ...], first_key: int, assumed: str, stated: str
) -> None:
    """3 of 8 keys change a 0; keys made of records give every empty cell the key 0."""
    table = PTable(8, 0, (Row(runs), Row(((0, 8),))), zero="row", first_key=first_key)
    (said_of,) = plainly.zeros(Profiles(table, SumModulo(8)))
    assert said_of == (
        "Not kept: a count of 0 is released as another number in 37.5 % of the cases, assuming "
        "that empty cells have uniform, independent keys; keys made of records are 0 there, and "
        f"they {assumed}."
    )
    assert plainly.zeros(Profiles(table, SumModulo(8), stated=True)) == (stated,)


def test_probabilities_are_those_counted_by_hand() -> None:
    """The row of 1 is within ±1 with 5 of 8 keys, that of 2 with 7 of 8, that of 0 always."""
    assert least_within(SMALL, 1)[0] == Fraction(5, 8)
    assert least_within(SMALL, 2)[0] == 1
    assert radius_for(SMALL, Fraction(5, 8)) == 1
    assert radius_for(SMALL, Fraction(6, 8)) == 2
    assert smallest_release(SMALL) == (0, 0)
    assert smallest_release(PTable(8, 2, (Row(((-5, 1), (0, 7))),))) == (-3, 2)


def test_the_words_say_what_was_counted() -> None:
    """Zeros are kept, nothing is negative, a 1 never comes out (2 - 2 = 0, 3 - 2 = 1: it does)."""
    words = {said(name): said(value) for name, value in plainly.what_it_does(Profiles(SMALL))}
    assert words["Zeros"] == "Kept: a count of 0 is always released as 0."
    assert words["Negative numbers"] == "Never released."
    assert words["1s and 2s"] == "Both can be released."
    assert "within ±1 of the truth with probability at least 0.625" in words["How near the truth"]
    assert words["How near the truth"].endswith("within ±2 always.")


def test_of_rounding_the_worst_count_is_named_and_not_taken_for_every_count() -> None:
    """Counts 1 and 2 become 0 and 5: off by 1 below and 3 above, and 2 is never within ±1."""
    table = PTable(2, 1, (Row(((-1, 2),)), Row(((3, 2),)), Row(((0, 2),))))
    words = {said(name): said(value) for name, value in plainly.what_it_does(Profiles(table))}
    far = "A true count of 2 is never released within ±1 of it; from -1 to +3 always."
    assert words["How near the truth"] == far
    assert words["On average"].startswith("At most 3 above or below the truth, whatever the true")


def test_a_release_that_proves_a_count_is_no_promise(tmp_path: Path) -> None:
    """Counts 1 and 2 always become 0 and 4: delta is 1, and the page does not speak of a factor."""
    path = tmp_path / "rounding.csv"
    path.write_text("pcv,ckey,pvalue\n" + "1,0,-1\n1,1,-1\n2,0,2\n2,1,2\n")
    options = ["--beyond", "repeat", "--epsilon", "1", "-o", str(tmp_path)]
    assert main(["certify", str(path), *options]) == 1
    page = (tmp_path / "rounding.report.md").read_text(encoding="utf-8")
    assert "Measured: some releases tell for certain whether one is counted" in page
    assert "100 in 100" not in page.partition("## ")[0]


def test_holes_and_uncovered_counts_are_named() -> None:
    """Noise ±3 at the counts 3 and 4 alone releases 0, 1, 6 and 7: no 2; others have no row."""
    table = PTable(2, 3, (Row(((-3, 1), (3, 1))),) * 2, Stop())
    words = {said(name): said(value) for name, value in plainly.what_it_does(Profiles(table))}
    assert words["1s and 2s"] == "A 1 can be released, a 2 never."
    assert words["Zeros"].startswith("Not covered")
    assert missing_counts((table, 0)) == "the counts 0 to 2 and counts above 4"
    assert plainly.which_counts(table) == "Every true count from 3 to 4."


def test_what_nobody_declared_is_named() -> None:
    """A count of 1 becomes 0 or 3, one of 2 becomes 0 or 4: 1s and 2s never come out."""
    rows = (Row(((0, 2),)), Row(((-1, 1), (2, 1))), Row(((-2, 1), (2, 1))), Row(((0, 2),)))
    left_out = plainly.ones_and_twos(PTable(2, 0, rows, zero="row"))
    assert left_out == ("Never released; nobody declared that.",)
    declared = plainly.ones_and_twos(PTable(2, 0, rows, zero="row", holes=(1, 2)))
    assert declared == ("Never released, as declared.",)
    far = plainly.ones_and_twos(PTable(2, 9, (Row(((-1, 1), (0, 1))),)))
    assert far == ("Never released.",)


def test_example_1_on_page_one(example_1_subject: Subject) -> None:
    """δ = 425760/2^32 is about 1 in 10,088; noise ±25; the factor is e^(1/2) = 1.6487..."""
    does = parts(report(example_1_subject), Facts)[0]
    words = {said(name): said(value) for name, value in does.entries}
    assert "about 1 in 10,088 this does not bind" in words["What a person is promised"]
    assert "a factor of at most 1.649" in words["What a person is promised"]
    assert words["How near the truth"].endswith("within ±25 always.")
    assert (
        words["For which counts"] == "Every true count from 25 upward. Not for the counts 0 to 24."
    )


def test_no_caret_is_left_in_any_setting(subject: Subject) -> None:
    """Neither e^ε nor 2^32 with a caret, in what HTML, Markdown and PDF show outside code."""
    document = report(subject)
    texts = [text for text in _parsed(to_html(document)).text if "^" in text]
    assert texts == []
    markdown = re.sub(r"`[^`]*`", "", to_markdown(document, "p"))
    assert [line for line in markdown.splitlines() if "^" in line] == []


def test_the_verdict_has_one_word_and_one_colour(example_1_subject: Subject) -> None:
    """HTML, Markdown and PDF say HOLDS; style and template have the same colours by tone."""
    document = report(example_1_subject)
    assert '<span class="word">HOLDS</span>' in to_html(document)
    assert "> 🟩 **HOLDS**" in to_markdown(document, "p")
    assert "HOLDS" in pdf_text(to_pdf(document))
    folder = ROOT / "reports" / "document"
    css = (folder / "page.css").read_text(encoding="utf-8").split("@media")[0]
    typ = (folder / "report.typ").read_text(encoding="utf-8")
    for tone in ("good", "bad", "open", "care", "plain"):
        (strong,), (pale,) = (re.findall(f"--{tone}{t}: (#[0-9a-f]+);", css) for t in ("", "-tint"))
        assert f'{tone}: (rgb("{strong}"), rgb("{pale}"))' in typ


def test_who_signs_stands_on_page_one(tmp_path: Path) -> None:
    """Agency, date and names are those typed, in the facts and on the lines to sign."""
    given = ["--agency", "An <Agency>", "--date", "2026-03-01", "--signed-by", "A. Name"]
    asked = ["certify", "--solver", "z3", "--as", "html", "-o", str(tmp_path), *given]
    assert main(asked) == 0
    page = (tmp_path / "example1.report.html").read_text(encoding="utf-8")
    assert "<td>An &lt;Agency&gt;</td>" in page
    assert "<td>2026-03-01</td>" in page
    assert '<th scope="row">Released by</th><td>A. Name</td><td></td><td></td>' in page
    assert 'class="blank"' not in page


def test_without_names_there_are_lines(example_1_subject: Subject) -> None:
    """Nothing is made up: agency, date and names are to be filled in."""
    document = report(example_1_subject)
    assert to_html(document).count('<span class="blank"></span>') == 2
    (sign_off,) = parts(document, SignOff)
    assert sign_off.lines == (("Released by", ""), ("Checked by", ""))


@pytest.mark.parametrize(
    ("agency", "signers", "day", "message"),
    [
        ("x" * 81, [], None, "agency = .*longer than 80 characters"),
        (None, ["a", "b", "c"], None, "signed-by = 'c': is given 3 times"),
        (None, [], "1 March", "date = '1 March': is no day; write it as 2026-03-01"),
        (None, [], "2026-02-30", "date = '2026-02-30': is no day"),
    ],
)
def test_what_cannot_stand_there_is_refused(
    agency: str | None, signers: list[str], day: str | None, message: str
) -> None:
    """In one line, with the remedy."""
    with pytest.raises(InputError, match=message):
        read_signing(agency, signers, day)


@pytest.mark.parametrize(
    ("budget", "status", "end"),
    [
        ("1,4/5", 0, "at most 80 in 100 was promised. "),
        ("1,1/2", 1, "at most 50 in 100 was promised, which is not kept. "),
    ],
)
def test_of_a_release_the_promise_for_everything_together_is_named(
    tmp_path: Path, budget: str, status: int, end: str
) -> None:
    """Noise 0 or 1: a count shows itself with 1/2, so one of two cells does with 3/4."""
    table, plan = tmp_path / "t.csv", tmp_path / "plan.toml"
    table.write_text("pcv;ckey;pvalue\n1;1;0\n1;2;1\n")
    plan.write_text('keys = "independent"\n[[table]]\nname = "a"\ncells = 2\nptable = "t.csv"\n')
    certificate = tmp_path / "r.certificate.json"
    asked = ["--epsilon", "1", "--budget", budget, "--certificate", str(certificate)]
    assert main(["release", str(plan), *asked]) == status
    main(["report", str(certificate), "-o", str(tmp_path)])
    page = (tmp_path / "r.report.md").read_text(encoding="utf-8").partition("## ")[0]
    assert f"With a chance of about 75 in 100 this does not bind ([δ](#term-delta)); {end}" in page
    assert "No level of privacy was claimed" not in page
    assert "| Of one count alone | Nothing was promised about privacy." in page
