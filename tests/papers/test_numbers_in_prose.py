"""Numbers in the sentences of the papers' pages: those beside an exact value agree with it."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from mpmath import mp, mpf

from reports.cli import main
from reports.decimals import NEAREST, decimal
from reports.document.blocks import Number
from reports.papers.bach.tails import part as tails
from reports.papers.check import Check
from reports.papers.kinds import MISPRINT, ROUNDING, SIMULATION, STATEMENT, Remark, rounded
from reports.papers.papers import NAMES, paper
from reports.papers.sadeghi_chien.design import parts as design_parts
from reports.papers.shlomo_krenzke_li.tables import part as tables
from tests.house_rules import ROOT

DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?:e-?\d+)?(?![\w.]*\d)")
KINDS = {MISPRINT, ROUNDING, SIMULATION, STATEMENT}
# So many leading digits in common say that a number in a remark is meant to be the value beside it.
ALIKE = 3


def significant(text: str) -> str:
    """Return the digits of a number from the first that is not 0."""
    return text.partition("e")[0].replace(".", "").lstrip("0")


def disagreeing(check: Check) -> list[str]:
    """Return the numbers of a remark that look like the true value and are not its rounding."""
    if not isinstance(check.true, Number):
        return []
    value = Fraction(check.true.decimal)
    found = [text for text in DECIMAL.findall(check.remark) if text != check.printed]
    return [
        text
        for text in found
        if significant(text)[:ALIKE] == significant(check.true.decimal)[:ALIKE]
        and value < 2 * Fraction(text) < 4 * value
        and decimal(value, len(significant(text)), NEAREST) != text
    ]


def unlabelled(checks: list[Check]) -> list[str]:
    """Return the places of the differences whose remark has none of the four labels."""
    return [check.place for check in checks if not check.agrees and check.remark.kind not in KINDS]


def test_a_wrong_last_digit_is_seen() -> None:
    """The rule finds a remark whose number is not the value beside it, and lets a right one be."""
    true = Number("0.7615943069", "p", "≈")
    wrong, right = (
        Check("place", "what", "0.76160", true, False, rounded(f"p(0) is {text}, not 0.76160"))
        for text in ("0.7615946", "0.7615943")
    )
    assert disagreeing(wrong) == ["0.7615946"]
    assert disagreeing(right) == []
    assert unlabelled([right, replace(right, remark=Remark("a note"))]) == ["place"]


@pytest.mark.parametrize("name", [n for n in NAMES if n != "shlomo-krenzke-li"])
def test_the_remarks_of_a_page_agree_with_its_values(name: str) -> None:
    """Whatever number of a remark begins as the exact value does is its correct rounding."""
    checks = [check for part in paper(name).parts() for check in part.checks]
    assert [wrong for check in checks for wrong in disagreeing(check)] == []
    assert unlabelled(checks) == []


def test_the_remarks_of_shlomo_krenzke_and_li_agree_with_their_values() -> None:
    """Of Table 2: p(0) = (1 - e^-2) / (1 + e^-2 - 2 e^-14) is 0.7615943 (the rest is simulated)."""
    checks = tables().checks
    assert [wrong for check in checks for wrong in disagreeing(check)] == []
    remarks = {check.remark for check in checks if not check.agrees}
    with mp.workdps(30):
        weights = [mp.exp(-2 * abs(z)) for z in range(-7, 8)]
        zero, six = weights[7] / sum(weights), weights[13] / sum(weights)
        assert any(f"p(0) is {mp.nstr(zero, 7)} " in remark for remark in remarks)
        assert abs(six - mpf("4.68e-6")) < mpf("0.005e-6")
    assert any("p(6) is 4.68e-6." in remark for remark in remarks)


def test_bach_overstates_the_tail_by_half_of_e_to_the_epsilon_minus_one() -> None:
    """100 (e^epsilon - 1)/2 is 5.3, 25 and 61 per cent at 0.1, 0.4 and 0.8."""
    remarks = " ".join(check.remark for check in tails().checks)
    with mp.workdps(30):
        said = [mp.nstr(50 * (mp.exp(mpf(e)) - 1), 2) for e in ("0.1", "0.4", "0.8")]
    assert said == ["5.3", "25.0", "61.0"]
    for per_cent in ("5.3 % too much", "25 % too many", "0.8 61 %"):
        assert per_cent in remarks


def test_the_page_names_every_figure_that_is_not_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """So does the command; the other papers have every figure drawn."""
    page = " ".join((ROOT / "docs" / "papers.md").read_text(encoding="utf-8").split())
    assert "Not drawn are Figure 1 and the histograms of Figure 2 of Bach." in page
    undrawn = {name: paper(name).not_drawn for name in NAMES}
    assert undrawn == {
        "sadeghi-chien": (),
        "rinott-okeefe-shlomo-skinner": (),
        "sadeghi-asoodeh-calmon": (),
        "bach": ("Figure 1", "the histograms of Figure 2"),
        "shlomo-krenzke-li": (),
    }
    assert main(["reproduce", "bach"]) == 0
    said = capsys.readouterr().out
    assert "Figures not drawn:\nbach: Figure 1, the histograms of Figure 2\n" in said


def test_the_gap_below_proposition_3_is_largest_where_it_is_said_to_be() -> None:
    """By the definition of delta, in 30 digits: D = 15, the proposed kink against the best."""

    def delta(epsilon: mpf, k: int) -> mpf:
        x = mp.exp(-epsilon / (2 * k - 1))
        p = {z: x ** (z * z) for z in range(-15, 16)}
        excess = (p.get(y, 0) - mp.exp(epsilon) * p.get(y - 1, 0) for y in range(-15, 17))
        return sum(max(mpf(0), each) for each in excess) / sum(p.values())

    def gap(hundredths: int) -> mpf:
        epsilon = mpf(hundredths) / 100
        return delta(epsilon, 15) / min(delta(epsilon, k) for k in range(1, 16))

    with mp.workdps(30):
        gaps = {n: gap(n) for n in range(1, 301)}
    assert max(gaps, key=lambda n: gaps[n]) == 83
    assert mpf("1.497") < gaps[83] < mpf("1.498")
    assert gaps[1] < mpf("1.02")
    assert gaps[300] < mpf("1.000001")
    part = next(each for each in design_parts() if each.name == "section-2-3")
    (found,) = (check for check in part.checks if "gaps to the best" in check.printed)
    assert "up to 1.49 times the best (at ε = 0.83, D = 15" in str(found.true)
    assert "at small ε and zero at large ε, but up to half as much again between" in found.remark
