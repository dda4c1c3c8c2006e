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

    def is_relatively_narrow(self, bits: int) -> bool:
        """Tell whether the width is at most 2^-bits of the smallest absolute value inside."""
        least = min(abs(self.lo), abs(self.hi))
        straddles_zero = self.lo <= 0 <= self.hi
        return not straddles_zero and self.width * (1 << bits) <= least

    @classmethod
    def point(cls, value: Fraction) -> "Enclosure":
        """Return [value, value]."""
        return cls(value, value)

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
