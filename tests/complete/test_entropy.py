"""The criterion entropy: the exact law of every row, and the whole keys nearest to it."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.conditions import RowRules
from exact.complete.contradiction import contradiction
from exact.complete.entropy_law import RowLaw, row_law
from exact.complete.entropy_table import Contradictory, entropy_rows, keys_of
from exact.complete.nearest import divergence, nearest_row
from exact.complete.nearest_costs import Costs
from exact.complete.nearest_rest import forms, largest
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.entropy import entropy
from exact.errors import InputError
from exact.laws.asymmetric import max_entropy
from exact.pmf import Pmf
from tests.complete.small import compositions
from tests.numbers.mp_reference import to_fraction, to_mp

THREE = Fraction(3)


@pytest.mark.parametrize("at_most", [False, True])
@pytest.mark.parametrize(
    "support", [(-1, 2, 3, 4, 5), (-2, -1, 0, 1, 2, 3, 4, 5), tuple(range(-5, 6))]
)
def test_a_row_without_shape_is_the_asymmetric_law(support: tuple[int, ...], at_most: bool) -> None:
    """The same entropy by the route of ``exact.laws.asymmetric``."""
    row = RowRules(1, support, variance=THREE, exact_variance=not at_most)
    law, known = row_law(row, 100), max_entropy(support, Fraction(0), THREE, 100, at_most)
    assert law.entropy.lo <= known.entropy.hi
    assert known.entropy.lo <= law.entropy.hi
    assert all(p.width < Fraction(1, 10**30) for p in law.probabilities)


@pytest.mark.parametrize(
    ("row", "printed"),
    [
        # D = 5, V = 3 with mono, row 1: variance 1.302 in place of 3.
        (
            RowRules(1, tuple(range(-1, 6)), variance=THREE, shape="monotone"),
            "0.38893783 0.38893782 0.12209348 0.05639415 0.02604806 0.01203143 0.00555723",
        ),
        # The same table, row 2: three equal probabilities.
        (
            RowRules(2, tuple(range(-2, 6)), variance=THREE, shape="monotone"),
            "0.22569905 0.22569905 0.22569906 0.13286506 0.08871749 0.05450076 0.03080282",
        ),
        # D = 10, V = 5, js = 2, row 1: variance 3.632 in place of 5.
        (
            RowRules(1, (-1, *range(2, 11)), variance=Fraction(5), shape="monotone"),
            "0.75656005 0.11421062 0.06081268 0.03238038 0.01724128 0.00918030",
        ),
        # D = 3, V = 1, row 2, which was asked to stay with 1/2.
        (
            RowRules(
                2, tuple(range(-2, 4)), variance=Fraction(1), stay=Fraction(1, 2), shape="monotone"
            ),
            "0.07283345 0.18369094 0.5 0.16951986 0.06202927 0.01192648",
        ),
        # D = 5, V = 3, js = 2 without mono, row 2.
        (
            RowRules(2, (-2, 1, 2, 3, 4, 5), variance=THREE),
            "0.40880704",
        ),
    ],
)
def test_r_ptable_prints_the_law_to_about_seven_digits(row: RowRules, printed: str) -> None:
    """Its own tables (variance at most V); it stops at 10^-7, and writes 8 digits."""
    law = row_law(row)
    for probability, text in zip(law.probabilities, printed.split(), strict=False):
        assert abs(probability.lo - Fraction(text)) < Fraction(1, 10**7)


def test_the_variances_that_r_ptable_misses() -> None:
    """Row 1 of D5V3js0 has 1.302 and of D10V5js2 3.632: the laws do not need more."""
    first = row_law(RowRules(1, tuple(range(-1, 6)), variance=THREE, shape="monotone"))
    second = row_law(RowRules(1, (-1, *range(2, 11)), variance=Fraction(5), shape="monotone"))
    for law, variance in ((first, "1.302"), (second, "3.632")):
        pairs = zip(law.support, law.probabilities, strict=True)
        found = sum(z * z * p.lo for z, p in pairs)
        assert Fraction(variance) <= found < Fraction(variance) + Fraction(1, 1000)
        assert not law.binds("variance")


@pytest.mark.parametrize("keysize", [12, 20])
@pytest.mark.parametrize(
    "row",
    [
        RowRules(1, (-1, 0, 1, 2), variance=Fraction(1), exact_variance=True),
        RowRules(2, (-2, -1, 0, 1, 2), variance=Fraction(3, 2)),
        RowRules(1, (-1, 2, 3, 4), variance=THREE),
        RowRules(2, (-2, -1, 0, 1, 2), variance=Fraction(3, 2), shape="monotone"),
    ],
)
def test_the_nearest_keys_are_the_nearest_of_all(row: RowRules, keysize: int) -> None:
    """Against every row of so many keys, by its Kullback-Leibler distance."""
    law = row_law(row, 134)
    exact = row.exact_variance or law.binds("variance")
    found = nearest_row(row, law, keysize, exact)
    second = (row.variance or Fraction(0)) * keysize
    all_rows = [
        keys
        for keys in compositions(keysize, len(row.support))
        if all(condition.holds(keys) for condition in row.conditions())
        and (not exact or sum(z * z * n for z, n in zip(row.support, keys, strict=True)) == second)
    ]
    if not all_rows:
        assert found.keys is None
        assert found.is_proved
        return
    assert found.keys in all_rows
    assert found.distance is not None
    best = min(divergence(keys, law).hi for keys in all_rows)
    assert found.distance.lo <= best
    assert found.distance.hi <= best + Fraction(1, 10**15)


@pytest.mark.parametrize(
    ("D", "V", "js"), [(5, 3, 0), (5, 3, 2), (3, 1, 0), (10, 5, 0), (10, 5, 2)]
)
def test_256_keys_have_exact_moments_in_every_row(D: int, V: int, js: int) -> None:
    """Bias exactly 0, variance exactly V, and at most 0.0043 nats from the law."""
    holes = tuple(range(1, js + 1))
    rules = TableRules(D=(D,), variance=(Fraction(V),), holes=holes, exact_variance=True)
    rows_found = entropy_rows(rules, 256)
    table = table_of_keys(rules, keys_of(rows_found))
    for row, made in zip(table.rows, rows_found[1:], strict=True):
        assert row.pmf.mean() == 0
        assert row.pmf.variance() == V
        assert made.has_variance
        assert made.nearest.is_proved
        assert made.nearest.distance is not None
        assert made.nearest.distance.hi < Fraction("0.0043")


@pytest.mark.parametrize(
    ("D", "V", "keysize", "count"),
    [(10, 5, 1 << 16, 13), (10, 5, 1 << 32, 10), (20, 12, 1 << 16, 16), (20, 12, 256, 23)],
)
def test_the_nearest_keys_of_wide_rows_are_proved(D: int, V: int, keysize: int, count: int) -> None:
    """No move of a few keys that keeps all moments comes nearer: (1, -3, 3, -1) at any place."""
    row = TableRules(D=(D,), variance=(Fraction(V),), holes=(1, 2)).row(count)
    law = row_law(row, 134)
    found = nearest_row(row, law, keysize, True)
    assert found.is_proved
    assert found.keys is not None
    assert found.distance is not None
    assert moments(row.support, found.keys) == (keysize, 0, V * keysize)
    place = {z: k for k, z in enumerate(row.support)}
    inner = [z for z in row.support if {z + 1, z + 2, z + 3} <= place.keys()]
    for z, sign in product(inner, (1, -1)):
        moved = list(found.keys)
        for step, change in enumerate((1, -3, 3, -1)):
            moved[place[z + step]] += sign * change
        if min(moved) >= 0:
            assert moments(row.support, tuple(moved)) == (keysize, 0, V * keysize)
            assert divergence(tuple(moved), law).hi >= found.distance.lo


def moments(support: tuple[int, ...], keys: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the sums of n, z n and z^2 n."""
    pairs = list(zip(support, keys, strict=True))
    return sum(keys), sum(z * n for z, n in pairs), sum(z * z * n for z, n in pairs)


