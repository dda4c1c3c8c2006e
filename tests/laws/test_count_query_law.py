"""The noise of Definition 2: P1-P3, its values, what the quantiser needs of it, bad parameters."""

from fractions import Fraction
from itertools import accumulate
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.count_query import MAX_LIMIT, CountQueryLaw
from exact.laws.two_point import broken_properties
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from exact.quantiser.rules import quantised_cmf
from tests.numbers.mp_reference import to_fraction, to_mp

etas = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=100)
exps = st.fractions(1, 12, max_denominator=20)
values = st.fractions(Fraction(1, 20), 3, max_denominator=100)
sizes = st.integers(1, 7)


def recursive_noise(exp: Any, eta: Any, D: int) -> list[Any]:
    """Return p(0), ..., p(D) by Definition 2 as printed: the largest bound, then the recursion.

    Works for rationals and for mpmath numbers.
    """
    rest = 1 - eta
    B, C = 2 / rest, 2 * eta / rest
    bounds = []
    for k in range(1, D + 1):
        top = C * sum(exp**j for j in range(k)) - exp**k
        bounds.append(top / (B * sum(exp**j * (j + 1) for j in range(k))))
    bounds.append(1 / (B * sum(exp**j * (D - j) for j in range(D))))
    best = max(bounds)
    found = [B * best]
    if bounds[-1] == best:
        for _ in range(D - 1):
            found.append(exp * found[-1] + B * best)
        found.reverse()
    else:
        k, before = bounds.index(best) + 1, C
        found = []
        for _ in range(k):
            before = (before - B * best) / exp
            found.append(before)
        found += [0 * C] * (D - k)
    return [eta, *(a * rest / 2 for a in found)]


@given(exp=exps, eta=etas, D=sizes)
def test_a_rational_e_gives_the_noise_of_definition_2(exp: Fraction, eta: Fraction, D: int) -> None:
    """Every probability is the printed recursion's; P1-P3 hold; the variance is the sum."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    expected = recursive_noise(exp, eta, D)
    noise = law.exact_pmf()
    assert noise is not None
    assert [noise.probability(z) for z in range(D + 1)] == expected
    assert [noise.probability(-z) for z in range(D + 1)] == expected
    assert broken_properties(noise, D, D, eta) == ()
    assert max(z for z, p in enumerate(expected) if p > 0) == law.D
    assert law.variance().exact == noise.variance()
    assert law.probability(D + 1).exact == 0


@given(value=values, eta=etas, D=sizes)
def test_an_irrational_e_gives_the_noise_of_definition_2(
    value: Fraction, eta: Fraction, D: int
) -> None:
    """Against the recursion in mpmath: pmf to 40 digits, and weights about a unit apart."""
    law = CountQueryLaw(Epsilon(value=value), eta, D)
    with mpmath.workdps(120):
        found = recursive_noise(mpmath.exp(to_mp(value)), to_mp(eta), D)
        expected = [to_fraction(mpmath.mpf(p)) for p in found]
    slack = Fraction(1, 10**60)
    weights = law.weights(96)
    assert len(weights.lo) == law.D + 1
    for z in range(law.D + 1):
        pmf = law.probability(z).enclosure(134)
        assert pmf.lo - slack <= expected[z] <= pmf.hi + slack
        assert pmf.lo == pmf.hi or pmf.is_relatively_narrow(40)
        scaled = expected[z] * 2**weights.bits
        assert weights.lo[z] - 1 <= scaled <= weights.hi[z] + 1
        assert (weights.hi[z] - weights.lo[z]) << 96 <= 1 << weights.bits
    variance = 2 * sum(z * z * p for z, p in enumerate(expected))
    assert (
        law.variance().enclosure(134).lo - slack
        <= variance
        <= law.variance().enclosure(134).hi + slack
    )


@given(exp=exps, eta=etas, D=sizes, bits=st.integers(5, 40))
def test_the_ceiling_rule_quantises_it(exp: Fraction, eta: Fraction, D: int, bits: int) -> None:
    """ceil(c(z) K) from the exact rationals, ties included, for z = -D..D."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    noise = law.exact_pmf()
    assert noise is not None
    sums = accumulate(noise.probability(z) for z in range(-law.D, law.D + 1))
    expected = tuple((c * 2**bits).__ceil__() for c in sums)
    assert quantised_cmf(law, 2**bits) == expected


