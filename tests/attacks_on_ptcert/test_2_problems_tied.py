"""``ptcert prove CERT --smt DIR``: problems come from the certificate, files are compared."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.certificate.making import requests, text_of
from tests.cli.running import Outcome, run_in_process
from verification.certificate.making import prepare

FALSE = "(set-logic QF_LRA)\n(set-info :status unsat)\n(assert false)\n(check-sat)\n"
Prove = Callable[..., Outcome]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a certificate and the files of its problems."""
    (tmp_path / "t.certificate.json").write_text(text_of(requests()["wrap"]), encoding="utf-8")
    smt = tmp_path / "smt"
    smt.mkdir()
    request = requests()["wrap"]
    head = f"; ptcert: about the table with SHA-256 {request.source.sha256}\n"
    for problem in prepare(request).problems:
        (smt / f"{problem.name}.smt2").write_text(head + problem.text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def prove(folder: Path, capsys: pytest.CaptureFixture[str]) -> Prove:
    """Return a function that proves the certificate, with more arguments."""
    return partial(run_in_process, capsys, "prove", str(folder / "t.certificate.json"))


def states(folder: Path, made: Outcome) -> dict[str, str]:
    """Return how each file compares, by the JSON of the command."""
    document = json.loads(made.out)
    assert document["tied"] is True
    assert document["certificate"] == "t.certificate.json"
    found = {problem["id"]: problem["file"] for problem in document["problems"]}
    assert len(found) == len(prepare(requests()["wrap"]).problems)
    return found | dict.fromkeys(document["extra"], "extra")


def test_the_problems_of_a_certificate_are_made_from_it_anew(prove: Prove) -> None:
    """Without a folder they are asked all the same, and the output says whose they are."""
    made = prove()
    assert made.status == 0
    assert "The problems are those of t.certificate.json, made from it anew." in made.out
    assert "not tied" not in made.out
    document = json.loads(prove("--json").out)
    assert (document["tied"], "extra" in document) == (True, False)
    assert all(problem["answer"] == problem["expected"] for problem in document["problems"])


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_files_that_are_the_same_pass(solver: str, folder: Path, prove: Prove) -> None:
    """Status 0: every file is the problem that follows from the certificate, and is proved."""
    made = prove("--smt", str(folder / "smt"), "--solver", solver, "--json")
    assert made.status == 0
    assert set(states(folder, made).values()) == {"same"}
    text = prove("--smt", str(folder / "smt"), "--solver", solver).out
    assert "Files against the problems of t.certificate.json: " in text
    assert " same\n" in text


@pytest.mark.parametrize(
    "change",
    [
        lambda _: FALSE,
        lambda text: text.replace("(check-sat)", "(assert false)\n(check-sat)"),
        lambda text: text + "\n",
        lambda text: text.replace("SHA-256 ", "SHA-256 0"),
        lambda text: "; Asked: nothing\n" + text,
    ],
    ids=["another problem", "a contradiction", "a blank line", "another table", "a comment"],
)
def test_a_changed_file_is_seen(change: Callable[[str], str], folder: Path, prove: Prove) -> None:
    """Any other byte is a change: status 1, though the certificate's own problems are proved."""
    path = min((folder / "smt").glob("*-tight.smt2"))
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    made = prove("--smt", str(folder / "smt"), "--json")
    assert made.status == 1
    found = states(folder, made)
    assert [name for name, state in found.items() if state != "same"] == [path.stem]
    assert found[path.stem] == "changed"
    assert "1 changed" in prove("--smt", str(folder / "smt")).out


def test_a_missing_and_an_extra_file_are_seen(folder: Path, prove: Prove) -> None:
    """A problem without a file, and a file without a problem, of whatever name: status 1."""
    missing = min((folder / "smt").glob("*.smt2"))
    missing.unlink()
    (folder / "smt" / "more.smt2").write_text(FALSE, encoding="utf-8")
    (folder / "smt" / "notes.txt").write_text("hello", encoding="utf-8")
    made = prove("--smt", str(folder / "smt"), "--json")
    assert made.status == 1
    odd = {name: state for name, state in states(folder, made).items() if state != "same"}
    assert odd == {missing.stem: "missing", "more.smt2": "extra", "notes.txt": "extra"}


def test_a_certificate_with_another_table_has_other_problems(folder: Path, prove: Prove) -> None:
    """The files of one table do not pass for those of another."""
    other = text_of(requests()["gapped"])
    (folder / "t.certificate.json").write_text(other, encoding="utf-8")
    made = prove("--smt", str(folder / "smt"), "--json")
    assert made.status == 1
    found = {problem["file"] for problem in json.loads(made.out)["problems"]}
    assert "missing" in found or "changed" in found


def test_a_folder_alone_is_not_tied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It can be asked, and the output says that it is about no certificate: text and JSON."""
    (tmp_path / "false.smt2").write_text(FALSE, encoding="utf-8")
    made = run_in_process(capsys, "prove", str(tmp_path))
    assert made.status == 0
    assert ": 1 of 1 as expected" in made.out
    assert "not tied to any certificate" in made.out
    document = json.loads(run_in_process(capsys, "prove", str(tmp_path), "--json").out)
    assert (document["tied"], document["certificate"]) == (False, None)


@pytest.mark.parametrize("smt", ["none", "t.certificate.json"])
def test_what_is_no_folder_of_problems_is_refused(smt: str, folder: Path, prove: Prove) -> None:
    """Status 2 and one line, before a solver is asked."""
    made = prove("--smt", str(folder / smt))
    assert (made.status, made.out) == (2, "")
    assert len(made.err.splitlines()) == 1


def test_a_folder_cannot_be_compared_with_a_folder(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is nothing to compare with: status 2 says what to give."""
    smt = str(folder / "smt")
    made = run_in_process(capsys, "prove", smt, "--smt", smt)
    assert (made.status, made.out) == (2, "")
    assert "goes with a certificate" in made.err


def test_a_certificate_that_the_checker_rejects_proves_nothing(folder: Path, prove: Prove) -> None:
    """A forged number ends it: status 2 or 1, no problem is asked."""
    path = folder / "t.certificate.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["table"]["rows"][0]["keys"][0] += 1
    path.write_text(json.dumps(document), encoding="utf-8")
    made = prove()
    assert made.status in (1, 2)
    assert "as expected" not in made.out
