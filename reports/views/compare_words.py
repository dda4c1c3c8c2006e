"""Words for a comparison: labels, values, errors, and what a disagreement is about."""

from fractions import Fraction

from exact.errors import power_of_two
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.decimals import NEAREST, decimal, nearest
from verification.comparison.explaining import Explained
from verification.comparison.other_gamma import OtherGamma
from verification.comparison.printed import DECIMAL, is_no_number, read_printed
from verification.comparison.reference import Label, Reference
from verification.comparison.result import DIFFERENT, DIGITS, SAME, Comparison

_DOUBLE_DIGITS = 17
_NAMES = {
    "pq": "p^Q",
    "cq": "c^Q",
    "keys": "K p^Q",
    "epsilonq": "epsilon^Q",
    "deltaq": "delta^Q",
}


def value_name(column: str, label: Label) -> str:
    """Return the name of a value.

    >>> value_name("cq", -3), value_name("bias", None)
    ('c^Q(-3)', 'bias')
    """
    name = _NAMES.get(column, column)
    if label is None:
        return name
    return f"{name}({label.text if isinstance(label, Epsilon) else label})"


def right_text(explained: Explained) -> str:
    """Return the true value to as many digits as were printed."""
    truth = explained.truth
    if truth is None:
        return "infinity"
    if truth.lo == truth.hi and truth.lo.denominator == 1:
        return str(truth.lo.numerator)
    digits = _digits(explained.found.text)
    if truth.lo == truth.hi:
        return decimal(truth.lo, digits, NEAREST)
    return nearest(truth, digits)


def error_text(error: Enclosure | None, digits: int = 3) -> str:
    """Return a signed error to three digits; a small whole number as it is.

    >>> error_text(Enclosure(Fraction(-7), Fraction(-7)))
    '-7'
    >>> error_text(Enclosure(Fraction(9**9), Fraction(9**9)))
    '+3.87e8'
    """
    if error is None:
        return ""
    size = len(str(abs(int(error.lo))))
    if size > digits:
        scale = Fraction(10) ** (size - 1)
        text = nearest(Enclosure(error.lo / scale, error.hi / scale), digits) + f"e{size - 1}"
    elif error.lo == error.hi and error.lo.denominator == 1:
        text = str(error.lo)
    else:
        text = nearest(error, digits)
    return text if text.startswith("-") else f"+{text}"


def verdict_words(result: Comparison, reference: Reference) -> str:
    """Return what follows for the table, in words; without a table, for the law."""
    if reference.table is None:
        return _OF_LAW[result.verdict]
    return _OF_TABLE[result.verdict]


_OF_TABLE = {
    SAME: "same table",
    DIGITS: "same integers, printed digits off",
    DIFFERENT: "different table",
}
_OF_LAW = {SAME: "same law", DIGITS: "same law, printed digits off", DIFFERENT: "different law"}


def other_gamma_text(other: OtherGamma, reference: Reference) -> str:
    """Name the gamma that would give the printed values, and how it lies to epsilon."""
    law, own = other.law, reference.law
    assert own is not None
    size = "" if law.D == own.law.D else f" with D = {law.D}"
    return f"These are the values of {law.rate.text}{size}{_in_words(other, reference)}."


def _in_words(other: OtherGamma, reference: Reference) -> str:
    """Say where in (2.20) a gamma lies, or which multiple of epsilon it is."""
    factor, epsilon, D = other.factor, reference.epsilon, other.law.D
    if factor is None or epsilon is None:
        return ""
    at = ((4 * D * D - 1) * factor - (2 * D - 1)) / 2
    if at == 1:
        place = f"epsilon/(2D-1), the right end of (2.20), at epsilon = {epsilon.text}"
    elif 0 <= at < 1:
        place = f"position {at} of (2.20) at epsilon = {epsilon.text}"
    else:
        place = f"{factor} of epsilon = {epsilon.text}"
    return f", {place}"


def remarks(explained: Explained, reference: Reference) -> list[str]:
    """Return what can be said about a disagreement beyond its size."""
    said = []
    if explained.elsewhere:
        said.append("this is " + ", ".join(explained.elsewhere))
    if explained.replay is not None and reference.table is not None:
        keys = power_of_two(reference.table.table.keysize)
        replayed, right = explained.replay
        same = f"harmless at {keys}: quantised it gives {replayed}, as it should"
        other = f"not harmless at {keys}: quantised it gives {replayed} instead of {right}"
        said.append(same if replayed == right else other)
    elif not explained.found.harmless and reference.table is not None:
        said.append("not of this table")
    if explained.noise:
        said.append("no more than the rounding noise of sums of doubles")
    return said


def _digits(text: str) -> int:
    """Return how many digits to show beside a print."""
    if is_no_number(text):
        return _DOUBLE_DIGITS
    printed = read_printed(text)
    return max(1, printed.digits) if printed.kind == DECIMAL else _DOUBLE_DIGITS
