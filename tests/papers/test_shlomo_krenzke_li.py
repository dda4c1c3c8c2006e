"""The page of Shlomo, Krenzke and Li: what agrees, what does not, and the simulation."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from random import Random

import mpmath
import pytest

from exact.mechanisms.pram import BLOCK, PRINTED
from exact.numbers.enclosure import Enclosure
from reports.papers.check import Check, Part
from reports.papers.shlomo_krenzke_li import PAPER
from reports.papers.shlomo_krenzke_li.design import expected_population, uniform_effect
from reports.papers.shlomo_krenzke_li.measures import (
    chi_square,
    entropy,
    hellinger,
    p_value,
    risk,
)
from reports.papers.shlomo_krenzke_li.mechanisms import derived_pram
from reports.papers.shlomo_krenzke_li.pair_deltas import derived_delta
from reports.papers.shlomo_krenzke_li.sampling import Draws, poisson
from tests.mechanisms.distances import hellinger_distance, risk_measure

TABLE_A = [Decimal(n) for n in (30, 12, 55, 8)]
TABLE_B = [Decimal(n) for n in (31, 10, 55, 9)]


@pytest.fixture(scope="module")
def parts() -> tuple[Part, ...]:
    """Compute the page once."""
    return PAPER.parts()


def differing(parts: tuple[Part, ...]) -> list[Check]:
    """Return the checks that differ."""
    return [check for part in parts for check in part.checks if not check.agrees]


def test_every_entry_of_tables_1_to_3_is_checked(parts: tuple[Part, ...]) -> None:
    """15 + 49 + 225 numbers; one statement on the sums for each."""
    places = Counter(check.place for part in parts for check in part.checks)
    assert [places[f"Table {n}"] for n in (1, 2, 3)] == [16, 50, 226]


def test_the_entries_that_differ_are_the_diagonals_and_one_corner(parts: tuple[Part, ...]) -> None:
    """0.76160 for p(0) = 0.76159, 21 times, and 5.31E-06 for 4.68E-06."""
    entries = [
        check for check in differing(parts) if check.place in ("Table 1", "Table 2", "Table 3")
    ]
    assert Counter(check.printed for check in entries) == {"0.76160": 21, "5.31E-06": 1}
    with mpmath.workdps(30):
        p0 = 1 / (1 + 2 * mpmath.fsum(mpmath.exp(-2 * k) for k in range(1, 8)))
        assert mpmath.nstr(p0, 5) == "0.76159"
        assert mpmath.nstr(p0 * mpmath.exp(-12), 3) == "4.68e-6"


def test_all_of_tables_4_and_5_is_checked(parts: tuple[Part, ...]) -> None:
    """Table 4: 3 delta, 6 shares, 6 RM. Table 5: 4 lines of 2 and 16 lines of 4 numbers."""
    places = Counter(check.place for part in parts for check in part.checks)
    assert places["Table 4"] == 15
    assert places["Table 5"] == 4 * 2 + 16 * 4


def test_only_pram_and_one_risk_differ_in_the_simulation(parts: tuple[Part, ...]) -> None:
    """DP and Q agree within standard errors, but for RM of Q with independent attributes."""
    found = [check for check in differing(parts) if check.place in ("Table 4", "Table 5")]
    others = [check.what for check in found if "PRAM" not in check.what + check.printed]
    assert others == ["RM, Q, Independent"]


def test_every_disagreement_says_which_is_right(parts: tuple[Part, ...]) -> None:
    """A check that differs has a remark with a label; what is left out has a reason."""
    assert all(check.remark for check in differing(parts))
    kinds = {check.remark.kind for check in differing(parts)}
    assert kinds == {"misprint", "simulation", "rounding", "statement"}
    assert all(left.reason for part in parts for left in part.unchecked)


@pytest.mark.parametrize("reading", [PRINTED, BLOCK])
def test_delta_by_pairs_agrees_with_forty_digits(reading: str) -> None:
    """sum max(0, p - e^2 q) in 40 digits; ratios of exactly e^2 add nothing."""
    for count in (1, 6, 13, 14, 20):
        with mpmath.workdps(40):
            one, other = (
                {y: _high(p.enclosure(117).lo) for y, p in derived_pram(n, reading).items()}
                for n in (count, count + 1)
            )
            deltas = []
            for p, q in ((one, other), (other, one)):
                excesses = [v - mpmath.exp(2) * q.get(y, mpmath.mpf(0)) for y, v in p.items()]
                deltas.append(mpmath.fsum(e for e in excesses if e > mpmath.mpf(10) ** -30))
            found = _high(derived_delta(count, reading).enclosure(100).lo)
            assert abs(found - max(deltas)) < mpmath.mpf(10) ** -25


def _high(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def test_the_decimal_measures_agree_with_the_exact_ones() -> None:
    """HD and RM of the simulation against the enclosures of the exact module."""
    a, b = [Fraction(x) for x in TABLE_A], [Fraction(x) for x in TABLE_B]
    near = Fraction(1, 10**12)
    routes: list[tuple[Decimal, Enclosure]] = [
        (hellinger(TABLE_A, TABLE_B), hellinger_distance(a, b, 20)),
        (risk(TABLE_A, TABLE_B, entropy(TABLE_A)), risk_measure(a, b, 20)),
    ]
    for found, exact in routes:
        assert exact.lo - near < Fraction(found) < exact.hi + near


def test_chi_square_and_its_p_value() -> None:
    """sum (o - e)^2 / e from the definition, and the incomplete gamma function."""
    cells = [Decimal((7 * i + 3 * j) % 11 + 5) for i in range(7) for j in range(7)]
    values = [Fraction(cell) for cell in cells]
    total = sum(values)
    expected = [
        sum(values[i * 7 : i * 7 + 7]) * sum(values[j::7]) / total
        for i in range(7)
        for j in range(7)
    ]
    parts = (Fraction((o - e) ** 2 / e) for o, e in zip(values, expected, strict=True))
    true = sum(parts, Fraction(0))
    assert abs(Fraction(chi_square(cells)) - true) < Fraction(1, 10**12)
    with mpmath.workdps(30):
        tail = mpmath.gammainc(18, mpmath.mpf(20), mpmath.inf, regularized=True)
        assert abs(mpmath.mpf(str(p_value(Decimal(40)))) - tail) < mpmath.mpf(10) ** -12


def test_poisson_draws_have_their_mean_and_variance() -> None:
    """4000 draws of mean e^3 = 20.09, within four standard errors; the same with the same seed."""
    draws = [poisson(chance, Decimal(3)) for chance in [Random(7)] for _ in range(4000)]
    mean = Fraction(sum(draws), len(draws))
    assert abs(mean - Fraction("20.0855")) < Fraction("0.2835")
    variance = sum(((n - mean) ** 2 for n in draws), Fraction(0)) / len(draws)
    assert abs(variance - Fraction("20.0855")) < 2
    again = [poisson(chance, Decimal(3)) for chance in [Random(7)] for _ in range(10)]
    assert again == draws[:10]


def test_draws_follow_their_law() -> None:
    """20 000 draws of the PRAM row of a count of 1: P(1 -> 0) within four standard errors."""
    row = derived_pram(1, PRINTED)
    draws, chance = Draws(row), Random(11)
    found = Counter(draws.draw(chance) for _ in range(20_000))
    assert set(found) <= set(row)
    assert abs(Fraction(found[0], 20_000) - Fraction("0.1192")) < Fraction("0.0092")


def test_the_expected_population_agrees_with_high_precision() -> None:
    """49 e^6.5 sinh(1)^2 sinh(0.2)/0.2 for dependent attributes."""
    found = expected_population(uniform_effect(Fraction(1)), "Dependent")
    with mpmath.workdps(80):
        c = mpmath.mpf("0.2")
        true = 49 * mpmath.exp(mpmath.mpf("6.5")) * mpmath.sinh(1) ** 2 * mpmath.sinh(c) / c
        assert _high(found.lo) < true < _high(found.hi)
    assert found.width < Fraction(1, 10**20)
