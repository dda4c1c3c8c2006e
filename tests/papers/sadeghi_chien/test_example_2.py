"""Example 2 of Sadeghi-Chien: the quantised cumulative function. Sources: SOURCES.md."""

from fractions import Fraction

import mpmath
import pytest

from exact.design.table import table_of_law
from exact.errors import IncompleteSupport
from exact.laws.maxent import law_of_gamma
from exact.quantiser.rules import lost_noise, quantised_cmf
from tests.papers.sadeghi_chien.printed import is_rounded, units_off
from tests.privacy.definition import exact

LAW = law_of_gamma(25, Fraction(127, 12495))
TABLE = table_of_law(LAW, 2**32)


def mpmath_cmf(keysize: int) -> dict[int, int]:
    """Return ceil(c_Z(z) K) from 100 digits of mpmath."""
    with mpmath.workdps(100):
        gamma = mpmath.mpf(127) / 12495
        powers = [mpmath.exp(-gamma * z * z) for z in range(-25, 26)]
        total = sum(powers)
        sums = [keysize * sum(powers[:n]) / total for n in range(1, 51)]
        return {z: int(mpmath.ceil(s)) for z, s in enumerate(sums, start=-25)} | {25: keysize}


@pytest.mark.parametrize(
    ("z", "printed"), [(-25, 425760), (-24, 1126343), (-23, 2255949), (24, 4294541537), (25, 2**32)]
)
def test_the_quantised_cumulative_function_is_the_printed_one(z: int, printed: int) -> None:
    """(4.4), and c^Q(24) from (4.12): the five printed integers."""
    assert quantised_cmf(LAW, 2**32)[z + 25] == printed


@pytest.mark.parametrize("bits", [8, 16, 32, 64, 128])
def test_the_ceilings_are_those_of_100_digits(bits: int) -> None:
    """(4.2) at all z, for key spaces from 2^8 to 2^128."""
    assert quantised_cmf(LAW, 2**bits) == tuple(mpmath_cmf(2**bits).values())


def test_the_first_printed_decimal_is_correctly_rounded() -> None:
    """(4.4) at z = -25: c_Z = 0.000099129808160 to fifteen decimals."""
    assert is_rounded("0.000099129808160", LAW.cmf(-25).enclosure(100))


@pytest.mark.parametrize(
    ("z", "printed", "right", "off"),
    [
        (-24, "0.0002622470798742925", "0.0002622470798742923", 2),
        (-23, "0.0005252540370388639", "0.0005252540370388637", 2),
    ],
)
def test_two_printed_decimals_end_in_rounding_errors(
    z: int, printed: str, right: str, off: int
) -> None:
    """(4.4) prints sums of doubles: the last digit is 2 too large, and the ceiling is the same."""
    found = LAW.cmf(z).enclosure(100)
    assert not is_rounded(printed, found)
    assert is_rounded(right, found)
    assert units_off(printed, found) == off
    with mpmath.workdps(60):
        gamma = mpmath.mpf(127) / 12495
        powers = [mpmath.exp(-gamma * k * k) for k in range(-25, 26)]
        assert is_rounded(right, exact(sum(powers[: z + 26]) / sum(powers)))
    ceilings = {-(-int(Fraction(text) * 10**30) * 2**32 // 10**30) for text in (printed, right)}
    assert ceilings == {quantised_cmf(LAW, 2**32)[z + 25]}


@pytest.mark.parametrize(
    ("key", "noise"),
    [
        (2552, -25),
        (1200124, -23),
        (0, -25),
        (425759, -25),
        (425760, -24),
        (1126342, -24),
        (1126343, -23),
        (2255948, -23),
        (4294541536, 24),
        (4294541537, 25),
        (2**32 - 1, 25),
    ],
)
def test_a_key_leads_to_the_printed_noise(key: int, noise: int) -> None:
    """(4.3): keys 2552 and 1200124 of the example, and both sides of every printed boundary."""
    assert TABLE.noise(25, key) == noise


def test_the_lookup_table_has_51_entries() -> None:
    """2D + 1 = 51 values are stored."""
    assert len(quantised_cmf(LAW, 2**32)) == len(TABLE.rows[0].runs) == 51


def test_256_keys_are_not_enough() -> None:
    """With 2^8 keys c^Q(-25) = c^Q(-24) = c^Q(-23) = 1: thirteen noise values are lost."""
    cmf = quantised_cmf(LAW, 2**8)
    assert cmf[:3] == (1, 1, 1)
    expected = mpmath_cmf(2**8)
    lost = tuple(z for z in range(-24, 26) if expected[z] == expected[z - 1])
    assert lost == (-24, -23, -22, -21, -20, -18, 18, 20, 21, 22, 23, 24, 25)
    assert lost_noise(cmf) == lost
    with pytest.raises(IncompleteSupport, match=r"13 noise values are lost \(-24, -23") as caught:
        table_of_law(LAW, 2**8)
    assert caught.value.lost == lost


def test_the_smallest_key_space_that_keeps_the_support() -> None:
    """The error names the least power of two without lost noise, found here by trying them all."""
    complete = [
        bits
        for bits in range(6, 33)
        if len({0, *(cmf := mpmath_cmf(2**bits)).values()}) == len(cmf) + 1
    ]
    with pytest.raises(IncompleteSupport) as caught:
        table_of_law(LAW, 2**8)
    assert caught.value.smallest_keysize == 2 ** complete[0]
