"""Step 5 of section 4.1: lost noise values, the remedy, bad input, and the lookup key -> noise."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.errors import IncompleteSupport, InputError
from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma
from exact.laws.rates import LogRate
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from exact.quantiser.rules import (
    complete_cmf,
    key_counts,
    lost_noise,
    quantised_cmf,
    smallest_complete_keysize,
)
from exact.table.row import Row
from tests.laws.plain_law import fraction_pmf, rational_gamma_pmf
from tests.quantiser.plain_rules import PLAIN, lost

LOG_TWO = LogRate(Fraction(1), Fraction(2))
EXAMPLE_1 = law_of_epsilon(25, Epsilon(value=Fraction(1, 2)))


def brute_force(pmf: list[Fraction], rule: str) -> int | None:
    """Return the smallest power of two up to 2^128 of which the plain rule loses nothing."""
    D = len(pmf) // 2
    sizes = (1 << bits for bits in range(1, 129) if 1 << bits > 2 * D)
    return next((size for size in sizes if not lost(PLAIN[rule](pmf, size))), None)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("D", range(1, 9))
def test_lost_values_and_the_remedy_are_those_of_brute_force(D: int, rule: str) -> None:
    """For weights 2^(-k^2) every key space is tried in plain Fractions."""
    law, pmf = MaxEntLaw(D, LOG_TWO), fraction_pmf(D, Fraction(1, 2))
    smallest = brute_force(pmf, rule)
    assert smallest is not None
    assert smallest_complete_keysize(law, rule) == smallest
    assert list(complete_cmf(law, smallest, rule)) == PLAIN[rule](pmf, smallest)
    for bits in range((2 * D).bit_length(), smallest.bit_length() - 1):
        with pytest.raises(IncompleteSupport) as caught:
            complete_cmf(law, 1 << bits, rule)
        assert list(caught.value.lost) == lost(PLAIN[rule](pmf, 1 << bits))
        assert caught.value.smallest_keysize == smallest


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=15)
@given(D=st.integers(1, 8), spread=st.fractions(Fraction(1, 10), 30, max_denominator=100))
def test_the_remedy_for_a_rational_gamma_is_that_of_brute_force(
    rule: str, D: int, spread: Fraction
) -> None:
    """The same for a transcendental law, known to 120 digits from mpmath."""
    pmf = rational_gamma_pmf(D, spread / D**2)
    law = law_of_gamma(D, spread / D**2)
    assert smallest_complete_keysize(law, rule) == brute_force(pmf, rule)


@pytest.mark.parametrize("rule", RULES)
def test_a_law_that_no_key_space_can_hold_says_so(rule: str) -> None:
    """Weights 2^(-169) and 2^(-144) share at most one of 2^128 keys."""
    law = MaxEntLaw(13, LOG_TWO)
    assert brute_force(fraction_pmf(13, Fraction(1, 2)), rule) is None
    message = r"no power of two up to 2\^128 keeps them all: choose a smaller D or epsilon"
    with pytest.raises(IncompleteSupport, match=message) as caught:
        complete_cmf(law, 2**8, rule)
    assert caught.value.smallest_keysize is None


def test_example_2_with_one_byte_of_keys_names_the_lost_values() -> None:
    """Section 4.1: c^Q(-25) = c^Q(-24) = c^Q(-23) = 1, so -24 and -23 are lost."""
    with pytest.raises(IncompleteSupport, match=r"^keysize = '2\^8': .*\(-24, -23, ") as caught:
        complete_cmf(EXAMPLE_1, 2**8)
    pmf = rational_gamma_pmf(25, Fraction(127, 12495))
    assert list(caught.value.lost) == lost(PLAIN["ceiling"](pmf, 2**8))
    assert caught.value.smallest_keysize == brute_force(pmf, "ceiling")
    assert isinstance(caught.value, InputError)


def test_a_lost_value_is_one_without_a_key() -> None:
    """Equal neighbours, a first 0 and a last step of 0 each lose a value."""
    assert lost_noise((0, 3, 3, 8, 8)) == (-2, 0, 2)
    assert lost_noise((1, 2, 8)) == ()


@pytest.mark.parametrize(
    ("keysize", "message"),
    [
        (100, r"keysize = 100: must be a power of two; for example 2\^7"),
        (4, r"keysize = 4: is below 2D\+1 = 5, .*; the least power of two to try is 2\^3"),
        (2**129, r"keysize = .*must be from 2 to 2\^128"),
        (0, r"keysize = 0: must be from 2 to 2\^128"),
        (-8, r"keysize = -8: must be from 2 to 2\^128"),
        (256.0, r"keysize = 256\.0: a float is not exact"),
        (True, r"keysize = True: must be a rational number"),
        (None, r"keysize = None: must be a rational number"),
    ],
)
@pytest.mark.parametrize("rule", RULES)
def test_a_bad_keysize_is_refused_under_every_rule(keysize: Any, message: str, rule: str) -> None:
    """The message names the argument, the value, the rule and the remedy."""
    law = law_of_gamma(2, Fraction(1, 8))
    with pytest.raises(InputError, match=message):
        quantised_cmf(law, keysize, rule)
    with pytest.raises(InputError, match=message):
        complete_cmf(law, keysize, rule)


@pytest.mark.parametrize("rule", ["", "Ceiling", "floor", "largest remainder", None])
def test_an_unknown_rule_is_refused_with_the_known_ones(rule: Any) -> None:
    """A rule is one of three names."""
    remedy = "is not a quantisation rule; use ceiling, symmetric, largest-remainder"
    with pytest.raises(InputError, match=rf"rule = .*{remedy}"):
        quantised_cmf(law_of_gamma(2, Fraction(1, 8)), 256, rule)


def row_of(cmf: tuple[int, ...]) -> Row:
    """Return the row of keys of a quantised cumulative function."""
    D = len(cmf) // 2
    return Row.of(list(zip(range(-D, D + 1), key_counts(cmf), strict=True)))


@given(
    D=st.integers(1, 10),
    spread=st.fractions(Fraction(1, 10), 30, max_denominator=100),
    rule=st.sampled_from(RULES),
)
def test_noise_rises_with_the_key(D: int, spread: Fraction, rule: str) -> None:
    """(4.3): key k leads to the first z with k < c^Q(z), so noise never falls with the key."""
    cmf = quantised_cmf(law_of_gamma(D, spread / D**2), 256, rule)
    found = [row_of(cmf).noise(key) for key in range(256)]
    assert found == [next(z for z in range(-D, D + 1) if key < cmf[z + D]) for key in range(256)]
    assert found == sorted(found)


def test_the_keys_of_example_2_lead_to_the_printed_noise() -> None:
    """Key 2552 gives -25 and key 1200124 gives -23 (section 4.1); the ends give -25 and 25."""
    row = row_of(complete_cmf(EXAMPLE_1, 2**32))
    noise = {key: row.noise(key) for key in (0, 2552, 425759, 425760, 1200124, 2**32 - 1)}
    expected = {0: -25, 2552: -25, 425759: -25, 425760: -24, 1200124: -23, 2**32 - 1: 25}
    assert noise == expected


@pytest.mark.parametrize("key", [-1, 2**32])
def test_a_key_outside_the_key_space_is_refused(key: int) -> None:
    """There is no noise for a key that no row covers."""
    with pytest.raises(InputError, match=r"key = .*is outside 0\.\.4294967295"):
        row_of(complete_cmf(EXAMPLE_1, 2**32)).noise(key)
