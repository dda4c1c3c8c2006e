"""What is said of a table with noise in a row of 0: by stated keys, and by what is assumed."""

from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.cli.running import Run

# At uniform keys all neighbours are alike: 0 is released as 0, 1, 2 with 4, 8, 4 of 16 keys.
# With key 0 an empty cell is released as 0, and 1 as that with 4 of 16 keys: delta is 3/4.
SPREAD = Row(((-1, 4), (0, 8), (1, 4)))
TABLE = PTable(16, 0, (Row(((0, 4), (1, 8), (2, 4))), SPREAD), zero="row")
CLAIM = ("--epsilon", "1", "--delta", "1/2", "--first-pair", "include")
ASSUMED = "assuming that empty cells have uniform, independent keys"
RECORDS = "(where keys are made of records all of them have the key 0: delta is at most 0.75)"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a table with noise in its row of 0, which meets the claim at uniform keys."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_native(TABLE), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("keys", ["sum", "xor4"])
def test_a_claim_that_the_key_of_nobody_breaks_fails(file: str, keys: str, run: Run) -> None:
    """Status 1 of audit and certify, with the pair (1, 0) as the worst: 1 is released as 1 or 2."""
    folder = str(Path(file).parent)
    found = run("audit", file, *CLAIM, "--cell-keys", keys, "--json")
    assert (found.status, found.json["verdict"]) == (1, "fails")
    privacy = found.json["privacy"]
    assert (privacy["delta"], privacy["pair"]) == ("3/4", [1, 0])
    assert privacy["empty_cell_keys"] == "0"
    certified = run("certify", file, *CLAIM, "--cell-keys", keys, "-o", folder)
    assert certified.status == 1
    assert certified.out.startswith("verdict: FAILS")
    assert run("check", f"{folder}/t.certificate.json", file).status == 1
    assert ASSUMED not in found.out + certified.out


def test_what_is_assumed_of_empty_cells_stands_in_the_verdict(file: str, run: Run) -> None:
    """Without a statement about keys the claim holds, in the sentence that names the assumption."""
    folder = str(Path(file).parent)
    found = run("audit", file, *CLAIM)
    first = found.out.split("\n\n")[0]
    assert (found.status, "HOLDS" in first) == (0, True)
    assert f"{ASSUMED} {RECORDS}" in " ".join(first.split())
    certified = run("certify", file, *CLAIM, "--as", "md", "-o", folder)
    assert certified.status == 0
    verdict = " ".join(certified.out.split("\n\n")[0].split())
    assert verdict.startswith(f"verdict: HOLDS, {ASSUMED} {RECORDS}")
    report = Path(folder, "t.report.md").read_text(encoding="utf-8")
    assert f"in 75 % of the cases, {ASSUMED}; keys made of records are 0 there" in report
    assert "which is assumed of empty cells too (keys made of records" in report
    assert run("check", f"{folder}/t.certificate.json", file).status == 0
    privacy = run("audit", file, *CLAIM, "--json").json["privacy"]
    assert privacy["empty_cell_keys"] == "uniform (assumed)"
    assert privacy["delta_keys_of_records"] == "3/4"


def test_counts_from_1_do_not_depend_on_it(file: str, run: Run) -> None:
    """Where the pair (0, 1) is left out, the claim holds for any keys."""
    for keys in ((), ("--cell-keys", "sum")):
        found = run("audit", file, *CLAIM[:-1], "exclude", *keys)
        assert (found.status, "HOLDS for counts from 1" in found.out) == (0, True)


def test_a_design_says_what_a_row_of_0_assumes(run: Run) -> None:
    """The best table with the pair (0, 1) is that of keys which are drawn for every empty cell."""
    words = ("design", "--complete", "--D", "2", "--variance", "1", "--keysize", "2^4")
    with_row = run(*words, "--zero", "row", "--first-pair", "include", "--epsilon", "1")
    assert "empty cells are assumed to have uniform, independent keys" in with_row.out
    assert "empty cells" not in run(*words, "--epsilon", "1").out


@pytest.mark.parametrize(("counts", "assumed"), [("0,1,5", "uniform (assumed)"), ("1,2,5", None)])
def test_what_a_table_costs_says_it_too(
    counts: str, assumed: str | None, file: str, tmp_path: Path, run: Run
) -> None:
    """Where some of the counts are 0; of others the row of 0 is not used."""
    path = tmp_path / "counts.csv"
    path.write_text(f"x,a,b,c\np,{counts}\nq,3,4,5\n", encoding="utf-8")
    (found,) = run("utility", file, str(path), "--draws", "0", "--json").json["tables"]
    assert found["empty_cell_keys"] == assumed
    text = " ".join(run("utility", file, str(path), "--draws", "0").out.split())
    said = "empty cells are assumed to have uniform, independent keys: keys made of records give"
    assert (said in text) is (assumed is not None)
