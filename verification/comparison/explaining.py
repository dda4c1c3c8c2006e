"""A print that is not right, explained: by how much it is off, which true value it is, the harm."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from verification.comparison.doubles import nearest_double, ulp
from verification.comparison.elsewhere import elsewhere
from verification.comparison.printed import Printed, is_no_number, read_printed
from verification.comparison.reference import Label, Reference
from verification.comparison.replay import quantised, replayable

# Bits of an error that is shown to people, and of the true value beyond those printed.
_ERROR_BITS = 64
_MORE_BITS = 67
# Unit roundoff of a double: one operation is off by at most this part of its result.
_ROUNDOFF = Fraction(1, 2**53)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A print that is not right, with the place where it stands, and whether it does no harm."""

    line: int
    column: str
    label: Label
    text: str
    verdict: str
    harmless: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """``units`` and ``ulps``: print minus truth in units of its last place, and of a double there.

    ``truth`` encloses the true value (None: infinite). ``elsewhere`` names true values that the
    print is right for. ``replay`` is what the rule makes of a printed cmf value, and c^Q. ``noise``
    tells whether the error is of the size of two sums of 2D + 1 doubles.
    """

    found: Disagreement
    truth: Enclosure | None
    units: Enclosure | None
    ulps: Enclosure | None
    elsewhere: tuple[str, ...]
    replay: tuple[int, int] | None
    noise: bool


def explain(
    found: Disagreement, reference: Reference, epsilons: Iterable[Epsilon], rounding: str
) -> Explained:
    """Say all that can be said about one print."""
    truth = reference.truth(found.column, found.label)
    if is_no_number(found.text) or truth is None:
        shown = None if truth is None else truth.enclosure(_MORE_BITS)
        return Explained(found, shown, None, None, (), None, False)
    printed = read_printed(found.text)
    unit_of_double = ulp(nearest_double(truth))
    return Explained(
        found,
        truth.enclosure(printed.bits + _MORE_BITS),
        _off(printed.value, truth, printed.unit),
        _off(printed.value, truth, unit_of_double),
        elsewhere(printed, found.column, found.label, reference, epsilons, rounding),
        _replay(found, printed, reference),
        is_noise(printed, truth, reference),
    )


def _off(point: Fraction, truth: Real, unit: Fraction) -> Enclosure:
    """Return (point - truth) / unit; the point is not the truth, so this is not 0."""
    return truth.affine(-1 / unit, point / unit).enclosure(_ERROR_BITS)


def _replay(found: Disagreement, printed: Printed, reference: Reference) -> tuple[int, int] | None:
    """Quantise a printed value of the law's cmf: does its error reach the integers?"""
    table, rule, z = reference.table, reference.rule, found.label
    if found.column != "c" or table is None or rule is None or not isinstance(z, int):
        return None
    if not replayable(rule):
        return None
    return quantised(printed.value, z, table.table.keysize, rule), table.cumulated(z)


def is_noise(printed: Printed, truth: Real, reference: Reference) -> bool:
    """Tell whether |print - truth| <= (4D + 4) 2^-53 truth + unit/2.

    To normalise and then to cumulate 2D + 1 doubles takes two sums of 2D additions, a division and
    an exponential: about 4D + 4 roundings. The print itself adds half a unit of its last place.
    """
    D = max(map(abs, (reference.support[0], reference.support[-1])))
    double = abs(nearest_double(truth))
    margin = (4 * D + 4) * _ROUNDOFF * double + printed.unit / 2
    return truth.compare(printed.value + margin) <= 0 <= truth.compare(printed.value - margin)
