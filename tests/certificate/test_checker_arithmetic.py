"""The checker's own arithmetic against the exact core's and mpmath's: independent routes agree."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from exact.cellkeys.arithmetic import SumModulo, XorOfFour
from exact.laws.maxent import MaxEntLaw
from exact.numbers.arb_floor import exp_floor, log_floor
from exact.numbers.integer_floor import exp_floor as plain_exp_floor
from exact.table.measures import delta_q, epsilon_down, epsilon_q, epsilon_up
from exact.table.native import native_document
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.random_tables import laws as some_laws
from tests.certificate.random_tables import rows, tables, tables_of_laws
from verification.checking import claims, parameters, powers, reading, refusing, table
from verification.checking.exponential import exp_bounds
from verification.checking.logarithm import log_bounds
from verification.checking.maxent import maxent
from verification.checking.xor_keys import xor_of_four

ORACLE_DIGITS = 120


def exponents() -> st.SearchStrategy[Fraction]:
    """Generate arguments of e^x: small and large, of both signs, never 0."""
    tops, bottoms = st.integers(-2000, 2000).filter(bool), st.integers(1, 1000)
    return st.builds(Fraction, tops, bottoms).filter(lambda x: abs(x) <= 200)


def holds_exp(x: Fraction, lo: Fraction, hi: Fraction) -> bool:
    """Tell whether the checker finds e^x between lo and hi."""
    finest = max(lo.denominator, hi.denominator).bit_length() + int(abs(hi)).bit_length()
    try:
        least, most = exp_bounds((x, x), finest + 64)
    except refusing.ClaimFails:
        return False
    return 0 < lo <= least <= most <= hi


@given(exponents(), st.integers(32, 400))
def test_the_checker_accepts_the_floor_and_the_ceiling_of_the_core(x: Fraction, bits: int) -> None:
    """Both producers of floor(e^x 2^bits) agree, and the checker finds e^x in that unit."""
    floor = exp_floor(x, bits)
    assert floor == plain_exp_floor(x, bits)
    lo, hi = Fraction(floor, 1 << bits), Fraction(floor + 1, 1 << bits)
    assert holds_exp(x, lo, hi) == (lo > 0)


@given(exponents().filter(lambda x: x > -20), st.integers(64, 400), st.sampled_from((-1, 1)))
def test_the_checker_rejects_the_neighbouring_unit(x: Fraction, bits: int, side: int) -> None:
    """An enclosure of the same width beside the number is not accepted."""
    floor = exp_floor(x, bits) + side
    assert not holds_exp(x, Fraction(floor, 1 << bits), Fraction(floor + 1, 1 << bits))
    assert holds_exp(x, Fraction(floor - 1, 1 << bits), Fraction(floor + 2, 1 << bits))


@given(exponents(), st.integers(10, 100))
def test_the_checker_agrees_with_mpmath(x: Fraction, digits: int) -> None:
    """Bounds that mpmath puts around e^x are accepted; bounds on one side of it are not."""
    with mp.workdps(ORACLE_DIGITS + 100):
        sign, mantissa, exponent, _ = mp.exp(mpf(x.numerator) / x.denominator)._mpf_
    assert not sign
    value = Fraction(int(mantissa)) * Fraction(2) ** exponent
    margin = value / 10**digits
    assert holds_exp(x, value - margin, value + margin)
    assert not holds_exp(x, value + margin, value + 2 * margin)
    assert not holds_exp(x, value - 2 * margin, value - margin)


@pytest.mark.parametrize("x", [Fraction(2000), Fraction(-2000), Fraction(1, 10**300)])
def test_the_bounds_hold_at_the_ends_of_the_range(x: Fraction) -> None:
    """|x| = 2000 and x next to 0 are decided too."""
    bits = 3300 if x < 0 else 1000
    floor = exp_floor(x, bits)
    assert holds_exp(x, Fraction(floor, 1 << bits), Fraction(floor + 1, 1 << bits))
    assert not holds_exp(x, Fraction(floor + 1, 1 << bits), Fraction(floor + 2, 1 << bits))


@pytest.mark.parametrize(
    ("x", "lo", "hi"),
    [
        ("2001", "1", "9"),
        ("1", "3", "2"),
        ("1", "-1", "3"),
        ("-1", "0", "1"),
        ("100000000", "1", "2"),
    ],
)
def test_arguments_out_of_range_are_rejected(x: str, lo: str, hi: str) -> None:
    """An exponent beyond 2000, bounds in the wrong order and bounds not above 0 show nothing."""
    assert not holds_exp(Fraction(x), Fraction(lo), Fraction(hi))


@given(st.integers(1, 12), st.data())
def test_the_law_of_the_key_is_the_one_of_the_core(bits: int, data: st.DataObject) -> None:
    """The number of quadruples with each XOR, key by key, and the largest key that is made."""
    keysize = 1 << bits
    modulus = data.draw(st.integers(1, keysize))
    steps = xor_of_four(keysize, modulus)
    law = XorOfFour(keysize, modulus).law_at(1)
    assert [0, *(end for _, end, _ in steps)] == [*(first for first, _, _ in steps), keysize]
    for first, end, weight in steps:
        assert {weight} == {law.weight(key) for key in {first, (first + end) // 2, end - 1}}
    assert sum((end - first) * weight for first, end, weight in steps) == modulus**4 == law.total


@given(st.integers(1, 4), st.data())
def test_the_law_of_the_key_counts_quadruples(bits: int, data: st.DataObject) -> None:
    """For small key spaces the weights are those of trying all quadruples of components."""
    keysize = 1 << bits
    modulus = data.draw(st.integers(1, keysize))
    found = [0] * keysize
    pairs = [a ^ b for a in range(modulus) for b in range(modulus)]
    for one in pairs:
        for two in pairs:
            found[one ^ two] += 1
    steps = xor_of_four(keysize, modulus)
    assert [weight for first, end, weight in steps for _ in range(first, end)] == found


@pytest.mark.parametrize("modulus", [2**32 - 5, 2**32, 2**31 + 1, 2**31, 1])
def test_the_law_of_the_key_agrees_at_the_real_width(modulus: int) -> None:
    """The same for 2^32 keys."""
    steps = xor_of_four(2**32, modulus)
    law = XorOfFour(2**32, modulus).law_at(1)
    for first, end, weight in steps:
        assert weight == law.weight(first) == law.weight(end - 1)


def test_one_sum_is_uniform_for_both() -> None:
    """A sum modulo K reaches every key equally often."""
    law, assumed = parameters.read_arithmetic({"kind": "sum", "assumed": True}, 1000)
    assert law == SumModulo(1000).law_at(1).steps
    assert assumed


@given(some_laws().filter(lambda law: law.rate.rational_x is None), st.integers(100, 400))
def test_the_powers_of_the_checker_hold_the_weights_of_the_law(law: MaxEntLaw, bits: int) -> None:
    """Lower and upper bounds of 2^bits e^(-gamma k^2), a few units apart, around the core's."""
    lo, hi = (Fraction(end, 1 << 2 * bits) for end in law.rate.x_bounds(2 * bits))
    lows, highs = powers.power_bounds((lo, hi), law.D, 2, bits)
    found = law.weights(2 * bits)
    scale = Fraction(1 << bits, 1 << found.bits)
    for k in range(law.D + 1):
        assert lows[k] <= found.hi[k] * scale
        assert found.lo[k] * scale <= highs[k]
        assert highs[k] - lows[k] <= 4 * (law.D + 1) ** 2