def test_rows_that_are_as_near_as_each_other_leave_the_proof() -> None:
    """256 keys on 7 values, uniform: every row of four 37 and three 36 with mean 0 is as near."""
    row = RowRules(6, tuple(range(-3, 4)), variance=Fraction(8))
    found = nearest_row(row, row_law(row, 134), 256, False)
    assert (found.is_proved, sorted(found.keys or ())) == (True, [36] * 3 + [37] * 4)


@given(st.lists(st.integers(0, 60), min_size=6, max_size=6), st.integers(0, 5))
def test_what_is_left_costs_at_least_what_its_moments_cost(keys: list[int], depth: int) -> None:
    """Of any keys on -2..3 from some value on: the form of their moments is at most their costs."""
    support, total = (-2, -1, 0, 1, 2, 3), max(1, sum(keys))
    law = row_law(RowRules(2, support, variance=Fraction(1)), 134)
    costs = [Costs(p, total) for p in law.probabilities]
    own = [cost.at(n) for cost, n in zip(costs, keys, strict=True)]
    left = list(zip(support, keys, strict=True))[depth:]
    rest = [sum(z**k * n for z, n in left) for k in range(3)]
    assert all(n <= largest(cost, c) for cost, c, n in zip(costs, own, keys, strict=True))
    assert forms(support, costs, 3, own)[depth].least(rest) <= sum(own[depth:]) + sum(
        cost.off for cost in costs
    )


