"""The report of a certificate: what it must say, in every format, and what it must not hide."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.errors import InputError
from reports.certificates.files import read_subject
from reports.cli import main
from reports.content.glossary import GLOSSARY
from reports.content.report import report
from reports.content.subject import Subject
from reports.document.blocks import (
    AT_MOST,
    Grid,
    Number,
    Paragraph,
    Picture,
    Status,
    Term,
    Verdict,
)
from reports.document.html import to_html
from reports.document.markdown import to_markdown
from reports.document.paper_grids import shape
from reports.document.pdf import to_pdf
from tests.certificate.making import claim, small_certificates, written
from tests.content.readers import html_tables, html_text, markdown_text, pdf_text, squeezed
from tests.content.said import decimals_up, exact_numbers, keys, rounded, statuses
from tests.document.canonical import canonical
from tests.document.expected import said
from tests.document.walking import parts
from verification.certificate.file import certificate_document
from verification.claims.registry import CLAIMS


def document_of(subject: Subject) -> dict[str, Any]:
    """Return the certificate as its file says it."""
    return certificate_document(subject.certificate)


def test_html_says_every_number_of_the_certificate(subject: Subject) -> None:
    """The exact form of every number, and each delta rounded up to ten digits."""
    text = html_text(to_html(report(subject)))
    missing = [n for n in exact_numbers(document_of(subject)) if squeezed(canonical(n)) not in text]
    assert missing == []
    assert [n for n in decimals_up(document_of(subject)) if canonical(n) not in text] == []


def test_markdown_says_every_number_of_the_certificate(subject: Subject) -> None:
    """The same in Markdown."""
    text = markdown_text(to_markdown(report(subject), "pictures"))
    missing = [n for n in exact_numbers(document_of(subject)) if squeezed(canonical(n)) not in text]
    assert missing == []
    assert [n for n in decimals_up(document_of(subject)) if canonical(n) not in text] == []


def test_pdf_says_every_number_of_the_certificate(subject: Subject) -> None:
    """The same in the text of the PDF."""
    text = pdf_text(to_pdf(report(subject)))
    missing = [n for n in exact_numbers(document_of(subject)) if squeezed(canonical(n)) not in text]
    assert missing == []
    assert [n for n in decimals_up(document_of(subject)) if canonical(n) not in text] == []


def test_html_lists_the_keys_of_every_noise_value(subject: Subject) -> None:
    """The table of key ranges, read back cell by cell, is the table of the certificate."""
    tables = html_tables(to_html(report(subject)))
    wanted = [[str(n) for n in line] for line in keys(document_of(subject))]
    assert any(table[1:] == wanted for table in tables)


def test_what_is_not_claimed_does_not_read_as_if_it_were(subject: Subject) -> None:
    """Its name and the reason stand in the row, its sentence does not."""
    overview = next(g for g in parts(report(subject), Grid) if g.name == "claims")
    rows = {said(row[0]): row for row in overview.rows}
    missing = [kind for kind in CLAIMS if subject.certificate.claim(kind.name) is None]
    assert missing
    for kind in missing:
        sentence = said(rows[kind.name][1])
        assert sentence.lower().startswith(f"{kind.title.lower()}. why not: ")
        assert kind.says not in sentence


def test_on_paper_the_sentences_of_the_claims_have_most_of_the_width(subject: Subject) -> None:
    """More than half of what the short columns leave, beside how a claim is proved."""
    overview = next(g for g in parts(report(subject), Grid) if g.name == "claims")
    _, sentence, _, how, _ = shape(overview).weights
    assert sentence > how + sum(shape(overview).weights) // 10


def test_the_words_of_the_glossary_rise() -> None:
    """Greek letters stand where their names do."""
    names = {"δ (delta)": "delta", "ε (epsilon)": "epsilon", "ε^Q and δ^Q": "epsilon-q"}
    titles = [names.get(entry.title, entry.title).lower() for entry in GLOSSARY]
    assert titles == sorted(titles)


def test_the_claims_have_the_statuses_of_the_certificate(subject: Subject) -> None:
    """In order, as words."""
    overview = next(g for g in parts(report(subject), Grid) if g.name == "claims")
    found = {row[0][0]: row[2][0].word for row in overview.rows}  # type: ignore[union-attr]
    made = statuses(document_of(subject))
    assert found == {kind.name: made.get(kind.name, "not claimed") for kind in CLAIMS}


def test_the_verdict_is_the_first_thing_said(subject: Subject) -> None:
    """And it is the verdict of the certificate."""
    first = report(subject).summary[0]
    assert isinstance(first, Verdict)
    assert first.status == subject.certificate.verdict


def test_a_number_that_says_at_most_is_never_below_its_value(subject: Subject) -> None:
    """Every number with "at most" and a rational exact form, in the whole report."""
    found = [n for n in parts(report(subject), Number) if n.relation == AT_MOST]
    rationals = [n for n in found if _is_rational(n.exact)]
    assert found
    assert [n for n in rationals if Fraction(n.decimal) < Fraction(n.exact)] == []
    if subject.name == "example1":
        assert len(rationals) > 50


def test_a_number_that_says_equal_is_equal(subject: Subject) -> None:
    """Wherever both forms are rational."""
    for number in parts(report(subject), Number):
        if number.relation == "=" and _is_rational(number.exact) and _is_rational(number.decimal):
            assert Fraction(number.decimal) == Fraction(number.exact)


def _is_rational(text: str) -> bool:
    try:
        Fraction(text)
    except ValueError:
        return False
    return True


def test_every_term_is_in_the_glossary(subject: Subject) -> None:
    """No jargon without an entry."""
    document = report(subject)
    entries = {entry.name for entry in document.glossary}
    assert {term.entry for term in parts(document, Term)} <= entries


@pytest.mark.parametrize(
    "word",
    ["bias", "cell key", "certificate", "ε", "δ", "event", "noise", "plateau", "privacy profile",
     "ptable", "tight", "type i", "variance", "witness key", "z3", "quantisation", "uniform"],
)  # fmt: skip
def test_words_of_the_trade_have_an_entry(word: str, example_1_subject: Subject) -> None:
    """Each of these is used in a report, and explained at its end."""
    document = report(example_1_subject)
    assert any(word in f"{entry.title} {entry.meaning}".lower() for entry in document.glossary)


def test_pictures_of_all_rows_appear_with_more_than_one_row(subjects: dict[str, Subject]) -> None:
    """One row needs five pictures, several need eight; that of page one is among them."""
    one = [p.name for p in parts(report(subjects["law"]), Picture)]
    many = [p.name for p in parts(report(subjects["wrap"]), Picture)]
    assert len(one) == len(set(one)) == 5
    assert len(many) == len(set(many)) == 8
    assert set(many) >= {"profile", "heat-map", "moments", "pair-delta"}


def test_every_picture_has_words_and_numbers(subject: Subject) -> None:
    """A text alternative with at least one number, and a table that is not empty."""
    for picture in parts(report(subject), Picture):
        assert any(c.isdigit() for c in picture.alternative)
        assert picture.behind.rows


def test_the_same_certificate_gives_the_same_bytes(subjects: dict[str, Subject]) -> None:
    """HTML, Markdown and drawings, from two readings of the file."""
    text = written(small_certificates()["wrap"])
    first, second = (report(read_subject("wrap", text)) for _ in range(2))
    assert to_html(first) == to_html(second)
    assert to_markdown(first, "p") == to_markdown(second, "p")
    assert [p.drawing.wide for p in parts(first, Picture)] == [
        p.drawing.wide for p in parts(second, Picture)
    ]


def test_the_report_is_made_again_from_the_certificate_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``ptcert report CERT --prove`` writes what ``ptcert certify`` wrote, byte for byte.

    Without ``--prove`` it says which answers are only recorded, and is the same each time.
    """
    assert main(["certify", "-o", str(tmp_path), "--solver", "z3", "--as", "html,md"]) == 0
    made = str(tmp_path / "example1.certificate.json")
    files = {}
    for folder, more in (("again", ["--prove"]), ("first", []), ("second", [])):
        asked = ["-o", str(tmp_path / folder), "--as", "html,md", "--json", *more]
        assert main(["report", made, *asked]) == 0
        written_files = json.loads(capsys.readouterr().out.splitlines()[-1])["written"]
        assert len(written_files) == 7
        relative = [Path(file).relative_to(tmp_path / folder) for file in written_files]
        files[folder] = {file: (tmp_path / folder / file).read_bytes() for file in relative}
    assert files["again"] == {file: (tmp_path / file).read_bytes() for file in files["again"]}
    assert files["first"] == files["second"]
    recorded = files["first"][Path("example1.report.md")].decode()
    assert "recorded by whoever made the file, not re-checked here" in recorded
    assert "recorded" not in files["again"][Path("example1.report.md")].decode()


