"""``ptcert design``: the law, its table and its file, from each kind of request."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from mpmath import mp, mpf

from tests.cli.running import (
    EXAMPLE_1,
    TRUE_DIGITS,
    Run,
    check_encloses,
    check_narrow,
    enclosures,
    true_pmf,
    true_ratio,
)

RULES = ("ceiling", "symmetric", "largest-remainder")
# (2.20) with the paper's choice: epsilon/(2D-1) - 2 epsilon/(10 (4D^2-1)), epsilon = 1/2, D = 25.
GAMMA = Fraction(1, 98) - Fraction(1, 24990)


def test_design_json_has_every_field_of_the_issue(run: Run) -> None:
    """Machines find D, gamma, variance, delta, keysize, rule and cdf, each of its own kind."""
    made = run("design", *EXAMPLE_1, "--json")
    assert made.status == 0
    assert made.err == ""
    found = made.json
    assert {"D", "gamma", "variance", "delta", "keysize", "rule", "cdf"} <= set(found)
    assert (found["D"], found["keysize"], found["rule"]) == (25, 2**32, "ceiling")
    assert Fraction(found["gamma"]) == GAMMA
    assert (found["epsilon"], found["target_delta"]) == ("1/2", "1/10000")
    assert all(type(keys) is int for keys in found["cdf"])


def test_design_cdf_is_the_ceiling_of_the_law(run: Run) -> None:
    """c^Q(z) = ceil(c_Z(z) K) for z = -D..D, (4.2), against the definition with 60 digits."""
    found = run("design", *EXAMPLE_1, "--json").json
    cdf, pmf = found["cdf"], true_pmf(true_ratio(GAMMA), 25)
    assert cdf[:3] == [425760, 1126343, 2255949]
    assert (len(cdf), cdf[-1]) == (51, 2**32)
    with mp.workdps(TRUE_DIGITS):
        below = [mp.fsum(pmf[y] for y in range(-25, z + 1)) for z in range(-25, 25)]
        assert cdf[:-1] == [int(mp.ceil(c * 2**32)) for c in below]


def test_design_enclosures_hold_the_truth_with_thirty_digits(run: Run) -> None:
    """Variance (2.26), delta (2.27) and the delta of D - 1 lie inside, and 30 digits are known."""
    found = run("design", *EXAMPLE_1, "--json").json
    pmf = true_pmf(true_ratio(GAMMA), 25)
    # (2.20) for D = 24: 1/94 - 1/(10 (4 24^2 - 1)).
    smaller = true_pmf(true_ratio(Fraction(1, 94) - Fraction(1, 23030)), 24)
    with mp.workdps(TRUE_DIGITS):
        check_encloses(found["variance"], mp.fsum(z * z * p for z, p in pmf.items()))
    check_encloses(found["delta"], pmf[-25])
    check_encloses(found["smaller_D"]["delta"], smaller[-24])
    assert found["smaller_D"]["D"] == 24
    assert Fraction(found["delta"]["hi"]) <= Fraction(1, 10000)
    assert Fraction(found["smaller_D"]["delta"]["lo"]) > Fraction(1, 10000)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_quantises_into_the_same_keys(run: Run, rule: str) -> None:
    """Every rule names itself, uses all keys, keeps all noise and stays within one key of p K."""
    found = run("design", *EXAMPLE_1, "--rule", rule, "--json").json
    assert found["rule"] == rule
    counts = [b - a for a, b in pairwise([0, *found["cdf"]])]
    pmf = true_pmf(true_ratio(GAMMA), 25)
    assert (len(counts), sum(counts), min(counts) > 0) == (51, 2**32, True)
    assert all(abs(n - pmf[z] * 2**32) < 2 for z, n in enumerate(counts, start=-25))
    if rule == "symmetric":
        assert counts == counts[::-1]


def test_the_recommended_rule_has_the_smallest_delta(run: Run) -> None:
    """``recommended`` takes the first of the rules, which stand by rising delta."""
    found = run("design", *EXAMPLE_1, "--rule", "recommended", "--json").json
    deltas = [Fraction(choice["delta"]) for choice in found["rules"]]
    assert {choice["rule"] for choice in found["rules"]} == set(RULES)
    assert deltas == sorted(deltas)
    assert found["rule"] == found["recommended_rule"] == found["rules"][0]["rule"]


def test_a_logarithmic_epsilon_keeps_its_exact_parts(run: Run) -> None:
    """For epsilon = ln(10) both epsilon and gamma come with the rationals that define them."""
    found = run("design", "--epsilon", "ln(10)", "--delta", "1e-4", "--json").json
    D, gamma = found["D"], found["gamma"]
    with mp.workdps(TRUE_DIGITS):
        log = mp.log(10)
        factor = mpf(2 * D - 1 + mpf(9) / 5) / (4 * D * D - 1)
        check_encloses(found["epsilon"], log)
        check_encloses(gamma, factor * log)
        check_encloses(found["delta"], true_pmf(factor * log, D)[-D])
    assert (found["epsilon"]["exp"], gamma["ln"]) == ("10/1", "10")
    assert Fraction(gamma["times"]) == Fraction(10 * (2 * D - 1) + 18, 10 * (4 * D * D - 1))
    assert Fraction(found["smaller_D"]["delta"]["lo"]) > Fraction(1, 10000)


@pytest.mark.parametrize("text", ["1/2", "0.5", "5e-1", ".5"])
def test_a_decimal_means_what_is_written(run: Run, text: str) -> None:
    """Every way to write one half gives the same design."""
    found = run("design", "--epsilon", text, "--delta", "0.0001", "--json").json
    assert found == run("design", *EXAMPLE_1, "--json").json


def test_a_law_from_its_variance_has_that_variance(run: Run) -> None:
    """With --variance the variance is the rational given, and gamma encloses the root of (2.7)."""
    found = run("design", "--D", "5", "--variance", "7/2", "--json").json
    assert (found["variance"], found["gamma"]["variance"]) == ("7/2", "7/2")
    assert (found["epsilon"], found["delta"], found["rules"]) == (None, None, [])
    with mp.workdps(TRUE_DIGITS):
        lo, hi = (
            mp.fsum(z * z * p for z, p in true_pmf(mpf(found["gamma"][end]), 5).items())
            for end in ("lo", "hi")
        )
        # The variance falls with gamma: the ends of gamma give variances on either side.
        assert hi <= mpf(7) / 2 <= lo
    check_narrow(found["gamma"], 30)


def test_the_largest_variance_is_the_uniform_law(run: Run) -> None:
    """V = D(D+1)/3 gives gamma = 0 and equal numbers of keys, as far as they divide."""
    found = run("design", "--D", "5", "--variance", "10", "--keysize", "2^16", "--json").json
    assert (found["gamma"], found["variance"]) == ("0/1", "10/1")
    counts = {b - a for a, b in pairwise([0, *found["cdf"]])}
    assert counts <= {2**16 // 11, 2**16 // 11 + 1}


def test_a_law_from_its_gamma_has_that_gamma(run: Run) -> None:
    """With --gamma and --D the law is exp(-gamma z^2) on [-D, D]."""
    found = run("design", "--D", "6", "--gamma", "1/9", "--json").json
    pmf = true_pmf(true_ratio(Fraction(1, 9)), 6)
    assert (found["D"], found["gamma"]) == (6, "1/9")
    with mp.workdps(TRUE_DIGITS):
        check_encloses(found["variance"], mp.fsum(z * z * p for z, p in pmf.items()))


def test_a_gamma_beyond_the_interval_has_the_tight_delta_over_all_events(run: Run) -> None:
    """With --gamma, --D and --epsilon delta is the sum of all excesses, (2.9), not p(-D)."""
    law = ("--D", "6", "--gamma", "1/9", "--epsilon", "1/2")
    found = run("design", *law, "--json").json
    pmf = true_pmf(true_ratio(Fraction(1, 9)), 6)
    with mp.workdps(TRUE_DIGITS):
        exp = mp.exp(mpf(1) / 2)
        excesses = [pmf[z] - exp * pmf.get(z - 1, mpf(0)) for z in pmf]
        check_encloses(found["delta"], mp.fsum(e for e in excesses if e > 0))


@pytest.mark.parametrize("position", ["0", "1/2", "0.99"])
def test_position_places_gamma_in_the_interval(run: Run, position: str) -> None:
    """Gamma = epsilon (2D - 1 + 2t)/(4D^2 - 1) at position t of (2.20)."""
    law = ("--epsilon", "1/2", "--D", "11", "--position", position)
    found = run("design", *law, "--json").json
    assert Fraction(found["gamma"]) == (21 + 2 * Fraction(position)) / (2 * (4 * 121 - 1))


def test_the_best_gamma_is_better_than_a_grid(run: Run) -> None:
    """No gamma of the paper's grid has a smaller delta than the enclosed minimum (Figure 2a)."""
    law = ("--epsilon", "1/2", "--D", "11")
    found = run("design", *law, "--best-gamma", "--json").json
    check_narrow(found["best_delta"], 12)
    check_narrow(found["delta"], 30)
    best = Fraction(found["best_delta"]["lo"])
    assert best <= Fraction(found["delta"]["hi"]) <= Fraction(found["best_delta"]["hi"])
    # Steps of 0.001 over (0, 1/2], at which delta is computed from its definition, (2.9).
    with mp.workdps(TRUE_DIGITS):
        exp = mp.exp(mpf(1) / 2)
        for step in range(1, 501):
            pmf = true_pmf(mpf(step) / 1000, 11)
            excesses = (pmf[z] - exp * pmf.get(z - 1, mpf(0)) for z in pmf)
            assert mp.fsum(e for e in excesses if e > 0) >= mpf(found["best_delta"]["lo"])


