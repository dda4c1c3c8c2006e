"""The test of a share from one noisy count: the paper's setting, definitions, and peers."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, fsum, log

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf
from scipy.stats import binomtest

from exact.errors import InputError
from exact.inference.binomial import BinomialTest, likeliest_share, statistic_bounds
from exact.inference.binomial_answer import BinomialQuestion, answered
from exact.inference.channel import Chances, Channel, LawChannel, NoNoise, TableChannel
from exact.inference.confidence import confidence_interval
from exact.laws.given import law_given
from exact.numbers.balls import BITS, bounds_of
from exact.numbers.enclosure import Enclosure
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.inference.by_definition import DIGITS, ByDefinition, laplace

HALF, OTHER, FIVE_PERCENT = Fraction(1, 2), Fraction(7, 10), Fraction(1, 20)


@cache
def noisy(m: int, p0: Fraction = HALF, epsilon: str = "1/2") -> BinomialTest:
    """Return the test of section 6.2: N = 80."""
    return BinomialTest(80, p0, LawChannel(law_given("laplace", epsilon, {"m": m})))


def check_printed(found: Enclosure, printed: str) -> None:
    """Check that both bounds, which are narrow, round to what is printed."""
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    assert found.width < Fraction(1, 10**24)
    assert abs(found.lo - Fraction(printed)) <= unit / 2
    assert abs(found.hi - Fraction(printed)) <= unit / 2


def check_holds(found: Enclosure, true: mpf) -> None:
    """Check that narrow bounds hold a number that is known to 40 digits."""
    with mp.workdps(DIGITS):
        slack = mpf(10) ** -40
        assert found.width < Fraction(1, 10**24)
        assert mpf(found.lo.numerator) / found.lo.denominator - slack <= true
        assert true <= mpf(found.hi.numerator) / found.hi.denominator + slack


def test_the_exact_levels_of_section_6_2() -> None:
    """N = 80, p_0 = 1/2, epsilon = 1/2: levels and smallest critical values of both m."""
    check_printed(noisy(5).rejection(HALF, Fraction("3.84")), "0.0536744882")
    least = noisy(5).critical(FIVE_PERCENT)
    check_printed(least.bounds, "4.152234465")
    check_printed(noisy(5).rejection(HALF, least), "0.0328761266")
    least = noisy(10).critical(FIVE_PERCENT)
    check_printed(least.bounds, "3.816077045")
    check_printed(noisy(10).rejection(HALF, least), "0.0442049614")


def test_the_exact_powers_of_section_6_2() -> None:
    """Data from p = 1/2 reject the hypothesis p = 0.7."""
    check_printed(noisy(5, OTHER).rejection(HALF, Fraction("3.36")), "0.9360139694")
    check_printed(noisy(5, OTHER).rejection(HALF, Fraction("3.84")), "0.9063903416")
    question = BinomialQuestion(noisy(10), 40, FIVE_PERCENT, Fraction(19, 20), other=OTHER)
    power = answered(question).power
    assert power is not None
    check_printed(power.rejects_other, "0.8959807217")


def test_without_noise_level_and_power_are_the_binomial_ones() -> None:
    """Level and power at 3.84 as in the noiseless case of the paper's comparison."""
    c = Fraction("3.84")
    check_printed(BinomialTest(80, HALF, NoNoise()).rejection(HALF, c), "0.0566644263")
    check_printed(BinomialTest(80, OTHER, NoNoise()).rejection(HALF, c), "0.9535440882")


@pytest.mark.parametrize("p0", [HALF, OTHER])
def test_every_statistic_and_probability_is_that_of_the_definition(p0: Fraction) -> None:
    """Plain EM in 50 digits gives every T(x), and the sum its probability."""
    truth = ByDefinition(30, laplace("0.5", 3), p0)
    test = BinomialTest(30, p0, LawChannel(law_given("laplace", "1/2", {"m": 3})))
    assert [o.released for o in test.outcomes] == sorted(truth.columns)
    chances = test.chances(Fraction(1, 3))
    for outcome, chance in zip(test.outcomes, chances, strict=True):
        check_holds(statistic_bounds(outcome), truth.statistic(outcome.released))
        with mp.workdps(DIGITS):
            check_holds(bounds_of(chance), truth.chance(outcome.released, mpf(1) / 3))


