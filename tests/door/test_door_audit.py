"""Audits at the front door: the same answers as the command's, and bad input in one line."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ptcert
from reports.cli import main
from tests.door.small import HALF, page_in

Printed = Callable[[], str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """What was printed since the last call."""
    return lambda: capsys.readouterr().out


@pytest.mark.parametrize(
    "said",
    [
        {"epsilon": "ln(2)", "delta": "1/4"},
        {"epsilon": "1/2"},
        {"epsilon": 1, "delta": Fraction(1, 100)},
        {"declare": {"bias": 0, "variance": Fraction(1, 2)}},
        {"epsilon": "1/2", "delta": "3/8", "cell_keys": "sum", "outputs": 100},
        {"epsilon": "1/2", "used_keys": 2, "declare": "noise=1"},
    ],
)
def test_the_front_door_says_what_the_command_says(
    small: ptcert.Table, tmp_path: Path, printed: Printed, said: dict[str, Any]
) -> None:
    """Every field of ``ptcert audit --json``, whatever is asked."""
    found = ptcert.audit(small, **said)
    arguments = []
    for name, value in said.items():
        text = value
        if isinstance(value, dict):
            text = ",".join(f"{key}={each}" for key, each in value.items())
        arguments += [f"--{name.replace('_', '-')}", str(text)]
    reading = ["--beyond", "repeat", "--zero", "none"]
    status = main(["audit", str(tmp_path / "small.csv"), *arguments, *reading, "--json"])
    assert json.loads(printed()) == json.loads(json.dumps(found.to_dict()))
    assert status == (1 if any(f.severity == "error" for f in found.findings) else 0)


def test_the_verdict_has_its_number(small: ptcert.Table) -> None:
    """delta at ln 2 is 1/4 by hand: the promise of 1/4 holds, one of 1/5 fails."""
    kept = ptcert.audit(small, "ln(2)", "1/4")
    assert kept.verdict == "holds"
    assert kept.delta is not None
    assert kept.delta.exact == Fraction(1, 4)
    assert repr(kept).startswith("<Audit small.csv: (ln(2), 1/4)-differential privacy HOLDS")
    broken = ptcert.audit(small, "ln(2)", "1/5")
    assert broken.verdict == "fails"
    assert [f.code for f in broken.findings if f.severity == "error"] == ["DELTA"]
    assert ptcert.audit(small, declare="bias=0").delta is None


def test_a_policy_file_counts(small: ptcert.Table, tmp_path: Path) -> None:
    """A plateau that the policy calls an error fails a promise that is kept."""
    policy = tmp_path / "policy.toml"
    policy.write_text('severity = {PLATEAU = "error"}', encoding="utf-8")
    assert ptcert.audit(small, "ln(2)", "1/4", policy=policy).verdict == "fails"


@pytest.mark.parametrize("suffix", ["html", "md", "txt"])
def test_an_audit_is_saved_as_its_suffix_says(
    small: ptcert.Table, tmp_path: Path, suffix: str
) -> None:
    """The file holds the verdict; another suffix is refused."""
    found = ptcert.audit(small, "ln(2)", "1/4")
    found.save(tmp_path / f"audit.{suffix}")
    assert "HOLDS over all events" in (tmp_path / f"audit.{suffix}").read_text("utf-8")
    with pytest.raises(ptcert.InputError, match="does not say by its suffix what to write"):
        found.save(tmp_path / "audit.docx")
    assert "HOLDS over all events" in page_in(found._repr_html_())


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"epsilon": HALF}, r"epsilon = 0\.5: a float is not exact; write it as text"),
        ({"epsilon": "1/2", "delta": HALF}, r"delta = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "bigN": HALF}, r"bigN = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "used_keys": HALF}, r"used-keys = 0\.5: a float is not exact"),
        ({"epsilon": "1/2", "outputs": HALF}, r"outputs = 0\.5: a float is not exact"),
        ({"declare": {"bias": HALF}}, r"bias = 0\.5: a float is not exact"),
        ({"declare": {"bais": 0}}, "must be a list of name=value"),
        ({"delta": "1/2"}, "needs an epsilon"),
        ({}, "is missing, and the table declares none"),
        ({"epsilon": "1/2", "cell_keys": "dice"}, "cell-keys = 'dice': is not known"),
        ({"epsilon": "1/2", "policy": "none.toml"}, "does not exist"),
    ],
)
def test_a_wrong_argument_is_an_input_error(
    small: ptcert.Table, said: dict[str, Any], message: str
) -> None:
    """One line with the argument, the value, the rule and the remedy."""
    with pytest.raises(ptcert.InputError, match=message):
        ptcert.audit(small, **said)


def test_only_a_table_can_be_audited() -> None:
    """A path is not read silently."""
    path: Any = "table.csv"
    with pytest.raises(ptcert.InputError, match=r"is no table; read it with ptcert\.read first"):
        ptcert.audit(path, "1/2")
