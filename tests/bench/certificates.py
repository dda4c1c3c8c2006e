"""The speed of proofs and certificates: solvers per pair, certify, and check from a cold start."""

from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from io import StringIO
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import Epsilon
from reports.cli import main as ptcert
from tests.bench.claim import Claim, ms
from tests.bench.processes import import_z3, nothing, run_checker, run_ptcert
from tests.bench.timing import best_times
from verification.certificate.pair_claims import bounded_targets, scaled_pairs, uniform_pairs
from verification.certificate.request import Request, Target
from verification.smt.privacy import pair_problems
from verification.smt.problem import Problem
from verification.smt.solvers import solver

SECONDS = 600
# All events and all randomised tests: the problems that grow with the support.
CLAIM = 5
# Linear problems of a few rows per outcome: a cost beyond the square means a bad encoding.
MOST_EXPONENT = 2.0
MOST_FOR_CERTIFY, MOST_SECONDS_FOR_CHECK = 10.0, 1.0
PROCESS_REPETITIONS, CERTIFY_REPETITIONS = 7, 5


@dataclass(frozen=True)
class PairCase:
    """A pair of neighbouring counts whose released values are 2D + 2, at a small epsilon.

    The law has gamma D^2 near 5, so that every noise value has keys; epsilon is a fifth of the
    law's, so that the worst event has many outcomes.
    """

    D: int
    bits: int
    repetitions: int

    def __str__(self) -> str:
        return f"{2 * self.D + 2} outcomes, 2^{self.bits} keys"

    def problems(self) -> list[Problem]:
        """Return the problems of claim 5 for one direction: bounds, all events, tight."""
        law = law_of_epsilon(self.D, Epsilon(value=Fraction(10, self.D)))
        target = Target(Epsilon(value=Fraction(2, self.D)))
        request = Request(table_of_law(law, 1 << self.bits), "0" * 64, (target,))
        pairs = uniform_pairs(request)
        pair = next(scaled_pairs(pairs, bounded_targets(request, pairs)))
        if len(pair.outcomes) != 2 * self.D + 2 or len(pair.event) < 2:
            raise ValueError(f"{self}: this is not the pair to measure")
        return [problem for problem in pair_problems(pair) if problem.claim == CLAIM]


PAIRS = (PairCase(25, 32, 5), PairCase(100, 32, 3), PairCase(1000, 64, 1))


def certificate_claims() -> Iterator[Claim]:
    """Measure the solvers, the whole of certify, and the checker."""
    yield from solver_claims()
    with TemporaryDirectory() as folder:
        yield from certify_claims(Path(folder))
        yield from check_claims(Path(folder))


def solver_claims() -> Iterator[Claim]:
    """One direction of one pair over all events, by z3 and by cvc5, and how z3 grows."""
    times = []
    for case in PAIRS:
        problems = case.problems()
        works = [partial(_prove, "z3", [problem]) for problem in problems]
        *parts, cvc5 = best_times([*works, partial(_prove, "cvc5", problems)], case.repetitions)
        z3 = sum(parts)
        times.append(z3)
        each = " + ".join(ms(part) for part in parts)
        measured = f"{cvc5 / z3:.2f} ({ms(cvc5)} / {ms(z3)} = {each})"
        name = f"a pair of {case}, bounds + all events + tight: cvc5 / z3"
        yield Claim(name, measured, "both prove it", holds=True)
    power = log(times[-1] / times[0]) / log((PAIRS[-1].D + 1) / (PAIRS[0].D + 1))
    yield Claim(
        "z3, a pair: exponent of the outcomes",
        f"{power:.2f}",
        f"<= {MOST_EXPONENT:g}",
        power <= MOST_EXPONENT,
    )


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


def _prove(name: str, problems: Sequence[Problem]) -> None:
    """Ask a solver; a benchmark of wrong answers would be worth nothing."""
    _, solve = solver(name)
    for problem in problems:
        found = solve(problem, SECONDS)
        if found.answer != problem.expected:
            raise ValueError(f"{name} says {found} to {problem.name}")


def _certify(folder: Path, name: str) -> None:
    with redirect_stdout(StringIO()):
        status = ptcert(["certify", "--solver", name, "-o", str(folder), "--as", "html"])
    if status != 0:
        raise ValueError(f"certify ended with status {status}")


def _asked(folder: Path) -> int:
    """Return how many problems the certificate has answers to."""
    text = (folder / "example1.certificate.json").read_text(encoding="utf-8")
    return text.count('"answer"')