def test_level_by_definition_in_50_digits() -> None:
    """A level and a power, summed over all outcomes by the definition."""
    truth = ByDefinition(20, laplace("0.5", 2), HALF)
    test = BinomialTest(20, HALF, LawChannel(law_given("laplace", "1/2", {"m": 2})))
    for p in (HALF, OTHER):
        check_holds(test.rejection(p, Fraction("3.84")), truth.rejection(p, "3.84"))


def test_an_epsilon_that_is_a_logarithm_is_the_table_with_those_weights() -> None:
    """With epsilon = ln 2 the weights are 1, 2, 4, 2, 1: a table of ten keys."""
    row = Row(((-2, 1), (-1, 2), (0, 4), (1, 2), (2, 1)))
    table = TableChannel(PTable(10, 0, (row,), zero="row"))
    law = LawChannel(law_given("laplace", "ln(2)", {"m": 2}))
    for p in (HALF, Fraction(1, 3)):
        one, other = BinomialTest(12, p, law), BinomialTest(12, p, table)
        for a, b in zip(one.outcomes, other.outcomes, strict=True):
            assert a.released == b.released
            assert abs(statistic_bounds(a).lo - statistic_bounds(b).lo) < Fraction(1, 10**24)


def test_the_p_value_adds_up_every_outcome_as_extreme() -> None:
    """By enumeration over counts and keys, in rationals: mirrored outcomes tie exactly."""
    row = Row(((-1, 1), (0, 2), (1, 1)))
    test = BinomialTest(10, HALF, TableChannel(PTable(4, 0, (row,), zero="row")))
    observed = test.at(8)
    as_extreme = {x for x in range(-1, 12) if abs(x - 5) >= 3}
    expected = sum(
        Fraction(comb(10, a) * keys, 4 << 10)
        for a in range(11)
        for z, keys in row.runs
        if a + z in as_extreme
    )
    found = test.p_value(observed)
    assert found.lo <= expected <= found.hi
    assert found.width < Fraction(1, 10**40)


_PARTS = (((0, 2),), ((0, 1), (1, 1)), ((-1, 1), (1, 1)), ((-1, 1), (0, 1)))


@given(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=4), st.integers(1, 9))
def test_outcomes_tie_where_their_columns_are_mirrored_and_only_there(
    parts: list[tuple[tuple[int, int], ...]], people: int
) -> None:
    """P(x | a) = P(N-x | N-a) for every a, from the rows: then T(x) = T(N-x) at p_0 = 1/2."""
    rows = tuple(Row(part) for part in (_PARTS[1], *parts))
    table = PTable(2, 0, rows, zero="row")
    outcomes = BinomialTest(people, HALF, TableChannel(table)).outcomes
    column = {
        o.released: [table.row(a).pmf.probability(o.released - a) for a in range(people + 1)]
        for o in outcomes
    }
    for outcome in outcomes:
        if outcome.rank != outcome.released:
            assert column[outcome.released] == column[outcome.rank][::-1]


@pytest.mark.parametrize("released", [33, 47])
def test_noise_that_differs_for_the_count_0_alone_ties_the_others(released: int) -> None:
    """Drop/add-up-to-q: of 80 people 33 and 47 come from 32..34 and 46..48, with noise -1..1."""
    test = BinomialTest(80, HALF, LawChannel(law_given("up-to-q", None, {"cap": 3})))
    noise = {a: (-1, 0, 1) if a else (0, 0, 0) for a in range(81)}
    expected = sum(
        Fraction(comb(80, a), 3 << 80) for a in range(81) for z in noise[a] if abs(a + z - 40) >= 7
    )
    found = test.p_value(test.at(released))
    assert found.lo <= expected <= found.hi
    assert found.width < Fraction(1, 10**40)


@pytest.mark.parametrize(("law", "rises"), [("block", True), ("printed", False)])
def test_laws_with_rows_have_an_interval_where_larger_counts_give_larger_ones(
    law: str, rises: bool
) -> None:
    """PRAM past its first block: C - m + v stays in the block, C + m - v does not."""
    channel = LawChannel(law_given("pram", "1", {"cap": 3, "reading": law}))
    found = confidence_interval(BinomialTest(40, HALF, channel), 17, Fraction(19, 20))
    assert (found is not None) == rises
    tails = [[_reaching(channel, a, x) for x in range(-3, 44)] for a in range(41)]
    falls = any(
        one > other + 1e-9 for a, b in pairwise(tails) for one, other in zip(a, b, strict=True)
    )
    assert falls != rises