@given(st.integers(1, 5), st.sampled_from((1, 2)), st.integers(1, 30))
def test_the_powers_of_a_rational_are_exact(D: int, power: int, top: int) -> None:
    """Where e^-rate is p/q, its powers times q^(D^power) are integers, known exactly."""
    x = Fraction(top, 30)
    lows, highs = powers.power_bounds((x, x), D, power, 64)
    scale = x.denominator**D**power
    assert lows == highs == [x**k**power * scale for k in range(D + 1)]


@given(tables_of_laws())
def test_the_rate_is_found_between_its_bounds_and_nowhere_else(table: PTable) -> None:
    """e^-gamma of each kind of rate: its own bounds are accepted, shifted ones are not."""
    assert table.origin is not None
    law = table.origin.law
    assert isinstance(law, MaxEntLaw)
    exact = law.rate.rational_x
    gamma = law.rate.json()
    lo, hi = (Fraction(end, 1 << 200) for end in law.rate.x_bounds(200))
    if exact is not None:
        lo = hi = exact
    given = {"D": law.D, "gamma": gamma}
    maxent(given, {"lo": reading.write(lo), "hi": reading.write(hi)}, 300)
    for shift in (Fraction(1, 2**150), -Fraction(1, 2**150)):
        moved = {"lo": reading.write(lo + shift), "hi": reading.write(hi + shift)}
        with pytest.raises(refusing.ClaimFails):
            maxent(given, moved, 300)


