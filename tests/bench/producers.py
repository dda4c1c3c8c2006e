"""What it costs that ``certify`` asks both producers of e^x."""

from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import ANY, patch

from exact.laws import squares
from exact.numbers import epsilon, producers
from exact.quantiser import rules
from reports.cli import main as ptcert
from tests.bench.claim import Claim, ms
from tests.bench.timing import best_times

MOST_FOR_BOTH = 1.3
REPETITIONS = 5
# What the computation for one producer would otherwise take from the one before.
REMEMBERING = (squares._weights, epsilon._exp_floor, rules.quantised_runs)
LAWS = {
    "Example 1": (),
    "D = 200, 2^64 keys": (
        *("--law", "maxent", "--D", "200", "--gamma", "1/8000", "--keysize", "2^64"),
        *("--epsilon", "1/20"),
    ),
}


def producer_claims() -> Iterator[Claim]:
    """Certify with both producers, against certify with FLINT alone, after the imports."""
    with TemporaryDirectory() as name:
        for law, arguments in LAWS.items():
            works = (partial(_both, Path(name), arguments), partial(_one, Path(name), arguments))
            works[0]()  # imports
            both, one = best_times(works, REPETITIONS)
            ratio = f"{both / one:.2f} ({ms(both)} / {ms(one)})"
            claim = f"certify {law} by both producers of e^x / by one"
            yield Claim(claim, ratio, f"<= {MOST_FOR_BOTH:g}", both <= MOST_FOR_BOTH * one)


def _both(folder: Path, arguments: tuple[str, ...]) -> None:
    for function in REMEMBERING:
        vars(function)["cache_clear"]()
    with redirect_stdout(StringIO()):
        status = ptcert(["certify", *arguments, "--solver", "z3", "-o", str(folder), "--as", "md"])
    if status != 0:
        raise ValueError(f"certify ended with status {status}")


def _one(folder: Path, arguments: tuple[str, ...]) -> None:
    """Let the second computation agree with whatever the first one gave."""
    with patch.object(producers, "_by_integers", lambda _: ANY):
        _both(folder, arguments)