def _reaching(channel: Channel, count: int, x: int) -> float:
    return fsum(float(chance.mid()) for z, chance in channel.noise(count).items() if count + z >= x)


def test_the_released_middle_is_likeliest_at_one_half_exactly() -> None:
    """40 of 80 with symmetric noise: L is symmetric about p = 1/2, and has one peak."""
    outcome = noisy(5).at(40)
    assert statistic_bounds(outcome) == Enclosure.point(Fraction(0))
    assert likeliest_share(outcome) == Enclosure.point(HALF)
    assert noisy(5).p_value(outcome).hi == 1
    assert statistic_bounds(noisy(5, OTHER).at(40)).lo > 0


def test_p_value_and_critical_value_decide_alike() -> None:
    """P(T >= T(x)) <= alpha exactly where T(x) is above the smallest critical value."""
    test = noisy(5)
    least = test.critical(FIVE_PERCENT)
    for outcome in test.outcomes:
        assert test.above(outcome, least) == (test.p_value(outcome).hi <= FIVE_PERCENT)
    assert test.rejection(HALF, least).hi <= FIVE_PERCENT


@st.composite
def small_tables(draw: st.DrawFn) -> PTable:
    """Return any table of eight keys: columns may rise and fall many times."""
    rows = []
    for count in range(draw(st.integers(1, 4))):
        cuts = sorted(draw(st.lists(st.integers(0, 8), min_size=3, max_size=3)))
        keys = [b - a for a, b in pairwise((0, *cuts, 8))]
        noises = draw(st.permutations(range(-min(count, 2), 4)))
        rows.append(Row.of(sorted(zip(noises, keys, strict=False))))
    return PTable(8, 0, tuple(rows), zero="row")


@given(small_tables(), st.integers(1, 7), st.sampled_from([HALF, Fraction(1, 3)]))
def test_the_largest_likelihood_of_any_table_is_found(
    table: PTable, people: int, p0: Fraction
) -> None:
    """All roots of the derivative in floating point, and both ends: none is likelier."""
    test = BinomialTest(people, p0, TableChannel(table))
    for outcome in test.outcomes:
        chances = [table.row(a).pmf.probability(outcome.released - a) for a in range(people + 1)]
        column = [float(chance) for chance in chances]
        best = max(_likelihood(column, p) for p in _candidates(column))
        found = statistic_bounds(outcome)
        expected = 2 * log(best / _likelihood(column, float(p0)))
        assert found.width < Fraction(1, 10**24)
        assert float(found.lo) == pytest.approx(expected, abs=1e-7)


def test_a_threefold_root_of_the_slope_is_a_narrow_peak() -> None:
    """L_4(p) = 2 p q (p^2 + q^2) of 4 people: L' = 2 (q - p)^3, and L(1/2) = 1/4 is the largest."""
    table = PTable(2, 0, (Row(((1, 1), (3, 1))),), zero="row")
    outcome = BinomialTest(4, Fraction(1, 3), TableChannel(table)).at(4)
    with mp.workdps(DIGITS):
        check_holds(statistic_bounds(outcome), 2 * mp.log(mpf(81) / 80))


class _Uniform(NoNoise):
    """Noise -3..3, each as likely, as bounds that do not say that they are equal."""

    span = -3, 3

    def noise(self, count: int) -> Chances:
        """Return 1/7 for each, rounded."""
        with ctx.workprec(BITS):
            return {z: arb(1) / 7 for z in range(-3, 4)}


@pytest.mark.parametrize("released", [0, 1, 2, 3])
def test_a_likelihood_that_is_constant_has_the_statistic_0(released: int) -> None:
    """Of 3 people every count is released as x with probability 1/7: p may be anything."""
    outcome = BinomialTest(3, Fraction(1, 3), _Uniform()).at(released)
    check_holds(statistic_bounds(outcome), mpf(0))
    assert likeliest_share(outcome) == Enclosure(Fraction(0), Fraction(1))


