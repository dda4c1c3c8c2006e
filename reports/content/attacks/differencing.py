"""The differencing attack in words, numbers and a picture."""

from fractions import Fraction

from exact.attacks.differencing import Pair
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Facts, Finding, Inline, Paragraph, Section, Sign
from reports.numbers import rational
from reports.pictures.attacks.differencing import differencing_picture

_HALF = Fraction(1, 2)
_HOW = (
    "Differencing. Two released counts are of the same people, or of one person more. The same "
    "people have the same noise, so that a difference proves that the person is there; one person "
    "more is a new key, independent of the other."
)


def differencing_section(pair: Pair, worst: Pair) -> Section:
    """Return what two releases say about one person, at the attacked count and at the worst."""
    n = pair.count
    entries: list[tuple[str, Inline]] = [
        ("true counts", f"{n}, and {n + 1} with the person"),
        ("the person is there: both releases are equal", rational(pair.equal)),
        ("the person is there: proved by a difference", rational(pair.proved, DOWN)),
        ("the person is not there: both are equal", "always"),
        ("belief 1/2 that she is there, after equal releases", rational(pair.believed(_HALF))),
        ("belief 1/2 that she is there, after a difference", "1"),
        ("worst pair of counts", f"{worst.count} and {worst.count + 1}"),
        ("there: proved by a difference", rational(worst.proved, DOWN)),
    ]
    facts = tuple(((name,), (value,)) for name, value in entries)
    delta = (
        "The tight ",
        Sign("δ", "delta"),
        " of the pair is ",
        rational(worst.proved, UP),
        " at every ",
        Sign("ε", "epsilon"),
        ": a difference cannot happen where the person is not there.",
    )
    picture = differencing_picture(pair)
    blocks = (Paragraph((_HOW,)), Facts("Differences", facts), Paragraph(delta), picture)
    return Section("differencing", "Two sets that differ in one person", (*blocks, _finding(worst)))


def _finding(worst: Pair) -> Finding:
    proved = decimal(worst.proved, 3, DOWN)
    said = (
        "whoever can ask for a set of people with and without one person proves by a single pair "
        f"of releases that she is there, with probability {proved} at the worst counts"
    )
    remedy = (
        "do not answer two tables whose sets differ in one person: check what is asked for, or "
        "publish fixed tables only; more noise makes the proof likelier, not rarer"
    )
    return Finding("warning", "DIFFERENCING", said, remedy)
