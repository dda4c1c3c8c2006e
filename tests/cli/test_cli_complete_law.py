"""``ptcert design --law NAME --complete``: the other laws with rows for small counts."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.table.native import read_native
from tests.certificate.making import source, targets, text_of
from tests.cli.running import Run, check_rejected
from tests.house_rules import ROOT
from verification.claims.request import Request

LAWS = [
    ("--law", "laplace", "--m", "3"),
    ("--law", "truncated-normal", "--m", "3"),
    ("--law", "maxent", "--D", "3", "--variance", "1"),
    ("--law", "count-query", "--eta", "1/2", "--D", "3"),
    ("--law", "discrete-gaussian", "--sigma2", "1", "--D", "3"),
]


@pytest.mark.parametrize("small", ["clip", "normalise", "optimise"])
@pytest.mark.parametrize("law", LAWS, ids=[law[1] for law in LAWS])
def test_every_law_becomes_a_complete_table(
    run: Run, tmp_path: Path, law: tuple[str, ...], small: str
) -> None:
    """A row for every count, no negative result, and the law's own row from D on."""
    path, one = tmp_path / "t.ptable.json", tmp_path / "one.ptable.json"
    asked = (*law, "--epsilon", "1", "--keysize", "2^12")
    made = run("design", "--complete", *asked, "--small", small, "-o", str(path), "--json")
    assert made.status == 0, made.err
    table = read_native(path.read_text())
    assert all(z + n >= 0 for n, row in enumerate(table.rows, 1) for z, _ in row.runs)
    assert run("design", *asked, "-o", str(one)).status == 0
    assert table.rows[-1] == read_native(one.read_text()).rows[-1]
    assert (table.first_count, table.zero) == (1, "preserve")
    assert (made.json["bound"] is None) == (small != "optimise")


INVARIANT = ("--law", "pram", "--reading", "block", "--cap", "2", "--invariant")
PAGES = ("docs/complete.md", "docs/limits.md", "docs/utility.md")


def claims_of(run: Run, folder: Path, *asked: str) -> set[str]:
    """Return the claims of a certificate of the table that a design makes."""
    path = folder / "t.ptable.json"
    assert run("design", *asked, "--epsilon", "1", "--keysize", "2^6", "-o", str(path)).status == 0
    table = read_native(path.read_text())
    said = json.loads(text_of(Request(table, source(table), targets("1")), ()))
    assert (table.origin is None) == (said["table"]["origin"] is None)
    return {claim["name"] for claim in said["claims"]}


@pytest.mark.parametrize("small", ["clip", "normalise", "optimise"])
def test_rows_made_of_a_law_are_not_claimed_to_be_its_quantisation(
    run: Run, tmp_path: Path, small: str
) -> None:
    """The law's own table claims it; with rows for small counts the file declares no law."""
    law = ("--law", "laplace", "--m", "2")
    assert "quantisation" in claims_of(run, tmp_path, *law)
    assert "quantisation" not in claims_of(run, tmp_path, "--complete", *law, "--small", small)


def test_an_invariant_table_is_not_claimed_to_be_a_quantisation(run: Run, tmp_path: Path) -> None:
    """It is made of the law and of the counts."""
    counts = tmp_path / "counts.csv"
    counts.write_text("count,frequency\n0,10\n1,5\n2,3\n3,2\n4,1\n", encoding="utf-8")
    assert "quantisation" in claims_of(run, tmp_path, *INVARIANT[:-1])
    assert "quantisation" not in claims_of(run, tmp_path, *INVARIANT, str(counts))


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_say_which_tables_do_not_claim_quantisation(page: str) -> None:
    """With the reason: the file declares no law."""
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    _, _, said = text.partition("not claim *quantisation*")
    assert "its `origin` is `null`" in said[:300]


