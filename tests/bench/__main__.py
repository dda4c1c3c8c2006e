"""The speed claims as ratios within one run: ``python -m tests.bench``; status 1 if one fails."""

import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from os import cpu_count, getloadavg
from pathlib import Path
from tempfile import TemporaryDirectory

from reports.document.text_columns import columns
from tests.bench.app import app_claims
from tests.bench.applying import applying_claims
from tests.bench.certificates import certificate_claims
from tests.bench.claim import Claim, ms
from tests.bench.complete import complete_claims
from tests.bench.compositions import composition_claims
from tests.bench.files import file_claims
from tests.bench.front_door import door_claims
from tests.bench.kernel import kernel_claims
from tests.bench.processes import import_sympy, modules_loaded, nothing, run_example_1, run_ptcert
from tests.bench.producers import producer_claims
from tests.bench.reports import report_claims
from tests.bench.solvers import solver_claims
from tests.bench.tables import Case
from tests.bench.timing import best_times, exponents

CASES = (Case(1000, 64, Fraction(1, 100)), Case(10_000, 128, Fraction(1, 100)))
GRID_D = (250, 500, 1000, 2000, 4000, 8000, 16_000)
GRID_BITS = (32, 64, 96, 128)
MOST_FOR_TABLE, MOST_FOR_EVERYTHING = 3.0, 20.0
MOST_FOR_HELP = 5.0
# D and bits to the power 1, times a log factor: from D = 250 to 16,000 log D gives about 0.13.
MOST_EXPONENT = 1.2
PROCESS_REPETITIONS, TABLE_REPETITIONS, GRID_REPETITIONS = 7, 9, 3
TOO_HEAVY = {"sympy", "z3"}


def process_claims(folder: Path) -> Iterator[Claim]:
    """Example 1 against importing sympy, and what help and lookup load and cost."""
    works = (partial(run_example_1, folder), import_sympy)
    example, sympy = best_times(works, PROCESS_REPETITIONS)
    ratio = f"{example / sympy:.2f} ({ms(example)} / {ms(sympy)})"
    yield Claim("Example 1, all measures / import sympy", ratio, "< 1", example < sympy)
    table = str(folder / "example1.ptable.json")
    for name, arguments in (("--help", ["--help"]), ("lookup", ["lookup", table, "--key", "7"])):
        loaded = modules_loaded(*arguments)
        text = ", ".join(sorted(loaded)) or "no heavy library"
        yield Claim(f"ptcert {name} loads", text, "no sympy, no z3", not loaded & TOO_HEAVY)
    help_time, python = best_times((partial(run_ptcert, "--help"), nothing), PROCESS_REPETITIONS)
    ratio = f"{help_time / python:.2f} ({ms(help_time)} / {ms(python)})"
    holds = help_time <= MOST_FOR_HELP * python
    yield Claim("ptcert --help / python that does nothing", ratio, f"<= {MOST_FOR_HELP:g}", holds)


def table_claims(case: Case) -> Iterator[Claim]:
    """The certified table, and everything about it, against the bare loop of exponentials."""
    if not case.is_complete():
        raise ValueError(f"{case}: noise values are lost, so this is no table to measure")
    works = (partial(case.bare_loop, case.precision), case.table, case.everything)
    bare, table, everything = best_times(works, TABLE_REPETITIONS)
    for name, time, most in (
        ("certified table", table, MOST_FOR_TABLE),
        ("table, measures, profile", everything, MOST_FOR_EVERYTHING),
    ):
        ratio = f"{time / bare:.2f} ({ms(time)} / {ms(bare)})"
        yield Claim(f"{case}: {name} / bare loop", ratio, f"<= {most:g}", time <= most * bare)


def scaling_claims() -> Iterator[Claim]:
    """How the cost grows with D and with the bits of KEYSIZE; prints the times."""
    # epsilon = 10/D keeps gamma D^2 near 5: the same shape of law at every D, none of it lost.
    cases = [Case(D, bits, Fraction(10, D)) for D in GRID_D for bits in GRID_BITS]
    tables, everything = [], []
    for case in cases:
        table, all_of_it = best_times((case.table, case.everything), GRID_REPETITIONS)
        tables.append((case.D, case.bits, table))
        everything.append((case.D, case.bits, all_of_it))
    for name, points in (("certified table", tables), ("table, measures, profile", everything)):
        print(_grid(name, points), end="\n\n")
        for variable, power in zip(("D", "bits"), exponents(points), strict=True):
            claim = f"{name}: exponent of {variable}"
            yield Claim(claim, f"{power:.2f}", f"<= {MOST_EXPONENT:g}", power <= MOST_EXPONENT)


def _grid(name: str, points: list[tuple[int, int, float]]) -> str:
    times = {(D, bits): time for D, bits, time in points}
    rows = [[str(D), *(ms(times[D, bits]) for bits in GRID_BITS)] for D in GRID_D]
    headers = ["D", *(f"2^{bits} keys" for bits in GRID_BITS)]
    return "\n".join([name, *columns(rows, headers)])


def _load(when: str) -> str:
    """Return how busy the machine is: what runs beside others is slower than it need be."""
    busy, processors = getloadavg()[0], cpu_count()
    return f"load average {when}: {busy:.1f} on {processors} processors"


def main() -> int:
    """Measure every claim, print the table, and return 1 if a claim does not hold."""
    print(_load("before"))
    with TemporaryDirectory() as folder:
        claims = list(process_claims(Path(folder)))
        claims += door_claims(Path(folder) / "example1.ptable.json")
    for case in CASES:
        claims += table_claims(case)
    claims += scaling_claims()
    claims += file_claims()
    claims += solver_claims()
    claims += certificate_claims()
    claims += producer_claims()
    claims += report_claims()
    claims += kernel_claims()
    claims += complete_claims()
    claims += composition_claims()
    claims += applying_claims()
    claims += app_claims()
    rows = [(c.name, c.measured, c.goal, "yes" if c.holds else "NO") for c in claims]
    print(*columns(rows, ("claim", "measured", "goal", "holds")), sep="\n")
    print(_load("after"))
    missed = [claim for claim in claims if not claim.holds]
    for claim in missed:
        print(f"missed: {claim.name} is {claim.measured}, goal {claim.goal}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
