"""Hellinger-type noise (5.4): the infinite sums against long sums with Euler-Maclaurin's tail."""

from fractions import Fraction
from itertools import accumulate

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.design.table import table_of_law
from exact.errors import IncompleteSupport, InputError
from exact.laws.hellinger import MAX_COUNT, HellingerLaw
from exact.laws.named.hellinger import Hellinger
from exact.numbers.epsilon import Epsilon, epsilon


def total(c: mpmath.mpf, a: int, terms: int = 4000) -> mpmath.mpf:
    """Return Z_a: a sum, the integral of the rest, half the last term, and two corrections."""
    mpmath.mp.dps = 40

    def f(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp(-c * abs(mpmath.sqrt(x) - mpmath.sqrt(a)))

    start = mpmath.mpf(a + terms)
    u = c * mpmath.sqrt(start)
    rest = mpmath.exp(c * mpmath.sqrt(a)) * 2 * (1 + u) * mpmath.exp(-u) / c**2
    slope = mpmath.diff(f, start)
    third = mpmath.diff(f, start, 3)
    body = mpmath.fsum(f(b) for b in range(a + terms))
    return body + rest + f(start) / 2 - slope / 12 + third / 720


def fraction(x: Fraction) -> mpmath.mpf:
    """Return a rational at the working precision."""
    return mpmath.mpf(x.numerator) / x.denominator


@pytest.mark.parametrize("text", ["0.5", "1.5", "3"])
@pytest.mark.parametrize("a", [0, 1, 7])
def test_the_normaliser_is_the_infinite_sum(text: str, a: int) -> None:
    """Z_a is enclosed narrowly and agrees with another summation to ten digits."""
    found = HellingerLaw(epsilon(text)).normaliser(a).enclosure(34)
    true = total(mpmath.mpf(text) / 2, a)
    assert found.is_relatively_narrow(10)
    assert fraction(found.lo) * (1 - mpmath.mpf(10) ** -11) <= true
    assert true <= fraction(found.hi) * (1 + mpmath.mpf(10) ** -11)


def test_the_logarithm_of_a_rational_serves_too() -> None:
    """e^(epsilon/2) = 3/2 gives the same value as epsilon = 2 log(3/2) elsewhere."""
    found = HellingerLaw(Epsilon(exp=Fraction(9, 4))).probability(0, 1).enclosure(34)
    c = mpmath.log(mpmath.mpf(3) / 2)
    assert abs(fraction(found.lo) - mpmath.exp(-c) / total(c, 0, 9000)) < mpmath.mpf(10) ** -10


@settings(max_examples=20)
@given(st.integers(0, 6), st.integers(0, 30))
def test_theorem_4_1_holds(a: int, b: int) -> None:
    """Every ratio of neighbouring counts lies within e^-epsilon and e^epsilon."""
    law, one = HellingerLaw(epsilon("1")), Epsilon(value=Fraction(1))
    ratio = law.loss_ratio(a, b).enclosure(20)
    assert one.compare_exp(ratio.hi) > 0
    assert one.compare_exp(1 / ratio.lo) > 0


def test_probabilities_near_a_count_add_up() -> None:
    """P(|b - a| <= 2) is the sum of its outcomes, and outcomes below 0 do not occur."""
    law = HellingerLaw(epsilon("1"))
    parts = [law.probability(1, b).enclosure(40) for b in (0, 1, 2, 3)]
    whole = law.within(1, 2).enclosure(40)
    assert sum(p.lo for p in parts) <= whole.hi
    assert whole.lo <= sum(p.hi for p in parts)


@pytest.mark.parametrize(("a", "m"), [(0, 3), (2, 3), (10, 4)])
def test_truncated_weights_are_e_to_the_root_loss(a: int, m: int) -> None:
    """Noise stays within m and counts within 0; each weight is enclosed to two units."""
    mpmath.mp.dps = 60
    noise, lo, hi = HellingerLaw(epsilon("0.5")).truncated_weights(a, m, 100)
    assert list(noise) == [z for z in range(-m, m + 1) if a + z >= 0]
    for z, low, high in zip(noise, lo, hi, strict=True):
        true = mpmath.exp(-(mpmath.mpf(1) / 4) * abs(mpmath.sqrt(a + z) - mpmath.sqrt(a))) * 2**100
        assert low <= true <= high <= low + 2


def test_bad_parameters_name_the_range() -> None:
    """A small epsilon, a negative count and too large a count are refused with the range."""
    with pytest.raises(InputError, match=r"epsilon = '1/100': must be at least 1/20"):
        HellingerLaw(epsilon("0.01"))
    with pytest.raises(InputError, match="must be an Epsilon"):
        HellingerLaw(Fraction(1))  # type: ignore[arg-type]  # what is tested
    law = HellingerLaw(epsilon("1"))
    with pytest.raises(InputError, match=rf"count = -1: must be from 0 to {MAX_COUNT}"):
        law.probability(-1, 0).enclosure(17)
    with pytest.raises(InputError, match="b = -1: must be from 0"):
        law.probability(0, -1).enclosure(17)
    with pytest.raises(InputError, match="terms for so many bits"):
        HellingerLaw(epsilon("0.05")).probability(0, 0).enclosure(334)


@pytest.mark.parametrize("text", ["0.5", "ln(3)"])
def test_a_table_of_hellinger_noise_is_rounded_up_row_by_row(text: str) -> None:
    """Keys up to each noise are the ceiling of K P(Z <= z), computed at 60 digits."""
    mpmath.mp.dps = 60
    c = (mpmath.log(3) if text == "ln(3)" else mpmath.mpf(text)) / 2
    table = table_of_law(Hellinger(epsilon(text), 3, 5), 2**20)
    assert (table.first_count, table.last_count) == (0, 5)
    for a, row in enumerate(table.rows):
        noise = [z for z in range(-3, 4) if a + z >= 0]
        weights = [mpmath.exp(-c * abs(mpmath.sqrt(a + z) - mpmath.sqrt(a))) for z in noise]
        total_weight = mpmath.fsum(weights)
        keys = [
            int(mpmath.ceil(2**20 * mpmath.fsum(weights[: i + 1]) / total_weight))
            for i in range(len(noise) - 1)
        ]
        assert [z for z, _ in row.runs] == noise
        assert list(accumulate(number for _, number in row.runs)) == [*keys, 2**20]


def test_a_table_with_too_few_keys_is_refused() -> None:
    """Noise without a key is an error that names the remedy."""
    law = Hellinger(epsilon("20"), 6, 3)
    with pytest.raises(IncompleteSupport, match=r"5 noise values are lost \(2, 3, 4") as caught:
        table_of_law(law, 2**16)
    enough = caught.value.smallest_keysize
    assert enough is not None
    assert len(table_of_law(law, enough).rows) == 4
    with pytest.raises(IncompleteSupport):
        table_of_law(law, enough // 2)
