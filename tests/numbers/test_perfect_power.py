"""The largest k with value = b^k, against factorisation by sympy."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import factorint, perfect_power

from exact.errors import InputError
from exact.numbers.perfect_power import exact_root, primitive_root


def test_integers_agree_with_sympy() -> None:
    """Up to 5,000 the base and the exponent are those of sympy.perfect_power."""
    for n in range(2, 5000):
        expected = perfect_power(n) or (n, 1)
        assert primitive_root(Fraction(n)) == (Fraction(int(expected[0])), int(expected[1]))


@given(top=st.integers(2, 200), bottom=st.integers(1, 200), k=st.integers(1, 12))
def test_the_exponent_is_the_gcd_of_all_prime_exponents(top: int, bottom: int, k: int) -> None:
    """value = b^k, and k is the greatest common divisor of the exponents of its primes."""
    value = Fraction(max(top, bottom), min(top, bottom)) ** k
    if value == 1:
        return
    factors = {**factorint(value.numerator), **factorint(value.denominator)}
    base, power = primitive_root(value)
    assert base**power == value
    assert power == gcd(*(int(e) for e in factors.values()))


@given(b=st.fractions(1, 50, max_denominator=50), j=st.integers(1, 9), k=st.integers(1, 9))
def test_powers_of_one_number_share_the_primitive_root(b: Fraction, j: int, k: int) -> None:
    """b^j and b^k are commensurable, so they have the same base."""
    if b > 1:
        (base, power), (other, exponent) = primitive_root(b**j), primitive_root(b**k)
        assert base == other
        assert power * k == exponent * j


@pytest.mark.parametrize("value", [Fraction(1), Fraction(0), Fraction(-8), Fraction(1, 8)])
def test_a_base_up_to_one_is_refused(value: Fraction) -> None:
    """Only a rational above 1 has a primitive root here."""
    with pytest.raises(InputError, match=r"base = .*must be greater than 1; take the reciprocal"):
        primitive_root(value)


@given(r=st.integers(2, 10**30), k=st.integers(2, 40))
def test_a_root_is_found_exactly_or_not_at_all(r: int, k: int) -> None:
    """r^k has the root r, and its neighbours have none."""
    assert exact_root(r**k, k) == r
    assert exact_root(r**k - 1, k) is None
    assert exact_root(r**k + 1, k) is None


@pytest.mark.parametrize("k", [1, 2, 3, 1000])
def test_one_is_its_own_root(k: int) -> None:
    """1^k = 1 for every k."""
    assert exact_root(1, k) == 1
