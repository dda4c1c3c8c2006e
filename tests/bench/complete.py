"""Complete tables: the best of 256 keys against importing scipy, and how time grows with D."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from exact.complete.best import Effort, best_table
from exact.complete.problem import least_delta
from exact.complete.rules import TableRules
from exact.numbers.epsilon import epsilon
from reports.proposals.highs import HighsSession
from tests.bench.claim import Claim, ms
from tests.bench.processes import import_scipy, run_ptcert
from tests.bench.timing import Work, best_times, exponents

# No released 1 and 2, noise of at most 5, variance of at most 3.
_SMALL = ("design", "--complete", "--D", "5", "--variance", "3", "--keysize", "2^8", "--json")
_MANY_KEYS = 1 << 32
_GRID = (10, 25, 50)
MOST_FOR_SMALL, MOST_FOR_25, MOST_FOR_50 = 3.0, 100.0, 600.0
MOST_FOR_AUDIT = 5.0
REPETITIONS = 3


def complete_claims() -> Iterator[Claim]:
    """The commands of three epsilons, an audit, then 2^32 keys for growing D.

    With one leaf the command makes a table a few keys above a bound of all tables, and proves that
    bound; by default it goes on until no table is better, which is a search in whole numbers.
    """
    for text in ("2", "1", "1/2"):
        command = (*_SMALL, "--holes", "1..2", "--epsilon", text)
        quick, proved = (
            partial(run_ptcert, *command, "--leaves", "1"),
            partial(run_ptcert, *command),
        )
        own, longer, scipy = best_times((quick, proved, import_scipy), REPETITIONS)
        name = f"complete table, D = 5, 256 keys, epsilon = {text}"
        ratio = f"{own / scipy:.1f} ({ms(own)} / {ms(scipy)})"
        holds = own < MOST_FOR_SMALL * scipy
        what = f"{name}, --leaves 1: a table with its bound certificate / import scipy"
        yield Claim(what, ratio, f"< {MOST_FOR_SMALL:g}", holds)
        ratio = f"{longer / scipy:.1f} ({ms(longer)} / {ms(scipy)})"
        what = f"{name}, default: searched until it is proved optimal / import scipy"
        yield Claim(what, ratio, "printed", True)
    yield _audit_claim()
    works: list[Work] = [*(partial(_many_keys, D) for D in _GRID), import_scipy]
    *times, scipy = best_times(works, 1)
    for D, time, most in zip(_GRID[1:], times[1:], (MOST_FOR_25, MOST_FOR_50), strict=True):
        name = f"complete table, D = {D}, 2^32 keys / import scipy"
        ratio = f"{time / scipy:.1f} ({ms(time)} / {ms(scipy)})"
        yield Claim(name, ratio, f"< {most:g}", time < most * scipy)
    points = [(D, bits, time) for D, time in zip(_GRID, times, strict=True) for bits in (1, 2)]
    power, _ = exponents(points)
    yield Claim("complete tables of 2^32 keys, time ~ D^a", f"a = {power:.2f}", "printed", True)


def _audit_claim() -> Claim:
    """The audit of a complete table with its distance from the best, against importing scipy."""
    with TemporaryDirectory() as folder:
        table = str(Path(folder) / "t.ptable.json")
        run_ptcert(*_SMALL, "--criterion", "entropy", "-o", table)
        command = partial(run_ptcert, "audit", table, "--epsilon", "1/2", "--json")
        own, scipy = best_times((command, import_scipy), REPETITIONS)
    name = "audit of a complete table, with its distance from the best / import scipy"
    ratio = f"{own / scipy:.1f} ({ms(own)} / {ms(scipy)})"
    return Claim(name, ratio, f"< {MOST_FOR_AUDIT:g}", own < MOST_FOR_AUDIT * scipy)


def _many_keys(D: int) -> object:
    """Find a table of 2^32 keys with its bound, at epsilon = 1."""
    rules = TableRules(D=(D,), variance=(Fraction(D * D, 10),))
    return best_table(least_delta(rules, epsilon("1")), _MANY_KEYS, HighsSession, Effort())
