"""How numbers and lists stand in Coq source, and what a part of the theorem is made of."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill, indent

_WIDTH = 100
_PLAIN_BELOW = 1 << 16
_HIDDEN_SPACE = "\x00"


@dataclass(frozen=True, slots=True)
class Part:
    """A lemma that is one part of the theorem; ``before`` holds what its statement refers to."""

    name: str
    statement: str
    words: str
    proof: str
    before: str = ""

    @property
    def source(self) -> str:
        """The lemma with its proof."""
        lemma = f"Lemma {self.name} :\n  {self.statement}.\nProof. {self.proof} Qed."
        return "\n\n".join(filter(None, (self.before, lemma)))


def rational(value: Fraction) -> str:
    """Return a rational of Coq's Q; a large power of two below is written as one.

    >>> rational(Fraction(-3, 4)), rational(Fraction(13305, 2**27))
    ('(-3 # 4)', '(13305 # 2^27)')
    """
    bottom = value.denominator
    is_power = bottom > _PLAIN_BELOW and bottom & (bottom - 1) == 0
    shown = f"2^{bottom.bit_length() - 1}" if is_power else str(bottom)
    return f"({value.numerator} # {shown})"


def real(value: Fraction) -> str:
    """Return a quotient of integers that Coq reads as a real number; ``value`` is not negative.

    >>> real(Fraction(3))
    '3 / 1'
    """
    return f"{value.numerator} / {value.denominator}"


def listed(items: Iterable[str]) -> str:
    """Return a list of Coq, filled into lines that break between its items.

    >>> listed(["(1, 2)", "(2, 3)"])
    '[(1, 2); (2, 3)]'
    """
    # A space inside an item must not end a line: it is hidden while the lines are filled.
    hidden = "; ".join(item.replace(" ", _HIDDEN_SPACE) for item in items)
    return _lines(f"[{hidden}]", "", " ").replace(_HIDDEN_SPACE, " ")


def defined(name: str, kind: str, items: Iterable[str]) -> str:
    """Return the definition of a list, an item a line."""
    body = ";\n".join(indent(item, "  ") for item in items)
    return f"Definition {name} : {kind} := [\n{body}\n]."


def comment(*paragraphs: str) -> str:
    """Return a comment of filled paragraphs.

    The text is the program's own with integers in it: nothing in it can end a comment.
    """
    body = "\n\n".join(_lines(paragraph, "    ", "    ") for paragraph in paragraphs)
    return f"(** {body.strip()} *)"


def _lines(text: str, first: str, rest: str) -> str:
    return fill(
        text,
        width=_WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