@given(st.fractions(1, 10**6, max_denominator=10**6).filter(lambda y: y > 1), st.integers(8, 400))
def test_the_logarithm_of_the_checker_is_that_of_the_core(y: Fraction, bits: int) -> None:
    """Four units of the last place hold log y; FLINT's floor lies among them."""
    lo, hi = log_bounds(y, bits)
    assert hi - lo == Fraction(4, 1 << bits)
    floor = log_floor(y, bits)
    assert lo <= Fraction(floor + 1, 1 << bits)
    assert Fraction(floor, 1 << bits) <= hi


@pytest.mark.parametrize("y", [Fraction(10) ** 250, Fraction(10) ** 434, Fraction(2) ** 2885])
@pytest.mark.parametrize("bits", [3, 120, 300])
def test_the_logarithm_of_a_huge_number_is_found(y: Fraction, bits: int) -> None:
    """A truncated normal may have epsilon = ln(10^300), and e^1000 has 435 digits."""
    lo, hi = log_bounds(y, bits)
    floor = log_floor(y, bits)
    assert lo <= Fraction(floor + 1, 1 << bits)
    assert Fraction(floor, 1 << bits) <= hi


@given(st.sampled_from((8, 10, 16, 100)).flatmap(rows))
def test_the_facts_of_a_row_are_those_of_the_core(row: Row) -> None:
    """Ends, witnesses in the file's numbers, moments, epsilon^Q and delta^Q, by two programs."""
    K, pmf = row.keysize, row.pmf
    assert claims.ends_of(row.runs)[-1] == K
    for noise, numbered in claims.witnesses(row.runs, lambda place: place + 5)["witnesses"]:
        key = numbered - 5
        assert row.noise(key) == noise
        assert all(row.noise(earlier) != noise for earlier in range(key))
    moments, measures = claims.bias_and_variance(row.runs), claims.measures(row.runs, K)
    assert Fraction(moments["bias"]) == pmf.mean()
    assert Fraction(moments["variance"]) == pmf.variance()
    for name, measure in (("minus", epsilon_down), ("plus", epsilon_up), ("exp", epsilon_q)):
        found = measure(pmf)
        assert (found is None) == (measures[name] is None)
        assert found is None or Fraction(measures[name]) == found.exp
    assert Fraction(measures["delta"]) == delta_q(pmf)


@given(tables())
def test_the_checker_reads_the_same_rows_and_pairs_as_the_core(expected: PTable) -> None:
    """For every count: the same runs; for all neighbours: the same pairs, each once."""
    found = table.read_table(native_document(expected))
    for n in expected.neighbours():
        for count in (n, n + 1):
            assert found.row(count) == expected.row(count).runs
    different = {(expected.row(n), expected.row(n + 1)) for n in expected.neighbours()}
    pairs = found.pairs()
    assert len(pairs) == 2 * len(different)
    assert pairs[1::2] == [(other, count) for count, other in pairs[::2]]


@pytest.mark.parametrize(
    "text", ["1", "0.5", "2/4", "1/-2", "-0/1", "+1/2", "1_0/3", "٣/٤", "1/2 ", ""]
)
def test_only_lowest_terms_are_a_number(text: str) -> None:
    """One number has one text; anything else is refused."""
    with pytest.raises((refusing.BadFile, ValueError)):
        reading.ratio(text)
    assert reading.write(reading.ratio("-3/4")) == "-3/4"


@pytest.mark.parametrize(
    "text", ["0.5", "2/4", " 1/2", "1_0/20", "5e-1", "ln(1.5)", "ln(3/2", "ln(3/2]"]
)
def test_an_epsilon_has_one_text(text: str) -> None:
    """Another way to write epsilon is no text of a certificate."""
    lo = exp_floor(Fraction(1, 2), 160)
    exp = {"lo": Fraction(lo, 1 << 160), "hi": Fraction(lo + 1, 1 << 160)}
    if text.startswith("ln"):
        exp = {"lo": Fraction(3, 2), "hi": Fraction(3, 2)}
    bounds = {end: reading.write(value) for end, value in exp.items()}
    plain = "ln(3/2)" if text.startswith("ln") else "1/2"
    found = parameters.read_target({"epsilon": plain, "delta": None, "exp": bounds})
    assert (found.lo, found.hi) == (exp["lo"], exp["hi"])
    with pytest.raises((refusing.BadFile, refusing.ClaimFails, ValueError)):
        parameters.read_target({"epsilon": text, "delta": None, "exp": bounds})
