"""The page of Bach: what agrees, what does not, and the exact values beside it."""

from fractions import Fraction

import mpmath
import pytest

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.document.blocks import Number
from reports.papers.bach import PAPER
from reports.papers.bach.deviation import bounded_noise, deviating, unbounded_noise
from reports.papers.bach.heat import BOUNDS, VARIANCES, least_bound, needed, step_of
from reports.papers.check import Check, Part


@pytest.fixture(scope="module")
def parts() -> tuple[Part, ...]:
    """Compute the page once."""
    return PAPER.parts()


def decimals(parts: tuple[Part, ...], agreeing: bool) -> dict[str, str]:
    """Return the exact decimals of the numbers that agree, or that do not."""
    checks = [check for part in parts for check in part.checks if check.agrees == agreeing]
    return {check.what: check.true.decimal for check in checks if isinstance(check.true, Number)}


def statements(parts: tuple[Part, ...], word: str) -> list[Check]:
    """Return the checks whose printed words hold ``word``."""
    return [check for part in parts for check in part.checks if word in check.printed]


def test_the_numbers_that_differ_are_these(parts: tuple[Part, ...]) -> None:
    """(1) is 11.25 %; the variances of (11); the factor 1.139 of (7). Nothing else."""
    assert decimals(parts, agreeing=False) == {
        "67.5 % × 1/6, in per cent": "11.25",
        "ε_table for ε_global = 0.25": "0.028125",
        "ε_table for ε_global = 0.5": "0.05625",
        "ε_table for ε_global = 8.0": "0.9",
        "V of the discrete law (11), ε = 0.4": "12.33465825",
        "V of the discrete law (11), ε = 0.8": "2.963534189",
        "√V of the discrete law (11), ε = 0.8": "1.721491850",
        "V of (11) at ε = 0.8": "2.963534189",
        "m for α = 68 % and p₁ = 10⁻⁶, where ⌈1/p₁⌉ is given": "1139434",
    }


def test_the_exact_variances_agree_with_fifty_digits(parts: tuple[Part, ...]) -> None:
    """1/(2 sinh^2(epsilon/2)), the variance of (11) in another form."""
    found = decimals(parts, agreeing=False)
    with mpmath.workdps(50):
        for e in ("0.4", "0.8"):
            true = 1 / (2 * mpmath.sinh(mpmath.mpf(e) / 2) ** 2)
            assert mpmath.nstr(true, 10) == found[f"V of the discrete law (11), ε = {e}"]


def test_the_counts_of_cidamon_do_not_add_up(parts: tuple[Part, ...]) -> None:
    """15 + 20 is not 30; the other two municipalities do add up."""
    found = {check.printed: check.agrees for check in statements(parts, ": true F =")}
    assert found == {
        "Landremont: true F = 61, M = 74, T = 135": True,
        "Cidamón: true F = 15, M = 20, T = 30": False,
        "Ellend: true F = 112, M = 94, T = 206": True,
    }


def test_every_disagreement_says_which_is_right(parts: tuple[Part, ...]) -> None:
    """A check that differs has a remark; what is left out has a reason."""
    differing = [check for part in parts for check in part.checks if not check.agrees]
    assert len(differing) == 17
    assert all(check.remark for check in differing)
    assert all(left.reason for part in parts for left in part.unchecked)


def test_the_map_agrees_with_high_precision() -> None:
    """m of three cells from the definition: the rate by root finding, the sum by enumeration."""
    for bound, V in ((3, Fraction(1)), (5, Fraction(2)), (6, Fraction(7, 2))):
        found = needed(V, bound)
        assert found is not None
        with mpmath.workdps(60):
            true = _needed(bound, V)
        assert found.lo <= true <= found.hi
        assert found.width * 10**9 <= found.hi


def _needed(bound: int, V: Fraction) -> int:
    values = range(-bound, bound + 1)
    target = mpmath.mpf(V.numerator) / V.denominator

    def variance(gamma: mpmath.mpf) -> mpmath.mpf:
        w = [mpmath.exp(-gamma * z * z) for z in values]
        return mpmath.fsum(z * z * p for z, p in zip(values, w, strict=True)) / mpmath.fsum(w)

    gamma = mpmath.findroot(lambda g: variance(g) - target, (mpmath.mpf("0.01"), mpmath.mpf(2)))
    weight = {z: mpmath.exp(-gamma * z * z) for z in values}
    total = mpmath.fsum(weight.values())
    extreme = mpmath.fsum(
        weight[x] * weight[y] * weight[z]
        for x in values
        for y in values
        for z in values
        if abs(x + y - z) > 3 * (bound - 1)
    )
    return int(mpmath.ceil(mpmath.log("0.32") / mpmath.log1p(-extreme / total**3)))


def test_the_map_is_lightest_where_one_triple_is_enough() -> None:
    """E = 1, V = 0.5: p = 1/4, 1/2, 1/4, so p_1 = 1 - 1/8 - 6/32 = 11/16 > 68 %."""
    assert needed(Fraction(1, 2), 1) == Enclosure(Fraction(1), Fraction(1))
    assert step_of(needed(Fraction(1, 2), 1)) == 0


def test_the_map_is_blank_beyond_the_uniform_variance() -> None:
    """A maximum-entropy law has a variance of at most E(E+1)/3."""
    blank = {(V, E) for V in VARIANCES for E in BOUNDS if needed(V, E) is None}
    assert blank == {(V, E) for V in VARIANCES for E in BOUNDS if 3 * V > E * (E + 1)}


def test_germany_needs_seven_for_the_set_up_of_the_paper() -> None:
    """V = 3 and 3.5 enclose the 3.125 of section 3.3: E = 6 is not enough, 7 is."""
    germany = 28_000_000
    assert least_bound(Fraction(3), germany) == least_bound(Fraction(7, 2), germany) == 7


def test_the_share_of_deviating_units_agrees_with_high_precision() -> None:
    """P(|r - r_0| > sd_r) at T = 100 for both set-ups, in 40 digits."""
    V = Fraction("3.125")
    with mpmath.workdps(40):
        e = mpmath.mpf("0.8")
        factor = (1 - mpmath.exp(-e)) / (1 + mpmath.exp(-e))
        law = {x: factor * mpmath.exp(-e * abs(x)) for x in range(-99, 100)}
        limit = mpmath.sqrt(mpmath.mpf("3.125") * mpmath.mpf("1.25")) / 100
        true = mpmath.fsum(
            law[f] * law[t]
            for f in law
            for t in law
            if abs(mpmath.mpf(50 + f) / (100 + t) - mpmath.mpf("0.5")) > limit
        )
        found = deviating(*unbounded_noise(Epsilon(value=Fraction("0.8"))), 100, V)
        low, high = (mpmath.mpf(v.numerator) / v.denominator for v in (found.lo, found.hi))
        assert low <= true <= high
    assert found.width < Fraction(1, 10**14)
    bounded = deviating(*bounded_noise(6, V), 100, V)
    assert Fraction("0.3414") < bounded.lo < bounded.hi < Fraction("0.3415")
