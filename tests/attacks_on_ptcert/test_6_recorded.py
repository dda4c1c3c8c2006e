"""What is only recorded must look recorded, and be about this certificate; nonsense is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exact.errors import InputError
from reports.certificates.files import read_subject
from reports.cli import main
from reports.content.report import report
from reports.document.markdown import to_markdown
from tests.attacks_on_ptcert.mutations import at, paths
from tests.certificate.making import (
    Json,
    is_accepted,
    small_certificates,
    undecided_certificate,
    written,
)
from verification import checker
from verification.certificate.certificate import Certificate
from verification.certificate.file import certificate_of, certificate_text
from verification.certificate.theorem import theorem_source, with_kernel
from verification.checking.refusing import BadFile
from verification.kernel.answer import KernelAnswer
from verification.kernel.source import statement_of

AXIOMS = ("ClassicalDedekindReals.sig_forall_dec",)


def kernel_checked() -> Certificate:
    """Return a certificate that records what a kernel would say of its own theorem."""
    made = certificate_of(small_certificates()["law"])
    source = theorem_source(made)
    answer = KernelAnswer("8.16.1", statement_of(source), AXIOMS, True, "accepted")
    return with_kernel(made, answer, source)


def text(document: Json) -> str:
    """Return the report of a certificate as Markdown."""
    return to_markdown(report(read_subject("t", written(document))), "t")


PROBLEM = ("solvers", 0, "problems", 0)
NONSENSE: dict[str, tuple[tuple[str | int, ...], Any]] = {
    "a problem of another table": ((*PROBLEM, "id"), "well-formed-row-99"),
    "a problem of another claim": ((*PROBLEM, "claim"), "moments"),
    "another expected answer": (("solvers", 0, "problems"), "turned"),
    "fewer problems": (("solvers", 0, "problems"), "fewer"),
    "another solver": (("solvers", 0, "name"), "oracle"),
    "another tool": (("tool", "name"), "abacus"),
    "a finding that no audit has": (
        ("findings",),
        [{"code": "ALL-GOOD", "severity": "note", "message": "all is good", "remedy": "rest"}],
    ),
    "another scope": (("scope", "covers"), "every release, whatever it is"),
    "a scope without limits": (("scope", "does_not_cover"), []),
    "a design for nonsense": (("table", "origin", "epsilon"), "very small"),
    "a design for an impossible delta": (("table", "origin", "delta"), "7"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_records_of_something_else_are_refused(name: str) -> None:
    """By the report, in one line; most of it by the checker alone already."""
    path, value = NONSENSE[name]
    document = small_certificates()["law"]
    assert text(document)
    problems = document["solvers"][0]["problems"]
    if value == "turned":
        both = {"expected": "sat", "answer": "sat"}
        value = [problems[0] | both, *problems[1:]]
    elif value == "fewer":
        value = problems[:-1]
    at(document, path[:-1])[path[-1]] = value
    with pytest.raises(InputError) as error:
        text(document)
    assert len(str(error.value).splitlines()) == 1


KERNEL: dict[str, Callable[[Json], Any]] = {
    "another theorem": lambda k: k.update(statement="Theorem main_theorem :\n  delta_1 = 0."),
    "no theorem": lambda k: k.update(statement="proved"),
    "another source": lambda k: k.update(source_sha256="0" * 64),
    "another prover": lambda k: k.update(prover="Abacus"),
    "an axiom too many": lambda k: k["assumptions"].append("no_doubt"),
    "empty": lambda k: k.clear(),
    "a version of two lines": lambda k: k.update(version="9.9\nyes"),
}


@pytest.mark.parametrize("name", KERNEL)
def test_a_theorem_about_something_else_is_refused(name: str) -> None:
    """The statement, the source and the axioms must be those of this table."""
    document = json.loads(certificate_text(kernel_checked()))
    assert "recorded: by Coq 8.16.1; not re-checked here" in text(document).replace("\\", "")
    KERNEL[name](document["kernel"])
    with pytest.raises(InputError) as error:
        text(document)
    assert len(str(error.value).splitlines()) == 1


def test_a_report_from_a_file_marks_what_is_recorded() -> None:
    """Solvers, Coq and findings: recorded by whoever made the file, not re-checked here."""
    said = text(json.loads(certificate_text(kernel_checked()))).replace("\\", "")
    assert "recorded by whoever made the file, not re-checked here" in said
    assert "yes, by Coq" not in said
    assert "problems as expected (recorded)" in said
    assert "Coq's kernel (recorded)" in said


def test_report_prove_asks_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The solvers that the certificate names answer its problems; then nothing is marked."""
    path = tmp_path / "t.certificate.json"
    path.write_bytes(written(small_certificates()["law"]))
    assert main(["report", str(path), "--prove", "--as", "md"]) == 0
    said = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert "recorded by whoever" not in said
    assert "problems as expected |" in said
    capsys.readouterr()


