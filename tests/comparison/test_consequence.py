"""The verdict on an output follows the consequence: other integers, other digits, or neither."""

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import law_of_gamma
from exact.laws.rates import rate_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.comparison.printing import PlainLaw, compared, csv, plain_laws, printed
from verification.comparison.other_gamma import simplest_between
from verification.comparison.reference import law_reference, table_reference
from verification.comparison.result import DIFFERENT, DIGITS, SAME

HALF = Epsilon(value=Fraction(1, 2))
PLAIN = PlainLaw(25, Fraction(127, 12495))
REFERENCE = law_reference(PLAIN.law, 2**32, "ceiling", HALF)
# The smallest tail is about e^(-4 * 49) > 10^-86: sums of so many digits stay on their side of it.
DIGITS_OF_P = 100
KEYSIZES = st.sampled_from([2**8, 2**16, 2**32])


def integers(pmf: dict[int, Fraction], keysize: int) -> list[int]:
    """Return ceil(c(z) K) for z below the largest, (4.2), from probabilities as they are."""
    return [(c * keysize).__ceil__() for c in list(accumulate(pmf.values()))[:-1]]


@given(plain_laws, KEYSIZES, st.data())
def test_wrong_probabilities_are_of_another_table_exactly_if_its_integers_are(
    plain: PlainLaw, keysize: int, data: st.DataObject
) -> None:
    """One or two p moved by parts of a key: the sums quantised again are others, or the same."""
    reference = law_reference(plain.law, keysize, "ceiling", HALF)
    moved = data.draw(st.lists(st.integers(-plain.D, plain.D), min_size=1, max_size=2, unique=True))
    values, texts = dict(plain.pmf), {z: printed(p, DIGITS_OF_P) for z, p in plain.pmf.items()}
    for z in moved:
        change = Fraction(data.draw(st.integers(-30, 30)), 20 * keysize)
        texts[z] = printed(abs(plain.pmf[z] + change), DIGITS_OF_P)
        whole, _, exponent = texts[z].partition("e")
        values[z] = int(whole) * Fraction(10) ** int(exponent)
    found = compared(csv({"p": texts}), reference)
    same = integers(values, keysize) == integers(dict(plain.pmf), keysize)
    if found.right == found.values:
        assert (found.verdict, same) == (SAME, True)
    else:
        assert found.verdict == (DIGITS if same else DIFFERENT)


@given(plain_laws, KEYSIZES, st.data())
def test_a_wrong_cumulative_value_is_of_another_table_exactly_if_its_integer_is(
    plain: PlainLaw, keysize: int, data: st.DataObject
) -> None:
    """c(z) moved by some part of a key: its ceiling is another integer, or the same."""
    z = data.draw(st.integers(-plain.D, plain.D - 1))
    change = Fraction(data.draw(st.integers(-30, 30)), 20 * keysize)
    text = printed(abs(plain.cmf[z] + change), 40)
    whole, _, exponent = text.partition("e")
    value = int(whole) * Fraction(10) ** int(exponent)
    found = compared(f"z,c\n{z},{text}\n", law_reference(plain.law, keysize, "ceiling", HALF))
    if found.right == 0:
        same = (value * keysize).__ceil__() == plain.ceilings(keysize)[z]
        assert found.verdict == (DIGITS if same else DIFFERENT)


def test_the_noise_of_doubles_changes_no_integer_at_2_32() -> None:
    """The two noisy values of the paper's (4.4) are harmless; at 2^64 keys they are not."""
    text = "z,c,cq\n-24,0.0002622470798742925,1126343\n-23,0.0005252540370388639,2255949\n"
    assert compared(text, REFERENCE).verdict == DIGITS
    many = law_reference(PLAIN.law, 2**64, "ceiling", HALF)
    assert compared("z,c\n-24,0.0002622470798742925\n", many).verdict == DIFFERENT


@pytest.mark.parametrize("column", ["cq", "keys"])
def test_a_wrong_integer_is_a_different_table(column: str) -> None:
    """One key more at z = 0 is another table, given as c^Q or as the number of keys."""
    ceilings = PLAIN.ceilings(2**32)
    keys = {z: n - ceilings.get(z - 1, 0) for z, n in ceilings.items()}
    shown = {"cq": ceilings, "keys": keys}[column] | {}
    texts = {z: str(n + (z == 0)) for z, n in shown.items()}
    found = compared(csv({"cq" if column == "cq" else "pq": texts}), REFERENCE)
    assert (found.verdict, found.changing) == (DIFFERENT, 1)
    assert found.integers is not None
    assert found.integers.wrong > 0


def test_numbers_of_keys_in_the_place_of_probabilities_are_recognised() -> None:
    """K p^Q(z) under the name pq: all right as such, and it is the same table."""
    ceilings = PLAIN.ceilings(2**32)
    keys = {z: str(n - ceilings.get(z - 1, 0)) for z, n in ceilings.items()}
    found = compared(csv({"pq": keys}), REFERENCE)
    assert (found.verdict, found.columns[0].keys, found.right) == (SAME, 51, 51)


