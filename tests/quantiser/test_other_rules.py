"""The symmetric and the largest-remainder rule: exact symmetry, and the least distance."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.laws.rates import LogRate
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from exact.quantiser.rules import key_counts, quantised_cmf
from tests.laws.plain_law import fraction_pmf, fraction_variance, rational_gamma_pmf
from tests.numbers.mp_reference import distance_to_integer
from tests.quantiser.plain_rules import PLAIN, bias

supports = st.integers(1, 20)
spreads = st.fractions(Fraction(1, 1000), 40, max_denominator=1000)
spare_bits = st.integers(0, 60)


def keysize_for(D: int, spare: int) -> int:
    """Return the least power of two of at least 2D+1 keys, times 2^spare."""
    return 1 << ((2 * D).bit_length() + spare)


def distance(counts: tuple[int, ...], pmf: list[Fraction], keysize: int) -> Fraction:
    """Return K times the total variation distance of a table to its law."""
    return sum((abs(n - keysize * p) for n, p in zip(counts, pmf, strict=True)), Fraction(0)) / 2


@given(D=supports, spread=spreads, spare=spare_bits)
def test_the_symmetric_rule_is_symmetric_and_unbiased(D: int, spread: Fraction, spare: int) -> None:
    """Counts of z and -z are equal, none is negative, and the bias is exactly 0."""
    law, keysize = law_of_gamma(D, spread / D**2), keysize_for(D, spare)
    cmf = quantised_cmf(law, keysize, "symmetric")
    counts = key_counts(cmf)
    assert counts == counts[::-1]
    assert min(counts) >= 0
    assert bias(cmf) == 0
    assert cmf[:D] == quantised_cmf(law, keysize, "ceiling")[:D]


@given(D=supports, spread=spreads, spare=spare_bits)
def test_largest_remainder_rounds_each_probability_to_a_neighbour(
    D: int, spread: Fraction, spare: int
) -> None:
    """Each count is floor(K p) or one more, they sum to K, and z and -z differ at one z at most."""
    keysize = keysize_for(D, spare)
    pmf = rational_gamma_pmf(D, spread / D**2)
    counts = key_counts(quantised_cmf(law_of_gamma(D, spread / D**2), keysize, "largest-remainder"))
    assert sum(counts) == keysize
    for n, p in zip(counts, pmf, strict=True):
        assert distance_to_integer(keysize * p) > Fraction(1, 10**40)
        assert n - (keysize * p).__floor__() in (0, 1)
    differences = [counts[D - k] - counts[D + k] for k in range(1, D + 1)]
    assert sorted(differences) in ([0] * D, [0] * (D - 1) + [1])


@given(D=supports, spread=spreads, spare=spare_bits)
def test_no_rule_is_nearer_to_the_law_than_largest_remainder(
    D: int, spread: Fraction, spare: int
) -> None:
    """Its total variation distance to the law is at most that of the other two rules."""
    keysize, pmf = keysize_for(D, spare), rational_gamma_pmf(D, spread / D**2)
    law = law_of_gamma(D, spread / D**2)
    distances = {
        rule: distance(key_counts(quantised_cmf(law, keysize, rule)), pmf, keysize)
        for rule in RULES
    }
    assert distances["largest-remainder"] == min(distances.values())


@pytest.mark.parametrize("gamma", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(3)])
@pytest.mark.parametrize("keysize", [4, 8, 16])
def test_no_table_at_all_is_nearer_to_the_law(gamma: Fraction, keysize: int) -> None:
    """For D = 1 every table of K keys is tried: none has a smaller distance."""
    pmf = rational_gamma_pmf(1, gamma)
    found = key_counts(quantised_cmf(law_of_gamma(1, gamma), keysize, "largest-remainder"))
    tables = [
        (a, keysize - a - b, b) for a, b in product(range(keysize), repeat=2) if a + b <= keysize
    ]
    assert distance(found, pmf, keysize) == min(distance(t, pmf, keysize) for t in tables)


@pytest.mark.parametrize(
    ("D", "keysize", "counts"),
    [
        (1, 256, (85, 86, 85)),  # 256 = 3 * 85 + 1: one key left
        (1, 8, (3, 3, 2)),  # 8 = 3 * 2 + 2: two keys left, for 0 and -1
        (2, 8, (1, 2, 2, 2, 1)),  # 8 = 5 + 3: for 0, -1, 1
        (3, 16, (2, 2, 3, 3, 2, 2, 2)),  # 16 = 14 + 2: for 0, -1
        (3, 8, (1, 1, 1, 2, 1, 1, 1)),  # 8 = 7 + 1
    ],
)
def test_equal_remainders_go_to_the_noise_nearest_zero(
    D: int, keysize: int, counts: tuple[int, ...]
) -> None:
    """All parts of the uniform law tie: 0 is served first, then -1, 1, -2, ..."""
    law = law_of_gamma(D, Fraction(0))
    assert key_counts(quantised_cmf(law, keysize, "largest-remainder")) == counts


@pytest.mark.parametrize(
    "law",
    [MaxEntLaw(1, LogRate(Fraction(2), Fraction(2))), law_of_variance(1, Fraction(1, 3))],
)
def test_equal_remainders_of_different_probabilities_are_recognised(law: MaxEntLaw) -> None:
    """x = 1/4 on [-1, 1] is 1/6, 4/6, 1/6: of 16 keys 2 2/3, 10 2/3, 2 2/3, all parts 2/3."""
    assert key_counts(quantised_cmf(law, 16, "largest-remainder")) == (3, 11, 2)
    assert key_counts(quantised_cmf(law, 4, "largest-remainder")) == (1, 3, 0)


@pytest.mark.parametrize("rule", RULES)
@given(D=st.integers(1, 20), spare=spare_bits)
def test_the_uniform_law_under_every_rule(rule: str, D: int, spare: int) -> None:
    """The rules written down in plain Fractions give the same integers for 1/(2D+1)."""
    keysize = keysize_for(D, spare)
    expected = PLAIN[rule]([Fraction(1, 2 * D + 1)] * (2 * D + 1), keysize)
    assert list(quantised_cmf(law_of_gamma(D, Fraction(0)), keysize, rule)) == expected


@pytest.mark.parametrize("rule", RULES)
@given(
    D=st.integers(1, 5),
    base=st.sampled_from([Fraction(2), Fraction(3), Fraction(3, 2), Fraction(5, 4), Fraction(10)]),
    power=st.integers(1, 3),
    spare=st.integers(0, 120),
)
def test_a_rational_x_under_every_rule(
    rule: str, D: int, base: Fraction, power: int, spare: int
) -> None:
    """gamma = n log b, given by epsilon or by the variance, is the law of plain Fractions."""
    keysize = min(keysize_for(D, spare), 2**128)
    x = base**-power
    expected = PLAIN[rule](fraction_pmf(D, x), keysize)
    by_rate = MaxEntLaw(D, LogRate(Fraction(power), base))
    by_epsilon = law_of_epsilon(D, Epsilon(exp=base ** (power * (2 * D + 1))), Fraction(0))
    by_variance = law_of_variance(D, fraction_variance(D, x))
    assert by_epsilon == by_rate
    assert list(quantised_cmf(by_rate, keysize, rule)) == expected
    assert list(quantised_cmf(by_variance, keysize, rule)) == expected


@pytest.mark.parametrize(
    ("rule", "counts"),
    [
        ("ceiling", (1, 4, 7, 4, 0)),
        ("symmetric", (1, 4, 6, 4, 1)),
        ("largest-remainder", (0, 4, 8, 4, 0)),
    ],
)
def test_gamma_log_two_on_five_values_by_hand(rule: str, counts: tuple[int, ...]) -> None:
    """Weights 1, 8, 16, 8, 1 of 34, times 16 keys: 0.47, 3.76, 7.53, 3.76, 0.47.

    The cumulative values are 0.47, 4.24, 11.76, 15.53, 16: their ceilings 1, 5, 12, 16, 16. The
    floors sum to 13, and the keys left go to -1, 1 and 0 (parts 0.76, 0.76, 0.53).
    """
    law = MaxEntLaw(2, LogRate(Fraction(1), Fraction(2)))
    assert key_counts(quantised_cmf(law, 16, rule)) == counts


@given(D=supports, spread=spreads, spare=spare_bits)
def test_symmetric_and_ceiling_differ_by_one_key_per_threshold(
    D: int, spread: Fraction, spare: int
) -> None:
    """From 0 to D-1 the mirrored threshold is one less: ceil(t) instead of floor(t) keys above."""
    law, keysize = law_of_gamma(D, spread / D**2), keysize_for(D, spare)
    mirrored = quantised_cmf(law, keysize, "symmetric")
    plain = quantised_cmf(law, keysize, "ceiling")
    assert [a - b for a, b in zip(plain, mirrored, strict=True)] == [0] * D + [1] * D + [0]
    assert all(a <= b for a, b in pairwise(mirrored))
