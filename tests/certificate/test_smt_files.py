"""The SMT-LIB files: readable, saying what they are about, and proved again by either solver."""

import re
from pathlib import Path

import pytest

from reports.cli import main
from reports.commands.problem_files import read_problems
from tests.certificate.making import Json, requests
from verification.certificate.making import prepare
from verification.claims.registry import CLAIMS
from verification.smt.expressions import expressions
from verification.smt.grammar import read_problem
from verification.smt.problem import SAT

SOLVERS = ("z3", "cvc5")
HONEST = "; a problem\n(set-logic QF_LRA)\n(set-info :status unsat)\n(assert false)\n(check-sat)\n"


def files(folder: Path) -> list[Path]:
    """Return the problem files of Example 1."""
    return sorted((folder / "smt").glob("*.smt2"))


def test_there_is_a_file_for_each_problem_of_the_certificate(
    example_folder: Path, example: Json
) -> None:
    """The names of the files are the ids that stand in the certificate."""
    ids = [problem["id"] for problem in example["solvers"][0]["problems"]]
    assert sorted(path.stem for path in files(example_folder)) == sorted(ids)


def test_each_file_says_which_claim_of_which_table_it_is(
    example_folder: Path, example: Json
) -> None:
    """The first line has the digest of the table, the next ones claim and question."""
    digest = example["input"]["sha256"]
    for path in files(example_folder):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        assert lines[0] == f"; ptcert: about the table with SHA-256 {digest}"
        comment = " ".join(line[2:] for line in lines if line.startswith("; "))
        assert re.search(r"Expected: (no|yes|sat|unsat)", comment)
        claim = next((kind.name for kind in CLAIMS if path.stem.startswith(kind.name)), None)
        assert claim is None or f"Claim {claim}" in comment
        assert claim is not None or path.stem.startswith("general-")
        assert "(declare-const " in text
        if "-vs-" in path.stem:
            count, other = re.findall(r"(\d+)-vs-(\d+)", path.stem)[0]
            assert f"count {count} against {other}, epsilon = " in comment
        assert max(len(line) for line in lines if line.startswith(";")) <= 120
        assert text.count("(check-sat)") == text.count("(set-logic ") == 1


def test_a_file_reads_back_as_the_problem_that_was_asked(example_folder: Path) -> None:
    """Claim, expected answer, logic, constants and every expression survive the strict reader."""
    asked = [problem for request in requests().values() for problem in prepare(request).problems]
    assert asked
    for problem in asked:
        found = read_problem(problem.name, problem.text)
        assert expressions(found.body) == expressions(problem.body)
        for field in ("name", "expected", "logic", "constants"):
            assert getattr(found, field) == getattr(problem, field)
    tight = [p for p in read_problems(example_folder / "smt") if p.constants]
    assert [p.expected for p in tight] == 6 * [SAT]


@pytest.mark.parametrize("name", SOLVERS)
def test_either_solver_proves_all_of_them_again(
    example_folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """``ptcert prove DIR --solver NAME``: 27 of 27 as expected, status 0."""
    assert main(["prove", str(example_folder / "smt"), "--solver", name]) == 0
    assert ": 27 of 27 as expected\n" in capsys.readouterr().out


@pytest.mark.parametrize("name", SOLVERS)
def test_a_problem_with_another_answer_is_no_pass(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file whose expected answer was turned round is contradicted, or left open, by the solver.

    cvc5 itself compares its answer with ``:status`` and ends with an error where they differ.
    """
    (tmp_path / "turned.smt2").write_text(HONEST.replace("status unsat", "status sat"), "utf-8")
    assert main(["prove", str(tmp_path), "--solver", name]) in (1, 3)
    assert "0 of 1 as expected" in capsys.readouterr().out


@pytest.mark.parametrize("name", SOLVERS)
def test_a_truncated_file_is_refused(
    name: str, example_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file cut off anywhere before its question is no problem: status 2, one line."""
    text = files(example_folder)[0].read_text(encoding="utf-8")
    path = tmp_path / "well-formed-row-25.smt2"
    question = text.index("(check-sat)")
    for length in (0, 1, question // 3, question // 2, question - 1, question, question + 5):
        path.write_text(text[:length], encoding="utf-8")
        check_refused(main(["prove", str(tmp_path), "--solver", name]), capsys)


FOREIGN = {
    "prose": b"This is no problem.\n",
    "no expected answer": b"(set-logic QF_LRA)\n(assert false)\n(check-sat)\n",
    "two questions": HONEST.encode() + b"(check-sat)\n",
    "another language": b"fof(a, axiom, p).\n(set-info :status unsat)\n(check-sat)\n",
    "an unknown symbol": HONEST.replace("false", "(foo)").encode(),
    "unbalanced": HONEST.replace("(assert false)", "(assert (and true false)").encode(),
    "not UTF-8": b"\xff\xfe" + HONEST.encode(),
}


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("content", FOREIGN.values(), ids=list(FOREIGN))
def test_a_foreign_file_is_refused(
    name: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What no ``certify --smt`` wrote gives status 2 and one line, and never a pass."""
    (tmp_path / "foreign.smt2").write_bytes(content)
    check_refused(main(["prove", str(tmp_path), "--solver", name]), capsys)


ODD = {
    "an unknown command": HONEST.replace("(assert false)", "(abracadabra)").encode(),
    "an event of nothing": b"(set-logic QF_LRA)\n(set-info :status sat)\n"
    b'(set-info :worst-event "b_0")\n(set-info :not-in-it "")\n(check-sat)\n',
}


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("content", ODD.values(), ids=list(ODD))
def test_a_file_that_a_solver_reads_in_its_own_way_is_no_pass(
    name: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """z3 passes over commands that it does not know: then the answer is not the expected one."""
    (tmp_path / "odd.smt2").write_bytes(content)
    assert main(["prove", str(tmp_path), "--solver", name]) in (1, 2, 3)
    assert "Traceback" not in capsys.readouterr().err


def check_refused(status: int, printed: pytest.CaptureFixture[str]) -> None:
    """Check for status 2 and one line on stderr."""
    found = printed.readouterr()
    assert status == 2
    assert found.out == ""
    assert len(found.err.splitlines()) == 1
    assert found.err.startswith("ptcert prove: ")


def test_no_folder_and_an_empty_folder_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There must be something to prove."""
    for folder in (tmp_path, tmp_path / "none"):
        check_refused(main(["prove", str(folder)]), capsys)
