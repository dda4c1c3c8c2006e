"""Example 3 of Sadeghi-Chien: the measures after quantisation. Sources: SOURCES.md."""

from fractions import Fraction

import mpmath
import pytest

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.table.measures import delta_q, epsilon_down, epsilon_q, epsilon_up
from tests.papers.sadeghi_chien.printed import is_rounded
from tests.privacy.definition import exact
from verification.audit import audit

LAW = law_of_gamma(25, Fraction(127, 12495))
TABLE = table_of_law(LAW, 2**32)
NOISE = TABLE.rows[0].pmf


@pytest.mark.parametrize(
    ("z", "keys", "printed"),
    [
        (-25, 425760, "0.000099129974842"),
        (-24, 1126343 - 425760, "0.000163117190823"),
        (-23, 2255949 - 1126343, "0.0002630068920552731"),
        (25, 2**32 - 4294541537, "0.00009912974201142788"),
    ],
)
def test_the_quantised_pmf_is_the_printed_one(z: int, keys: int, printed: str) -> None:
    """(4.12): the fractions are exact and all four decimals are correctly rounded."""
    assert NOISE.probability(z) == Fraction(keys, 2**32)
    assert is_rounded(printed, Fraction(keys, 2**32))


def test_the_symmetry_is_lost_by_one_key() -> None:
    """p^Q(-25) has 425760 keys and p^Q(25) one less."""
    assert NOISE.probability(-25) - NOISE.probability(25) == Fraction(1, 2**32)


def test_the_bias_is_the_printed_one() -> None:
    """B^Q = -25/2^32 exactly; the printed -5.820766091346741e-9 is correctly rounded."""
    assert NOISE.mean() == Fraction(-25, 2**32)
    assert is_rounded("-5.820766091346741e-9", NOISE.mean())


def test_the_variance_is_the_printed_one() -> None:
    """V^Q = 49.002167175291106, correctly rounded to fifteen decimals."""
    assert is_rounded("49.002167175291106", NOISE.variance())


def test_epsilon_q_is_the_printed_one() -> None:
    """epsilon^Q = 0.498039387067656 = ln(700583/425759): the ratio p^Q(24)/p^Q(25) of (4.9)."""
    found = epsilon_q(NOISE)
    assert found == epsilon_up(NOISE) == Epsilon(exp=Fraction(700583, 425759))
    assert is_rounded("0.498039387067656", found.enclosure(100))
    with mpmath.workdps(60):
        assert is_rounded("0.498039387067656", exact(mpmath.log(mpmath.mpf(700583) / 425759)))
    down = epsilon_down(NOISE)
    assert down is not None
    assert down.exp is not None
    assert down.exp < Fraction(700583, 425759)
    assert found.enclosure(100).hi < Fraction(1, 2)


def test_delta_q_is_the_printed_one() -> None:
    """delta^Q = 425760/2^32; 9.9129974842e-5 is rounded, and exceeds delta of Example 1."""
    assert delta_q(NOISE) == Fraction(425760, 2**32)
    assert is_rounded("9.9129974842e-5", delta_q(NOISE))
    assert delta_q(NOISE) > LAW.probability(-25).enclosure(100).hi


def test_delta_q_is_the_tight_delta_of_the_table() -> None:
    """At epsilon = 0.5 > epsilon^Q {-25} is the worst event: the audit agrees with (4.11)."""
    found = audit(TABLE, Epsilon(value=Fraction(1, 2)), Fraction(1, 10**4))
    assert found.privacy is not None
    assert found.privacy.worst.delta.exact == Fraction(425760, 2**32)
    assert found.privacy.worst.event == (0,)  # count 25 released as 0
    assert found.verdict == "holds"