@pytest.mark.parametrize(
    "request_",
    [
        EXAMPLE_1,
        ("--epsilon", "ln(10)", "--delta", "1e-4"),
        ("--D", "5", "--variance", "7/2", "--epsilon", "1/2"),
        ("--D", "6", "--gamma", "1/9", "--epsilon", "1/2"),
        ("--D", "6", "--gamma", "1/9", "--epsilon", "1/2", "--keysize", "2^128"),
    ],
)
def test_every_irrational_of_a_design_has_thirty_digits(
    run: Run, request_: tuple[str, ...]
) -> None:
    """Each object with lo and hi in the JSON of a design is narrow enough for 30 digits."""
    found = list(enclosures(run("design", *request_, "--json").json))
    assert found
    for enclosure in found:
        check_narrow(enclosure, 30)


@pytest.mark.parametrize(
    "law",
    [
        ("--variance", "9." + "9" * 44),
        ("--epsilon", f"ln({10**40 + 1}/{10**40})"),
    ],
    ids=["variance", "epsilon"],
)
def test_a_tiny_gamma_has_thirty_digits_too(run: Run, law: tuple[str, str]) -> None:
    """A gamma far below 1 is enclosed relative to its own size, in text as in JSON."""
    found = run("design", "--D", "5", *law, "--json").json
    check_narrow(found["gamma"], 30)
    assert run("design", "--D", "5", *law).status == 0


