"""``ptcert audit -o``: the same audit as a file of every format, and only what was asked for."""

import json
import re
from pathlib import Path

import pytest

from exact.errors import Undecided
from tests.cli.running import Run, check_rejected, listing

ASKED = ("--epsilon", "1/2", "--delta", "1e-4")
# The tight delta of Example 1, the worst pair and a finding.
SAID = ("13305/134217728", "0.0000991300", "25 against 26", "PLATEAU")


@pytest.mark.parametrize("suffix", [".html", ".md", ".txt"])
def test_an_audit_is_a_file_of_the_format_that_its_suffix_names(
    run: Run, example_1: Path, tmp_path: Path, suffix: str
) -> None:
    """Each format says the verdict, the numbers and the findings.

    The screen says of what the verdict is one, and where the file is.
    """
    target = tmp_path / f"audit{suffix}"
    made = run("audit", str(example_1), *ASKED, "-o", str(target))
    assert (made.status, made.err) == (0, "")
    first, last = " ".join(made.out.split()).split(" Audit written to ")
    assert first.startswith("example1.ptable.json: (1/2, 1/10000)-differential privacy HOLDS")
    assert last == str(target)
    text = target.read_text(encoding="utf-8").replace("/<wbr>", "/")
    assert "(1/2, 1/10000)-differential privacy HOLDS" in text
    for part in SAID:
        assert part in text
    drawings = [name for name in listing(tmp_path) if name != target.name]
    assert (drawings != []) == (suffix == ".md")
    assert all(Path(name).parts[0] == "audit" for name in drawings)


def test_a_finding_has_both_forms_of_its_numbers(run: Run, example_1: Path, tmp_path: Path) -> None:
    """In a page a finding uses δ and ε, and its numbers follow the decimal/exact switch."""
    target = tmp_path / "audit.html"
    assert run("audit", str(example_1), *ASKED, "-o", str(target)).status == 0
    page = target.read_text(encoding="utf-8")
    (finding,) = re.findall(r"<code>PLATEAU</code>.*?</p>", page)
    decimal = '<span class="decimal">≈ 0.0000991300</span>'
    exact = '<span class="exact"><i> (</i>13305/134217728<i>)</i></span>'
    assert "no ε removes a δ of " in finding
    assert decimal + exact in finding.replace("<wbr>", "")
    (bias,) = re.findall(r"<code>BIAS</code>.*?</p>", page)
    assert '<span class="decimal">≈ −5.82077\u202f×\u202f10⁻⁹</span>' in bias
    assert "−25/2³²" in bias
    assert "no epsilon removes a delta of 13305/134217728: " in run("audit", str(example_1)).out


def test_an_audit_is_a_pdf(run: Run, example_1: Path, tmp_path: Path) -> None:
    """A PDF is written as one."""
    target = tmp_path / "audit.pdf"
    assert run("audit", str(example_1), *ASKED, "-o", str(target)).status == 0
    assert target.read_bytes().startswith(b"%PDF-")


def test_the_json_file_is_what_json_prints(run: Run, example_1: Path, tmp_path: Path) -> None:
    """-o audit.json writes what --json prints, and -o goes with --json."""
    target, page = tmp_path / "audit.json", tmp_path / "audit.html"
    printed = run("audit", str(example_1), *ASKED, "--json", "-o", str(page)).out
    assert run("audit", str(example_1), *ASKED, "-o", str(target)).status == 0
    assert json.loads(target.read_text(encoding="utf-8")) == json.loads(printed)
    assert page.exists()


def test_the_text_file_is_what_is_printed(run: Run, example_1: Path, tmp_path: Path) -> None:
    """-o audit.txt writes what the command prints without it."""
    target = tmp_path / "audit.txt"
    assert run("audit", str(example_1), *ASKED, "-o", str(target)).status == 0
    assert target.read_text(encoding="utf-8") == run("audit", str(example_1), *ASKED).out