def test_a_target_counts_for_every_pair(run: Run, tmp_path: Path) -> None:
    """Clipped Laplace noise has delta near 0.0086; normalised, small counts have more."""
    path = tmp_path / "t.ptable.json"
    asked = ("--law", "laplace", "--m", "4", "--epsilon", "1", "--delta", "0.01", "-o", str(path))
    above_zero = ("--first-pair", "exclude")
    missed = run("design", "--complete", *asked, "--small", "normalise", *above_zero)
    assert missed.status == 1
    assert "missed by the counts 1 and 2" in missed.out
    missed = run("design", "--complete", *asked, "--small", "clip")
    assert missed.status == 1
    assert "missed by the counts 0 and 1. A count of 0 stays 0" in " ".join(missed.out.split())
    assert not path.exists()
    assert run("design", "--complete", *asked, "--small", "clip", *above_zero).status == 0
    assert path.exists()


@pytest.mark.parametrize(("eta", "warned"), [("1/100", True), ("1/2", False)])
def test_count_query_shows_its_bounds_and_where_theorem_3_fails(
    run: Run, eta: str, warned: bool
) -> None:
    """At eta = 1/100, e^epsilon = 4, D = 2: the bound is 33/400, single outcomes have 149/400."""
    asked = ("--law", "count-query", "--eta", eta, "--D", "2", "--epsilon", "ln(4)")
    said = run("design", "--complete", *asked).out
    assert ("Theorem 3 of Sadeghi, Asoodeh and Calmon fails" in said) == warned
    for name in ("Theorem 3", "k of Theorem 2", "knee", "(2D + 1) delta"):
        assert name in said
    assert ("33/400" in said) == warned


def bound_of_proof(found: Any, eta: Fraction, D: int, last: int) -> Fraction:
    """Add the multipliers up by weak duality, with nothing but the printed numbers."""
    E, counts = Fraction(found["E"]), range(1, last + 1)
    cost = {n: dict.fromkeys(range(-min(n, D), D + 1), Fraction(0)) for n in counts}
    total = 0
    for outcome in found["outcomes"]:
        n, m, y = outcome["count"], outcome["other"], outcome["released"]
        assert abs(n - m) == 1
        assert 0 <= outcome["mu"] <= outcome["lambda"]
        total += outcome["lambda"]
        cost[n][y - n] += outcome["mu"]
        if y - m in cost[m]:
            cost[m][y - m] -= E * outcome["mu"]
    for n, (bias, stay) in zip(counts, found["rows"], strict=True):
        for z in cost[n]:
            cost[n][z] += bias * z + stay * (eta - (z == 0))
    return sum((min(row.values()) for row in cost.values()), Fraction(0)) / total


def test_proposition_2_is_solved_through_the_command(run: Run) -> None:
    """D = 2, counts 1..3, eta = 1/2, e^epsilon = 2: the least delta is 5/38."""
    asked = ("--law", "count-query", "--eta", "1/2", "--D", "2", "--epsilon", "ln(2)")
    program = ("--small", "program", "--rows", "3", "--keysize", "38000")
    made = run("design", "--complete", *asked, *program, "--json")
    assert made.status == 0, made.err
    assert (
        Fraction(5, 38) - Fraction(1, 10**6) < Fraction(made.json["bound"]["lo"]) <= Fraction(5, 38)
    )
    found = made.json["program"]
    assert Fraction(found["lo"]) <= Fraction(5, 38) <= Fraction(found["hi"])
    assert (
        Fraction(found["gap"])
        == Fraction(found["hi"]) - Fraction(found["lo"])
        < Fraction(1, 10**12)
    )
    assert bound_of_proof(found, Fraction(1, 2), 2, 3) == Fraction(found["lo"])
    for n, law in enumerate(found["noise"], start=1):
        parts = {int(z): Fraction(p) for z, p in law.items()}
        assert set(parts) <= set(range(-min(n, 2), 3))
        assert (sum(parts.values()), parts[0]) == (Fraction(1), Fraction(1, 2))
        assert sum(z * p for z, p in parts.items()) == 0