def test_the_file_holds_the_table_that_was_shown(run: Run, tmp_path: Path) -> None:
    """With -o the key counts in the file are the steps of the cdf in the JSON."""
    path = tmp_path / "t.ptable.json"
    found = run("design", *EXAMPLE_1, "-o", str(path), "--json").json
    document = json.loads(path.read_text(encoding="utf-8"))
    (row,) = document["rows"]
    assert document["keysize"] == 2**32
    assert row["noise"] == list(range(-25, 26))
    assert row["keys"] == [b - a for a, b in pairwise([0, *found["cdf"]])]
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_design_gives_the_same_file(run: Run, tmp_path: Path, example_1: Path) -> None:
    """The file is canonical: a second run writes the same bytes."""
    path = tmp_path / "again.ptable.json"
    assert run("design", *EXAMPLE_1, "-o", str(path)).status == 0
    assert path.read_bytes() == example_1.read_bytes()


def test_the_text_of_a_design_shows_what_the_paper_shows(run: Run) -> None:
    """People read D, the variance, the evidence against D - 1, the keys and the first keys."""
    made = run("design", *EXAMPLE_1)
    assert (made.status, made.err) == (0, "")
    for part in ("D = 25", "127/12495", "49.00216715", "D = 24 fails", "2^32", "425759", "1126342"):
        assert part in made.out
    assert "No file written" in made.out


def test_the_text_of_a_design_says_where_the_table_is(run: Run, tmp_path: Path) -> None:
    """With -o the last line names the file."""
    path = tmp_path / "t.ptable.json"
    assert run("design", *EXAMPLE_1, "-o", str(path)).out.splitlines()[-1].endswith(str(path))
