"""What several claims need is computed once in a run of certify, and passed on."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from exact.cellkeys.arithmetic import XorOfFour
from exact.numbers import arb_floor, integer_floor
from reports.cli import main
from verification.measures import profiles

EPSILON = "12345/67891"  # of no other test, so that nothing about it is remembered


def test_certify_computes_profiles_key_law_and_prime_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The audit, every claim, the problems and the report use the same ones; e^epsilon too.

    No producer is asked twice for e^epsilon to the same number of bits.
    """
    calls: Counter[str] = Counter()

    def counted(owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return original(*arguments)

        monkeypatch.setattr(owner, name, call)

    counted(profiles, "pair_profiles")
    counted(profiles, "profiles_of_pmfs")
    counted(XorOfFour, "law_at")
    counted(XorOfFour, "with_largest_prime")
    powers: Counter[tuple[str, int]] = Counter()
    for producer in (arb_floor, integer_floor):
        monkeypatch.setattr(producer, "exp_floor", counting(producer, powers))
    asked = ["certify", "--epsilon", EPSILON, "-o", str(tmp_path), "--solver", "z3", "--as", "html"]
    assert main(asked) == 0
    assert calls == dict.fromkeys(
        ("pair_profiles", "profiles_of_pmfs", "law_at", "with_largest_prime"), 1
    )
    assert {name for name, _ in powers} == {
        "exact.numbers.arb_floor",
        "exact.numbers.integer_floor",
    }
    assert set(powers.values()) == {1}


def counting(producer: ModuleType, powers: Counter[tuple[str, int]]) -> Callable[..., int]:
    """Return the function e^x of a producer that counts how often it is asked for e^EPSILON."""
    original = producer.exp_floor

    def call(x: Fraction, bits: int) -> int:
        if x == Fraction(EPSILON):
            powers[producer.__name__, bits] += 1
        return int(original(x, bits))

    return call