def test_594_shares_are_no_longer_refused(run: Run, tmp_path: Path) -> None:
    """D = 6, N = 19: both bounds, their gap, and a table that certify accepts."""
    file = tmp_path / "t.ptable.json"
    asked = ("--law", "count-query", "--eta", "1/2", "--D", "6", "--epsilon", "1")
    program = ("--small", "program", "--rows", "19", "-o", str(file))
    made = run("design", "--complete", *asked, *program)
    assert (made.status, made.err) == (0, "")
    assert "594 shares alpha, as 232 probabilities" in made.out
    assert "least delta of single outcomes, at most" in made.out
    done = run("certify", str(file), "--epsilon", "1", "-o", str(tmp_path), "--as", "md")
    assert (done.status, done.err) == (0, "")
    assert "dp-singletons" in done.out


def test_keys_that_no_row_can_share_are_refused(run: Run) -> None:
    """Noise -1 and 1 cannot share 9 keys evenly: one line, no traceback."""
    asked = ("--law", "count-query", "--eta", "1/2", "--D", "1", "--epsilon", "1")
    program = ("--small", "program", "--rows", "3", "--keysize", "18")
    check_rejected(run("design", "--complete", *asked, *program), "keysize = 18", "leaves 9 keys")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--law", "laplace", "--m", "3", "--small", "program", "--rows", "9"), "small"),
        (("--law", "count-query", "--eta", "1/2", "--D", "2", "--small", "program"), "rows"),
        (("--law", "laplace", "--m", "3", "--rows", "9"), "rows"),
        (("--law", "laplace", "--m", "3", "--js", "2"), "js"),
        (("--law", "laplace", "--m", "3", "--criterion", "entropy"), "criterion"),
        (("--law", "hellinger", "--m", "3", "--last-count", "5"), "law"),
    ],
)
def test_what_a_law_does_not_take_is_refused(
    run: Run, options: tuple[str, ...], named: str
) -> None:
    """Nothing that was asked for is ignored."""
    check_rejected(run("design", "--complete", "--epsilon", "1", *options), named)


def test_the_rows_beside_a_law_have_a_proof(run: Run, tmp_path: Path) -> None:
    """--small optimise --proof: a claim about every table with the law's own row from D on."""
    table, proof = tmp_path / "t.ptable.json", tmp_path / "t.proof.json"
    law = ("--law", "laplace", "--m", "2", "--epsilon", "1", "--keysize", "2^6")
    asked = ("design", "--complete", *law, "--small", "optimise")
    made = run(*asked, "-o", str(table), "--proof", str(proof))
    assert made.status == 0, made.err
    assert "The bound is proved; --proof FILE keeps the proof" in made.out
    to = ("--epsilon", "1", "--proof", str(proof), "-o", str(tmp_path), "--as", "md")
    certified = run("certify", str(table), *to, "--solver", "z3", "--json")
    claim = next(c for c in certified.json["claims"] if c["name"] == "optimality")
    own = read_native(table.read_text()).rows[-1].pmf
    assert [Fraction(p) for p in claim["rules"]["last_row"]] == [
        own.probability(z) for z in range(-2, 3)
    ]
    assert run("check", str(tmp_path / "t.certificate.json"), str(table)).status == 0
    said = (tmp_path / "t.report.md").read_text()
    assert "the row of count 2 is this one and repeats" in said
    again = run(*asked, "--leaves", "1", "--json")
    assert Fraction(again.json["bound"]["lo"]) <= Fraction(claim["bound"])


@pytest.mark.parametrize("small", ["clip", "normalise"])
@pytest.mark.parametrize("option", [("--proof", "p.json"), ("--leaves", "9")])
def test_rows_that_follow_from_the_law_have_nothing_to_prove(
    run: Run, small: str, option: tuple[str, str]
) -> None:
    """A bound of other tables is searched for by --small optimise alone."""
    asked = ("design", "--complete", "--law", "laplace", "--m", "2", "--epsilon", "1")
    check_rejected(run(*asked, "--small", small, *option), "is for --small optimise")
