"""Compile a theorem in a private folder, check it once more, and ask what it says.

The folder is made for the purpose and removed afterwards; its sources are those of this package.
Nothing that somebody else compiled is ever used.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory, mkdtemp

from exact.errors import InputError
from verification.kernel.answer import (
    KernelAnswer,
    assumptions_of,
    not_sound,
    one_line,
    refusal,
    split_answers,
    too_much,
)
from verification.kernel.coqc import DEFAULT_SECONDS, coq_version, run_coq
from verification.kernel.project import LIBRARY_NAME, TABLE_FILE, library_files, library_levels
from verification.kernel.source import THEOREM, same_statement, statement_of

_TABLE_NAME = "Certified"
_QUESTIONS_FILE = "questions.v"
# Asked of the compiled theorem, in a file of its own: the table's file has no say in it.
_QUESTIONS = (
    f"From {LIBRARY_NAME} Require Import Certificate.\n"
    f"From {_TABLE_NAME} Require Import {Path(TABLE_FILE).stem}.\n"
    f"Set Printing Width 100.\nCheck {THEOREM}.\nPrint Assumptions {THEOREM}.\n"
)
# coqchk computes as the kernel does; the files of Coq's own library are taken as installed.
_CHECKING = ["-silent", "-o", "-bytecode-compiler", "yes"]


@contextmanager
def workshop(seconds: int = DEFAULT_SECONDS) -> Iterator["Workshop"]:
    """Make a private folder, compile and check the library in it, and remove it at the end."""
    version = coq_version()
    with TemporaryDirectory(prefix="ptcert-coq-") as name:
        made = Workshop(Path(name), version, seconds)
        made.compile_library()
        made.check_library()
        yield made


def compile_table(source: str, seconds: int = DEFAULT_SECONDS) -> KernelAnswer:
    """Return what Coq says about the file of one table, in a workshop made for it."""
    with workshop(seconds) as made:
        return made.answer_to(source)


@dataclass(frozen=True, slots=True)
class Workshop:
    """A private folder that holds the compiled library."""

    folder: Path
    version: str
    seconds: int = DEFAULT_SECONDS

    def compile_library(self) -> None:
        """Compile the library's sources, as many at a time as there are processors."""
        library = self.folder / LIBRARY_NAME
        library.mkdir()
        for file in library_files():
            (library / file.name).write_bytes(file.read_bytes())
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for level in library_levels():
                list(pool.map(self._compile, level))

    def check_library(self) -> None:
        """Let coqchk check every module of the library once more."""
        unsound = self._unsound([f"{LIBRARY_NAME}.{file.stem}" for file in library_files()], [])
        if unsound:
            raise self._unfit(f"coqchk {unsound}")

    def answer_to(self, source: str) -> KernelAnswer:
        """Compile the file of one table, check it with coqchk, and ask what it proves.

        The kernel accepts if Coq ends without an error, coqchk agrees, and the proof assumes the
        axioms of the reals at most. No Coq is an InputError, no end in time is Undecided: neither
        is a pass.
        """
        folder = Path(mkdtemp(dir=self.folder))
        (folder / TABLE_FILE).write_text(source, encoding="utf-8")
        (folder / _QUESTIONS_FILE).write_text(_QUESTIONS, encoding="utf-8")
        own = ["-Q", folder.name, _TABLE_NAME]
        run = self._run("coqc", ["-q", *own, f"{folder.name}/{TABLE_FILE}"])
        if run.returncode != 0:
            return self._refused(refusal(source, run.stderr))
        unsound = self._unsound([f"{_TABLE_NAME}.{Path(TABLE_FILE).stem}"], own)
        if unsound:
            return self._refused(f"compiles the file, but coqchk {unsound}")
        run = self._run("coqc", ["-q", *own, f"{folder.name}/{_QUESTIONS_FILE}"])
        if run.returncode != 0:
            return self._refused(refusal(_QUESTIONS, run.stderr))
        return self._accepted(source, run.stdout)

    def _accepted(self, source: str, output: str) -> KernelAnswer:
        statement, rest = split_answers(output, THEOREM)
        found = assumptions_of(rest)
        objection = too_much(found)
        if not same_statement(statement, statement_of(source)):
            objection = "prints another theorem than the file states"
        accepted, message = objection is None, objection or "accepted"
        return KernelAnswer(self.version, statement, found or (), accepted, message)

    def _refused(self, message: str) -> KernelAnswer:
        return KernelAnswer(self.version, "", (), False, message)

    def _compile(self, file: Path) -> None:
        run = self._run("coqc", ["-q", f"{LIBRARY_NAME}/{file.name}"])
        if run.returncode != 0:
            raise self._unfit(f"{file.name}: {refusal(file.read_text('utf-8'), run.stderr)}")

    def _unsound(self, modules: list[str], more: list[str]) -> str | None:
        """Return what coqchk objects to in modules; None where it finds them sound."""
        each = [argument for name in modules for argument in ("-norec", name)]
        run = self._run("coqchk", [*_CHECKING, *more, *each])
        if run.returncode != 0:
            return f"refuses {modules[-1]}: {one_line(run.stderr)}"
        return not_sound(f"{run.stdout}\n{run.stderr}")

    def _unfit(self, why: str) -> InputError:
        return InputError("Coq", self.version, why, "use Coq 8.16 or newer")

    def _run(self, program: str, arguments: list[str]) -> CompletedProcess[str]:
        path = ["-Q", LIBRARY_NAME, LIBRARY_NAME]
        return run_coq(program, [*path, *arguments], self.folder, self.seconds)
