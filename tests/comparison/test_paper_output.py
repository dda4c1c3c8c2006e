"""The numbers that Sadeghi-Chien print, (2.30), (4.4) and (4.12), judged as any other output.

Which of them are right was found with mpmath (tests/papers/sadeghi_chien/SOURCES.md);
``data/sadeghi_chien.csv`` holds them as they are printed, with the measures of Example 3.
"""

from fractions import Fraction
from pathlib import Path

import mpmath

from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from tests.comparison.printing import compared
from tests.numbers.mp_reference import to_fraction
from verification.comparison.explaining import Explained
from verification.comparison.judge import EXACT, OFF, ROUNDED, WRONG
from verification.comparison.reference import law_reference

PRINTED = (Path(__file__).parent / "data" / "sadeghi_chien.csv").read_text(encoding="utf-8")
REFERENCE = law_reference(
    law_of_gamma(25, Fraction(127, 12495)), 2**32, "ceiling", Epsilon(value=Fraction(1, 2))
)
FOUND = compared(PRINTED, REFERENCE)


def explained(column: str, z: int) -> Explained:
    """Return the explanation of one disagreement."""
    return next(e for e in FOUND.disagreements if (e.found.column, e.found.label) == (column, z))


def test_most_are_correctly_rounded() -> None:
    """21 of 24 are right; of the others two are off and one is wrong."""
    assert {total.column: total.verdicts for total in FOUND.columns} == {
        "p": {ROUNDED: 5, WRONG: 1},
        "c": {ROUNDED: 1, OFF: 2, EXACT: 1},
        "cq": {EXACT: 6},
        "pq": {ROUNDED: 4},
        "bias": {ROUNDED: 1},
        "variance": {ROUNDED: 1},
        "epsilonq": {ROUNDED: 1},
        "deltaq": {ROUNDED: 1},
    }
    assert not FOUND.agrees


def test_two_values_carry_the_noise_of_a_sum_in_doubles() -> None:
    """Off by 1.7 and 2.3 units of the last printed digit, from 60 digits of mpmath."""
    with mpmath.workdps(60):
        gamma = mpmath.mpf(127) / 12495
        weights = [mpmath.exp(-gamma * k * k) for k in range(-25, 26)]
        true = {z: to_fraction(sum(weights[: z + 26]) / sum(weights)) for z in (-24, -23)}
    for z, text, tenths in ((-24, "0.0002622470798742925", 17), (-23, "0.0005252540370388639", 23)):
        off = explained("c", z)
        units = (Fraction(text) - true[z]) * 10**19
        assert off.units is not None
        assert abs(off.units.lo - units) < Fraction(1, 10**6)
        assert off.units.width < Fraction(1, 10**6)
        assert round(units * 10) == tenths
        assert off.noise
        assert off.elsewhere == ()


def test_they_are_harmless_at_these_keys() -> None:
    """The ceiling of the printed decimals is the printed integer, which is the right one."""
    for z, integer in ((-24, 1126343), (-23, 2255949)):
        assert explained("c", z).replay == (integer, integer)


def test_the_value_under_the_wrong_label_is_named() -> None:
    """p(12) is printed as p(11), and the right value is 0.013165377565781."""
    wrong = explained("p", 12)
    assert wrong.elsewhere == ("p(±11)",)
    assert wrong.truth is not None
    assert abs(wrong.truth.lo - Fraction("0.013165377565781")) < Fraction(1, 2 * 10**15)
    assert not wrong.noise
    assert len(FOUND.disagreements) == 3


def test_at_more_keys_the_noise_is_not_harmless() -> None:
    """With 2^64 keys the same decimals give other integers, and it is said."""
    law = law_of_gamma(25, Fraction(127, 12495))
    reference = law_reference(law, 2**64, "ceiling", None)
    text = "z,c\n-24,0.0002622470798742925\n"
    replay = compared(text, reference).disagreements[0].replay
    assert replay is not None
    assert replay[0] == -(-2622470798742925 * 2**64 // 10**19)
    with mpmath.workdps(60):
        gamma = mpmath.mpf(127) / 12495
        weights = [mpmath.exp(-gamma * k * k) for k in range(-25, 26)]
        assert replay[1] == int(mpmath.ceil(2**64 * sum(weights[:2]) / sum(weights)))
    assert replay[0] != replay[1]
