"""Discrete Laplace and truncated normal noise: against their definitions at 50 digits."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.design.table import table_of_law
from exact.errors import InputError
from exact.laws.discrete_laplace import MAX_M, LaplaceLaw, UnboundedLaplace
from exact.laws.exponential_mechanism import l1, l2, l3, sensitivity
from exact.laws.law import WeightedLaw
from exact.laws.symmetric_noise import expected_loss, within
from exact.laws.truncated_normal import TruncatedNormal
from exact.laws.values import share
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon, epsilon
from exact.privacy.profile import profile
from exact.privacy.truncation import outermost_delta, tight_delta

EPSILONS = ("0.1", "0.5", "1.5", "3", "ln(2)", "ln(3/2)")
SMALL = st.fractions(min_value=Fraction(41, 40), max_value=8, max_denominator=40)


def number(text: str) -> mpmath.mpf:
    """Return epsilon at 50 digits, by another library."""
    mpmath.mp.dps = 50
    if text.startswith("ln"):
        above, _, below = text[3:-1].partition("/")
        return mpmath.log(mpmath.mpf(above) / mpmath.mpf(below or 1))
    return mpmath.mpf(text)


def pmf(exponent: list[mpmath.mpf]) -> list[mpmath.mpf]:
    """Return e^-exponent divided by its sum."""
    weights = [mpmath.exp(-e) for e in exponent]
    return [w / mpmath.fsum(weights) for w in weights]


def laplace(text: str, m: int) -> list[mpmath.mpf]:
    """Return (5.2) from its definition, z = -m..m."""
    return pmf([number(text) * abs(z) for z in range(-m, m + 1)])


def normal(text: str, m: int) -> list[mpmath.mpf]:
    """Return (5.3) from its definition, z = -m..m."""
    return pmf([number(text) * z * z / (2 * m + 1) for z in range(-m, m + 1)])


def absolute(a: int, b: int) -> mpmath.mpf:
    """Return l1 of one cell."""
    return mpmath.mpf(abs(a - b))


def squared(a: int, b: int) -> mpmath.mpf:
    """Return l2 of one cell."""
    return mpmath.mpf((a - b) ** 2)


def roots(a: int, b: int) -> mpmath.mpf:
    """Return l3 of one cell."""
    return abs(mpmath.sqrt(a) - mpmath.sqrt(b))


def holds(found: Enclosure, true: mpmath.mpf, digits: int) -> bool:
    """Tell whether the enclosure is narrow, and the truth within 10^-45 of it."""
    lo = mpmath.mpf(found.lo.numerator) / found.lo.denominator
    hi = mpmath.mpf(found.hi.numerator) / found.hi.denominator
    slack = abs(true) * mpmath.mpf(10) ** -45
    return bool(lo - slack <= true <= hi + slack) and found.is_relatively_narrow(digits)


@pytest.mark.parametrize("text", EPSILONS)
@pytest.mark.parametrize("m", [1, 7, 10])
def test_the_laplace_law_is_its_definition(text: str, m: int) -> None:
    """Probabilities by polynomials in e^epsilon, and by weights, both enclose (5.2)."""
    law, true = LaplaceLaw(epsilon(text), m), laplace(text, m)
    for z in range(-m, m + 1):
        found = law.probability(z).enclosure(84)
        assert found.lo == found.hi or holds(found, true[z + m], 25)
        assert holds(share(law, (z,)).enclosure(84), true[z + m], 25)
    assert law.probability(m + 1).exact == 0


@pytest.mark.parametrize("text", ["0.5", "2"])
def test_the_normal_law_is_its_definition(text: str) -> None:
    """(5.3) with its variance 2m+1 in the exponent."""
    law, true = TruncatedNormal(epsilon(text), 10), normal(text, 10)
    assert all(holds(share(law, (z,)).enclosure(84), true[z + 10], 25) for z in range(-10, 11))


@pytest.mark.parametrize("text", ["0.5", "1.5", "ln(2)"])
def test_moments_of_laplace_noise(text: str) -> None:
    """E|Z| and E Z^2, truncated by the sum and unbounded by a long sum."""
    e = number(text)
    law, free = LaplaceLaw(epsilon(text), 7), UnboundedLaplace(epsilon(text))
    for power in (1, 2):
        true = mpmath.fsum(p * abs(z - 7) ** power for z, p in enumerate(laplace(text, 7)))
        found = law.absolute_moment(power).enclosure(84)
        assert holds(found, true, 25) or found.lo == found.hi
    total = mpmath.nsum(lambda k: mpmath.exp(-e * k), [1, mpmath.inf]) * 2 + 1
    mean = 2 * mpmath.nsum(lambda k: k * mpmath.exp(-e * k), [1, mpmath.inf]) / total
    square = 2 * mpmath.nsum(lambda k: k**2 * mpmath.exp(-e * k), [1, mpmath.inf]) / total
    for ratio, true in ((free.normaliser, total), (free.mean_loss, mean), (free.variance, square)):
        lo = ratio.enclosure(100).lo
        assert abs(mpmath.mpf(lo.numerator) / lo.denominator - true) < mpmath.mpf(10) ** -28


@given(SMALL, st.integers(1, 6))
def test_delta_of_4_10_is_tight_at_the_own_epsilon(E: Fraction, m: int) -> None:
    """By the sum of positive excesses, p(m) is the delta of all events and not only a bound."""
    law = LaplaceLaw(Epsilon(exp=E), m)
    weights = {z: E ** (m - abs(z)) for z in range(-m, m + 1)}
    total = sum(weights.values())
    excess = sum(max(Fraction(0), w - E * weights.get(z - 1, 0)) for z, w in weights.items())
    assert law.delta.exact == excess / total
    noise = law.exact_pmf()
    assert noise is not None
    assert profile(noise, noise.shifted(1)).delta(law.epsilon).exact == law.delta.exact


@pytest.mark.parametrize(("at", "m"), [("0.2", 4), ("0.5", 7), ("1", 3)])
def test_tight_delta_is_the_sum_of_positive_excesses(at: str, m: int) -> None:
    """At any epsilon, for Laplace and for normal noise, at 50 digits."""
    E = mpmath.exp(number(at))
    cases: list[tuple[WeightedLaw, list[mpmath.mpf]]] = [
        (LaplaceLaw(epsilon("0.5"), m), laplace("0.5", m)),
        (TruncatedNormal(epsilon("0.5"), m), normal("0.5", m)),
    ]
    for law, p in cases:
        excesses = [p[0]] + [p[i] - E * p[i - 1] for i in range(1, len(p))]
        true = mpmath.fsum(e for e in excesses if e > mpmath.mpf(10) ** -40)
        assert holds(tight_delta(law, epsilon(at)).enclosure(67), true, 20)
        assert holds(outermost_delta(law).enclosure(67), p[0], 20)


@given(st.integers(1, 8), st.integers(0, 12), st.integers(0, 10))
def test_noise_within_a_distance_is_what_clipping_leaves_there(D: int, a: int, d: int) -> None:
    """The set of noise is the one that the released value max(0, a + z) defines."""
    expected = [z for z in range(-D, D + 1) if abs(max(0, a + z) - a) <= d]
    assert list(within(D, a, d)) == expected


@pytest.mark.parametrize("count", [0, 2, 9])
def test_expected_losses_are_their_sums(count: int) -> None:
    """All three losses, clipped and not (l3 only clipped), against a sum at 50 digits."""
    law, p = LaplaceLaw(epsilon("0.5"), 7), laplace("0.5", 7)
    for loss, formula in ((l1, absolute), (l2, squared)):
        kept = mpmath.fsum(q * formula(count, count + z - 7) for z, q in enumerate(p))
        assert holds(expected_loss(law, count, loss, clipped=False).enclosure(67), kept, 20)
    for loss, formula in ((l1, absolute), (l3, roots)):
        true = mpmath.fsum(q * formula(count, max(0, count + z - 7)) for z, q in enumerate(p))
        assert holds(expected_loss(law, count, loss).enclosure(67), true, 20)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 80))
def test_the_root_loss_is_enclosed_by_integers(a: int, b: int, bits: int) -> None:
    """sqrt a + lo/2^bits <= sqrt b <= sqrt a + hi/2^bits, checked without a root."""
    lo, hi = l3(a, b, bits)
    assert 0 <= lo <= hi <= lo + 2
    scale = 1 << bits
    low, high = sorted((a, b))
    # |sqrt high - sqrt low| >= x  <=>  high + low - x^2 >= 2 sqrt(high low), for x <= sqrt high
    for x, at_least in ((Fraction(lo, scale), True), (Fraction(hi, scale), False)):
        left = high + low - x * x
        squared = 4 * high * low
        assert (
            (left >= 0 and left * left >= squared)
            if at_least
            else (left <= 0 or left * left <= squared)
        )


def test_a_negative_count_has_no_root_loss() -> None:
    """l3 is for counts: a negative one is refused, with the remedy of section 4.4."""
    with pytest.raises(InputError, match="count = -1: has no square root; set negative values"):
        expected_loss(LaplaceLaw(epsilon("1"), 2), 1, l3, clipped=False).enclosure(17)


def test_sensitivities_of_the_losses() -> None:
    """Delta of (4.7): 1 for l1 and l3; of (4.8): 2m + 1 for l2."""
    pairs = [(a, a + 1, b) for a in range(20) for b in range(40)]
    assert sensitivity(l1, pairs) == Enclosure(Fraction(1), Fraction(1))
    assert sensitivity(l3, pairs).lo == 1
    assert sensitivity(l3, pairs).width < Fraction(1, 2**60)
    for m in (1, 5, 12):
        near = [(50, 51, b) for b in range(51 - m, 52 + m)]
        assert sensitivity(l2, near).hi == 2 * m + 1


def test_ties_of_laplace_weights_are_decided_by_algebra() -> None:
    """With e^epsilon = 2, p(0) = 2 p(1); with a rational epsilon no such relation holds."""
    assert LaplaceLaw(Epsilon(exp=Fraction(2)), 3).vanishes({0: 1, 1: -2})
    assert not LaplaceLaw(Epsilon(value=Fraction(7, 10)), 3).vanishes({0: 1, 1: -2})


def test_a_table_of_laplace_noise_decides_its_ties() -> None:
    """1, 2, 1 quarters of 16 keys are 4, 8, 4 exactly; a quantised law keeps all its noise."""
    (row,) = table_of_law(LaplaceLaw(Epsilon(exp=Fraction(2)), 1), 16).rows
    assert row.runs == ((-1, 4), (0, 8), (1, 4))
    (fine,) = table_of_law(LaplaceLaw(epsilon("0.5"), 7), 2**32, "symmetric").rows
    true = laplace("0.5", 7)
    assert [z for z, _ in fine.runs] == list(range(-7, 8))
    assert all(abs(keys - true[z + 7] * 2**32) < 2 for z, keys in fine.runs if z)


@pytest.mark.parametrize("m", [0, -1, MAX_M + 1])
def test_a_truncation_out_of_range_names_the_range(m: int) -> None:
    """The error gives the argument and the admissible range."""
    with pytest.raises(InputError, match=rf"m = {m}: must be from 1 to {MAX_M}"):
        LaplaceLaw(epsilon("1"), m)
    with pytest.raises(InputError, match=r"must be from 1 to"):
        TruncatedNormal(epsilon("1"), m)


def test_what_is_not_exact_is_refused() -> None:
    """Neither an epsilon that is text nor one of 0, nor an m that is no integer, makes a law."""
    with pytest.raises(InputError, match="must be an Epsilon"):
        LaplaceLaw("1", 3)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(InputError, match="must be greater than 0"):
        UnboundedLaplace(Epsilon(value=Fraction(0)))
    with pytest.raises(InputError, match="must be an integer"):
        LaplaceLaw(epsilon("1"), Fraction(3))  # type: ignore[arg-type]  # what is tested
