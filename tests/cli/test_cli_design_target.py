"""``ptcert design`` with a target: the table meets it, or it says so and writes nothing."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE_1, Run, check_rejected, listing

SMALL = ("--epsilon", "0.9", "--delta", "0.03", "--keysize", "2^8")
LARGE = ("--epsilon", "3", "--delta", "0.00046", "--keysize", "2^12")
MISSED = ("--epsilon", "0.1", "--delta", "1e-3", "--keysize", "2^10")
BEYOND = ("--epsilon", "1/2", "--delta", "1e-4", "--keysize", "2^8")


def delta_of_table(run: Run, path: Path) -> tuple[int, Fraction]:
    """Return the status of an audit by the file's own target, and the tight delta (rounded up)."""
    made = run("audit", str(path), "--json")
    delta = made.json["privacy"]["delta"]
    return made.status, Fraction(delta["hi"] if isinstance(delta, dict) else delta)


@pytest.mark.parametrize(
    "request_",
    [
        SMALL,
        LARGE,
        (*SMALL, "--rule", "ceiling"),
        (*SMALL, "--guide", "smallest"),
        (*LARGE, "--best-gamma"),
        (*LARGE, "--rule", "recommended"),
        (*EXAMPLE_1, "--guide", "smallest"),
    ],
)
def test_the_table_that_is_written_meets_its_target(
    run: Run, tmp_path: Path, request_: tuple[str, ...]
) -> None:
    """The audit of the file, which declares its target, holds."""
    path = tmp_path / "t.ptable.json"
    made = run("design", *request_, "-o", str(path), "--json")
    assert (made.status, made.json["meets_target"]) == (0, True)
    status, delta = delta_of_table(run, path)
    assert (status, delta <= Fraction(made.json["target_delta"])) == (0, True)


def test_another_rule_is_taken_where_the_paper_s_misses_and_it_says_why(run: Run) -> None:
    """With 2^8 keys ceiling gives 8/256 = 1/32 > 0.03 and largest-remainder 7/256."""
    found = run("design", *SMALL, "--json").json
    assert (found["D"], found["rule"], found["table_delta"]) == (4, "largest-remainder", "7/256")
    assert {"rule": "ceiling", "delta": "1/32"} in found["rules"]
    text = run("design", *SMALL).out
    assert "with the paper's rule, ceiling, the table misses the target" in text
    assert "1/32" in text


def test_the_next_D_is_taken_where_every_rule_misses_and_it_says_why(run: Run) -> None:
    """With 2^12 keys D = 4 gives at least 2/4096 > 0.00046; D = 5 gives 1/4096 by symmetric."""
    found = run("design", *LARGE, "--json").json
    assert (found["guide_D"], found["D"], found["rule"]) == (4, 5, "symmetric")
    assert found["table_delta"] == "1/4096"
    assert "with D = 4 no rule meets the target" in run("design", *LARGE).out


def test_a_variance_that_was_passed_over_is_said_to_miss(run: Run) -> None:
    """With 2^14 keys the tables of 1/74 and 1/78 miss 1/10000, and that of 1/82 does not."""
    asked = (*EXAMPLE_1[:4], "--keysize", "2^14", "--guide", "smallest")
    assert run("design", *asked, "--json").json["gamma"] == "1/82"
    assert "the tables of a smaller variance miss the target" in run("design", *asked).out


def test_a_rule_that_was_asked_for_is_kept(run: Run) -> None:
    """Ceiling misses with D = 4, so that it takes D = 5."""
    found = run("design", *SMALL, "--rule", "ceiling", "--json").json
    assert (found["D"], found["rule"], found["meets_target"]) == (5, "ceiling", True)
    assert "with D = 4 the rule ceiling misses the target" in (
        run("design", *SMALL, "--rule", "ceiling").out
    )


