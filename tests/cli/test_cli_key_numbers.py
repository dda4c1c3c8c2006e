"""Every command speaks of keys by the numbers that the file gives them."""

import csv
import json
from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from exact.formats.writing import write_table
from exact.table.ptable import PTable
from exact.table.row import Row
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
    for key in ("1.5", "1.0", "1.", "30.0", "2/2", "-0.1"):
        made = run("lookup", str(path), f"--key={key}", "--count", "1")
        check_rejected(made, f"key = '{key}': is outside [0, 1)")


def test_an_integer_is_the_number_of_a_key_of_a_file_of_intervals(run: Run, tmp_path: Path) -> None:
    """Of two decimals there are keys 0..99, so that 1 is 0.01, 30 is 0.30, and 100 is none."""
    path = tmp_path / "tau.txt"
    path.write_text("i;j;p;v;p_int_ub\n0;0;0.3;0;0.30\n0;1;0.7;1;1.00\n", encoding="utf-8")
    for key, noise in [("0", 0), ("0.0", 0), ("1", 0), ("29", 0), ("30", 1), ("99", 1)]:
        made = run("lookup", str(path), "--key", key, "--count", "0", "--json")
        assert (made.json["key"], made.json["noise"]) == (int(Decimal(key)), noise)
    check_rejected(run("lookup", str(path), "--key", "100", "--count", "0"), "from 0 to 99")


def lines_of(name: str, text: str) -> list[dict[str, str]]:
    """Return the lines of a file of intervals as dictionaries of text, without any of our readers.

    The columns of a document are turned into lines.
    """
    if name.startswith("cellkey"):
        columns = yaml.load(text, yaml.BaseLoader)["params"]["ptable"]  # JSON is YAML, too
        rows = zip(columns["i"], columns["v"], columns["ub"], strict=True)
        return [{"i": i, "v": v, "ub": ub} for i, v, ub in rows]
    found = csv.DictReader(text.splitlines(), delimiter="," if name == "r-ptable" else ";")
    return [{**line, "ub": line["p_int_ub"]} for line in found]


@pytest.mark.parametrize("name", ["r-ptable", "tau-argus", "sas", "cellkey-json", "cellkey-yaml"])
def test_a_lookup_says_what_each_line_of_intervals_says(
    run: Run, tmp_path: Path, name: str
) -> None:
    """From its lower bound to just below its upper bound each line gives its noise."""
    rows = (Row(((0, 16),)), Row(((-1, 3), (0, 10), (1, 3))), Row(((1, 5), (-2, 11))))
    text = write_table(PTable(16, 0, rows, zero="row"), name)
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    low: dict[str, Decimal] = {}
    lines = lines_of(name, text)
    assert len(lines) == 6
    for line in lines:
        first, after = low.get(line["i"], Decimal(0)), Decimal(line["ub"])
        low[line["i"]] = after
        for key in (first, (first + after) / 2, after - Decimal("1e-20")):
            made = run("lookup", str(path), f"--key={key:f}", "--count", line["i"], "--json")
            assert made.json["noise"] == int(line["v"])


def test_a_lookup_says_what_each_line_of_an_abs_table_says(run: Run, tmp_path: Path) -> None:
    """Line k of the file is key k - 2, and column Vn the count n."""
    path = tmp_path / "abs.csv"
    path.write_text(
        "\n".join(["V1,V2", *(f"{k % 3 - 1},{k % 5 - 2}" for k in range(256)), ""]),
        encoding="utf-8",
    )
    for key, line in enumerate(path.read_text(encoding="utf-8").split()[1:]):
        for count, noise in enumerate(line.split(","), start=1):
            made = run("lookup", str(path), f"--key={key}", "--count", str(count), "--json")
            assert made.json["noise"] == int(noise)


@pytest.mark.parametrize("first_key", [0, 1, 7])
def test_a_lookup_says_what_each_row_of_a_native_file_says(
    run: Run, tmp_path: Path, first_key: int
) -> None:
    """The keys of a native file begin where it says, run after run."""
    path = tmp_path / "t.ptable.json"
    table = PTable(10, 1, (Row(((-1, 3), (0, 4), (1, 3))),), first_key=first_key)
    path.write_text(write_table(table, "native"), encoding="utf-8")
    (row,) = json.loads(path.read_text(encoding="utf-8"))["rows"]
    noises = [z for z, keys in zip(row["noise"], row["keys"], strict=True) for _ in range(keys)]
    for key, noise in enumerate(noises, start=first_key):
        assert run("lookup", str(path), f"--key={key}", "--json").json["noise"] == noise


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
