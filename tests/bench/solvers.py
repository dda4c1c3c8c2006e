"""The speed of solvers: how a pair's problems grow, and a table of 750 different rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.bench.claim import Claim, ms
from tests.bench.processes import run_ptcert
from tests.bench.timing import best_times
from tests.certificate.asking import answer
from verification.claims.context import Context
from verification.claims.pairs import proved_pairs
from verification.claims.request import Request, Target
from verification.claims.source import Source
from verification.smt.privacy import all_events_problems
from verification.smt.problem import Problem

MOST_BEYOND_LINEAR = 2.0
ROWS, KEYS, MOST_NOISE = 750, 2**16, 7
MOST_FOR_CERTIFY = 15.0


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
        """Return the problems over all events for one direction: all events, tight."""
        law = law_of_epsilon(self.D, Epsilon(value=Fraction(10, self.D)))
        target = Target(Epsilon(value=Fraction(2, self.D)))
        request = Request(table_of_law(law, 1 << self.bits), Source("0" * 64), (target,))
        pair = next(proved_pairs(Context.of(request)))
        if len(pair.outcomes) != 2 * self.D + 2 or len(pair.event) < 2:
            raise ValueError(f"{self}: this is not the pair to measure")
        return list(all_events_problems(pair))


PAIRS = (PairCase(25, 32, 9), PairCase(100, 32, 7), PairCase(1000, 32, 5))


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
        name = f"a pair of {case}, all events + tight: cvc5 / z3"
        yield Claim(name, measured, "both prove it", holds=True)
    small, middle, large = times
    sizes = [2 * case.D + 2 for case in PAIRS]
    slope = (middle - small) / (sizes[1] - sizes[0])
    line = middle + slope * (sizes[2] - sizes[1])
    yield Claim(
        f"z3, a pair of {sizes[2]} outcomes / the line through {sizes[0]} and {sizes[1]}",
        f"{large / line:.2f} ({ms(large)} / {ms(line)})",
        f"<= {MOST_BEYOND_LINEAR:g}",
        large <= MOST_BEYOND_LINEAR * line,
    )
    yield from many_rows_claims()


def different_rows() -> PTable:
    """Return 750 different rows of 2^16 keys: noise from -7 to 7, by a fixed seed."""
    chance = Random(750)
    rows = []
    for _ in range(ROWS):
        weights = {
            z: chance.randint(1, 9) * (9 - abs(z)) for z in range(-MOST_NOISE, MOST_NOISE + 1)
        }
        keys = {z: max(1, KEYS * weight // sum(weights.values())) for z, weight in weights.items()}
        keys[0] += KEYS - sum(keys.values())
        rows.append(Row.of(sorted(keys.items())))
    return PTable(KEYS, MOST_NOISE, tuple(rows), Repeat(), "none")


def many_rows_claims() -> Iterator[Claim]:
    """Certify 750 different rows with both solvers and the HTML report, against their audit."""
    with TemporaryDirectory() as name:
        path = Path(name) / "rows.ptable.json"
        path.write_text(write_native(different_rows()), encoding="utf-8")
        asked = (str(path), "--epsilon", "1")
        solvers = ("--solver", "z3", "--solver", "cvc5")
        works = (
            partial(run_ptcert, "audit", *asked),
            partial(run_ptcert, "certify", *asked, *solvers, "--as", "html", "-o", name),
        )
        audit, certify = best_times(works, 2)
    yield Claim(
        f"{ROWS} different rows: certify by z3 and cvc5, HTML report / audit",
        f"{certify / audit:.2f} ({ms(certify)} / {ms(audit)})",
        f"<= {MOST_FOR_CERTIFY:g}",
        certify <= MOST_FOR_CERTIFY * audit,
    )


def _prove(name: str, problems: Sequence[Problem]) -> None:
    """Ask a solver; a benchmark of wrong answers would be worth nothing."""
    for problem in problems:
        found = answer(name, problem)
        if found.answer != problem.expected:
            raise ValueError(f"{name} says {found} to {problem.name}")