def test_one_key_is_a_number_of_keys_where_it_is_not_all() -> None:
    """Of 2 keys one each for 0 and 1: a printed 1 is the key, and a printed 0.5 its probability."""
    reference = table_reference(PTable(2, 1, (Row(((0, 1), (1, 1))),)), None, HALF)
    assert compared("z,pq\n0,1\n1,1\n", reference).verdict == SAME
    assert compared("z,pq\n0,0.5\n1,0.5\n", reference).columns[0].keys == 0
    sure = table_reference(PTable(2, 1, (Row(((0, 2),)),)), None, HALF)
    assert compared("z,pq\n0,1\n", sure).columns[0].keys == 0


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("variance\n49.002167175291106\n", SAME),
        ("variance\n49.002167175291113\n", DIGITS),
        ("variance\n49.0022\n", SAME),
        ("variance\n49.0021\n", DIGITS),  # rounded down: less than a unit from the truth
        ("variance\n49.002171\n", DIFFERENT),
        ("deltaq\n9.9e-6\n", DIFFERENT),
        ("z,p\n0,NaN\n", DIFFERENT),
        ("z,p\n0,0.0568954\n", DIGITS),
    ],
)
def test_other_values_are_judged_by_the_noise_of_doubles(text: str, verdict: str) -> None:
    """What cannot be quantised is of this table if it is off by no more than rounding noise."""
    assert compared(text, REFERENCE).verdict == verdict


def test_a_value_that_stands_twice_is_a_remark() -> None:
    """A second right value changes no table."""
    p = printed(PLAIN.pmf[1], 10)
    found = compared(f"z,p\n1,{p}\n1,{p}\n", REFERENCE)
    assert (found.verdict, found.duplicates) == (SAME, 1)


@pytest.mark.parametrize("digits", [8, 16])
@pytest.mark.parametrize("columns", [("p",), ("c",), ("cq",), ("pq",), ("p", "cq")])
@pytest.mark.parametrize("factor", [Fraction(1, 49), Fraction(1, 51), Fraction(1, 39)])
def test_a_wrong_gamma_is_named(digits: int, columns: tuple[str, ...], factor: Fraction) -> None:
    """Values of gamma = epsilon/(2D-1), epsilon/(2D+1) or a kink, whatever column they stand in."""
    other = PlainLaw(25, factor / 2)
    cmf = other.ceilings(2**32)
    shown = {
        "p": {z: printed(p, digits) for z, p in other.pmf.items()},
        "c": {z: printed(c, digits) for z, c in other.cmf.items()},
        "cq": {z: str(n) for z, n in cmf.items()},
        "pq": {z: printed(Fraction(n - cmf.get(z - 1, 0), 2**32), digits) for z, n in cmf.items()},
    }
    found = compared(csv({name: shown[name] for name in columns}), REFERENCE)
    assert found.verdict == DIFFERENT
    assert found.other_gamma is not None
    assert (found.other_gamma.law.D, found.other_gamma.factor) == (25, factor)
    assert found.other_gamma.law.rate.exact == factor / 2


def test_a_gamma_of_a_logarithmic_epsilon_is_named() -> None:
    """With epsilon = ln(10), gamma = epsilon/(2D-1) instead of the paper's choice."""
    epsilon = Epsilon(exp=Fraction(10))
    law = rate_of_epsilon(epsilon, Fraction(1, 11)).enclosure(400)
    other = PlainLaw(6, law.lo)
    reference = law_reference(law_of_gamma(6, Fraction(1, 4)), None, "ceiling", epsilon)
    found = compared(csv({"p": {z: printed(p, 15) for z, p in other.pmf.items()}}), reference)
    assert found.other_gamma is not None
    assert found.other_gamma.factor == Fraction(1, 11)


def test_another_D_is_named_with_its_gamma() -> None:
    """The values of D = 24 have another total: it is said which D they are of."""
    other = PlainLaw(24, Fraction(1, 78))
    found = compared(csv({"p": {z: printed(p, 15) for z, p in other.pmf.items()}}), REFERENCE)
    assert found.other_gamma is not None
    assert found.other_gamma.law == law_of_gamma(24, Fraction(1, 78))


def test_no_gamma_is_named_where_the_values_are_of_none() -> None:
    """The right law, a single value under the wrong label, and a flat law have no other gamma."""
    right = {z: printed(p, 12) for z, p in PLAIN.pmf.items()}
    assert compared(csv({"p": right}), REFERENCE).other_gamma is None
    assert compared(csv({"p": right | {12: right[11]}}), REFERENCE).other_gamma is None
    flat = {z: printed(Fraction(1, 51) * (1 + Fraction(abs(z), 99)), 12) for z in PLAIN.pmf}
    assert compared(csv({"p": flat}), REFERENCE).other_gamma is None


@given(st.fractions(0, 5, max_denominator=300), st.fractions(0, 1, max_denominator=300))
def test_the_simplest_rational_has_the_smallest_denominator(low: Fraction, width: Fraction) -> None:
    """Against trying every denominator in turn."""
    high = low + width
    scan = next(
        Fraction((low * q).__ceil__(), q) for q in range(1, 301) if (low * q).__ceil__() <= high * q
    )
    found = simplest_between(low, high)
    assert low <= found <= high
    assert found.denominator == scan.denominator
