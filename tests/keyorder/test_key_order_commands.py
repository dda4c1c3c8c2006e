"""``design``, ``convert``, ``lookup`` and ``audit`` with a key order."""

import json
from pathlib import Path

import pytest

from exact.keyorder.order import Mixed
from exact.table.native import read_native
from reports.cli import main

DESIGNS = (
    ["--epsilon", "1", "--delta", "1e-2", "--keysize", "2^12"],
    ["--epsilon", "1", "--law", "laplace", "--m", "5", "--keysize", "2^12"],
    ["--complete", "--D", "3", "--variance", "2", "--keysize", "256", "--epsilon", "1"],
    ["--complete", "--law", "laplace", "--m", "4", "--epsilon", "1", "--keysize", "2^12"],
)


def asked(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must succeed, and return what it prints."""
    capsys.readouterr()
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("design", DESIGNS)
def test_a_design_is_mixed_and_looked_up_so(
    design: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The written table has the order, its rows are those without it, and lookup honours it."""
    plain, mixed = tmp_path / "plain.ptable.json", tmp_path / "mixed.ptable.json"
    asked(["design", *design, "-o", str(plain)], capsys)
    order = ["--key-order", "mixed", "--key-order-key", "2031 census"]
    said = asked(["design", *design, *order, "-o", str(mixed)], capsys)
    assert 'mixed by SHA-256 with the text "2031 census"' in " ".join(said.split())
    before, after = (read_native(path.read_text(encoding="utf-8")) for path in (plain, mixed))
    assert after.key_order == Mixed("2031 census")
    assert after.rows == before.rows
    count = before.last_count
    for key in (0, 1, 77):
        question = ["lookup", str(mixed), "--count", str(count), "--key", str(key), "--json"]
        place = Mixed("2031 census").place(key, before.keysize)
        assert json.loads(asked(question, capsys))["noise"] == before.noise(count, place)
    found = json.loads(asked(["audit", str(mixed), "--epsilon", "1", "--json"], capsys))
    assert found["table"]["key_order"] == {"kind": "mixed", "key": "2031 census"}


def test_an_existing_table_is_mixed_by_convert(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The default text is ptcert; another order of a table that has one is refused."""
    plain, mixed = tmp_path / "plain.ptable.json", tmp_path / "mixed.ptable.json"
    asked(["design", *DESIGNS[0], "-o", str(plain)], capsys)
    said = asked(["convert", str(plain), str(mixed), "--key-order", "mixed"], capsys)
    assert 'Key order: mixed by SHA-256 with the text "ptcert".' in said
    assert read_native(mixed.read_text(encoding="utf-8")).key_order == Mixed("ptcert")
    again = ["--key-order", "mixed", "--key-order-key", "another"]
    assert main(["convert", str(mixed), str(tmp_path / "x.json"), *again]) == 2
    assert "has another key order already" in capsys.readouterr().err
    assert not (tmp_path / "x.json").exists()


def test_a_text_without_an_order_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit status 2."""
    assert main(["design", *DESIGNS[0], "--key-order-key", "x"]) == 2
    said = capsys.readouterr().err
    assert "give --key-order mixed" in said
    assert said.count("\n") == 1
