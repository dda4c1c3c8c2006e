"""What several claims need is computed once in a run of certify, and passed on."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from exact.cellkeys.arithmetic import XorOfFour
from reports.cli import main
from verification.measures import profiles


def test_certify_computes_profiles_key_law_and_prime_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The audit, every claim, the problems and the report use the same ones."""
    calls: Counter[str] = Counter()

    def counted(owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return original(*arguments)

        monkeypatch.setattr(owner, name, call)

    counted(profiles, "pair_profiles")
    counted(profiles, "profiles_of_pmfs")
    counted(XorOfFour, "law")
    counted(XorOfFour, "with_largest_prime")
    assert main(["certify", "-o", str(tmp_path), "--solver", "z3", "--as", "html"]) == 0
    assert calls == dict.fromkeys(
        ("pair_profiles", "profiles_of_pmfs", "law", "with_largest_prime"), 1
    )
