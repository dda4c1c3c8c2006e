"""One verdict in the headline, in JSON, in the summary of many files and in the exit status."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import Beyond, PTable, Repeat, Stop
from exact.table.row import Row
from tests.cli.running import Run, check_rejected

# ESS: keys 1..4 with noise -1, 0, 0, 1 for the counts 1 and 2, and so for all above.
ESS = "pcv;ckey;pvalue\r\n" + "".join(
    f"{count};{key};{noise}\r\n"
    for count in (1, 2)
    for key, noise in enumerate((-1, 0, 0, 1), start=1)
)
# Counts 1 and 2 are rounded to 0 and 5 whatever the key: nothing hides which it was.
ROUNDED = "pcv,ckey,pvalue\n1,0,-1\n1,1,-1\n2,0,3\n2,1,3\n"
ASKED = ("--epsilon", "ln(2)")


@pytest.fixture
def ess(tmp_path: Path) -> Path:
    """Return a small ESS file, which says nothing about a count of 0."""
    path = tmp_path / "ess.csv"
    path.write_text(ESS, encoding="utf-8")
    return path


@pytest.fixture
def rounded(tmp_path: Path) -> Path:
    """Return an ONS table that rounds: its audit has an error whatever is claimed."""
    path = tmp_path / "rounded.csv"
    path.write_text(ROUNDED, encoding="utf-8")
    return path


@pytest.fixture
def lenient(tmp_path: Path) -> Path:
    """Return a policy under which a delta that is not kept is a note."""
    path = tmp_path / "policy.toml"
    path.write_text('[severity]\nDELTA = "note"\n', encoding="utf-8")
    return path


def check_verdict(run: Run, path: Path, arguments: tuple[str, ...], expected: str) -> int:
    """Check the word in text, JSON and summary; return the exit status, which is the same."""
    text = run("audit", str(path), *arguments)
    found = run("audit", str(path), *arguments, "--json")
    both = run("audit", str(path), str(path), *arguments)
    head = text.out.splitlines()[0]
    assert found.json["verdict"] == expected
    assert [word for word in ("HOLDS", "FAILS", "MEASURED") if word in head] == [expected.upper()]
    assert both.out.count(f"  {expected} ") == 2
    assert f"2 files: 2 {expected.removesuffix('s') if expected != 'measured' else expected}" in (
        both.out
    )
    assert text.status == found.status == both.status
    return text.status


def test_what_is_promised_and_kept_holds(run: Run, ess: Path) -> None:
    """A delta of 1/2 is kept at epsilon = ln(2), and so is a declared noise of 1."""
    assert check_verdict(run, ess, (*ASKED, "--delta", "1/2"), "holds") == 0
    assert check_verdict(run, ess, (*ASKED, "--declare", "noise=1"), "holds") == 0
    assert check_verdict(run, ess, ("--declare", "noise=1"), "holds") == 0


def test_what_is_promised_and_not_kept_fails(run: Run, ess: Path) -> None:
    """A delta of 1/5 is not kept, nor is a declared bias of 1."""
    assert check_verdict(run, ess, (*ASKED, "--delta", "1/5"), "fails") == 1
    assert check_verdict(run, ess, (*ASKED, "--declare", "bias=1"), "fails") == 1
    assert check_verdict(run, ess, ("--declare", "bias=1"), "fails") == 1


def test_where_nothing_is_promised_it_is_measured(run: Run, ess: Path, rounded: Path) -> None:
    """Without errors the status is 0; a table that rounds has an error, and then it is 1."""
    assert check_verdict(run, ess, ASKED, "measured") == 0
    assert check_verdict(run, rounded, (*ASKED, "--beyond", "error"), "measured") == 1


def test_an_error_stands_against_a_promise_that_is_kept(run: Run, rounded: Path) -> None:
    """Noise up to 3 is true of the rounding table, which fails all the same."""
    asked = (*ASKED, "--beyond", "error", "--declare", "noise=3")
    assert check_verdict(run, rounded, asked, "fails") == 1


def test_no_policy_excuses_a_missed_delta(run: Run, ess: Path, lenient: Path) -> None:
    """With DELTA as a note, headline and summary agree: it fails, as a certificate does."""
    asked = (*ASKED, "--delta", "1/5", "--policy", str(lenient))
    assert check_verdict(run, ess, asked, "fails") == 1
    assert "NOTE DELTA: delta <= 1/5 does not hold" in run("audit", str(ess), *asked).out


def test_the_claim_of_a_file_is_used(run: Run, example_1: Path) -> None:
    """The design of Example 1 says (1/2, 1/10000) in its file: audit needs no option for it."""
    made = run("audit", str(example_1), "--json")
    assert (made.status, made.json["verdict"]) == (0, "holds")
    assert made.json["privacy"]["epsilon"] == "1/2"
    assert made.json["privacy"]["target_delta"] == "1/10000"
    other = run("audit", str(example_1), "--epsilon", "1/10", "--json")
    assert (other.json["verdict"], other.json["privacy"]["target_delta"]) == ("measured", None)


def test_an_epsilon_is_needed_where_nothing_else_is_asked(run: Run, ess: Path) -> None:
    """Without an epsilon and without a declared value there is nothing to check."""
    check_rejected(run("audit", str(ess)), "epsilon", "is missing", "--declare bias=0")
    check_rejected(run("audit", str(ess), "--delta", "1/2"), "delta", "needs an epsilon")


@pytest.mark.parametrize("name", ["epsilon", "delta"])
def test_a_claim_is_made_once(run: Run, ess: Path, name: str) -> None:
    """Two values of one name leave open which is meant: refused."""
    asked = ("--epsilon=1/2", "--delta=1/2", "--declare", f"{name}=1/3")
    check_rejected(run("audit", str(ess), *asked), name, "--declare", "leave one")


def test_where_zero_is_not_covered_the_headline_says_so(run: Run, ess: Path) -> None:
    """Delta is 1/4 over counts from 1; with zeros preserved 1 - P(1 -> 0) = 3/4."""
    made, text = run("audit", str(ess), *ASKED, "--json"), run("audit", str(ess), *ASKED)
    privacy = made.json["privacy"]
    assert (privacy["zero"], privacy["first_count"]) == ("none", 1)
    assert [privacy[name] for name in ("delta", "delta_without_zero")] == ["1/4", "1/4"]
    assert privacy["delta_zeros_preserved"] == "3/4"
    head = text.out.splitlines()[0]
    assert "without a count of 0, which the table does not cover" in head
    assert "delta is at most 0.75" in head
    assert "with zeros preserved" in text.out
    kept = run("audit", str(ess), *ASKED, "--zero", "preserve", "--json").json["privacy"]
    assert [kept[name] for name in ("delta", "delta_without_zero")] == ["3/4", "1/4"]
    assert kept["delta_zeros_preserved"] == "3/4"


def test_counts_below_the_first_row_are_named(run: Run, example_1: Path) -> None:
    """The table of Example 1 begins at 25: no statement about it reaches a count of 24."""
    head = run("audit", str(example_1)).out.splitlines()[0]
    assert "without the counts 0 to 24, which the table does not cover" in head


def test_the_delta_of_an_epsilon_alone_is_measured(run: Run, ess: Path) -> None:
    """A declared epsilon without a delta promises nothing."""
    made = run("audit", str(ess), "--declare", "epsilon=ln(2)", "--json").json
    assert made["declared"] == [{"name": "epsilon", "value": "ln(2)", "verdict": "measured"}]
    assert (made["verdict"], Fraction(made["privacy"]["delta"])) == ("measured", Fraction(1, 4))


SMALL, LARGE = Row(((-1, 1), (0, 6), (1, 1))), Row(((-2, 1), (0, 5), (1, 2)))
KINDS: dict[str, tuple[int, Beyond, str, str]] = {
    "zeros kept, rows from 3": (3, Repeat(), "preserve", "the counts 1 and 2"),
    "zeros kept, rows from 2": (2, Repeat(), "preserve", "a count of 1"),
    "rows from 3": (3, Repeat(), "none", "the counts 0 to 2"),
    "a last row": (1, Stop(), "preserve", "counts above 2"),
    "a first and a last row": (4, Stop(), "none", "the counts 0 to 3 and counts above 5"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_verdict_names_the_counts_that_are_not_covered(
    run: Run, tmp_path: Path, kind: str
) -> None:
    """Those below the first row, but a 0 that is kept, and those above a last row."""
    first, beyond, zero, named = KINDS[kind]
    table = PTable(8, first, (SMALL, LARGE), beyond, zero)
    (tmp_path / "t.json").write_text(write_native(table))
    audited = run("audit", str(tmp_path / "t.json"), "--epsilon", "ln(8)", "--delta", "9/10")
    assert f", without {named}, which the table does not cover" in audited.out.splitlines()[0]
    plan = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.json"\ncells = 2\n'
    (tmp_path / "plan.toml").write_text(plan)
    asked = ("release", str(tmp_path / "plan.toml"), "--epsilon", "ln(8)", "--wide")
    promised = run(*asked, "--budget", "ln(8),99/100").out.splitlines()[0]
    assert f", without {named}, which a perturbation table does not cover" in promised
    assert run(*asked, "--json").json["not_covered"] == named
    (tmp_path / "plan.toml").write_text(plan + f"count_floor = {first}\n")
    floored = run(*asked).out.splitlines()[0]
    assert ("without" in floored) == (beyond == Stop())


@pytest.mark.parametrize("zero", ["preserve", "none"])
def test_a_delta_of_1_is_no_guarantee(run: Run, tmp_path: Path, zero: str) -> None:
    """Where 1 is never released as 0, zeros that stay as they are have delta 1."""
    table = PTable(8, 1, (Row(((0, 4), (1, 4))),), Repeat(), zero)
    (tmp_path / "t.json").write_text(write_native(table))
    audited = run("audit", str(tmp_path / "t.json"), "--epsilon", "1").out
    plan = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.json"\ncells = 100\n'
    (tmp_path / "plan.toml").write_text(plan)
    released = run("release", str(tmp_path / "plan.toml"), "--epsilon", "1").out
    assert "at most 1.0" not in audited + released
    assert "At epsilon = 1: no guarantee" in released
    assert ("zeros stay as they are: no guarantee" in audited) == (zero == "none")
