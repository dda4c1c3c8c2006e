"""``ptcert design --complete``: a table for every count, its bound, and its way to other files."""

import math
from fractions import Fraction
from pathlib import Path

import pytest

import ptcert
from exact.table.native import read_native
from exact.table.ptable import PTable
from tests.cli.running import Run, changed, check_rejected

SMALL = ("design", "--complete", "--D", "2", "--keysize", "2^4")
FIELDS = {
    "empty_cell_keys",
    "table",
    "criterion",
    "delta",
    "bound",
    "gap_keys",
    "proved_optimal",
    "rows",
}


def test_the_best_privacy_has_all_its_fields(run: Run) -> None:
    """The least delta of D = 2, V = 1, e^epsilon = 2 with 16 keys, unbiased and proved."""
    made = run(*SMALL, "--variance", "1", "--epsilon", "ln(2)", "--json")
    assert (made.status, made.err) == (0, "")
    found = made.json
    assert set(found) == FIELDS
    assert (found["criterion"], found["proved_optimal"], found["gap_keys"]) == (
        "privacy",
        True,
        "0/1",
    )
    assert set(found["delta"]) == {"epsilon", "lo", "hi", "A", "B"}
    assert Fraction(found["bound"]["lo"]) <= Fraction(found["delta"]["hi"])
    assert [row["count"] for row in found["rows"]] == [1, 2]
    for row in found["rows"]:
        assert set(row) == {"count", "bias", "variance", "entropy"}
        assert Fraction(row["bias"]) == 0
        assert Fraction(row["variance"]) <= 1


def test_what_no_table_is_below_is_the_least_delta_where_it_is_proved(run: Run) -> None:
    """A bound of a tree between two deltas that can occur counts as the larger one."""
    asked = (*SMALL, "--variance", "1", "--epsilon", "ln(2)")
    delta = Fraction(run(*asked, "--json").json["delta"]["lo"])
    (line,) = (line for line in run(*asked).out.splitlines() if "at least" in line)
    assert line.startswith("delta of every such table")
    assert delta - Fraction(1, 10**9) <= Fraction(line.split()[-1]) <= delta


def test_the_least_variance_meets_its_target(run: Run) -> None:
    """Delta at most 1/4 at epsilon = 1, and a bound below the variance that was found."""
    found = run(
        *(*SMALL, "--criterion", "variance", "--epsilon", "1", "--delta", "1/4"),
        *("--first-pair", "exclude", "--json"),
    ).json
    largest = max(Fraction(row["variance"]) for row in found["rows"])
    assert Fraction(found["delta"]["hi"]) <= Fraction(1, 4)
    assert Fraction(found["bound"]["lo"]) <= largest
    assert found["proved_optimal"] is True


def test_the_largest_entropy_has_exact_moments(run: Run) -> None:
    """Bias 0 and variance 1 in every row of 256 keys, as asked of R ptable's D = 3, V = 1."""
    asked = ("--D", "3", "--variance", "1", "--keysize", "2^8", "--criterion", "entropy")
    found = run("design", "--complete", *asked, "--json").json
    assert [(row["bias"], row["variance"]) for row in found["rows"]] == [("0/1", "1/1")] * 3
    assert (found["delta"], found["bound"]) == (None, None)


def test_nothing_is_said_of_a_variance_that_nobody_asked_for(run: Run) -> None:
    """Without --variance no row is below one, and without a theorem there is no empty table."""
    said = run(*SMALL, "--criterion", "entropy").out
    assert "variance asked for" not in said
    assert run(*SMALL, "--criterion", "entropy", "--json").json["proved_optimal"] is True
    assert "theorem" in said
    assert "theorem" not in run(*SMALL, "--criterion", "entropy", "--allow-bias").out


def test_the_smallest_epsilon_of_a_delta_is_bounded(run: Run) -> None:
    """The table has the delta at its epsilon; ln of the bound lies below."""
    above_zero = ("--first-pair", "exclude")
    found = run(*SMALL, "--variance", "1", "--delta", "1/4", *above_zero, "--json").json
    assert Fraction(found["delta"]["hi"]) <= Fraction(1, 4)
    assert Fraction(found["bound"]["lo"]) < Fraction(found["delta"]["epsilon"]["hi"])
    said = run(*SMALL, "--variance", "1", "--delta", "1/4", *above_zero).out
    (line,) = (line for line in said.splitlines() if line.startswith("smaller epsilon"))
    logarithm = math.log(Fraction(found["bound"]["exp"]))
    assert f"ln({found['bound']['exp']}), about {logarithm:.7f}"[:-1] in line