def test_the_likeliest_share_is_found_where_the_likelihood_is_flat_at_an_end() -> None:
    """-1 comes from 0, 1 or 2 of 3 people, equally likely: 1 - p^3 is largest at 0."""
    outcome = BinomialTest(3, Fraction(1, 3), _Uniform()).at(-1)
    with mp.workdps(DIGITS):
        check_holds(statistic_bounds(outcome), -2 * mp.log(mpf(26) / 27))
    found = likeliest_share(outcome)
    assert found.lo == 0
    assert found.hi < Fraction(1, 10**12)


def _likelihood(column: list[float], p: float) -> float:
    n = len(column) - 1
    return fsum(w * comb(n, a) * p**a * (1 - p) ** (n - a) for a, w in enumerate(column))


def _candidates(column: list[float]) -> list[float]:
    """Return 0, 1 and the real roots of L' = N sum (w_(a+1) - w_a) B_(N-1,a) between them."""
    n = len(column) - 1
    slopes = [(b - a) * comb(n - 1, k) for k, (a, b) in enumerate(pairwise(column))]
    odds = [r.real for r in np.roots(slopes[::-1]) if r.real > 0]
    return [0.0, 1.0, *(t / (1 + t) for t in odds)]


@pytest.mark.parametrize("released", [0, 1, 17, 40, 79, 80])
def test_without_noise_scipys_exact_interval_is_the_same(released: int) -> None:
    """Clopper and Pearson's interval agrees to the digits of a double."""
    found = confidence_interval(BinomialTest(80, HALF, NoNoise()), released, Fraction(19, 20))
    assert found is not None
    scipy = binomtest(released, 80).proportion_ci(0.95, method="exact")
    assert float(found.outer.lo) == pytest.approx(scipy.low, abs=1e-12)
    assert float(found.outer.hi) == pytest.approx(scipy.high, abs=1e-12)


@pytest.mark.parametrize("p", [Fraction(1, 20), Fraction(3, 10), HALF, Fraction(99, 100)])
@pytest.mark.parametrize(
    "channel", [LawChannel(law_given("laplace", "1/2", {"m": 3})), NoNoise()], ids=["noise", "none"]
)
def test_the_interval_holds_the_true_share_as_often_as_it_says(
    channel: Channel, p: Fraction
) -> None:
    """The probability of the released values whose interval holds p is at least 95 %."""
    test = BinomialTest(15, HALF, channel)
    covered = Fraction(0)
    for outcome, chance in zip(test.outcomes, test.chances(p), strict=True):
        found = confidence_interval(test, outcome.released, Fraction(19, 20))
        assert found is not None
        if found.outer.lo <= p <= found.outer.hi:
            covered += bounds_of(chance).lo
    assert covered >= Fraction(19, 20)


def test_an_interval_is_refused_where_larger_counts_can_be_released_as_smaller_ones() -> None:
    """A table that adds 3 to a count of 1 and nothing to a count of 2."""
    rows = (Row(((0, 4),)), Row(((3, 4),)), Row(((0, 4),)))
    test = BinomialTest(5, HALF, TableChannel(PTable(4, 0, rows, zero="row")))
    assert confidence_interval(test, 4, Fraction(19, 20)) is None


def test_the_likeliest_share_without_noise_is_the_share() -> None:
    """a/N, at the ends too."""
    test = BinomialTest(80, HALF, NoNoise())
    for a in (0, 1, 40, 80):
        found = likeliest_share(test.at(a))
        assert found.lo <= Fraction(a, 80) <= found.hi
        assert found.width < Fraction(1, 10**12)


def test_what_cannot_be_released_is_refused_with_what_can() -> None:
    """Beyond the noise, and in the holes of a table."""
    with pytest.raises(InputError, match=r"released = 86: cannot be released.*-5 to 85"):
        noisy(5).at(86)
    rows = (Row(((0, 2),)), Row(((-1, 1), (2, 1))))
    holes = TableChannel(PTable(2, 0, (*rows, Row(((1, 1), (2, 1)))), zero="row"))
    with pytest.raises(InputError, match="released = 1: cannot be released"):
        BinomialTest(5, HALF, holes).at(1)
