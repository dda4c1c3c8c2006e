"""The ceiling rule (4.2): three independent routes to the same integers, and its bias."""

from fractions import Fraction
from itertools import accumulate

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.laws.rates import LogRate
from exact.laws.variance_root import VarianceRate
from exact.numbers import integer_floor
from exact.numbers.epsilon import Epsilon
from exact.quantiser.rules import key_counts, quantised_cmf
from tests.laws.plain_law import mp_pmf, rational_gamma_pmf
from tests.numbers.mp_reference import distance_to_integer
from tests.quantiser.plain_rules import bias

# mpmath at 150 digits is right to 10^-100 on K c <= 2^128: further than this from an integer,
# its ceiling is the ceiling.
SAFE = Fraction(1, 10**60)


@st.composite
def designs(draw: st.DrawFn) -> tuple[int, Fraction, int]:
    """Return D, gamma > 0 with gamma D^2 <= 100, and a key space of 2D+1 to 2^128 keys."""
    D = draw(st.integers(1, 40))
    spread = draw(st.fractions(Fraction(1, 10**6), 100, max_denominator=10**6))
    bits = draw(st.integers((2 * D).bit_length(), 128))
    return D, spread / (D * D), 1 << bits


def checked_ceilings(pmf: list[Fraction], keysize: int) -> tuple[int, ...]:
    """Return ceil(K c(z)) for z = -D..D, after a check that no K c(z) is near an integer."""
    values = [keysize * c for c in accumulate(pmf[:-1])]
    assert all(distance_to_integer(value) > SAFE for value in values)
    return (*(value.__ceil__() for value in values), keysize)


@given(design=designs())
@example(design=(25, Fraction(127, 12495), 2**32))
def test_ceilings_are_those_of_mpmath(design: tuple[int, Fraction, int]) -> None:
    """c^Q(z) = ceil(c_Z(z) K) for every key space up to 2^128."""
    D, gamma, keysize = design
    expected = checked_ceilings(rational_gamma_pmf(D, gamma, 150), keysize)
    assert quantised_cmf(law_of_gamma(D, gamma), keysize) == expected


def flint_ceilings(D: int, gamma: Fraction, keysize: int) -> tuple[int, ...]:
    """Return the ceilings from one FLINT exponential per noise value."""
    with ctx.workprec(600):
        weights = [
            arb(fmpq(-gamma.numerator * z * z, gamma.denominator)).exp() for z in range(D + 1)
        ]
        total = sum((weights[abs(z)] for z in range(-D, D + 1)), arb(0))
        cumulative, ceilings = arb(0), []
        for z in range(-D, D):
            cumulative += weights[abs(z)]
            ceiling = (cumulative * keysize / total).ceil().unique_fmpz()
            assert ceiling is not None
            ceilings.append(int(ceiling))
    return (*ceilings, keysize)