def test_what_was_only_measured_is_no_promise(subjects: dict[str, Subject]) -> None:
    """A certificate in which nothing is promised is measured, in the verdict and its sentence."""
    verdict = report(subjects["uniform"]).summary[0]
    assert isinstance(verdict, Verdict)
    assert verdict.status == "measured"
    assert verdict.headline.startswith("No level of privacy was promised")


def test_a_failing_claim_is_said_before_all(subjects: dict[str, Subject]) -> None:
    """The headline says so, page one that the promise is not kept, and the claims why."""
    document = report(subjects["failing"])
    verdict = document.summary[0]
    assert isinstance(verdict, Verdict)
    assert "does not hold" in verdict.headline
    assert "Not kept: " in [part for text in parts(document, tuple) for part in text]
    against = [p.text for p in parts(document, Paragraph) if Status("fails") in p.text]
    assert len(against) >= sum(
        1 for claim in subjects["failing"].certificate.claims if not claim.holds
    )
    assert all("Counterexample" in str(text[1]) for text in against)


def test_a_certificate_that_the_checker_rejects_has_no_report() -> None:
    """A delta made smaller by hand."""
    document = small_certificates()["law"]
    claim(document, "dp-all-events")["pairs"][0]["A"] = "1/1000"
    with pytest.raises(InputError, match="rejected"):
        read_subject("law", written(document))


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"format": "x"}'])
def test_what_is_no_certificate_is_refused(content: bytes) -> None:
    """In one line, whatever it is."""
    with pytest.raises(InputError) as error:
        read_subject("x", content)
    assert "\n" not in str(error.value)


def test_rounding_up_is_what_the_standard_library_rounds_up() -> None:
    """The tests' own rounding, on cases worked out by hand."""
    assert rounded(Fraction(1, 3), 3, up=True) == "0.334"
    assert rounded(Fraction(1, 3), 3, up=False) == "0.333"
    assert rounded(Fraction(1, 10**9), 3, up=True) == "1e-9"