def test_report_prove_does_not_believe_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A certificate that calls itself undecided, though solvers answer: said, with status 3."""
    path = tmp_path / "t.certificate.json"
    path.write_bytes(written(undecided_certificate()))
    assert main(["report", str(path), "--prove", "--as", "md"]) == 3
    assert "the certificate says undecided, and asked again it is holds" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["law", "wrap", "gapped", "failing"])
@pytest.mark.parametrize("value", [{}, [], None, "", 0, True, "x"])
def test_no_report_crashes_on_what_the_checker_accepts(name: str, value: object) -> None:
    """At every place outside the claims: the checker refuses, or the report is made or refused."""
    base = json.dumps(small_certificates()[name])
    kinds = {
        tuple("*" if isinstance(k, int) else k for k in path): path
        for path in paths(json.loads(base))
        if path[0] not in ("claims", "epsilons")
    }
    for path in kinds.values():
        document = json.loads(base)
        at(document, path[:-1])[path[-1]] = value
        if is_accepted(document):
            assert outcome(document) in ("a report", "refused in one line"), path


def outcome(document: Json) -> str:
    """Return whether a report is made, or how it is refused."""
    try:
        read_subject("t", written(document))
    except InputError as error:
        return "refused in one line" if len(str(error).splitlines()) == 1 else str(error)
    return "a report"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"verdict": "measured"}, "certificate = 'x.certificate.json': is rejected: verdict"),
        ({"tool": {}}, "file = 'x.certificate.json': is no certificate: an object has the keys"),
    ],
)
def test_what_the_checker_rejects_is_named_by_its_file(change: Json, said: str) -> None:
    """The line names the file as the value, and not as the argument."""
    forged = {**small_certificates()["law"], **change}
    with pytest.raises(InputError) as caught:
        read_subject("x", written(forged))
    assert str(caught.value).startswith(said)


def test_a_certificate_without_some_claims_has_a_report() -> None:
    """Of a claim that nothing stated implies, and that is not made, the report says so."""
    document = small_certificates()["remainder"]
    for name in ("never-negative", "margins"):
        claims = [claim for claim in document["claims"] if claim["name"] != name]
        assert len(claims) < len(document["claims"])
        fewer = {**document, "claims": claims, "solvers": []}
        assert is_accepted(fewer)
        said = next(line for line in text(fewer).splitlines() if line.startswith(f"| {name} "))
        assert "not claimed" in said
        assert "the certificate does not" in said


def test_no_claim_is_no_certificate() -> None:
    """That every claim was re-checked would be said of nothing: the small checker refuses it."""
    document = {**small_certificates()["uniform"], "claims": [], "solvers": []}
    with pytest.raises(BadFile, match="no claim is made"):
        checker.check(document)


def test_the_checker_alone_names_the_errors_that_make_its_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every claim holds, nothing is promised, and the audit found an error: status 1, and why."""
    error = {"severity": "error", "message": "two counts never meet", "remedy": "let them"}
    note = {"code": "PLATEAU", "severity": "note", "message": "a delta", "remedy": "know it"}
    found = [{"code": code, **error} for code in ("DISJOINT", "DELTA", "DISJOINT")]
    path = tmp_path / "c.json"
    path.write_bytes(written({**small_certificates()["uniform"], "findings": [note, *found]}))
    assert checker.main([str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "an error that the audit found: DISJOINT",
        "an error that the audit found: DELTA",
        "every claim re-checked: all hold; verdict: measured",
    ]


def test_findings_of_the_file_are_in_certificate_and_report(tmp_path: Path) -> None:
    """A row whose printed p disagree with its bounds: recorded when certified, and reported."""
    file = tmp_path / "t.csv"
    lines = ["i,j,p,v,p_int_lb,p_int_ub,type", "0,0,1,0,0,1,all", "1,0,0.3,-1,0,0.25,all"]
    lines += ["1,1,0.5,0,0.25,0.75,all", "1,2,0.25,1,0.75,1,all", ""]
    file.write_text("\n".join(lines), encoding="utf-8")
    asked = ["--epsilon", "2", "-o", str(tmp_path), "--solver", "z3", "--as", "md"]
    assert main(["certify", str(file), *asked]) in (0, 1)
    document = json.loads((tmp_path / "t.certificate.json").read_text(encoding="utf-8"))
    codes = {finding["code"] for finding in document["findings"]}
    assert {"ROW-SUM", "P-MISMATCH"} <= codes
    reported = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert all(f"`{code}`" in reported for code in codes)
    made = certificate_of(document)
    assert replace(made, findings=()).verdict == made.verdict or "error" in str(made.findings)
