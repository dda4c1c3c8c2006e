"""Files of other software on the command line: batch, conversion, other key spaces, policies."""

import json
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.cli.running import Run, check_rejected

# Counts 1 and 2 over ten keys: bias 0 and variance 3/5 in both rows, worked by hand.
TAU = (
    "i;j;p;v;p_int_ub\n0;0;1;0;1\n"
    "1;0;0.3;-1;0.3\n1;1;0.4;0;0.7\n1;2;0.3;1;1\n"
    "2;1;0.3;-1;0.3\n2;2;0.4;0;0.7\n2;3;0.3;1;1\n"
)
GAP = "pcv,ckey,pvalue\n1,0,-1\n1,1,1\n2,0,0\n"


@pytest.fixture
def tau(tmp_path: Path) -> Path:
    """Return a small table of tau-Argus."""
    path = tmp_path / "tau.txt"
    path.write_text(TAU, encoding="utf-8")
    return path


def test_the_format_is_recognised_and_said(run: Run, tau: Path) -> None:
    """The audit names the format, its grid and its rules, and measures the rows."""
    made = run("audit", str(tau), "--epsilon", "1", "--json")
    assert made.json["format"] == "tau-argus"
    assert made.json["table"]["keysize"] == 10
    assert [row["variance"] for row in made.json["rows"]] == ["0/1", "3/5", "3/5"]
    # 0 is preserved: a released 1 or 2 tells 1 from 0, with probability 7/10.
    assert made.json["privacy"]["delta"] == "7/10"
    assert made.json["privacy"]["in_words"] == "a released 1 … 2 tells n = 1 from n = 0"


def test_each_declared_value_has_its_verdict(run: Run, tau: Path) -> None:
    """Variance 3/5 and noise 1 hold, bias 1/10 does not: status 1."""
    made = run(
        *("audit", str(tau), "--epsilon", "1", "--json"),
        *("--declare", "variance=0.6,bias=0.1,noise=1"),
    )
    verdicts = {entry["name"]: entry["verdict"] for entry in made.json["declared"]}
    assert verdicts == {"variance": "holds", "bias": "fails", "noise": "holds"}
    assert made.status == 1


def test_fewer_keys_are_audited_as_they_are_looked_up(run: Run, tau: Path) -> None:
    """Two keys 0 and 1/2 meet noise -1 and 0 only: a bias of -1/2."""
    made = run("audit", str(tau), "--epsilon", "1", "--used-keys", "2", "--json")
    assert made.json["table"]["keysize"] == 2
    assert [row["bias"] for row in made.json["rows"]] == ["0/1", "-1/2", "-1/2"]


def test_a_policy_fails_what_it_names(run: Run, tau: Path, tmp_path: Path) -> None:
    """A warning that the policy makes an error fails the audit."""
    policy = tmp_path / "policy.toml"
    policy.write_text('[severity]\nZERO = "error"\n', encoding="utf-8")
    assert run("audit", str(tau), "--epsilon", "1").status == 0
    assert run("audit", str(tau), "--epsilon", "1", "--policy", str(policy)).status == 1


def test_many_files_have_one_summary_and_one_status(run: Run, tau: Path, tmp_path: Path) -> None:
    """A measured table, one whose structure is broken and one that is none: the worst counts."""
    broken, none = tmp_path / "gap.csv", tmp_path / "none.csv"
    broken.write_text(GAP, encoding="utf-8")
    none.write_text("hello\n", encoding="utf-8")
    said = ("--epsilon", "1", "--beyond", "repeat")
    both = run("audit", str(tau), str(broken), *said)
    assert both.status == 1
    assert "MISSING-KEY" in both.out
    assert "2 files: 1 fails, 1 measured" in both.out
    every = run("audit", str(tau), str(broken), str(none), *said, "--jobs", "2", "--json")
    verdicts = [entry["verdict"] for entry in json.loads(every.out)]
    assert (every.status, verdicts) == (2, ["measured", "fails", "bad input"])


def test_a_table_is_converted_there_and_back(run: Run, tau: Path, tmp_path: Path) -> None:
    """Written natively, as SAS and again as tau-Argus, it audits the same."""
    native, sas, back = tmp_path / "t.ptable.json", tmp_path / "t.sas.txt", tmp_path / "back.txt"
    assert run("convert", str(tau), str(native)).status == 0
    assert run("convert", str(native), str(sas), "--to", "sas").status == 0
    assert run("convert", str(sas), str(back), "--to", "tau-argus").status == 0
    first, last = (run("audit", str(p), "--epsilon", "1", "--json").json for p in (tau, back))
    assert first["rows"] == last["rows"]
    assert first["privacy"] == last["privacy"]


def test_a_table_of_a_power_of_two_is_written_in_decimals(
    run: Run, example_1: Path, tmp_path: Path
) -> None:
    """2^32 keys have 32 decimals: key 1200124 is 1200124/2^32, and both files say -23 there."""
    target = tmp_path / "example.csv"
    made = run("convert", str(example_1), str(target), "--to", "r-ptable")
    assert (made.status, made.err) == (0, "")
    assert "Key k of the 2^32 keys is the decimal k/2^32" in made.out
    assert "The law that the table was made from is not in the new file." in made.out
    for key in (0, 425759, 425760, 1200124, 2**32 - 1):
        by_number = run("lookup", str(example_1), "--key", str(key), "--json").json["noise"]
        by_decimal = run("lookup", str(target), "--key", f"{key}/{2**32}", "--json").json["noise"]
        assert by_number == by_decimal


def test_a_conversion_that_would_lose_something_is_refused(run: Run, tmp_path: Path) -> None:
    """1/3 is no decimal: nothing is written, and the value that would change is named."""
    source, target = tmp_path / "thirds.csv", tmp_path / "lost.txt"
    source.write_text("pcv;ckey;pvalue\n1;1;0\n1;2;1\n1;3;1\n", encoding="utf-8")
    made = run("convert", str(source), str(target), "--to", "r-ptable")
    check_rejected(made, "row 1, noise 0: upper bound 1/3", "would change")
    assert not target.exists()


def test_a_conversion_to_ess_says_the_new_numbers_of_the_keys(run: Run, tmp_path: Path) -> None:
    """Keys 0..1 become 1..2, which is said; keys 1..2 stay, and nothing is said."""
    native, ess = tmp_path / "t.ptable.json", tmp_path / "ess.csv"
    native.write_text(write_native(PTable(2, 1, (Row(((0, 1), (1, 1))),))), encoding="utf-8")
    made = run("convert", str(native), str(ess), "--to", "ess")
    assert "Keys are renumbered: key 0 is key 1 of the new file." in made.out
    assert ess.read_text(encoding="utf-8").split()[1:] == ["1;1;0", "1;2;1"]
    again = run("convert", str(ess), str(tmp_path / "again.csv"), "--to", "ess")
    assert len(again.out.splitlines()) == 1
