"""``ptcert audit --policy`` and ``--declare``: hostile files and numbers end in one line."""

from pathlib import Path

import pytest

from tests.cli.running import MEMORY_LIMIT, Run, check_rejected, run_in_subprocess

DEEP = 5000


@pytest.mark.parametrize(
    "text",
    [
        "severity = " + "[" * DEEP + "]" * DEEP,
        "severity = " + "{a = " * DEEP + "1" + "}" * DEEP,
        "severity" + ".a" * DEEP + " = 1",
        "[severity" + ".a" * DEEP + "]",
        "severity.BIAS" + ".a" * DEEP + " = 1",
        "severity.BIAS = " + "9" * DEEP,
        "severity.BIAS = 0x" + "9" * DEEP,
        "severity.BIAS = [" + "0x" + "9" * DEEP + "]",
        "[severity]\n" + "B" * DEEP + ' = "fatal"',
    ],
    ids=[
        "arrays",
        "tables",
        "dotted",
        "header",
        "under a code",
        "digits",
        "hex",
        "hex in array",
        "long code",
    ],
)
def test_a_policy_beyond_measure_is_one_line(
    run: Run, example_1: Path, tmp_path: Path, text: str
) -> None:
    """Nested 5,000 deep, integers of 5,000 digits, endless names: bad input, no traceback."""
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    made = run("audit", str(example_1), "--epsilon", "1/2", "--policy", str(path))
    check_rejected(made, "policy")
    assert len(made.err) < 400


def test_a_huge_declared_noise_takes_no_memory(example_1: Path) -> None:
    """A largest noise of 10^9 holds of a table with noise up to 25; its support is not listed."""
    made = run_in_subprocess(
        *("audit", str(example_1), "--epsilon", "1/2", "--declare", "noise=1000000000"),
        memory=MEMORY_LIMIT,
    )
    assert (made.status, made.err) == (0, "")
    assert "declared noise = 1000000000: HOLDS" in made.out
