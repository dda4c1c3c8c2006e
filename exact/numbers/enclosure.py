"""An irrational is a pair (lower, upper); a question about it is decided by narrowing the pair."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from exact.errors import InputError, Undecided

Answer = TypeVar("Answer")

# Past this many bits one exponential takes about a second: a question that is still open then is
# given back as undecided rather than pursued without end.
MAX_BITS = 1 << 20


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A closed interval that certainly holds the number meant.

    >>> Enclosure(Fraction(1, 3), Fraction(1, 2)).width
    Fraction(1, 6)
    """

    lo: Fraction
    hi: Fraction

    def __post_init__(self) -> None:
        if not (isinstance(self.lo, Fraction) and isinstance(self.hi, Fraction)):
            raise InputError("enclosure", (self.lo, self.hi), "must be exact", "give Fractions")
        if self.lo > self.hi:
            raise InputError("enclosure", (self.lo, self.hi), "is empty", "swap the bounds")

    @property
    def width(self) -> Fraction:
        """Upper minus lower bound."""
        return self.hi - self.lo

    def is_relatively_narrow(self, digits: int) -> bool:
        """Tell whether the width is at most 10^-digits of the smallest absolute value inside."""
        least = min(abs(self.lo), abs(self.hi))
        straddles_zero = self.lo <= 0 <= self.hi
        return not straddles_zero and self.width * 10**digits <= least

    @classmethod
    def scaled(cls, lo: int, hi: int, bits: int) -> "Enclosure":
        """Return [lo, hi] / 2^bits."""
        return cls(Fraction(lo, 1 << bits), Fraction(hi, 1 << bits))


def narrow(attempt: Callable[[int], Answer | None], bits: int, question: str) -> Answer:
    """Ask ``attempt`` at doubled working precision until it answers.

    The caller shows beside the call why an answer must come; the limit only bounds the work.
    """
    while bits <= MAX_BITS:
        answer = attempt(bits)
        if answer is not None:
            return answer
        bits *= 2
    raise Undecided(f"{question}: not settled with {MAX_BITS} bits")


def narrow_enclosure(
    enclose: Callable[[int], Enclosure], bits: int, digits: int, question: str
) -> Enclosure:
    """Narrow until the relative width is at most 10^-digits.

    It ends for every number other than 0, because the width falls to 0 and the number does not.
    """

    def attempt(working: int) -> Enclosure | None:
        enclosure = enclose(working)
        return enclosure if enclosure.is_relatively_narrow(digits) else None

    return narrow(attempt, bits, question)
