"""What a finding says can be read back from its words."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exact.numbers.epsilon import epsilon
from exact.privacy.delta import Delta
from verification.findings.said import AT_MOST, DELTA, EPSILON, Part, Value, parts, plain, said_in

WORDS = st.sampled_from(("a count of 25 ", "row 3 has ", "; the first: ", ", and ", " keys 0..7 "))
NUMBERS = st.builds(Fraction, st.integers(-99, 10**6), st.integers(2, 10**9))


@given(st.lists(st.one_of(WORDS, NUMBERS, st.sampled_from((DELTA, EPSILON, AT_MOST)))))
def test_words_read_back_say_the_same(said: list[Part]) -> None:
    """Reading finds signs and numbers, and spells all of it as it was spelled."""
    text = plain(tuple(part for each in said for part in (each, " ")))
    assert plain(said_in(text)) == text


@given(st.text(st.sampled_from("delta epsilon<=0123456789/-^e.()ln2 "), max_size=40))
def test_any_words_read_back_as_they_are(text: str) -> None:
    """Whatever stands there, nothing is lost and nothing is added."""
    assert plain(said_in(text)) == text or "e^(" in text


def test_numbers_and_signs_are_found() -> None:
    """A rational, a power of two below, A - B e^epsilon, and the words that have signs."""
    at = epsilon("1/2")
    tight = Delta(Fraction(1, 3), Fraction(1, 7), at)
    text = plain((DELTA, " is ", tight, ", above ", Fraction(1, 4), "; -25/2^32; keys 1/2/3"))
    assert said_in(text) == (
        *(DELTA, " is ", tight, ", above ", Value(Fraction(1, 4), "1/4"), "; "),
        *(Value(Fraction(-25, 2**32), "-25/2^32"), "; keys 1/2/3"),
    )
    assert parts(said_in("nothing else")) == ("nothing else",)
    assert said_in("1/3 - 1/7 e^(0)") == ("1/3 - 1/7 e^(0)",)
