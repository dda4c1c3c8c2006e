"""The page of Rinott-O'Keefe-Shlomo-Skinner: what agrees, what does not, nothing skipped."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import mpmath
import pytest

from exact.inference.binomial import BinomialTest
from exact.inference.channel import LawChannel, NoNoise
from exact.laws.discrete_laplace import LaplaceLaw
from exact.numbers.epsilon import epsilon
from exact.pmf import Pmf
from reports.document.markdown import to_markdown
from reports.papers.check import Check, Part
from reports.papers.page import page
from reports.papers.rinott_okeefe_shlomo_skinner import PAPER
from reports.papers.rinott_okeefe_shlomo_skinner.definitions import bob
from reports.papers.rinott_okeefe_shlomo_skinner.inference import chi_square_point
from reports.papers.rinott_okeefe_shlomo_skinner.overlapping import cells_changed, deviation
from reports.papers.rinott_okeefe_shlomo_skinner.table_1 import (
    TABLE_1,
    chi_square,
    cramers_v_bounds,
    log10_p_value_bound,
)
from reports.papers.rinott_okeefe_shlomo_skinner.table_2 import BLOCKS, Block


@cache
def parts() -> tuple[Part, ...]:
    """Compute the page once."""
    return PAPER.parts()


def differing() -> list[Check]:
    """Return the checks that disagree with the print."""
    return [check for part in parts() for check in part.checks if not check.agrees]


def test_every_section_with_numbers_has_a_part() -> None:
    """The parts stand in the order of the paper, with names that are unique in the page."""
    names = [part.name for part in parts()]
    assert names == [
        "beginnings",
        "definitions",
        "mechanism",
        "post-processing",
        "perturbations",
        "table-2",
        "utility",
        "inference",
        "overlapping",
        "composition",
    ]
    pictures = [picture.name for part in parts() for picture in part.pictures]
    assert len(set(pictures)) == len(pictures)


def test_all_cells_of_table_2_agree() -> None:
    """120 cells, and the four deltas of its headings."""
    cells = [check for part in parts() for check in part.checks if check.place == "Table 2"]
    assert len(cells) == 120
    assert all(check.agrees for check in cells)


def exponent(block: Block, z: int) -> mpmath.mpf:
    """Return what (5.2) or (5.3) has in its exponent for noise z, without the sign."""
    size = mpmath.mpf(abs(z)) if block.name == "Laplace" else mpmath.mpf(z * z)
    return (
        mpmath.mpf(block.epsilon) * size / (1 if block.name == "Laplace" else 2 * block.law.D + 1)
    )


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.name} {block.epsilon}")
def test_table_2_by_another_library(block: Block) -> None:
    """Each cell is the share of noise whose released value is near, summed at 50 digits."""
    mpmath.mp.dps = 50
    m = block.law.D
    weights = {z: mpmath.exp(-exponent(block, z)) for z in range(-m, m + 1)}
    for count, distance in product(range(6), range(5)):
        near = [w for z, w in weights.items() if abs(max(0, count + z) - count) <= distance]
        true = mpmath.fsum(near) / mpmath.fsum(weights.values())
        printed = block.rows[count].split()[distance]
        assert abs(true - mpmath.mpf(printed)) < mpmath.mpf("0.005")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("5.1", "ε = 0.5, m = 10"),
        ("5.6.2", "ε = 1.5"),
        ("6.1, text", "0.058"),
        ("Theorem 4.2", "two cells"),
        ("4.5", "P(M(1) = 1)"),
        ("5.6.1", "untruncated"),
        ("proof of Theorem 7.1, last inequality", "103/31"),
    ],
)
def test_known_disagreements_are_found_with_a_reason(place: str, words: str) -> None:
    """Each is listed once, and says which is right."""
    found = [
        check
        for check in differing()
        if check.place == place and words in f"{check.what} {check.printed} {check.true}"
    ]
    assert len(found) == 1
    assert found[0].remark


def test_every_disagreement_says_why() -> None:
    """No finding stands without a remark, and what is not checked has a reason."""
    assert [check.place for check in differing() if not check.remark] == []
    assert all(left.reason for part in parts() for left in part.unchecked)


def test_the_figures_that_are_simulated_are_named() -> None:
    """Figures 1 to 3 are not skipped silently; of section 6 nothing is left unchecked."""
    left = " ".join(one.place for part in parts() for one in part.unchecked)
    assert all(name in left for name in ("Figure 1", "Figures 2 and 3"))
    assert [part.unchecked for part in parts() if part.name == "inference"] == [()]


def test_table_3_agrees_but_for_one_setting_and_the_printed_factor() -> None:
    """24 lines within four standard errors of a seeded simulation; what differs says why."""
    lines = [
        c for part in parts() for c in part.checks if c.place == "Table 3" and c.what == "statement"
    ]
    assert len(lines) == 24
    wrong = [c for c in lines if not c.agrees]
    assert all("ε = 0.1, m = 7" in c.printed for c in wrong)
    dependent = [c.remark for c in wrong if c.printed.startswith("dependent")]
    assert len(dependent) == 3
    assert all("With 0.33 instead of 0.3" in remark for remark in dependent)
    assert all("run with other tables" in remark for remark in dependent)
    (naive,) = [c.remark for c in wrong if c.printed.startswith("independent")]
    assert "4000 more tables have 57.2 %, 107.5 (0.272)" in naive
    assert any("0.7 cannot be what was run" in c.remark for c in differing())
    (entry,) = [c for c in differing() if c.place == "Table 3, dependent, original"]
    assert "lies 8" in str(entry.true)


def test_the_page_can_be_set_and_twice_the_same() -> None:
    """The page is a document; the same parts give the same bytes."""
    text = to_markdown(page(PAPER, parts()), "figures")
    assert text == to_markdown(page(PAPER, PAPER.parts()), "figures")
    assert "Where print and computation differ" in text


def test_bob_is_seen_whatever_the_noise_is() -> None:
    """Different answers are impossible without Bob, and have their product probability with him."""
    noise = Pmf((-1, 0, 1), (1, 2, 1))
    with_bob, without = bob(noise, 5)
    assert all(y // 1000 == y % 1000 for y in without.outcomes)
    equal = sum(
        noise.probability(y) * noise.probability(z)
        for y, z in product(noise.outcomes, repeat=2)
        if 6 + y == 5 + z
    )
    differ = sum(with_bob.probability(y) for y in with_bob.outcomes if y // 1000 != y % 1000)
    assert differ == 1 - equal == Fraction(3, 4)


def test_chi_square_of_table_1_is_its_definition() -> None:
    """Sum of (observed - expected)^2 / expected, V from it, and a p-value below the bound."""
    rows = [sum(row) for row in TABLE_1]
    columns = [sum(column) for column in zip(*TABLE_1, strict=True)]
    total = sum(rows)
    expected = [[Fraction(r * c, total) for c in columns] for r in rows]
    true = sum(
        (TABLE_1[i][j] - expected[i][j]) ** 2 / expected[i][j] for i in range(12) for j in range(11)
    )
    statistic, degrees = chi_square(TABLE_1)
    assert (statistic, degrees) == (true, 110)
    V = cramers_v_bounds(TABLE_1, 64)
    assert V.lo**2 <= statistic / (total * 10) <= V.hi**2
    mpmath.mp.dps = 30
    log_p = mpmath.log10(mpmath.gammainc(5, 15) / mpmath.gamma(5))  # 10 degrees, statistic 30
    assert log_p <= log10_p_value_bound(Fraction(30), 10) <= 0


def test_cells_that_one_person_changes() -> None:
    """d = 2^t - 1 with all marginals, binomial for one size."""
    assert [cells_changed(t, range(1, t + 1)) for t in (1, 2, 3, 4)] == [1, 3, 7, 15]
    assert cells_changed(4, range(2, 3)) == comb(4, 2)


def test_deviations_are_of_the_discrete_noise() -> None:
    """SD of a sum of n cells with noise at epsilon/d: sqrt(n / (cosh(epsilon/d) - 1))."""
    mpmath.mp.dps = 40
    for e, d, n in ((Fraction(1), 6, 1), (Fraction(3), 1, 100), (Fraction(1, 10), 15, 1)):
        found = deviation(e, d, n)
        step = mpmath.mpf(e.numerator) / e.denominator / d
        true = mpmath.sqrt(n / (mpmath.cosh(step) - 1))
        assert (
            abs(mpmath.mpf(found.lo.numerator) / found.lo.denominator - true)
            < mpmath.mpf(10) ** -20
        )
        assert found.is_relatively_narrow(20)


def test_the_95_percent_point_of_chi_square() -> None:
    """erf(sqrt(x/2)) = 0.95 at x = 3.8414588206941..., by another library."""
    mpmath.mp.dps = 30
    found = chi_square_point()
    low, high = (mpmath.mpf(x.numerator) / x.denominator for x in (found.lo, found.hi))
    assert mpmath.erf(mpmath.sqrt(low / 2)) < mpmath.mpf("0.95") < mpmath.erf(mpmath.sqrt(high / 2))
    assert found.width < Fraction(1, 2**50)


def test_rejection_probabilities_by_brute_force() -> None:
    """For N = 6 the likelihood is maximised on a fine grid; the probabilities are then sums."""
    mpmath.mp.dps = 30
    N, m, hypothesis, critical = 6, 2, Fraction(7, 10), Fraction(2)
    noise = LaplaceLaw(epsilon("0.5"), m)
    weights = {z: mpmath.exp(-abs(z) / mpmath.mpf(2)) for z in range(-m, m + 1)}
    total = mpmath.fsum(weights.values())

    def likelihood(x: int, p: mpmath.mpf) -> mpmath.mpf:
        terms = [
            comb(N, x - z) * p ** (x - z) * (1 - p) ** (N - x + z) * w
            for z, w in weights.items()
            if 0 <= x - z <= N
        ]
        return mpmath.fsum(terms)

    grid = [mpmath.mpf(j) / 2000 for j in range(2001)]
    rejected = {
        x
        for x in range(-m, N + m + 1)
        if max(likelihood(x, p) for p in grid) > mpmath.e * likelihood(x, mpmath.mpf("0.7"))
    }
    true = mpmath.fsum(
        comb(N, a) * weights[z] / total / 2**N
        for a, z in product(range(N + 1), range(-m, m + 1))
        if a + z in rejected
    )
    lo = BinomialTest(N, hypothesis, LawChannel(noise)).rejection(Fraction(1, 2), critical).lo
    assert abs(mpmath.mpf(lo.numerator) / lo.denominator - true) < mpmath.mpf(10) ** -18
    assert 0 < len(rejected) < N + 2 * m + 1


def test_rejection_without_noise_is_a_binomial_sum() -> None:
    """N = 4, p_0 = 1/2: the statistic is 8 log 2 > 5 for a = 0 and 4 only."""
    half = Fraction(1, 2)
    found = BinomialTest(4, half, NoNoise()).rejection(half, Fraction(5))
    assert found.lo <= Fraction(2, 16) <= found.hi
    assert found.width < Fraction(1, 10**40)
