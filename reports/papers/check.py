"""One printed value against the exact one; what is not checked is listed with the reason."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.real import Enclosed, Known, Real
from reports.document.blocks import Number, Picture
from reports.numbers import enclosed
from reports.papers.kinds import NO_REMARK, Remark
from verification.comparison.judge import EXACT, ROUNDED, judge
from verification.comparison.printed import read_printed

AGREES, DIFFERS = "agrees", "differs"
_SHOWN_DIGITS = 10
_SHOWN_BITS = 160


@dataclass(frozen=True, slots=True)
class Check:
    """A value or statement of a paper: where it stands, as printed, what is true.

    ``remark`` says, of one that differs, which is right and why, and its kind which label it has.
    """

    place: str
    what: str
    printed: str
    true: Number | str
    agrees: bool
    remark: Remark = NO_REMARK


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Something that the paper prints and this page does not check."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a paper: its checks, its figures, and what was left out."""

    name: str
    title: str
    checks: tuple[Check, ...] = ()
    pictures: tuple[Picture, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper with a page of its own; ``parts`` computes it.

    ``not_drawn`` names its figures that are not drawn anew; what they show is among the unchecked.
    """

    name: str
    title: str
    authors: str
    parts: Callable[[], tuple[Part, ...]]
    not_drawn: tuple[str, ...] = ()


Value = Fraction | Enclosure | Real


def number(place: str, what: str, printed: str, true: Value, remark: Remark = NO_REMARK) -> Check:
    """Compare a printed number with the exact one: it agrees if it is correctly rounded.

    An enclosure that is not narrow enough to decide raises.

    >>> number("(1)", "a third", "0.333", Fraction(1, 3)).agrees
    True
    >>> number("(1)", "a third", "0.334", Fraction(1, 3)).agrees
    False
    """
    text = read_printed(printed)
    digits = max(_SHOWN_DIGITS, text.digits + 2)
    value = _real(true)
    bounds = value.enclose(_SHOWN_BITS) if value.exact is None else Enclosure.point(value.exact)
    agrees = judge(text, value) in (EXACT, ROUNDED)
    return Check(place, what, printed, enclosed(bounds, digits), agrees, remark)


def _real(value: Value) -> Real:
    if isinstance(value, Enclosure):
        return Enclosed(lambda _: value)
    return Known(value) if isinstance(value, Fraction) else value


def statement(
    place: str, printed: str, true: str, agrees: bool, remark: Remark = NO_REMARK
) -> Check:
    """Compare a sentence of the paper with what the computation says."""
    return Check(place, "statement", printed, true, agrees, remark)


def slip(place: str, printed: str, meant: str, remark: Remark) -> Check:
    """Report a slip of notation that reading alone shows: nothing can be computed from it."""
    return Check(place, "notation (by reading)", printed, meant, agrees=False, remark=remark)
