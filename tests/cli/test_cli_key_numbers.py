"""Every command speaks of keys by the numbers that the file gives them."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Run, check_rejected

# Ten keys, counts 1 and 2; noise -1, 0 and 1 on 3, 4 and 3 keys of count 1, shuffled for count 2.
NOISE = {1: [-1] * 3 + [0] * 4 + [1] * 3, 2: [1] * 3 + [0] * 4 + [-1] * 3}


def keyed(separator: str, first: int) -> str:
    """Return ``pcv, ckey, pvalue`` with keys from ``first`` on."""
    lines = (
        separator.join(map(str, (count, key, noise)))
        for count, row in NOISE.items()
        for key, noise in enumerate(row, start=first)
    )
    return "\n".join([separator.join(("pcv", "ckey", "pvalue")), *lines, ""])


@pytest.fixture
def ess(tmp_path: Path) -> Path:
    """Return an ESS file with keys 1..10."""
    path = tmp_path / "ess.csv"
    path.write_text(keyed(";", 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("separator", "first", "said"),
    [
        (";", 1, ()),
        (",", 0, ("--beyond", "repeat")),
        (",", 5, ("--format", "ons", "--keys", "5..14", "--beyond", "repeat")),
    ],
)
def test_a_lookup_says_what_the_line_of_the_file_says(
    run: Run, tmp_path: Path, separator: str, first: int, said: tuple[str, ...]
) -> None:
    """Each line ``count, key, noise`` is what ``lookup --count --key`` answers."""
    path = tmp_path / "keyed.csv"
    path.write_text(keyed(separator, first), encoding="utf-8")
    for line in keyed(separator, first).splitlines()[1:]:
        count, key, noise = line.split(separator)
        made = run("lookup", str(path), "--key", key, "--count", count, "--json", *said)
        found = {"count": int(count), "key": int(key), "noise": int(noise)}
        assert {name: made.json[name] for name in found} == found
    for outside in (first - 1, first + 10):
        made = run("lookup", str(path), f"--key={outside}", "--count", "1", *said)
        check_rejected(made, f"key = '{outside}'")


def test_key_0_of_an_ess_file_is_refused_with_what_ess_means_by_it(run: Run, ess: Path) -> None:
    """Keys are 1..10, and 0 stands for a cell that is not perturbed."""
    made = run("lookup", str(ess), "--key", "0", "--count", "1")
    check_rejected(made, "ESS means by key 0 that the cell is not perturbed", "1..10")


def test_a_key_of_a_file_of_intervals_is_a_decimal(run: Run, tmp_path: Path) -> None:
    """Every bound, and the place just below it, gives the noise of its line: [lb, ub)."""
    path = tmp_path / "tau.txt"
    lines = ["1;0;0.3;-1;0.30", "1;1;0.4;0;0.70", "1;2;0.3;1;1.00"]
    text = "\n".join(["i;j;p;v;p_int_ub", "0;0;1;0;1.00", *lines, ""])
    path.write_text(text, encoding="utf-8")
    keys = [("0", -1), ("0.2999999", -1), ("0.30", 0), ("2/3", 0), ("0.7", 1), ("0.999", 1)]
    for key, noise in keys:
        made = run("lookup", str(path), "--key", key, "--count", "1", "--json")
        assert made.json["noise"] == noise
    assert "(key 30 of 100)" in run("lookup", str(path), "--key", "0.30", "--count", "1").out
    check_rejected(run("lookup", str(path), "--key", "1.5", "--count", "1"), "outside [0, 1)")


def test_the_audit_says_how_the_keys_are_numbered(run: Run, ess: Path) -> None:
    """Keys 1..10 are named in the facts, and the first one for machines."""
    said = ("audit", str(ess), "--epsilon", "1")
    assert "10, numbered 1..10" in run(*said).out
    assert run(*said, "--json").json["table"]["first_key"] == 1


def test_more_keys_than_the_file_has_are_named_by_its_numbers(run: Run, ess: Path) -> None:
    """Eleven keys of a file with keys 1..10: it is key 11 that has no noise."""
    made = run("audit", str(ess), "--epsilon", "1", "--used-keys", "11")
    check_rejected(made, "key 11 has no noise")


def test_keys_that_nothing_makes_are_named_by_the_numbers_of_the_file(run: Run, ess: Path) -> None:
    """A sum modulo 5 makes the first five keys, 1 to 5: key 6 is never met."""
    made = run("audit", str(ess), "--epsilon", "1", "--cell-keys", "sum", "--bigN", "5", "--json")
    (found,) = (f for f in made.json["findings"] if f["code"] == "KEYS")
    assert "no record keys make key 6 (they make 1 to 5)" in found["message"]


def test_a_comparison_names_the_first_key_of_each_file(run: Run, ess: Path, tmp_path: Path) -> None:
    """Keys 0..9 against 1..10: the same in their order, and the offset is said."""
    other = tmp_path / "other.ptable.json"
    rows = [{"count": n, "noise": [-1, 0, 1], "keys": [3, 4, 3]} for n in (1, 2)]
    document = {"format": "ptcert-ptable", "version": 1, "keysize": 10, "zero": "none"}
    rest = {"beyond": {"rule": "repeat"}, "origin": None, "rows": rows}
    other.write_text(json.dumps({**document, **rest}), encoding="utf-8")
    text = run("compare", str(ess), str(other)).out
    assert "key 1 of ess.csv is key 0 of other.ptable.json" in text
    assert "count 2, key 1 / 0: noise" in text
    found = run("compare", str(ess), str(other), "--json").json
    assert (found["first_keys"], found["first"]["key"]) == ([1, 0], 1)


def test_the_report_lists_the_key_ranges_of_the_file(run: Run, ess: Path, tmp_path: Path) -> None:
    """The ranges 1..3, 4..7 and 8..10 of count 1 stand in the table and behind the picture."""
    arguments = ("--epsilon", "1", "--delta", "0.999", "--as", "md", "--solver", "z3")
    run("certify", str(ess), *arguments, "-o", str(tmp_path / "out"))
    text = (tmp_path / "out" / "ess.report.md").read_text(encoding="utf-8")
    assert "numbered 1 … 10 as in the file" in text
    cells = [
        [cell.strip().replace("−", "-") for cell in line.strip("|").split("|")]
        for line in text.splitlines()
    ]
    for noise, first, last in ((-1, 1, 3), (0, 4, 7), (1, 8, 10)):
        numbers = [str(number) for number in (noise, first, last, last - first + 1)]
        assert ["1", *numbers] in cells
        assert any(line[:4] == numbers for line in cells)
