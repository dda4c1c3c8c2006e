"""The problems of a certificate as a folder of SMT-LIB files."""

from collections.abc import Sequence
from pathlib import Path

from exact.errors import InputError
from reports.files import read_text
from verification.smt.grammar import read_problem
from verification.smt.problem import Problem

SUFFIX = ".smt2"
_MOST_BYTES = 64 << 20


def problem_files(folder: Path, problems: Sequence[Problem], sha256: str) -> dict[Path, bytes]:
    """Return a file for each problem: which table it is about, and the problem."""
    about = f"; ptcert: about the table with SHA-256 {sha256}\n"
    return {folder / f"{p.name}{SUFFIX}": f"{about}{p.text}".encode() for p in problems}


def read_problems(folder: Path) -> tuple[Problem, ...]:
    """Read all problems of a folder, in the order of their names; refuse what is none."""
    texts = read_texts(folder)
    if not texts:
        raise InputError("folder", folder, "holds no *.smt2 file", "use certify --smt first")
    return tuple(read_problem(name, text) for name, text in texts.items())


def read_texts(folder: Path) -> dict[str, str]:
    """Return the text of each problem's file in a folder, by its name."""
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == SUFFIX)
    except OSError as error:
        rule = f"is no folder that can be read ({error.strerror})"
        raise InputError("folder", folder, rule, "give one of certify --smt") from None
    return {file.stem: read_text(file, _MOST_BYTES, "problem", "a problem") for file in files}