def test_where_no_keys_have_the_variance_the_nearest_without_it_are_given() -> None:
    """On -1, 0, 1 the variance 1/3 needs K/6 keys at -1: not with 256, so at most 1/3."""
    rules = TableRules(D=(1,), variance=(Fraction(1, 3),), exact_variance=True)
    row = entropy_rows(rules, 256)[1]
    assert not row.has_variance
    assert row.keys == (42, 172, 42)
    assert row.without is not None
    assert row.without.is_proved
    assert entropy_rows(rules, 258)[1].keys == (43, 172, 43)


@pytest.mark.parametrize(
    ("support", "V"),
    [
        ((-1, 1, 2), "3/2"),
        ((-2, 1, 2), "3"),
        ((-2, 1, 2), "7/2"),
        ((-1, 2, 3), "5/2"),
        ((-2, 2, 3), "9/2"),
        ((-2, 2, 3), "5"),
        ((-2, 2, 3), "11/2"),
        ((-1, 3, 4), "7/2"),
    ],
)
def test_rows_without_keys_of_their_variance_are_proved_to_have_none(
    support: tuple[int, int, int], V: str
) -> None:
    """The 8 such rows of 3,070 (D = 2..10, js = 0..3, V = 1/2..6): three values, one solution.

    256 keys on a, b, c with mean 0 and mean square V: n(a) = 256 (V + b c)/((b - a)(c - a)).
    """
    a, b, c = support
    own = 256 * (Fraction(V) + b * c) / ((b - a) * (c - a))
    assert own.denominator != 1
    row = RowRules(1, support, variance=Fraction(V), exact_variance=True)
    found = nearest_row(row, row_law(row), 256, True)
    assert found.keys is None
    assert found.is_proved


def test_demands_that_exclude_each_other_are_named_with_their_rows() -> None:
    """R ptable's default mono with D = 5 and variance exactly 3: row 1, with the proof."""
    rules = TableRules(D=(5,), variance=(THREE,), exact_variance=True, shape="monotone")
    with pytest.raises(Contradictory, match="row 1: bias, variance") as caught:
        entropy_rows(rules, 256)
    assert [proof.count for proof in caught.value.rows] == [1]
    with pytest.raises(InputError, match="cannot keep bias and variance"):
        row_law(rules.row(1))


def assert_encloses(law: RowLaw, expected: list[Fraction]) -> None:
    """Check that every probability is enclosed, within 2^-67 of itself."""
    for p, value in zip(law.probabilities, expected, strict=True):
        assert p.lo <= value <= p.hi
        assert p.width * (1 << 67) <= p.lo


