"""The problems of a certificate as a folder of SMT-LIB files."""

from collections.abc import Sequence
from pathlib import Path

from exact.errors import InputError
from reports.files import read_bytes, read_text
from verification.smt.grammar import read_problem
from verification.smt.problem import Problem

SUFFIX = ".smt2"
SAME, CHANGED, MISSING, EXTRA = "same", "changed", "missing", "extra"
_MOST_BYTES = 64 << 20
_MOST_BYTES_TOGETHER = 256 << 20


def problem_files(folder: Path, problems: Sequence[Problem], sha256: str) -> dict[Path, bytes]:
    """Return a file for each problem: which table it is about, and the problem."""
    about = f"; ptcert: about the table with SHA-256 {sha256}\n"
    return {folder / f"{p.name}{SUFFIX}": f"{about}{p.text}".encode() for p in problems}


def read_problems(folder: Path) -> tuple[Problem, ...]:
    """Read all problems of a folder, in the order of their names; refuse what is none."""
    files = [file for file in _listed(folder) if file.suffix == SUFFIX]
    if not files:
        raise InputError("folder", folder, "holds no *.smt2 file", "use certify --smt first")
    found, room = [], _MOST_BYTES_TOGETHER
    for file in files:
        text = read_text(file, min(_MOST_BYTES, room), "problem", "a smaller problem")
        room -= len(text)
        found.append(read_problem(file.stem, text))
    return tuple(found)


def compared_files(folder: Path, problems: Sequence[Problem], sha256: str) -> dict[str, str]:
    """Say of each problem, and of each file in a folder, whether they are the same.

    A file is ``same`` (byte by byte), ``changed`` or ``missing``; one that is no problem is
    ``extra``. The names come in the order of the problems, then those of extra files.
    """
    present = {file.name: file for file in _listed(folder)}
    found = {}
    for path, content in problem_files(folder, problems, sha256).items():
        file = present.pop(path.name, None)
        found[path.stem] = MISSING if file is None else CHANGED
        if file is not None and read_bytes(file, _MOST_BYTES, "problem", "a problem") == content:
            found[path.stem] = SAME
    return found | dict.fromkeys(present, EXTRA)


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        rule = f"is no folder that can be read ({error.strerror})"
        raise InputError("folder", folder, rule, "give one of certify --smt") from None