@pytest.mark.parametrize(("request_", "keys"), [(MISSED, 2**13), (BEYOND, 2**14)])
def test_where_no_table_meets_the_target_nothing_is_written(
    run: Run, tmp_path: Path, request_: tuple[str, ...], keys: int
) -> None:
    """Status 1, the nearest table, how many keys would do, and no file but with --anyway."""
    path = tmp_path / "t.ptable.json"
    made = run("design", *request_, "-o", str(path), "--json")
    assert (made.status, made.json["meets_target"], listing(tmp_path)) == (1, False, {})
    nearest = made.json["table_delta"]
    assert Fraction(nearest["lo"]) > Fraction(made.json["target_delta"])
    assert (made.json["enough_keys"]["keysize"], made.json["enough_keys"]["is_least"]) == (
        keys,
        True,
    )
    text = run("design", *request_, "-o", str(path)).out
    assert text.startswith("MISSED: no table of 2^")
    assert "Nothing was written; --anyway writes the table above." in text
    assert listing(tmp_path) == {}
    assert run("design", *request_, "-o", str(path), "--anyway").status == 1
    status, delta = delta_of_table(run, path)
    assert (status, Fraction(nearest["lo"]) <= delta <= Fraction(nearest["hi"])) == (1, True)


def test_enough_keys_are_enough(run: Run) -> None:
    """What is said to be enough meets the target, and half of it does not."""
    for keys, status in (("2^13", 0), ("2^12", 1)):
        assert run("design", "--epsilon", "0.1", "--delta", "1e-3", "--keysize", keys).status == (
            status
        )


def test_too_few_keys_for_any_noise_are_said_to_be(run: Run, tmp_path: Path) -> None:
    """Two keys have no row of three noise values: no table, nothing to write even so."""
    path = tmp_path / "t.ptable.json"
    made = run("design", *EXAMPLE_1[:4], "--keysize", "2", "-o", str(path), "--anyway")
    assert (made.status, listing(tmp_path)) == (1, {})
    assert "has a delta of at least 1/2" in made.out


def test_the_guide_of_the_paper_is_the_default_and_names_the_smaller_design(run: Run) -> None:
    """Example 1 keeps D = 25; one line says that D = 24 with gamma = 1/78 has variance 38.95."""
    made = run("design", *EXAMPLE_1, "--json").json
    assert made == run("design", *EXAMPLE_1, "--guide", "paper", "--json").json
    assert (made["guide"], made["D"], made["rule"]) == ("paper", 25, "ceiling")
    smaller = made["smaller_design"]
    assert (smaller["D"], smaller["gamma"], smaller["best_gamma"]) == (24, "1/74", "1/78")
    (line,) = (line for line in run("design", *EXAMPLE_1).out.splitlines() if "D = 24 is" in line)
    for part in ("gamma = 1/78", "38.95", "--guide smallest"):
        assert part in line


def test_the_smallest_guide_makes_it_with_evidence_against_every_gamma(run: Run) -> None:
    """D = 24, of its kinks the smallest variance; D = 23 fails for every gamma."""
    found = run("design", *EXAMPLE_1, "--guide", "smallest", "--json").json
    assert (found["guide"], found["D"], found["gamma"]) == ("smallest", 24, "1/74")
    assert Fraction(found["variance"]["hi"]) < Fraction("38.95")
    assert (found["smaller_D"]["D"], found["smaller_D"]["every_gamma"]) == (23, True)
    assert Fraction(found["smaller_D"]["delta"]["lo"]) > Fraction(1, 10000)
    text = run("design", *EXAMPLE_1, "--guide", "smallest").out
    assert "for every gamma: the least delta of any is 0.00010278" in text


def test_the_best_gamma_goes_with_a_target(run: Run) -> None:
    """``--best-gamma --delta`` takes the smallest D and its best gamma; with --D, that D alone."""
    found = run("design", *EXAMPLE_1, "--best-gamma", "--json").json
    assert (found["guide"], found["D"], found["gamma"]) == ("best-gamma", 24, "1/78")
    assert found["variance"]["lo"].startswith("38.945")
    fixed = run("design", *EXAMPLE_1, "--best-gamma", "--D", "30", "--json").json
    assert (fixed["D"], fixed["meets_target"]) == (30, True)
    short = run("design", *EXAMPLE_1, "--best-gamma", "--D", "23")
    assert short.status == 1
    assert short.out.startswith("MISSED")


def test_a_bad_path_is_bad_input_whatever_the_design(run: Run) -> None:
    """An empty name of a file is refused also where nothing would be written."""
    check_rejected(run("design", *MISSED, "-o", ""), "output")


def test_the_help_does_not_promise_the_smallest_noise(run: Run) -> None:
    """The paper's guide does not find the smallest noise, so the help does not say so."""
    help_text = run("design", "--help").out
    assert "smallest noise" not in help_text
    assert "--guide" in help_text