def test_a_variance_at_the_end_of_its_range_leaves_one_law() -> None:
    """-1 and 2 have variance 2 or more: with exactly 2 there are thirds, and no multipliers."""
    law = row_law(RowRules(1, (-1, 2, 3, 4), variance=Fraction(2)))
    none = Fraction(0)
    assert_encloses(law, [Fraction(2, 3), Fraction(1, 3), none, none])
    top = row_law(RowRules(1, (-1, 0, 3), variance=THREE, exact_variance=True))
    assert_encloses(top, [Fraction(3, 4), none, Fraction(1, 4)])


def test_conditions_that_follow_from_each_other_do_no_harm() -> None:
    """p(-1) <= p(0) and p(1) <= p(0) are one condition for an unbiased law on -1, 0, 1."""
    row = RowRules(1, (-1, 0, 1), variance=THREE, shape="unimodal", stay=Fraction(1, 3))
    assert_encloses(row_law(row), [Fraction(1, 3)] * 3)


def test_conditions_that_hold_as_equations_by_chance_do_no_harm() -> None:
    """With 1/2 at noise 0 the others on -2..2 are 1/8 each: monotone ties without multipliers."""
    row = RowRules(2, (-2, -1, 0, 1, 2), variance=THREE, shape="monotone", stay=Fraction(1, 2))
    eighth = Fraction(1, 8)
    assert_encloses(row_law(row), [eighth, eighth, Fraction(1, 2), eighth, eighth])


def test_a_uniform_law_keeps_every_shape_with_equality() -> None:
    """A large variance on -3..3: the law is uniform, and the ties are seen to be ties."""
    row = RowRules(3, tuple(range(-3, 4)), variance=Fraction(4), shape="unimodal")
    assert_encloses(row_law(row), [Fraction(1, 7)] * 7)


rows = st.builds(
    lambda low, high, V, shape, stay: RowRules(
        low, tuple(range(-low, high + 1)), variance=V, shape=shape, stay=stay
    ),
    low=st.integers(1, 4),
    high=st.integers(1, 5),
    V=st.fractions(Fraction(1, 4), 4, max_denominator=8),
    shape=st.sampled_from(["", "monotone", "unimodal"]),
    stay=st.sampled_from([None, Fraction(1, 10), Fraction(1, 3)]),
).filter(lambda row: contradiction(row) is None)


@given(row=rows)
@settings(max_examples=30)
def test_the_multipliers_prove_that_no_law_has_more_entropy(row: RowRules) -> None:
    """log sum e^(-sum m g) by mpmath is the entropy itself, and no multiplier has a wrong sign."""
    law = row_law(row)
    assert all(c.is_equation or m >= 0 for c, m in law.multipliers)
    with mpmath.workdps(60):
        exponents = (
            mpmath.fsum(to_mp(m * c.coefficients[k]) for c, m in law.multipliers)
            for k in range(len(row.support))
        )
        bound = to_fraction(mpmath.log(mpmath.fsum(mpmath.exp(-e) for e in exponents)))
        p = [to_mp((q.lo + q.hi) / 2) for q in law.probabilities]
        own = to_fraction(-mpmath.fsum(x * mpmath.log(x) for x in p if x))
    for value in (bound, own):
        assert abs(value - law.entropy.hi) < Fraction(1, 10**15)


@given(row=rows, data=st.data())
@settings(max_examples=20)
def test_no_row_of_whole_keys_beats_the_law(row: RowRules, data: st.DataObject) -> None:
    """Every row of few keys that keeps the conditions has at most the entropy of the law."""
    law = row_law(row)
    keysize = data.draw(st.integers(2, 6 if len(row.support) > 6 else 9))
    for keys in compositions(keysize, len(row.support)):
        if all(condition.holds(keys) for condition in row.conditions()):
            noise = Pmf.of(zip(row.support, keys, strict=True))
            assert entropy(noise).enclosure(40).lo <= law.entropy.hi
