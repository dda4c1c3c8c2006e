"""Run the command as a user does, and read what it prints as a machine does."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest
from mpmath import mp, mpf

from reports.cli import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE_1 = ("--epsilon", "1/2", "--delta", "1e-4", "--keysize", "2^32")
# More digits than any output has, so that a truth computed with them decides.
TRUE_DIGITS = 60
# A hostile input must not take the machine down; the time limit only protects this run.
MEMORY_LIMIT = 3 << 29
TIME_LIMIT = 120


@dataclass(frozen=True)
class Outcome:
    """What a run of the command leaves behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output as JSON, in which a float is an error."""
        return parsed(self.out)


Run = Callable[..., Outcome]


def run_in_process(capsys: pytest.CaptureFixture[str], *arguments: str) -> Outcome:
    """Run the command in this process; a stop by argparse is a status like any other."""
    capsys.readouterr()
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 1
    printed = capsys.readouterr()
    return Outcome(status, printed.out, printed.err)


def run_in_subprocess(*arguments: str, memory: int | None = None) -> Outcome:
    """Run the command in a fresh interpreter, if asked with a bound on its memory."""
    limit = ""
    if memory is not None:
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}));"
    program = limit + "import sys; from reports.cli import main; sys.exit(main())"
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
    )
    return Outcome(run.returncode, run.stdout, run.stderr)


def parsed(text: str) -> Any:
    """Read JSON in which no number is a float."""
    return json.loads(text, parse_float=_refuse, parse_constant=_refuse)


def _refuse(text: str) -> NoReturn:
    raise AssertionError(f"a float in the output: {text}")


def check_rejected(outcome: Outcome, *named: str) -> None:
    """Check for exit status 2 and one line on stderr that names the argument and the value."""
    assert outcome.status == 2
    check_one_line(outcome, *named)


def check_one_line(outcome: Outcome, *named: str) -> None:
    """Check that only one line was written, on stderr, and that it names all of ``named``."""
    assert outcome.out == ""
    assert outcome.err.endswith("\n")
    assert len(outcome.err.splitlines()) == 1
    assert outcome.err.strip()
    assert "Traceback" not in outcome.err
    for name in named:
        assert name in outcome.err


def check_encloses(found: dict[str, str], truth: mpf) -> None:
    """Check that the truth lies between ``lo`` and ``hi``, and that 30 digits of it are known."""
    check_narrow(found, 30)
    with mp.workdps(TRUE_DIGITS):
        assert mpf(found["lo"]) <= truth <= mpf(found["hi"])


def check_narrow(found: dict[str, str], digits: int) -> None:
    """Check that ``lo`` <= ``hi`` differ by at most 10^-digits of the smaller."""
    lo, hi = Fraction(found["lo"]), Fraction(found["hi"])
    assert lo <= hi
    assert (hi - lo) * 10**digits <= min(abs(lo), abs(hi))


def enclosures(value: Any) -> Iterator[dict[str, str]]:
    """Yield every object with ``lo`` and ``hi`` below a JSON value."""
    if isinstance(value, dict):
        if "lo" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from enclosures(part)


def listing(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def true_pmf(gamma: mpf, D: int) -> dict[int, mpf]:
    """Return p(z) = C e^(-gamma z^2) for z = -D..D from its definition, (2.3)-(2.5)."""
    with mp.workdps(TRUE_DIGITS):
        weights = {z: mp.exp(-gamma * z * z) for z in range(-D, D + 1)}
        total = mp.fsum(weights.values())
        return {z: weight / total for z, weight in weights.items()}


def true_ratio(value: Fraction) -> mpf:
    """Return a rational to the digits of a truth."""
    with mp.workdps(TRUE_DIGITS):
        return mpf(value.numerator) / value.denominator


def changed(words: Sequence[str], *changes: str) -> list[str]:
    """Return a line with options of other values: an option is given once."""
    given = {word for word in changes if word.startswith("--")}
    kept: list[str] = []
    for word in words:
        if kept and kept[-1] in given:
            kept.pop()  # and its value with it
        else:
            kept.append(word)
    return [*kept, *changes]
