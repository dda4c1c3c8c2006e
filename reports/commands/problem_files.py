"""The problems of a certificate as a folder of SMT-LIB files: write them, read them."""

from collections.abc import Sequence
from pathlib import Path

from exact.errors import InputError
from reports.files import make_folder, read_text, write_atomically
from verification.smt.grammar import read_problem
from verification.smt.problem import Problem

SUFFIX = ".smt2"
_MOST_BYTES = 64 << 20


def file_text(problem: Problem, sha256: str) -> str:
    """Return the text of a problem's file: which table it is about, and the problem."""
    return f"; ptcert: about the table with SHA-256 {sha256}\n{problem.text}"


def write_problems(folder: Path, problems: Sequence[Problem], sha256: str) -> None:
    """Write each problem to its own file, saying which table it is about."""
    make_folder(folder)
    for problem in problems:
        write_atomically(folder / f"{problem.name}{SUFFIX}", file_text(problem, sha256))


def read_problems(folder: Path) -> tuple[Problem, ...]:
    """Read all problems of a folder, in the order of their names; refuse what is none."""
    texts = read_texts(folder)
    if not texts:
        raise InputError("folder", folder, "holds no *.smt2 file", "use certify --smt first")
    return tuple(read_problem(name, text) for name, text in texts.items())


def read_texts(folder: Path) -> dict[str, str]:
    """Return the text of each problem's file in a folder, by its name."""
    if not folder.is_dir():
        raise InputError("folder", folder, "is no folder", "give one of certify --smt")
    files = sorted(folder.glob(f"*{SUFFIX}"))
    return {file.stem: read_text(file, _MOST_BYTES) for file in files}
