"""What a certificate says of a whole release, in words for page one."""

from fractions import Fraction

from reports.content import plainly
from reports.content.numbers import factor_of, one_in
from reports.content.subject import Subject
from reports.document.blocks import Term, Text
from verification.claims import composition, margins
from verification.claims.released import ReleaseTarget

_KEYS = {
    "independent": "It holds if the keys of different cells are independent.",
    "mixed": "It holds if keys in their mixed order are as good as independent.",
    "sum": "It holds for keys that add up to the key of their margin.",
}


def promised_together(subject: Subject) -> bool:
    """Tell whether something is promised of everything that is published together."""
    return any(target.delta is not None for target in subject.certificate.release_targets)


def together(subject: Subject) -> list[tuple[Text, Text]]:
    """Say what a person is promised of the whole release; nothing where there is none."""
    made = subject.certificate
    composed = made.evidence("composition", composition.Composition)
    added = made.evidence("margins", margins.Together)
    if made.release is None:
        return []
    bounds = [point.delta for found in (composed, added) if found for point in found.points]
    pairs = zip(made.release.targets, bounds, strict=True)
    text = (part for target, delta in pairs for part in _promise(target, delta.hi))
    return [(("Of the whole release",), (*text, _KEYS[made.release.keys]))]


def _promise(target: ReleaseTarget, delta: Fraction) -> Text:
    by = plainly.shortly(factor_of(target.epsilon, 4))
    change = "Whether or not one is counted changes the probability of all tables together by a"
    start = f"{change} factor of {by} (e^ε at ε = {target.epsilon.text}). {plainly.chance(delta)} ("
    if target.delta is None:
        return start, Term("δ", "delta"), "); this is measured, not promised. "
    kept = f"; at most {one_in(target.delta)} was promised"
    broken = "" if delta <= target.delta else ", which is not kept"
    return start, Term("δ", "delta"), f"){kept}{broken}. "
