"""Running Coq: what is missing, slow or strange is never taken for a pass."""

import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from exact.errors import InputError, Undecided
from tests.coq.making import coq_source, small_law
from verification.kernel.answer import KernelAnswer, assumptions_of, refusal
from verification.kernel.coqc import coq_version
from verification.kernel.project import TABLE_FILE, library_files, library_levels, project
from verification.kernel.source import same_statement, statement_of
from verification.kernel.workshop import Workshop, compile_table

# Programs in the place of Coq's: they accept everything and print what they are told to.
COQC = """#!/bin/sh
case "$*" in
  *--version) echo "The Coq Proof Assistant, version 8.16.1" ;;
  *questions.v) printf '%s\\n' '{said}' ;;
esac
"""
COQCHK = """#!/bin/sh
printf '%s\\n' '{found}' >&2
exit {status}
"""
SOUND = """CONTEXT SUMMARY
===============

* Theory: Set is predicative

* Axioms:
    Coq.Reals.ClassicalDedekindReals.sig_not_dec

* Constants/Inductives relying on type-in-type: <none>
"""
CLOSED = "Closed under the global context"


@dataclass(frozen=True)
class Fake:
    """A folder with programs that stand in the place of Coq's."""

    folder: Path

    def coqc(self, text: str) -> None:
        """Let this be coqc."""
        self._program("coqc", text)

    def says(self, said: str, found: str = SOUND, status: int = 0) -> None:
        """Let coqc answer questions so, and coqchk end so."""
        self.coqc(COQC.replace("{said}", said))
        self._program("coqchk", COQCHK.replace("{found}", found).replace("{status}", str(status)))

    def _program(self, name: str, text: str) -> None:
        program = self.folder / name
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Put programs in the place of Coq's."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return Fake(tmp_path)


def printed(source: str) -> str:
    """Return the theorem of a file as Coq would print it."""
    stated = statement_of(source).removesuffix(".").splitlines()[1:]
    return "main_theorem\n     : " + "\n       ".join(line.strip() for line in stated)


def test_without_coqc_the_error_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError) as caught:
        compile_table(coq_source(small_law()))
    assert str(caught.value) == "coqc = '': is not installed; install the Debian package coq"


def test_what_does_not_end_in_time_is_undecided(shop: Workshop) -> None:
    """No time at all is not enough."""
    with pytest.raises(Undecided, match="did not end within 0 seconds"):
        replace(shop, seconds=0).answer_to(coq_source(small_law()))


def test_the_version_is_the_installed_one(shop: Workshop) -> None:
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
def test_an_exit_status_of_0_is_not_enough(said: str, message: str, fake: Fake) -> None:
    """Without the list of assumptions, or with another axiom in it, nothing is accepted."""
    source = coq_source(small_law())
    fake.says(f"{printed(source)}\n{said}")
    answer = compile_table(source)
    assert (answer.accepted, answer.message) == (False, message)
    with pytest.raises(InputError, match="the table is not kernel-checked"):
        answer.demand()


def test_no_assumptions_at_all_are_fine(fake: Fake) -> None:
    """A proof may also rest on nothing."""
    source = coq_source(small_law())
    fake.says(f"{printed(source)}\n{CLOSED}")
    answer = compile_table(source)
    assert (answer.accepted, answer.assumptions) == (True, ())
    assert same_statement(answer.statement, statement_of(source))


@pytest.mark.parametrize(
    "said",
    [
        CLOSED,
        f"main_theorem\n     : True\n{CLOSED}",
        f"another_theorem\n     : True\n{CLOSED}",
        f"main_theorem : True\n{CLOSED}",
        "",
    ],
)
def test_a_theorem_other_than_the_files_is_not_accepted(said: str, fake: Fake) -> None:
    """What Coq prints as the theorem must be what the file states."""
    fake.says(said)
    answer = compile_table(coq_source(small_law()))
    assert (answer.accepted, answer.message) == (
        False,
        "prints another theorem than the file states",
    )


@pytest.mark.parametrize(
    ("found", "status", "words"),
    [
        ("Fatal Error: bad", 1, "coqchk refuses"),
        (SOUND, 1, "coqchk refuses"),
        ("", 0, "coqchk does not say what it found"),
        (SOUND.replace("type: <none>", "type:\n    Ptcert.Table"), 0, "relying on type-in-type"),
        (SOUND.replace("predicative", "impredicative"), 0, "Set is impredicative"),
        (SOUND.replace("Coq.Reals", "Ptcert.Reals"), 0, "Ptcert.Reals.ClassicalDedekind"),
        (SOUND.replace("Coq.Reals", "Certified.Reals"), 0, "Certified.Reals.ClassicalDedekind"),
    ],
)
def test_what_coqchk_objects_to_is_not_accepted(
    found: str, status: int, words: str, fake: Fake
) -> None:
    """A status, a summary that is missing, and anything in it that makes Coq unsound."""
    fake.says("", found, status)
    with pytest.raises(InputError, match=words):
        compile_table(coq_source(small_law()))


def test_a_library_that_does_not_compile_is_an_error(fake: Fake) -> None:
    """Too old a Coq fails at the library, and the error names the file."""
    fake.coqc(
        '#!/bin/sh\n[ "$1" = --version ] && echo "The Coq Proof Assistant, version 8.4" && exit 0\n'
        "printf 'File \"./Ptcert/Sums.v\", line 4, characters 0-4:\\nError: Syntax error.\\n' >&2\n"
        "exit 1\n"
    )
    with pytest.raises(InputError, match=r"Sums\.v: refuses the file: Syntax error\."):
        compile_table(coq_source(small_law()))


def test_the_project_can_be_compiled_by_hand(tmp_path: Path) -> None:
    """It holds the table's file, the library and what lists both; the library keeps its name."""
    source = coq_source(small_law())
    files = project(source)
    assert files[TABLE_FILE].decode() == source
    lines = files["_CoqProject"].decode().split()
    assert lines[:5] == ["-I", ".", "-Q", "Ptcert", "Ptcert"]
    assert lines[-1] == TABLE_FILE
    assert set(lines[5:]) | {"_CoqProject"} == set(files)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    command = ["coq_makefile", "-f", "_CoqProject", "-o", "Makefile"]
    subprocess.run(command, cwd=tmp_path, check=True)
    paths = (tmp_path / "Makefile.conf").read_text("utf-8")
    assert re.search(r"^COQMF_COQLIBS = -I \. -Q Ptcert Ptcert *$", paths, re.MULTILINE)


def test_groups_of_the_library_can_be_compiled_side_by_side() -> None:
    """Every file once, and what a file needs stands in an earlier group."""
    groups = library_levels()
    assert sorted(file for group in groups for file in group) == sorted(library_files())
    done: set[str] = set()
    for group in groups:
        for file in group:
            text = file.read_text(encoding="utf-8")
            found = re.findall(r"From Ptcert Require \w+ ([^.]*)\.", text)
            assert {name for names in found for name in names.split()} <= done
        done |= {file.stem for file in group}


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
