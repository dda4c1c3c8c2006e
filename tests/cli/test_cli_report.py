"""``ptcert report`` and the report of ``ptcert certify``: files, errors, hostile names."""

from pathlib import Path

import pytest

from exact.table.native import write_native
from tests.certificate.making import many_rows
from tests.cli.running import ROOT, Run, run_in_subprocess

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def certificate(tmp_path: Path, run: Run) -> Path:
    """Return the certificate of a small table of three rows."""
    table = tmp_path / "small.ptable.json"
    table.write_text(write_native(many_rows()), encoding="utf-8")
    made = run("certify", str(table), "--epsilon", "1/4", "--solver", "z3", "-o", str(tmp_path))
    assert made.status == 0
    return tmp_path / "small.certificate.json"


def test_certify_writes_the_report_beside_the_certificate(certificate: Path) -> None:
    """HTML, PDF, Markdown, and one drawing for each picture."""
    folder = certificate.parent
    assert (folder / "small.report.html").read_bytes().startswith(b"<!DOCTYPE html>")
    assert (folder / "small.report.pdf").read_bytes().startswith(b"%PDF-")
    assert (folder / "small.report.md").read_text(encoding="utf-8").startswith("# ")
    assert len(list((folder / "small.report").glob("*.svg"))) == 8


def test_a_hostile_name_is_harmless_text(certificate: Path, tmp_path: Path, run: Run) -> None:
    """A script in the name stands in the page as text, in all formats."""
    out = tmp_path / "named"
    assert run("report", str(certificate), "--name", SCRIPT, "-o", str(out)).status == 0
    page = (out / "small.report.html").read_text(encoding="utf-8")
    assert SCRIPT not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert SCRIPT not in (out / "small.report.md").read_text(encoding="utf-8")


def test_a_hostile_file_name_is_harmless_text(certificate: Path, run: Run) -> None:
    """The same for the name of the file itself."""
    hostile = certificate.with_name("<img src=x onerror=alert(1)>.certificate.json")
    hostile.write_bytes(certificate.read_bytes())
    assert run("report", str(hostile), "--as", "html,md").status == 0
    page = (certificate.parent / "<img src=x onerror=alert(1)>.report.html").read_text(
        encoding="utf-8"
    )
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_a_huge_comment_in_a_table_is_refused_or_left_out(tmp_path: Path) -> None:
    """10 MB in an unknown key of the table's file: one line, status 2, in bounded memory."""
    text = write_native(many_rows())
    table = tmp_path / "t.ptable.json"
    table.write_text(text.replace("{", '{\n  "comment": "' + "x" * 10**7 + '",', 1), "utf-8")
    made = run_in_subprocess(
        "certify", str(table), "--epsilon", "1", "-o", str(tmp_path / "o"), memory=3 << 30
    )
    assert made.status == 2
    assert len(made.err.splitlines()) == 1
    assert len(made.err) < 1000
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.certificate.json"], "does not exist"),
        (["{certificate}", "--as", "docx"], "is no format of a report"),
        (["{certificate}", "-o", ""], "is empty"),
        (["{table}"], "is a table, and a report is made from a certificate"),
        (["{table}", "{table}"], "epsilon"),
        (["{certificate}"] * 9, "more than 8 tables"),
        (["{certificate}", "{certificate}", "--epsilon", "soon"], "epsilon"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    arguments: list[str], said: str, certificate: Path, run: Run
) -> None:
    """Status 2, what is wrong in one line, no file made or changed."""
    places = {"certificate": certificate, "table": certificate.with_name("small.ptable.json")}
    before = sorted(path.name for path in certificate.parent.rglob("*"))
    outcome = run("report", *(text.format(**places) for text in arguments))
    assert outcome.status == 2
    assert said in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert sorted(path.name for path in certificate.parent.rglob("*")) == before


def test_a_certificate_that_was_changed_is_refused(certificate: Path, run: Run) -> None:
    """The checker stands before every report."""
    text = certificate.read_text(encoding="utf-8")
    certificate.write_text(text.replace('"verdict": "measured"', '"verdict": "holds"'), "utf-8")
    outcome = run("report", str(certificate))
    assert outcome.status == 2
    assert "rejected" in outcome.err


def test_a_comparison_leaves_out_the_pair_of_0_and_1_aloud(run: Run, tmp_path: Path) -> None:
    """Its delta stands apart: 1 - P(1 -> 0) = 0.3702; a certificate says itself what counts."""
    table = str(ROOT / "docs" / "data" / "D4V2js1.csv")
    asked = ("--epsilon", "1", "--as", "md", "-o", str(tmp_path))
    assert run("report", table, table, *asked, "--first-pair", "exclude").status == 0
    said = (tmp_path / "comparison.report.md").read_text(encoding="utf-8")
    left_out = said.partition("Left out of everything above: tight δ of the counts 0 and 1")[2]
    assert left_out.count("0.3702 (1851/5000)") == 2
    assert "0.3702" not in said.partition("Left out")[0]
    assert run("report", table, table, *asked).status == 0
    said = (tmp_path / "comparison.report.md").read_text(encoding="utf-8")
    assert "Left out" not in said
    assert "0.3702" in said.partition("Accuracy and privacy")[0]
    for pair in ("cap:0.3", "maybe"):
        assert run("report", table, table, *asked, "--first-pair", pair).status == 2
    assert run("report", table, *asked, "--first-pair", "exclude").status == 2
