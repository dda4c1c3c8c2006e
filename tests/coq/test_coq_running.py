"""Running Coq: what is missing, slow or strange is never taken for a pass."""

from pathlib import Path

import pytest

from exact.errors import InputError, Undecided
from tests.coq.making import coq_source, small_law
from verification.kernel.answer import KernelAnswer, assumptions_of, refusal
from verification.kernel.coqc import compile_table, coq_version, write_project
from verification.kernel.project import TABLE_FILE
from verification.kernel.source import statement_of

FAKE = """#!/bin/sh
case "$*" in
  --version) echo "The Coq Proof Assistant, version 8.16.1" ;;
  *certified_table.v) printf '%s\\n' '{said}' ;;
esac
"""


def fake_coqc(folder: Path, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program in Coq's place that accepts everything and prints ``said``."""
    program = folder / "coqc"
    program.write_text(FAKE.replace("{said}", said), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_without_coqc_the_error_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError) as caught:
        compile_table(coq_source(small_law()), tmp_path)
    assert str(caught.value) == "coqc = '': is not installed; install the Debian package coq"


def test_what_does_not_end_in_time_is_undecided(coq_folder: Path) -> None:
    """No time at all is not enough."""
    with pytest.raises(Undecided, match="did not end within 0 seconds"):
        compile_table(coq_source(small_law()), coq_folder, seconds=0)


def test_the_version_is_the_installed_one(coq_folder: Path) -> None:
    """It is read from coqc itself."""
    assert tuple(int(part) for part in coq_version().split(".")[:2]) >= (8, 16)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("", "does not say what the proof assumes"),
        ("Axioms are fine", "does not say what the proof assumes"),
        ("Axioms:\nno_doubt : False", "needs more than the axioms of the reals: no_doubt"),
    ],
)
def test_an_exit_status_of_0_is_not_enough(
    said: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the list of assumptions, or with another axiom in it, nothing is accepted."""
    fake_coqc(tmp_path, said, monkeypatch)
    answer = compile_table(coq_source(small_law()), tmp_path)
    assert (answer.accepted, answer.message) == (False, message)
    with pytest.raises(InputError, match="the table is not kernel-checked"):
        answer.demand()


def test_no_assumptions_at_all_are_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof may also rest on nothing."""
    fake_coqc(tmp_path, "Closed under the global context", monkeypatch)
    answer = compile_table(coq_source(small_law()), tmp_path)
    assert (answer.accepted, answer.assumptions) == (True, ())


def test_a_library_that_does_not_compile_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too old a Coq fails at the library, and the error names the file."""
    program = tmp_path / "coqc"
    program.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo "The Coq Proof Assistant, version 8.4" && exit 0\n'
        "printf 'File \"./Ptcert/Sums.v\", line 4, characters 0-4:\\nError: Syntax error.\\n' >&2\n"
        "exit 1\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(InputError, match=r"Sums\.v: refuses the file: Syntax error\."):
        compile_table(coq_source(small_law()), tmp_path)


def test_the_project_can_be_compiled_by_hand(tmp_path: Path) -> None:
    """The folder holds the table's file, the library and the project file that lists both."""
    source = coq_source(small_law())
    path = write_project(source, tmp_path)
    assert path.read_text(encoding="utf-8") == source
    lines = (tmp_path / "_CoqProject").read_text(encoding="utf-8").split()
    assert lines[:3] == ["-Q", "Ptcert", "Ptcert"]
    assert lines[-1] == TABLE_FILE
    assert all((tmp_path / line).is_file() for line in lines[3:])


def test_the_statement_is_the_theorem_of_the_file() -> None:
    """It begins with the theorem's name, ends with a full stop, and holds no proof."""
    statement = statement_of(coq_source(small_law()))
    assert statement.startswith("Theorem main_theorem :\n")
    assert statement.endswith(".")
    assert "Proof" not in statement


@pytest.mark.parametrize("output", ["", "Axioms", "Warning: x\nAxioms:\na : b", "Axioms:\n: b"])
def test_an_output_of_another_shape_lists_nothing(output: str) -> None:
    """What is not exactly the answer to Print Assumptions is no answer."""
    assert assumptions_of(output) is None


def test_an_error_without_a_place_is_still_one_line() -> None:
    """Coq may fail without naming a line: the message says what it said."""
    assert refusal("", "Fatal error:\n  out of memory\n") == (
        "refuses the file: Fatal error: out of memory"
    )


def test_a_refused_answer_cannot_be_overlooked() -> None:
    """The answer raises where a caller demands acceptance, in Coq's words."""
    answer = KernelAnswer("8.16.1", "", (), False, "refuses private_1: no")
    with pytest.raises(InputError, match="refuses private_1: no"):
        answer.demand()