@pytest.mark.parametrize(
    "target",
    [
        ("--variance", "1", "--epsilon", "1", "--delta", "1/1000"),
        ("--variance", "1", "--delta", "1/1000"),
        ("--variance", "1", "--epsilon", "1", "--first-pair", "cap:0.1"),
        ("--criterion", "variance", "--epsilon", "1", "--delta", "1/1000"),
        # Less than one key of 16.
        ("--criterion", "variance", "--epsilon", "2", "--delta", "6/100"),
        ("--criterion", "variance", "--epsilon", "1", "--delta", "1/99", "--first-pair", "cap:0.9"),
        ("--criterion", "variance", "--epsilon", "1", "--delta", "1/2", "--first-pair", "cap:0.1"),
    ],
    ids=["privacy", "epsilon", "cap", "variance", "keys", "variance and cap", "cap of variance"],
)
def test_a_target_out_of_reach_is_shown_by_a_bound(
    run: Run, target: tuple[str, ...], tmp_path: Path
) -> None:
    """Status 1, no file, and a bound above what was asked for."""
    path = tmp_path / "t.ptable.json"
    missed = run(*SMALL, *target, "--json", "-o", str(path))
    assert missed.status == 1
    assert set(missed.json) == FIELDS
    assert missed.json["table"] is None
    assert Fraction(missed.json["bound"]["lo"]) >= Fraction(1, 16)
    assert not path.exists()
    said = run(*SMALL, *target)
    pair = "smallest delta of the pair (0, 1), at least" in said.out
    assert (said.status, pair) == (1, "cap:0.1" in target)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--variance", "5", "--epsilon", "1"), "variance"),
        (("--variance", "4", "--exact-variance", "--epsilon", "1"), "row = 1"),
        (("--js", "3", "--epsilon", "1"), "row = 1"),
        (("--keysize", "2^2", "--epsilon", "1"), "keysize"),
        (("--D", "3", "--js", "2", "--rows", "3", "--epsilon", "1"), "rows"),
        (("--js", "2", "--holes", "1..2", "--epsilon", "1"), "js"),
        (("--monotone", "--unimodal", "--epsilon", "1"), "unimodal"),
        (("--gamma", "1", "--epsilon", "1"), "gamma"),
        (("--criterion", "variance", "--epsilon", "1"), "delta"),
        (("--criterion", "entropy", "--delta", "1/2"), "delta"),
        (("--first-pair", "sometimes", "--epsilon", "1"), "first_pair"),
        ((), "epsilon"),
    ],
)
def test_rules_that_cannot_be_kept_are_named(
    run: Run, options: tuple[str, ...], named: str
) -> None:
    """Which rule, which row, what would work: one line, status 2."""
    check_rejected(run(*changed(SMALL, *options)), named)


def test_options_of_complete_tables_need_complete(run: Run) -> None:
    """Nothing that was asked for is ignored."""
    check_rejected(run("design", "--epsilon", "1", "--delta", "1e-3", "--js", "2"), "js")


CHAINS = [
    ("entropy", "row", ("--variance", "2")),
    ("entropy", "preserve", ("--variance", "2")),
    ("privacy", "preserve", ("--variance", "2", "--epsilon", "1")),
    ("variance", "preserve", ("--epsilon", "1", "--delta", "0.1", "--first-pair", "exclude")),
]


@pytest.mark.parametrize(("criterion", "zero", "given"), CHAINS)
def test_a_complete_table_is_certified_checked_converted_and_read_back(
    run: Run, tmp_path: Path, criterion: str, zero: str, given: tuple[str, ...]
) -> None:
    """Every claim holds in the certificate, and through every format come equal rows."""
    path, folder = tmp_path / "t.ptable.json", tmp_path / "certified"
    rules = ("--D", "3", "--js", "1", "--zero", zero, "--keysize", "2^8", *given)
    made = run("design", "--complete", "--criterion", criterion, *rules, "-o", str(path))
    assert made.status == 0, made.err
    certified = run("certify", str(path), "--epsilon", "1", "-o", str(folder))
    assert (certified.status, "HOLDS" in certified.out) == (0, True)
    assert run("check", str(folder / "t.certificate.json")).status == 0
    table = read_native(path.read_text())
    assert (table.holes, table.zero) == ((1,), zero)
    for name, suffix in FORMATS:
        other, back = tmp_path / f"{name}{suffix}", tmp_path / f"{name}.ptable.json"
        assert run("convert", str(path), str(other), "--to", name).status == 0, name
        read = run("convert", str(other), str(back), "--holes", "1..1")
        assert read.status == 0, (name, read.err)
        assert run("compare", str(path), str(back)).status == 0, name
        again = read_native(back.read_text())
        counts = (*range(table.last_count + 3), 500, 750, 751)
        assert [shares(again, n) for n in counts] == [shares(table, n) for n in counts], name


def shares(table: PTable, count: int) -> dict[int, Fraction]:
    """Return the probability of every noise value of a count."""
    noise = table.row(count).pmf
    return {z: noise.probability(z) for z in noise.outcomes}


