"""The speed of certificates: certify, and check from a cold start."""

from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from reports.cli import main as ptcert
from tests.bench.claim import Claim, ms
from tests.bench.processes import import_z3, nothing, run_checker, run_ptcert
from tests.bench.timing import best_times

MOST_FOR_CERTIFY, MOST_SECONDS_FOR_CHECK = 10.0, 1.0
PROCESS_REPETITIONS, CERTIFY_REPETITIONS = 7, 5


def certificate_claims() -> Iterator[Claim]:
    """Measure the whole of certify, and the checker."""
    with TemporaryDirectory() as folder:
        yield from certify_claims(Path(folder))
        yield from check_claims(Path(folder))


def certify_claims(folder: Path) -> Iterator[Claim]:
    """Example 1 with z3 only, after the imports, against the import of z3 in a fresh process."""
    _certify(folder, "z3")  # imports
    _certify(folder, "cvc5")
    works = (partial(_certify, folder, "z3"), partial(_certify, folder, "cvc5"), import_z3)
    with_z3, with_cvc5, z3 = best_times(works, CERTIFY_REPETITIONS)
    for name, time in (("z3", with_z3), ("cvc5", with_cvc5)):
        ratio = f"{time / z3:.2f} ({ms(time)} / {ms(z3)})"
        claim = f"certify Example 1 with {name}, {_asked(folder)} problems, HTML report / import z3"
        yield Claim(claim, ratio, f"<= {MOST_FOR_CERTIFY:g}", time <= MOST_FOR_CERTIFY * z3)


def check_claims(folder: Path) -> Iterator[Claim]:
    """The checker on Example 1's certificate, by itself and as a command, from a cold start."""
    certificate = folder / "example1.certificate.json"
    works = (
        partial(run_checker, certificate),
        partial(run_ptcert, "check", str(certificate)),
        nothing,
    )
    checker, command, python = best_times(works, PROCESS_REPETITIONS)
    for name, time in (("checker.py", checker), ("ptcert check", command)):
        ratio = f"{time / python:.2f} ({ms(time)} / {ms(python)})"
        claim = f"{name}, Example 1, cold start / python that does nothing"
        yield Claim(claim, ratio, "below a second", time < MOST_SECONDS_FOR_CHECK)


def _certify(folder: Path, name: str) -> None:
    with redirect_stdout(StringIO()):
        status = ptcert(["certify", "--solver", name, "-o", str(folder), "--as", "html"])
    if status != 0:
        raise ValueError(f"certify ended with status {status}")


def _asked(folder: Path) -> int:
    """Return how many problems the certificate has answers to."""
    text = (folder / "example1.certificate.json").read_text(encoding="utf-8")
    return text.count('"answer"')
