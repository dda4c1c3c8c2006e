"""``certify`` asks both producers of e^x, and refuses where they differ."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.numbers import integer_floor
from tests.cli.running import Run


@pytest.mark.parametrize("command", ["--epsilon", "--also"])
def test_certify_refuses_where_the_producers_differ(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, run: Run, command: str
) -> None:
    """Status 3, one line that says so, and nothing is written."""
    right = integer_floor.exp_floor
    monkeypatch.setattr(
        integer_floor, "exp_floor", lambda x, bits: right(x, bits) + (x == Fraction(7, 9))
    )
    law = ("--law", "maxent", "--D", "3", "--gamma", "1/4", "--keysize", "2^8")
    asked = {"--epsilon": ("--epsilon", "7/9"), "--also": ("--epsilon", "1/2", "--also", "7/9")}
    made = run("certify", *law, *asked[command], "-o", str(tmp_path / "out"))
    assert made.status == 3
    assert "internal error: e^epsilon: FLINT and plain integers give different" in made.err
    assert len(made.err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_certify_refuses_where_the_law_differs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, run: Run
) -> None:
    """The integers of the law, and e^-gamma, come from both producers as well."""
    right = integer_floor.exp_floor
    monkeypatch.setattr(
        integer_floor, "exp_floor", lambda x, bits: right(x, bits) + (x == Fraction(-3, 17))
    )
    law = ("--law", "maxent", "--D", "3", "--gamma", "3/17", "--keysize", "2^8")
    made = run("certify", *law, "--epsilon", "1/2", "-o", str(tmp_path / "out"))
    assert made.status == 3
    assert "internal error: e^-gamma: FLINT and plain integers give different" in made.err
    assert not (tmp_path / "out").exists()