def test_the_ceiling_rule_keeps_an_exact_tie() -> None:
    """p = 1/8, 3/4, 1/8 on 256 keys: no key is moved by a rounding."""
    law = CountQueryLaw(Epsilon(exp=Fraction(2)), Fraction(3, 4), 1)
    assert quantised_cmf(law, 256) == (32, 224, 256)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_quantises_an_irrational_law(rule: str) -> None:
    """epsilon = 2.18, eta = 0.8 on 2^32 keys: each count near K p(z), and all keys used."""
    law = CountQueryLaw(Epsilon(value=Fraction("2.18")), Fraction("0.8"), 6)
    cmf = quantised_cmf(law, 2**32, rule)
    counts = [b - a for a, b in zip((0, *cmf), cmf, strict=False)]
    assert sum(counts) == 2**32
    for z, count in enumerate(counts, start=-3):
        assert abs(count - law.probability(z).enclosure(67).lo * 2**32) < 2


@given(exp=exps, eta=etas, D=sizes)
def test_a_linear_relation_is_recognised(exp: Fraction, eta: Fraction, D: int) -> None:
    """b p(k) - a p(0) is 0 exactly if p(k) / p(0) = a / b."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    p = recursive_noise(exp, eta, D)
    ratio = p[1] / p[0]
    assert law.vanishes({0: -ratio.numerator, 1: ratio.denominator})
    assert not law.vanishes({0: -ratio.numerator, 1: ratio.denominator + 1})


def test_an_irrational_relation_is_not_claimed() -> None:
    """At e^epsilon transcendental p(1) is no multiple of p(0), but the total is 1 = p(0)/eta."""
    law = CountQueryLaw(Epsilon(value=Fraction(1)), Fraction(1, 2), 3)
    assert not law.vanishes({0: -(10**6), 1: 10**7})
    assert law.vanishes({0: -1, **dict.fromkeys(range(1, 4), 2)})


@pytest.mark.parametrize(
    ("eta", "D", "message"),
    [
        (Fraction(0), 3, "eta = 0: must lie strictly between 0 and 1"),
        (Fraction(3, 2), 3, "eta = 3/2: must lie strictly between 0 and 1"),
        (Fraction(1, 2), 0, f"D = 0: must be from 1 to {MAX_LIMIT}; choose a value in that range"),
        (Fraction(1, 2), 5001, f"D = 5001: must be from 1 to {MAX_LIMIT}"),
        (Fraction(1, 2), Fraction(3), "D = 3: must be an integer; give an int"),
        (0.5, 3, "eta = 0.5: must be exact; give a Fraction"),
    ],
)
def test_bad_parameters_name_the_admissible_range(eta: Any, D: Any, message: str) -> None:
    """Argument, value, rule and remedy in one line."""
    with pytest.raises(InputError, match=message):
        CountQueryLaw(Epsilon(value=Fraction(1)), eta, D)


def test_epsilon_must_be_an_epsilon() -> None:
    """A number is refused with the way to make one; epsilon = 0 is a law."""
    with pytest.raises(InputError, match="epsilon = 1: must be an Epsilon; use epsilon"):
        CountQueryLaw(Fraction(1), Fraction(1, 2), 3)  # type: ignore[arg-type]
    zero = CountQueryLaw(Epsilon(value=Fraction(0)), Fraction(1, 4), 3)
    assert [zero.probability(z).exact for z in range(4)] == recursive_noise(
        Fraction(1), Fraction(1, 4), 3
    )
