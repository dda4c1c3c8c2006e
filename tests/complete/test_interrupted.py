"""A search that is interrupted keeps the best table so far, with a bound that is proved."""

import json
import os
import pty
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

from exact.complete.best import Effort, best_table
from exact.complete.branching import Progress
from exact.complete.problem import least_delta
from exact.complete.rules import TableRules
from exact.numbers.epsilon import epsilon
from reports.proposals.highs import HighsSession
from verification import checker

# Without holes at epsilon = 1/2 the proof has thousands of leaves: nobody waits for it here.
LONG = ("--complete", "--D", "5", "--variance", "3", "--epsilon", "1/2", "--keysize", "2^8")
# The bound of real numbers, and the best table of 256 keys.
LEAST, BEST = Fraction("0.06588017"), Fraction("0.06839883")


def test_an_interrupt_ends_the_search_and_not_the_command(tmp_path: Path) -> None:
    """Ctrl-C on a terminal, once the proof is under way: table, proof and bound are written whole.

    The line of progress is what tells that the search has begun.
    """
    table, proof = tmp_path / "t.ptable.json", tmp_path / "t.proof.json"
    command = [sys.executable, "-m", "reports.cli", "design", *LONG, "--leaves", "100000"]
    command += ["-o", str(table), "--proof", str(proof), "--json"]
    terminal, end = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    seen = b""
    while b"open, gap at most" not in seen:
        seen += os.read(terminal, 4096)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate()
    os.close(terminal)
    assert process.returncode == 0
    found = json.loads(said)
    assert found["proved_optimal"] is False
    assert LEAST <= Fraction(found["bound"]["lo"]) <= BEST <= Fraction(found["delta"]["hi"])
    assert Fraction(found["gap_keys"]) > 0
    assert json.loads(table.read_text()) == found["table"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [proof.name, table.name]
    certified = tmp_path / "out"
    claim = [sys.executable, "-m", "reports.cli", "certify", str(table), "--proof", str(proof)]
    claim += ["--epsilon", "1/2", "--as", "md", "--solver", "z3", "-o", str(certified)]
    assert subprocess.run(claim, stdout=subprocess.DEVNULL, check=False).returncode in (0, 1)
    document = checker.load((certified / "t.certificate.json").read_bytes())
    checker.check(document)
    made = next(claim for claim in document["claims"] if claim["name"] == "optimality")
    assert made["least"] is False


def test_an_interrupted_search_says_so_and_its_bound_is_true() -> None:
    """Interrupted after three leaves: the table is valid, and the bound below the best table."""

    def three(progress: Progress) -> None:
        if progress.closed >= 3:
            raise KeyboardInterrupt

    problem = least_delta(TableRules(D=(5,), variance=(Fraction(3),)), epsilon("1/2"))
    found = best_table(problem, 256, HighsSession, Effort(100, three))
    assert found.interrupted
    assert not found.proved_optimal
    problem.check(found.keys, 256)
    assert LEAST <= found.bound <= BEST
