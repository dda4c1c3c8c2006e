"""``ptcert test binomial`` as a user runs it."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.cli.running import Run, changed, check_rejected

ASKED = ("test", "binomial", "--n", "80", "--released", "47", "--p0", "1/2")
LAPLACE = ("--law", "laplace", "--epsilon", "1/2", "--m", "5")


def check_about(found: dict[str, str], printed: str) -> None:
    """Check that both bounds are the printed number, to its digits."""
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    for end in ("lo", "hi"):
        assert abs(Fraction(found[end]) - Fraction(printed)) <= unit / 2


def test_the_answer_for_machines_has_the_numbers_of_section_6_2(run: Run) -> None:
    """N = 80, m = 5 at 3.84; power as the paper asks for it."""
    found = run(*ASKED, *LAPLACE, "--critical", "3.84", "--power", "0.7", "--json").json
    check_about(found["level"], "0.0536744882")
    check_about(found["power"], "0.9063903416")
    check_about(found["critical"], "3.84")
    check_about(found["least_critical"], "4.152234465")
    assert found["power_says"] == "probability that p = 7/10 is rejected if p = 1/2 is true"
    assert found["power_of_p0_says"] == "probability that p = 1/2 is rejected if p = 7/10 is true"
    assert {"statistic", "p_value", "interval"} <= set(found)
    for name in ("statistic", "p_value", "interval"):
        assert Fraction(found[name]["lo"]) <= Fraction(found[name]["hi"])
    assert found["rejected"] is False


def test_without_a_critical_value_the_smallest_is_taken(run: Run) -> None:
    """c and its level, without --critical; no power without --power."""
    found = run(*ASKED, *LAPLACE, "--json").json
    check_about(found["critical"], "4.152234465")
    check_about(found["level"], "0.0328761266")
    assert found["power"] is found["power_says"] is None


def test_an_epsilon_that_is_a_logarithm_works(run: Run) -> None:
    """ln 2 is as good as 1/2."""
    outcome = run(*ASKED, "--law", "laplace", "--epsilon", "ln(2)", "--m", "5")
    assert (outcome.status, outcome.err) == (0, "")
    assert "p = 1/2 is not rejected" in outcome.out


def test_the_text_says_what_may_be_concluded(run: Run) -> None:
    """A sentence, then the numbers; both ways to tell two shares apart."""
    out = run(*ASKED, *LAPLACE, "--power", "0.7").out
    assert out.startswith("p = 1/2 is not rejected at level 0.0329")
    assert "power, p = 0.5 rejected if p = 0.7" in out
    assert "as in 6.2, p = 0.7 rejected if p = 0.5" in out


def test_the_page_has_the_law_and_the_power_curve(run: Run, tmp_path: Path) -> None:
    """Point masses for both shares, and the power."""
    page = tmp_path / "page.html"
    assert run(*ASKED, *LAPLACE, "--power", "0.7", "-o", str(page)).status == 0
    text = page.read_text(encoding="utf-8")
    assert all(name in text for name in ("binomial-law", "binomial-other", "binomial-power"))


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("--released", "86"), ("released", "86", "cannot be released", "-5 to 85")),
        (("--released", "-6"), ("released", "-6", "cannot be released")),
        (("--released", "4.5"), ("released", "4.5", "integer")),
        (("--released", "many"), ("released", "many")),
        (("--n", "0"), ("n", "0", "from 1")),
        (("--n", "1e9"), ("n", "1e9")),
        (("--p0", "1"), ("p0", "1", "strictly between 0 and 1")),
        (("--power", "0"), ("power", "0", "strictly between 0 and 1")),
        (("--alpha", "5"), ("alpha", "5")),
        (("--critical", "-1"), ("critical", "-1")),
        (("--no-noise",), ("noise", "more than once", "--table FILE")),
        (("--m", "0"), ("m", "0")),
        (("-o", "page.doc"), ("page.doc",)),
    ],
)
def test_bad_input_is_one_line(run: Run, given: tuple[str, ...], named: tuple[str, ...]) -> None:
    """Each names what was given and which rule it breaks."""
    check_rejected(run(*changed((*ASKED, *LAPLACE), *given)), *named)


def test_the_noise_must_be_named(run: Run) -> None:
    """No noise is never assumed."""
    check_rejected(run(*ASKED), "noise", "is missing", "--no-noise")
    check_rejected(run(*ASKED, "--no-noise", "--m", "5"), "law", "is missing")


def test_a_table_that_does_not_cover_small_counts_is_refused(run: Run, tmp_path: Path) -> None:
    """A designed table begins at D: what happens to smaller counts is not known."""
    table = str(tmp_path / "t.ptable.json")
    assert run("design", *LAPLACE, "--keysize", "2^16", "-o", table).status == 0
    check_rejected(run(*ASKED, "--table", table), "count", "below the first row")


def test_a_table_in_which_nothing_changes_is_no_noise(run: Run, tmp_path: Path) -> None:
    """One row of noise 0 for every count."""
    table = tmp_path / "t.ptable.json"
    same = PTable(4, 0, (Row(((0, 4),)),), zero="row")
    table.write_text(write_native(same), encoding="utf-8")
    with_table, without = (
        run(*ASKED, *noise, "--json").json for noise in (("--table", str(table)), ("--no-noise",))
    )
    assert with_table["noise"] == "a table of 4 keys"
    for name in ("statistic", "p_value", "level", "critical"):
        for end in ("lo", "hi"):
            difference = Fraction(with_table[name][end]) - Fraction(without[name][end])
            assert abs(difference) < Fraction(1, 10**20)
