"""Ask solvers all problems of a table, or all problems in a folder."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from exact.errors import InputError
from verification.smt.problem import Problem, read_problem
from verification.smt.solvers import DEFAULT_SECONDS, solver
from verification.smt.testimony import Testimony

Progress = Callable[[Iterable[Problem], str], Iterable[Problem]]
_MAX_PROBLEM_BYTES = 64 << 20


def ask(
    name: str, problems: Sequence[Problem], progress: Progress, seconds: int = DEFAULT_SECONDS
) -> Testimony:
    """Return a solver's answers to all problems."""
    version, solve = solver(name)
    answers = []
    for problem in progress(problems, name):
        found = solve(problem, seconds)
        answers.append((problem, found.answer, found.reason))
    return Testimony(name, version, tuple(answers))


def write_problems(folder: Path, problems: Sequence[Problem], sha256: str) -> None:
    """Write each problem to its own file, saying which table it is about."""
    folder.mkdir(parents=True, exist_ok=True)
    for problem in problems:
        text = f"; ptcert: about the table with SHA-256 {sha256}\n{problem.text}"
        (folder / f"{problem.name}.smt2").write_text(text, encoding="utf-8")


def read_problems(folder: Path) -> tuple[Problem, ...]:
    """Read all problems of a folder, in the order of their names."""
    if not folder.is_dir():
        raise InputError("folder", str(folder), "is no folder", "give one of certify --smt")
    files = sorted(folder.glob("*.smt2"))
    if not files:
        raise InputError("folder", str(folder), "holds no *.smt2 file", "use certify --smt first")
    for file in files:
        if file.stat().st_size > _MAX_PROBLEM_BYTES:
            raise InputError("problem", file.name, "is too large", "give a problem of ptcert")
    return tuple(read_problem(file.stem, _text(file)) for file in files)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("problem", file.name, "is not UTF-8 text", "use certify --smt") from None
