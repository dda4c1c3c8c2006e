"""Page one, for whoever signs: the verdict, what the table does in plain words, one picture."""

from fractions import Fraction

from reports.content import plainly
from reports.content.numbers import factor, one_in
from reports.content.signing import Signing
from reports.content.subject import Subject
from reports.content.together import promised_together, together
from reports.document.blocks import (
    Blank,
    Block,
    Code,
    Columns,
    Facts,
    SignOff,
    Term,
    Text,
    Verdict,
)
from reports.numbers import DeltaValue, guaranteed, says_nothing, upper
from reports.pictures.noise_bars import noise_bars_picture
from reports.views.verdict_line import first_pair
from reports.words import missing_counts
from verification.claims.context import BoundedTarget
from verification.findings.finding import ERROR
from verification.verdict import FAILS, HOLDS, MEASURED, UNDECIDED

_HEADLINES = {
    HOLDS: "What was promised is kept; every claim was re-checked.",
    FAILS: "An error of the audit stands against what was promised: the table must not go out so.",
    MEASURED: "No level of privacy was promised: every number is measured and re-checked.",
    UNDECIDED: "Not every claim could be proved: treat the table as not certified.",
}
ROLES = ("Released by", "Checked by")
_COMBINED = (
    "whoever combines several released counts (the same people in two tables, or differences of "
    "counts); an agency whose record keys are not random and independent."
)
_BESIDE = (
    "whoever combines the release with counts of the same people that are no part of it; an "
    "agency whose record keys are not random and independent."
)


def first_page(subject: Subject) -> tuple[Block, ...]:
    """Return the page: verdict; what the table does beside a picture; who signs."""
    table = subject.table
    does = Facts("", (*plainly.what_it_does(subject.audit.profiles), *_promised(subject)))
    picture = noise_bars_picture(table, plainly.near(table))
    return (
        Verdict(subject.verdict, headline(subject), ()),
        Columns((does,), (picture, Facts("", for_whom(subject.signing)))),
        Facts("", _identity(subject)),
        SignOff(ROLES, subject.signing.signers),
    )


def headline(subject: Subject) -> str:
    """Return the reason of the verdict in a sentence or two."""
    failing = [claim.name for claim in subject.certificate.claims if not claim.holds]
    parts = [_HEADLINES[subject.verdict]]
    if subject.privacy.apart:
        parts.append(f"It is about counts from 1{first_pair(subject.privacy)}.")
    if failing:
        names = ", ".join(failing)
        parts = [f"At least one claim does not hold ({names}): the table must not go out under it."]
    if subject.verdict != MEASURED and promised_together(subject):
        parts.append("The promise is about everything in the release together.")
    elif all(target.delta is None for target in subject.targets) and subject.verdict != MEASURED:
        parts.append("No level of privacy was claimed: it is measured, not promised.")
    errors = sum(1 for finding in subject.findings if finding.severity == ERROR)
    if errors:
        found = "an error: settle it" if errors == 1 else f"{errors} errors: settle them"
        parts.append(f"The audit found {found} before release (see Findings).")
    return " ".join(parts)


def _promised(subject: Subject) -> list[tuple[Text, Text]]:
    whole = together(subject)
    one = "Of one count alone" if whole else "What a person is promised"
    return [
        *whole,
        ((one,), promise(subject, subject.targets[0])),
        (("For which counts",), _counts(subject)),
        (("Who may not rely on it",), (_not_for(subject),)),
    ]


def promise(subject: Subject, target: BoundedTarget) -> Text:
    """Say what somebody who is counted is promised, and with what chance that does not bind."""
    if not subject.events:
        return ("Nothing: this certificate claims nothing about privacy.",)
    worst = subject.worst(target)
    said = _certainty() if worst.delta.lo >= 1 else _binding(target, worst.delta.hi)
    if target.delta is None:
        return ("Nothing was promised about privacy. Measured: ", *_going_on(said), ".")
    limit = one_in(target.delta) if target.delta else "never"
    if worst.delta.hi <= target.delta:
        return (*said, f"; at most {limit} was promised.")
    return ("Not kept: ", *_going_on(said), f"; at most {limit} was promised.")


def _going_on(said: Text) -> Text:
    """Return a sentence as it goes on after a colon."""
    first, *rest = said
    return (first[0].lower() + first[1:], *rest) if isinstance(first, str) else said


def _binding(target: BoundedTarget, delta: Fraction) -> Text:
    by = plainly.shortly(factor(target, 4))
    change = "Whether or not one is counted changes the probability of any release by a factor of"
    said = f"{change} {by} (e^ε at ε = {target.epsilon.text}). {plainly.chance(delta)} ("
    return said, Term("δ", "delta"), ")"


def _certainty() -> Text:
    """Say what δ = 1 means: two neighbouring counts have no release in common."""
    return "Some releases tell for certain whether one is counted (", Term("δ", "delta"), " is 1)"


def _counts(subject: Subject) -> Text:
    """Say which counts are covered; and what delta would be if an uncovered zero stayed zero."""
    missing = missing_counts((subject.table, 0))
    covered = plainly.which_counts(subject.table)
    said = f"{covered} Not for {missing}." if missing else covered
    if subject.privacy.apart:
        said += f" The promise is made for counts from 1{first_pair(subject.privacy)}."
    kept = subject.privacy.zeros_preserved
    if kept is None:
        return (said,)
    return (f"{said} If zeros stay as they are, δ is {_shortly(kept.delta)}.",)


def _shortly(delta: DeltaValue) -> str:
    return guaranteed(delta, 3) if says_nothing(delta, 3) else plainly.shortly(upper(delta, 3))


def _not_for(subject: Subject) -> str:
    missing = missing_counts((subject.table, 0))
    combined = _COMBINED if subject.certificate.release is None else _BESIDE
    start = f"Whoever needs {missing}; {combined}" if missing else combined
    return start[0].upper() + start[1:]


def for_whom(signing: Signing) -> tuple[tuple[Text, Text], ...]:
    """Return the agency and the day, or lines to fill them in."""
    return (("Agency",), _given(signing.agency)), (("Date",), _given(signing.date))


def _given(text: str) -> Text:
    return (text,) if text else (Blank(),)


def _identity(subject: Subject) -> tuple[tuple[Text, Text], ...]:
    """Return which table, which certificate, and which program made it."""
    made = subject.certificate
    size = "" if made.source.bytes is None else f", {made.source.bytes:,} bytes"
    read = f"{subject.name} ({made.source.format or 'format not said'}{size})"
    by = f"by {made.tool.name} {made.tool.version}, "
    return (
        (("Table",), (f"{read}, SHA-256 ", Code(made.source.sha256))),
        (("Certificate",), (f"{by}SHA-256 ", Code(subject.sha256))),
    )