def test_many_files_make_one_document(run: Run, example_1: Path, tmp_path: Path) -> None:
    """The summary comes first, then a section for each file that could be audited."""
    none, target = tmp_path / "none.csv", tmp_path / "audit.md"
    none.write_text("hello\n", encoding="utf-8")
    made = run("audit", str(example_1), str(none), *ASKED, "-o", str(target))
    assert made.status == 2
    text = target.read_text(encoding="utf-8")
    assert "| example1.ptable.json | **holds** | native |" in text
    assert "| none.csv | **bad input** |" in text
    assert "\n## example1.ptable.json\n" in text


@pytest.mark.parametrize("suffix", [".html", ".json"])
def test_why_a_file_of_many_is_bad_input_is_said_beside_what_is_written(
    run: Run, example_1: Path, tmp_path: Path, suffix: str
) -> None:
    """A line on standard error for each such file, though the others are written."""
    none, target = tmp_path / "none.csv", tmp_path / f"audit{suffix}"
    none.write_text("hello\n", encoding="utf-8")
    files = (str(example_1), str(tmp_path / "nope.csv"), str(none))
    made = run("audit", *files, *ASKED, "-o", str(target))
    assert made.status == 2
    assert "nope.csv: bad input" in made.out
    missing, unknown = made.err.splitlines()
    assert missing.startswith("ptcert audit: file = ")
    assert "nope.csv': does not exist" in missing
    assert unknown.startswith(f"ptcert audit: {none}: file = 'hello': has a header and no lines")
    assert target.exists()


def test_why_a_file_of_many_is_bad_input_is_said_once(run: Run, example_1: Path) -> None:
    """The summary and the JSON that are printed hold it already."""
    for said in ((), ("--json",)):
        made = run("audit", str(example_1), "nope.csv", *ASKED, *said)
        assert (made.status, made.err) == (2, "")
        assert "does not exist" in " ".join(made.out.split())


def test_why_a_file_of_many_is_undecided_is_said_with_its_name(
    run: Run, example_1: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the question was does not name the file."""

    def give_up(*_: object) -> None:
        raise Undecided("not settled with 7 bits")

    monkeypatch.setattr("reports.commands.audit.audit_reading", give_up)
    path = str(example_1)
    made = run("audit", path, path, *ASKED, "-o", str(tmp_path / "audit.md"))
    said = "ptcert audit: undecided: example1.ptable.json: not settled with 7 bits"
    assert (made.status, made.err.splitlines()) == (3, [said, said])


@pytest.mark.parametrize("name", ["audit.csv", "audit", "audit.HTMLX", ".html"])
def test_a_suffix_that_names_no_format_is_refused(
    run: Run, example_1: Path, tmp_path: Path, name: str
) -> None:
    """The line lists the formats, and nothing is written."""
    made = run("audit", str(example_1), *ASKED, "-o", str(tmp_path / name))
    check_rejected(made, "output", name, ".html, .md, .pdf, .txt, .json")
    assert listing(tmp_path) == {}


def test_the_audit_never_replaces_the_table(run: Run, example_1: Path, tmp_path: Path) -> None:
    """-o with the name of the table, also by another path or a link, is refused."""
    table, link = tmp_path / "t.ptable.json", tmp_path / "link.json"
    table.write_bytes(example_1.read_bytes())
    link.symlink_to(table)
    for name in (table, tmp_path / "." / "t.ptable.json", link):
        check_rejected(
            run("audit", str(table), *ASKED, "-o", str(name)), "output", "that the command reads"
        )
    assert table.read_bytes() == example_1.read_bytes()


def test_only_what_was_asked_for_is_made(
    run: Run, example_1: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """--json makes no document, the text makes no JSON, a summary of many files neither."""

    def unasked(*_: object) -> None:
        raise AssertionError("made for nothing")

    path = str(example_1)
    with monkeypatch.context() as patched:
        patched.setattr("reports.commands.audit.audit_document", unasked)
        assert run("audit", path, *ASKED, "--json").status == 0
        assert run("audit", path, *ASKED, "-o", str(tmp_path / "a.json")).status == 0
        assert run("audit", path, path, *ASKED).status == 0
    with monkeypatch.context() as patched:
        patched.setattr("reports.commands.audit.audit_json", unasked)
        assert run("audit", path, *ASKED).status == 0
        assert run("audit", path, *ASKED, "-o", str(tmp_path / "a.html")).status == 0
        assert run("audit", path, path, *ASKED).status == 0