def integer_ceilings(D: int, gamma: Fraction, keysize: int) -> tuple[int, ...]:
    """Return the ceilings from the producer in plain integers, one exponential per noise value."""
    bounds = [integer_floor.exp_bounds(-gamma * z * z, 600) for z in range(D + 1)]
    lows, highs = ([bounds[abs(z)][side] for z in range(-D, D + 1)] for side in (0, 1))
    lower = [-(-keysize * c // sum(highs)) for c in accumulate(lows[:-1])]
    upper = [-(-keysize * c // sum(lows)) for c in accumulate(highs[:-1])]
    assert lower == upper
    return (*lower, keysize)


@given(design=designs())
def test_both_producers_lead_to_the_same_table(design: tuple[int, Fraction, int]) -> None:
    """FLINT's and the plain integers' exponentials, taken one by one, give the same integers."""
    D, gamma, keysize = design
    found = quantised_cmf(law_of_gamma(D, gamma), keysize)
    assert found == flint_ceilings(D, gamma, keysize) == integer_ceilings(D, gamma, keysize)


def test_a_wide_support_leads_to_the_same_table() -> None:
    """D = 300 with 2^64 keys: products of one exponential agree with 301 exponentials."""
    gamma, keysize = Fraction(1, 900), 2**64
    found = quantised_cmf(law_of_gamma(300, gamma), keysize)
    assert found == flint_ceilings(300, gamma, keysize) == integer_ceilings(300, gamma, keysize)


@pytest.mark.parametrize("keysize", [2**8, 2**32, 2**128])
def test_a_radical_rate_has_the_ceilings_of_mpmath(keysize: int) -> None:
    """epsilon = ln 10 and D = 5 by the guide: gamma is an irrational multiple of no rational."""
    law = law_of_epsilon(5, Epsilon(exp=Fraction(10)))
    assert isinstance(law.rate, LogRate)
    with mpmath.workdps(150):
        gamma = mpmath.log(10) * (mpmath.mpf(1) / 9 - mpmath.mpf(2) / 990)
        pmf = mp_pmf(5, gamma)
    assert quantised_cmf(law, keysize) == checked_ceilings(pmf, keysize)


@pytest.mark.parametrize(("D", "V"), [(2, Fraction(1)), (5, Fraction(3)), (25, Fraction(49))])
def test_a_law_found_from_its_variance_has_the_ceilings_of_mpmath(D: int, V: Fraction) -> None:
    """gamma is found anew by mpmath, bisecting (2.5), and the integers agree for 2^64 keys."""
    with mpmath.workdps(150):
        low, high = mpmath.mpf(0), mpmath.mpf(8)  # V falls from D(D+1)/3 as gamma grows
        for _ in range(480):
            middle = (low + high) / 2
            moment = sum(
                (z * z * p for z, p in enumerate(mp_pmf(D, middle), start=-D)), Fraction(0)
            )
            low, high = (middle, high) if moment > V else (low, middle)
        pmf = mp_pmf(D, low)
    law = law_of_variance(D, V)
    assert isinstance(law.rate, VarianceRate)
    assert quantised_cmf(law, 2**64) == checked_ceilings(pmf, 2**64)


@given(design=designs())
def test_the_bias_of_the_ceiling_rule_is_minus_D_over_keysize(
    design: tuple[int, Fraction, int],
) -> None:
    """No K c(z) is an integer, so c^Q(-k) + c^Q(k-1) = K + 1 for k = 1..D: the bias is -D/K."""
    D, gamma, keysize = design
    assert bias(quantised_cmf(law_of_gamma(D, gamma), keysize)) == Fraction(-D, keysize)


@given(D=st.integers(1, 60), spare=st.integers(0, 60))
def test_the_uniform_law_has_the_same_bias(D: int, spare: int) -> None:
    """K k/(2D+1) is no integer either, because K is a power of two and 2D+1 is odd."""
    keysize = 1 << ((2 * D).bit_length() + spare)
    cmf = quantised_cmf(law_of_gamma(D, Fraction(0)), keysize)
    assert cmf == tuple(-(-keysize * k // (2 * D + 1)) for k in range(1, 2 * D + 2))
    assert bias(cmf) == Fraction(-D, keysize)


@pytest.mark.parametrize(
    "law",
    [
        law_of_variance(1, Fraction(1, 2)),
        MaxEntLaw(1, LogRate(Fraction(1), Fraction(2))),
        law_of_epsilon(1, Epsilon(exp=Fraction(8)), Fraction(0)),
    ],
)
def test_real_ties_leave_no_bias(law: MaxEntLaw) -> None:
    """x = 1/2 on [-1, 1] is the law 1/4, 1/2, 1/4: of 256 keys 64, 128, 64, and no bias."""
    cmf = quantised_cmf(law, 256)
    assert cmf == (64, 192, 256)
    assert key_counts(cmf) == (64, 128, 64)
    assert bias(cmf) == 0


def test_the_printed_thresholds_of_example_2() -> None:
    """(4.4): 425760, 1126343, 2255949 of 2^32 keys; with 2^8 keys the first three are 1."""
    law = law_of_epsilon(25, Epsilon(value=Fraction(1, 2)))
    assert quantised_cmf(law, 2**32)[:3] == (425760, 1126343, 2255949)
    assert quantised_cmf(law, 2**8)[:3] == (1, 1, 1)


@given(design=designs(), rule=st.sampled_from(["ceiling", "symmetric", "largest-remainder"]))
def test_thresholds_never_fall_and_end_at_keysize(
    design: tuple[int, Fraction, int], rule: str
) -> None:
    """c^Q is a cumulative function for every rule: 2D+1 values, rising, the last K."""
    D, gamma, keysize = design
    cmf = quantised_cmf(law_of_gamma(D, gamma), keysize, rule)
    assert len(cmf) == 2 * D + 1
    assert list(cmf) == sorted(cmf)
    assert cmf[0] >= 0
    assert cmf[-1] == keysize
    assert list(accumulate(key_counts(cmf))) == list(cmf)
