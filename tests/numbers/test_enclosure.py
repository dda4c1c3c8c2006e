"""Enclosures, the narrowing loop that never passes what it could not decide, and short errors."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import IncompleteSupport, InputError, PtcertError, Undecided, shown
from exact.numbers.enclosure import MAX_BITS, Enclosure, narrow


@pytest.mark.parametrize(
    ("lo", "hi"), [(0.5, 1.0), (Fraction(0), 1.0), (0, Fraction(1)), ("0", "1"), (None, None)]
)
def test_an_enclosure_holds_fractions_only(lo: object, hi: object) -> None:
    """A float, an int or a text is refused at either end."""
    with pytest.raises(InputError, match=r"enclosure = .*must be exact; give Fractions"):
        Enclosure(lo, hi)  # type: ignore[arg-type]  # the point of the test


def test_an_empty_enclosure_is_refused() -> None:
    """The lower end is at most the upper one; a single point is an enclosure."""
    assert Enclosure(Fraction(1), Fraction(1)).width == 0
    with pytest.raises(InputError, match="is empty; swap the bounds"):
        Enclosure(Fraction(2), Fraction(1))


@given(lo=st.fractions(), width=st.fractions(0, 5), bits=st.integers(0, 70))
def test_relative_narrowness_is_the_width_over_the_least_value(
    lo: Fraction, width: Fraction, bits: int
) -> None:
    """Width <= 2^-bits |v| for every v inside, and never across 0."""
    enclosure = Enclosure(lo, lo + width)
    if lo <= 0 <= lo + width:
        assert not enclosure.is_relatively_narrow(bits)
    else:
        closest = min(abs(lo), abs(lo + width))
        assert enclosure.is_relatively_narrow(bits) == (width / closest <= Fraction(1, 2**bits))


def test_a_question_without_an_answer_is_undecided() -> None:
    """The loop doubles the precision up to its limit, then raises; it returns nothing."""
    asked: list[int] = []

    def never(bits: int) -> bool | None:
        asked.append(bits)
        return None

    with pytest.raises(Undecided, match=f"^a riddle: not settled with {MAX_BITS} bits$"):
        narrow(never, 64, "a riddle")
    assert asked == [64 << k for k in range(15)]
    assert asked[-1] <= MAX_BITS < 2 * asked[-1]


def test_undecided_is_no_input_error_and_no_answer() -> None:
    """Undecided can be told from bad input, and both can be caught at one door."""
    assert not issubclass(Undecided, InputError)
    assert issubclass(Undecided, PtcertError)
    assert issubclass(InputError, PtcertError)


@pytest.mark.parametrize("answer", [False, 0, (), ""])
def test_an_answer_that_looks_empty_is_an_answer(answer: object) -> None:
    """Only None means "not yet": a sign 0 or a False is passed on at once."""
    assert narrow(lambda _: answer, 64, "a question") == answer


def test_the_first_answer_ends_the_loop() -> None:
    """The precision is the least doubling at which the question is settled."""
    assert narrow(lambda bits: bits if bits > 1000 else None, 10, "a question") == 1280


@given(value=st.one_of(st.integers(), st.fractions(), st.floats(), st.binary(), st.none()))
def test_a_shown_value_has_at_most_sixty_characters(value: object) -> None:
    """Whatever is given, an error shows a short line of it."""
    assert len(shown(value)) <= 60


@given(text=st.text(max_size=200))
def test_a_shown_text_is_one_bounded_line(text: str) -> None:
    """At most 60 characters are quoted; an unprintable one takes at most 10 to write."""
    assert len(shown(text)) <= 2 + 10 * 60
    assert len(shown(text).splitlines()) == 1


def test_a_gigantic_value_is_shown_short() -> None:
    """A million characters or a hundred thousand digits become one short line."""
    huge = 10 ** (10**5)
    for value in ("9" * 10**6, huge, -huge, list(range(10**5)), Fraction(1, huge), (huge, huge)):
        assert len(shown(value)) <= 62


class Wide:
    """A value of several lines."""

    def __repr__(self) -> str:
        return "first\nsecond\u2028third\x1b[0m"


class Broken:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise TypeError("no\ntext")


@dataclass(frozen=True)
class Spoken:
    """A value that has words of its own, of several lines."""

    text: str = "-----\nwords"


@dataclass(frozen=True, repr=False)
class Named(Spoken):
    """The same, with a line that names it."""

    def __repr__(self) -> str:
        return "<Named>"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Wide(), r"first\nsecond\u2028third\x1b[0m"),
        (Broken(), "a Broken that cannot be shown"),
        (Spoken(), r"-----\nwords"),
        (Named(), "<Named>"),
        (type("two\nlines", (Broken,), {})(), r"a two\nlines that cannot be shown"),
    ],
)
def test_whatever_is_shown_is_one_line(value: object, text: str) -> None:
    """Line ends and what a terminal obeys are written as codes; a value that names itself is."""
    assert shown(value) == text
    assert len(str(InputError("a\nb", value, "is\rwrong", "give\x85another")).splitlines()) == 1


def test_an_input_error_names_argument_value_rule_and_remedy() -> None:
    """The four parts stand in one line and can be read one by one."""
    error = InputError("delta", "2", "must be below 1", "give for example 1e-4")
    assert str(error) == "delta = '2': must be below 1; give for example 1e-4"
    parts = (error.argument, error.value, error.rule, error.remedy)
    assert parts == ("delta", "2", "must be below 1", "give for example 1e-4")


def test_lost_noise_is_named_up_to_eight_values() -> None:
    """Few lost values are all named, many are cut after eight; the tuple keeps them all."""
    few = IncompleteSupport(256, [-2], 512)
    assert str(few) == (
        "keysize = '2^8': 1 noise value is lost (-2); "
        "the smallest power of two that keeps them all is 2^9"
    )
    many = IncompleteSupport(256, range(-5, 6), None)
    assert "11 noise values are lost (-5, -4, -3, -2, -1, 0, 1, 2, ...)" in str(many)
    assert "no power of two up to 2^128 keeps them all" in str(many)
    assert many.lost == tuple(range(-5, 6))
