"""The first line of an audit: the verdict in words, and what it does not cover."""

from collections.abc import Sequence

from reports.document.blocks import EXACTLY
from reports.numbers import NO_GUARANTEE, says_nothing, upper
from reports.words import missing_counts
from verification.audit import Audit
from verification.measures.privacy import PrivacyAudit
from verification.verdict import FAILS, HOLDS, VERDICTS

_FIRST_DIGITS = 4


def verdict_line(result: Audit) -> str:
    """Return the verdict in one line, with the word that JSON and summaries have, in capitals."""
    if result.privacy is None:
        return _about_rows(result)
    return _about_privacy(result, result.privacy) + conditions(result)


def _about_rows(result: Audit) -> str:
    said = {HOLDS: "what is declared HOLDS", FAILS: "FAILS: see the errors below"}
    return f"{said[result.verdict]} (no epsilon was given: nothing is said about privacy)"


def _about_privacy(result: Audit, privacy: PrivacyAudit) -> str:
    claim = f"({privacy.epsilon.text}, {privacy.target})-differential privacy"
    counts = " for counts from 1" if privacy.apart else ""
    errors = "; see the errors below" if result.outcome.errors else ""
    match result.verdict:
        case "holds":
            holds = f"{claim} HOLDS{counts or ' over all events'}"
            kept = holds if privacy.met else "what is declared HOLDS"
            at = "" if privacy.met else f", measured at epsilon = {privacy.epsilon.text}"
            return kept + at
        case "measured":
            measured = f"MEASURED at epsilon = {privacy.epsilon.text}"
            return f"{measured} (no delta was claimed){errors}"
        case _ if privacy.target is None:
            return f"FAILS{errors}, measured at epsilon = {privacy.epsilon.text}"
        case _ if privacy.met:
            return f"{claim} holds{counts or ' over all events'}, but the table FAILS{errors}"
        case _:
            return f"FAILS {claim}{counts if privacy.first_pair.cap is None else ''}"


def conditions(result: Audit) -> str:
    """Name what the verdict leaves out, and what it assumes of empty cells."""
    if result.privacy is None:
        return ""
    return first_pair(result.privacy) + _uncovered(result) + _of_empty_cells(result.privacy)


def _of_empty_cells(privacy: PrivacyAudit) -> str:
    """Say that empty cells are assumed to have uniform keys, where that makes a difference."""
    if privacy.of_records is None:
        return ""
    delta = privacy.of_records.delta
    said = NO_GUARANTEE if says_nothing(delta) else f"delta is at most {upper(delta).decimal}"
    return (
        ", assuming that empty cells have uniform, independent keys (where keys are made of "
        f"records all of them have the key 0: {said})"
    )


def first_pair(privacy: PrivacyAudit) -> str:
    """Name the delta of the pair (0, 1) where it does not count as the other pairs do."""
    first, cap = privacy.first, privacy.first_pair.cap
    if first is None or not privacy.apart:
        return ""
    delta = upper(first.delta, _FIRST_DIGITS)
    rounded = "" if delta.relation == EXACTLY else ", rounded up"
    asked = "" if cap is None else f", where at most {cap} is claimed"
    return f"; the pair (0, 1) has δ = {delta.decimal}{rounded}{asked}"


def _uncovered(result: Audit) -> str:
    """Name the counts that the table does not cover: what is released of them is not judged."""
    missing, privacy = missing_counts((result.table, 0)), result.privacy
    if not missing or privacy is None:
        return ""
    said = f", without {missing}, which the table does not cover"
    if privacy.zeros_preserved is None:
        return said
    kept = privacy.zeros_preserved.delta
    if says_nothing(kept):
        return f"{said} (if zeros stay as they are: {NO_GUARANTEE})"
    return f"{said} (if zeros stay as they are, delta is at most {upper(kept).decimal})"


def count_of_verdicts(verdicts: Sequence[str]) -> str:
    """Return how many of many files have which verdict.

    >>> count_of_verdicts(["holds", "measured", "holds", "bad input"])
    '4 files: 2 hold, 1 measured, 1 bad input'
    """
    words = {HOLDS: "hold" if verdicts.count(HOLDS) != 1 else "holds"}
    words[FAILS] = "fail" if verdicts.count(FAILS) != 1 else "fails"
    order = (*VERDICTS, "bad input")
    parts = [f"{verdicts.count(v)} {words.get(v, v)}" for v in order if v in verdicts]
    return f"{len(verdicts)} files: {', '.join(parts)}"