FORMATS = (
    ("r-ptable", ".csv"),
    ("tau-argus", ".txt"),
    ("ess", ".csv"),
    ("ons", ".csv"),
    ("sas", ".csv"),
    ("cellkey-json", ".json"),
)


@pytest.mark.parametrize("criterion", ["entropy", "privacy", "variance"])
def test_any_number_of_keys_is_taken(run: Run, criterion: str) -> None:
    """100 keys, no power of two; every row has exactly as many."""
    given = {"entropy": ("--variance", "1"), "privacy": ("--variance", "1", "--epsilon", "1")}
    above_zero = ("--first-pair", "exclude")
    asked = given.get(criterion, ("--epsilon", "1", "--delta", "1/4", *above_zero))
    words = changed(SMALL, *asked, "--criterion", criterion, "--keysize", "100")
    made = run(*words, "--json")
    assert made.status == 0
    assert all(sum(row["keys"]) == 100 for row in made.json["table"]["rows"])


def test_a_cap_of_the_first_pair_is_no_matter_of_entropy(run: Run) -> None:
    """Every row is made by itself there: the option is refused, not ignored."""
    asked = ("--criterion", "entropy", "--variance", "1", "--first-pair", "cap:0.3")
    check_rejected(run(*SMALL, *asked), "first_pair = 'cap:3/10'", "--criterion privacy")


def test_keys_that_no_row_can_share_are_named(run: Run) -> None:
    """Row 1 with the holes 1 and 2 needs thirds at variance 2: 256 keys have none, 300 have."""
    asked = ("design", "--complete", "--D", "3", "--variance", "2", "--js", "2", "--epsilon", "1")
    few = run(*asked, "--keysize", "256")
    assert few.status == 2
    assert "row 1" in few.err
    assert run(*asked, "--keysize", "300").status == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        # V larger than D allows.
        (("--D", "5", "--variance", "26"), "variance = 26: is more than the 25"),
        # Holes that cannot be unbiased: count 1 can only become 0.
        (("--D", "1", "--js", "2"), "fewer holes or --allow-bias"),
        # A variance that is too small for the holes: -1 and 2 have 2 at least.
        (("--D", "5", "--js", "2", "--variance", "1/2"), "row 1 can have variances from 2 to 5"),
        # K smaller than the support.
        (
            ("--D", "5", "--keysize", "8"),
            "less than the 11 noise values of row 5; choose more keys",
        ),
        # N too small: the last row would release a hole.
        (("--D", "5", "--js", "2", "--rows", "4"), "row 4 repeats, and would release the hole 2"),
        # Values by row that no row uses.
        (("--D", "3,4", "--rows", "1"), "D = '3,4': has 2 values for 1 rows"),
        # Demands that exclude each other, with the proof.
        (
            ("--D", "5", "--variance", "3", "--monotone", "--exact-variance"),
            "cannot keep bias and variance and p(-1) <= p(0) together",
        ),
        (("--D", "3", "--first-pair", "cap:2"), "cap = 2: must lie above 0"),
    ],
)
def test_bad_input_says_which_rule_which_row_and_what_would_work(
    run: Run, options: tuple[str, ...], said: str
) -> None:
    """One line on standard error, status 2."""
    check_rejected(run("design", "--complete", "--epsilon", "1", *options), said)


def test_the_rows_are_printed_and_leaves_that_change_nothing_are_explained(run: Run) -> None:
    """Every row of the file with its keys; beyond 4096 keys no tree is searched."""
    asked = ("design", "--complete", "--D", "2", "--variance", "1", "--epsilon", "1")
    many = (*asked, "--keysize", "2^16")
    made = run(*many, "--leaves", "1000", "--wide").out
    rows = run(*many, "--leaves", "1000", "--json").json["table"]["rows"]
    printed = [line.split() for line in made.splitlines()]
    for count, row in enumerate(rows, start=1):
        assert [str(count), *(str(n) for n in row["keys"] if n)] in printed
    assert "--leaves 1000 changes nothing: only tables of up to 4096 keys are searched" in made
    design = ptcert.complete(1, D=2, variance=1, keysize="2^16", leaves=1000)
    assert "--leaves 1000 changes nothing" in " ".join(design.text.split())
    assert "changes nothing" not in run(*many).out
    assert "changes nothing" not in run(*asked, "--keysize", "2^8", "--leaves", "1000").out


def test_leaves_that_no_proof_reads_are_refused(run: Run) -> None:
    """Rows of largest entropy, and the smallest epsilon of a delta, have no tree."""
    entropy = ("--criterion", "entropy", "--variance", "1", "--leaves", "5")
    check_rejected(run(*SMALL, *entropy), "leaves = 5", "--criterion entropy")
    check_rejected(run(*SMALL, "--delta", "1/4", "--leaves", "5"), "leaves = 5", "leave it out")
