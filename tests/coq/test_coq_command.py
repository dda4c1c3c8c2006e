"""``ptcert certify --coq`` and ``ptcert prove --coq``: the flow from a table to a kernel check."""

import json
from pathlib import Path

import pytest

from exact.table.native import write_native
from tests.cli.running import Run
from tests.coq.making import wrapping_table
from verification import checker
from verification.kernel.answer import ALLOWED_ASSUMPTIONS


@pytest.fixture
def certificate(tmp_path: Path, run: Run) -> Path:
    """Return the certificate of a table of three rows, with Coq source beside it."""
    table = tmp_path / "t.ptable.json"
    table.write_text(write_native(wrapping_table()), encoding="utf-8")
    asked = ("--epsilon", "1/4", "--delta", "9/10", "--solver", "z3", "--as", "md")
    made = run("certify", str(table), *asked, "-o", str(tmp_path), "--coq", str(tmp_path / "coq"))
    assert made.status == 0
    return tmp_path / "t.certificate.json"


def prove(run: Run, certificate: Path, *more: str) -> tuple[int, str, str]:
    """Run ``ptcert prove CERT --coq``."""
    made = run("prove", str(certificate), "--coq", "--as", "md", *more)
    return made.status, made.out, made.err


def test_certify_writes_coq_source_without_compiling(certificate: Path) -> None:
    """The theorem and the library, and no compiled file."""
    folder = certificate.parent / "coq"
    assert "Print Assumptions main_theorem." in (folder / "certified_table.v").read_text("utf-8")
    assert (folder / "Ptcert" / "Privacy.v").is_file()
    assert list(folder.rglob("*.vo")) == []


@pytest.mark.usefixtures("in_shop")
def test_the_kernel_check_is_recorded_in_certificate_and_report(
    certificate: Path,
    run: Run,
) -> None:
    """Version, theorem and axioms; the checker still accepts; the report says by whom."""
    before = json.loads(certificate.read_text("utf-8"))
    status, out, _ = prove(run, certificate)
    after = json.loads(certificate.read_text("utf-8"))
    assert status == 0
    assert "kernel-checked: yes, by Coq" in out
    assert "coq_makefile -f _CoqProject -o Makefile && make" in " ".join(out.split())
    kernel = after.pop("kernel")
    assert after == before
    assert kernel["statement"].startswith("Theorem main_theorem :")
    assert set(kernel["assumptions"]) <= ALLOWED_ASSUMPTIONS
    assert checker.check(checker.load(certificate.read_bytes()))[0] == []
    report = (certificate.parent / "t.report.md").read_text("utf-8")
    assert f"yes, by Coq {kernel['version']}" in report.replace("\\", "")
    assert "every_key_has_one_noise T" in report
    # Coq was asked, and no solver: what they answered stays recorded.
    assert "recorded by whoever made the file, not re-checked here" in report


def test_a_report_without_a_kernel_check_says_so(certificate: Path) -> None:
    """Nothing is silent about what was not done."""
    report = (certificate.parent / "t.report.md").read_text("utf-8")
    assert "not kernel-checked (ptcert prove CERTIFICATE --coq does it)" in report.replace("\\", "")


@pytest.mark.usefixtures("in_shop")
def test_proving_twice_changes_nothing(certificate: Path, run: Run) -> None:
    """The record is replaced by the same record."""
    prove(run, certificate)
    first = certificate.read_bytes()
    prove(run, certificate)
    assert certificate.read_bytes() == first


def test_without_coqc_nothing_changes(
    certificate: Path,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line that names the package, status 2, the certificate as it was."""
    before = certificate.read_bytes()
    monkeypatch.setenv("PATH", str(tmp_path))
    status, _, err = prove(run, certificate)
    assert status == 2
    assert "install the Debian package coq" in err
    assert certificate.read_bytes() == before


@pytest.mark.parametrize("kind", ["file", "link"])
def test_the_source_is_written_through_no_link(certificate: Path, run: Run, kind: str) -> None:
    """Something else in the place of NAME.coq is refused before Coq is asked: status 2."""
    place, elsewhere = certificate.with_name("t.coq"), certificate.with_name("elsewhere")
    elsewhere.mkdir()
    if kind == "link":
        place.symlink_to(elsewhere, target_is_directory=True)
    else:
        place.write_text("precious", encoding="utf-8")
    before = certificate.read_bytes()
    status, out, err = prove(run, certificate)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert certificate.read_bytes() == before
    assert list(elsewhere.iterdir()) == []


@pytest.mark.usefixtures("in_shop")
def test_a_refusal_is_loud(
    certificate: Path,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Coq that refuses: status 1, its own words, the certificate as it was."""
    program = tmp_path / "coqc"
    program.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        '  --version) echo "The Coq Proof Assistant, version 8.16.1" ;;\n'
        "  *certified_table.v) printf 'File \"x\", line 9, characters 0-1:\\nError: no\\n' >&2; "
        "exit 1 ;;\n"
        "esac\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    before = certificate.read_bytes()
    status, _, err = prove(run, certificate)
    assert status == 1
    assert "not kernel-checked" in err
    assert certificate.read_bytes() == before
