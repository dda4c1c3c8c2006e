"""Designs at the front door: the same answers as the command's, and bad input in one line."""

import json
from fractions import Fraction
from typing import Any

import pytest

import ptcert
from reports.cli import main
from tests.door.small import HALF, page_in


@pytest.mark.parametrize(
    "said",
    [
        {"epsilon": "1/2", "delta": "1e-4"},
        {"epsilon": 1, "delta": Fraction(1, 100), "keysize": "2^16", "guide": "smallest"},
        {"epsilon": "1/2", "D": 5, "best_gamma": True, "keysize": 2**16},
        {"gamma": "1/8", "D": 5, "rule": "symmetric", "keysize": 65536},
        {"epsilon": "ln(2)", "law": "laplace", "m": 4, "keysize": 256},
        {"epsilon": 1, "law": "count-query", "D": 3, "eta": "1/2"},
    ],
)
def test_a_design_is_what_the_command_makes(
    said: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every field of ``ptcert design --json``, by a target and by a law."""
    found = ptcert.design(**said)
    flags = [f"--{name.replace('_', '-')}" for name, value in said.items() if value is True]
    for name, value in said.items():
        flags += [] if value is True else [f"--{name.replace('_', '-')}", str(value)]
    assert main(["design", *flags, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.to_dict()))


def test_example_1_has_its_noise_and_its_delta() -> None:
    """Sadeghi-Chien's Example 1: D = 25, and 425760 of 2^32 keys lead to the lowest noise."""
    found = ptcert.design("1/2", "1e-4")
    assert found.table.noise_range == (-25, 25)
    assert found.delta is not None
    assert found.delta.exact == Fraction(425760, 2**32)
    assert repr(found).startswith(
        "<Design maxent: count 25, 2^32 keys, noise -25..25, delta 13305/"
    )
    assert "D = 24 fails" in found.text
    assert "D = 24 fails" in page_in(found._repr_html_())
    assert ptcert.audit(found.table).verdict == "holds"


def test_a_target_that_no_table_meets_is_an_error() -> None:
    """delta >= 1/K for every table of K keys that repeats a row: 1/1000 needs more than 2^8."""
    with pytest.raises(ptcert.TargetMissed, match="1/1000"):
        ptcert.design(1, "1/1000", keysize="2^8")
    nearest = ptcert.design(1, "1/1000", keysize="2^8", anyway=True)
    assert nearest.delta is not None
    assert nearest.delta.lo > Fraction(1, 1000)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"epsilon": HALF, "delta": "1e-4"}, r"epsilon = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "delta": HALF}, r"delta = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "delta": "1e-4", "keysize": HALF}, r"keysize = 0\.5: a float"),
        ({"epsilon": "1/2", "D": HALF}, r"D = 0\.5: a float is not exact"),
        ({"D": 5, "gamma": HALF}, r"gamma = 0\.5: a float is not exact"),
        ({"epsilon": 1, "law": "laplace", "m": HALF}, r"m = 0\.5: a float is not exact"),
        ({"epsilon": 1, "law": "laplace", "D": 3}, "is no parameter of the law laplace"),
        ({"epsilon": 1, "law": "cauchy"}, "law = 'cauchy': is not known"),
        ({"epsilon": "1/2", "delta": "1e-4", "rule": "floor"}, "rule = 'floor': is not known"),
        ({"epsilon": "1/2", "delta": "1e-4", "guide": "mine"}, "guide = 'mine': is not known"),
        ({"delta": "1e-4"}, "epsilon = '': is missing"),
    ],
)
def test_a_wrong_argument_of_a_design_is_an_input_error(said: dict[str, Any], message: str) -> None:
    """One line with the argument, the value, the rule and the remedy."""
    with pytest.raises(ptcert.InputError, match=message):
        ptcert.design(**said)
