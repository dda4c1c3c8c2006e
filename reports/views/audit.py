"""An audit as JSON and as text."""

from exact.errors import power_of_two
from exact.formats.reading import Reading
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.pairs import WorstPair
from exact.table.ptable import PTable
from reports.decimals import NEAREST, UP, decimal, nearest
from reports.jsons import (
    WORKING_DIGITS,
    Number,
    delta_json,
    enclosure_json,
    epsilon_json,
    rational_json,
)
from reports.tables import table as text_table
from reports.words import arithmetic, ranges
from verification.audit import Audit, RowAudit
from verification.findings.finding import SEVERITIES, Finding
from verification.findings.privacy import delta_text

_SHOWN_ROWS = 20
_SHOWN_FINDINGS = 20
_LOG_BITS = 200


def broken_json(reading: Reading, findings: tuple[Finding, ...], sha256: str) -> dict[str, object]:
    """Return the audit of a file that holds no table: its structure is broken."""
    return {
        "verdict": "fails",
        "format": reading.format,
        "notes": list(reading.notes),
        "table": {"sha256": sha256},
        "rows": [],
        "privacy": None,
        "findings": _findings_json(findings),
    }


def broken_text(reading: Reading, findings: tuple[Finding, ...], name: str) -> str:
    """Return the same for people."""
    head = f"{name}: FAILS, for it holds no table that every key and count could be looked up in"
    return "\n\n".join([head, _notes_text(reading), _findings_text(findings)])


def audit_json(result: Audit, reading: Reading, sha256: str) -> dict[str, object]:
    """Return the audit for machines."""
    worst = result.worst
    return {
        "verdict": result.verdict,
        "format": reading.format,
        "notes": list(reading.notes),
        "table": {
            "keysize": result.table.keysize,
            "first_key": result.table.first_key,
            "rows": len(result.rows),
            "noise_min": min(row.noise_min for row in result.rows),
            "noise_max": max(row.noise_max for row in result.rows),
            "sha256": sha256,
        },
        "rows": [_row_json(row) for row in result.rows],
        "privacy": {
            "epsilon": epsilon_json(result.epsilon),
            "target_delta": None if result.target is None else rational_json(result.target),
            "delta": delta_json(worst.delta),
            "pair": [worst.count, worst.other],
            "in_words": event_in_words(worst),
            "delta_without_zero": None
            if result.without_zero is None
            else delta_json(result.without_zero.delta),
            "event": list(worst.event),
            "singleton_delta": delta_json(result.singleton[0]),
            "singleton": result.singleton[1],
            "epsilon_q": epsilon_json(result.epsilon_q),
            "epsilon_q_is": "an infimum: (4.8) asks for a strict inequality",
            "delta_q": rational_json(result.delta_q),
        },
        "profile": _profile_json(result),
        "declared": declared_verdicts(result),
        "key_law": _key_law_json(result),
        "findings": _findings_json(result.findings),
    }


def audit_text(result: Audit, reading: Reading, name: str) -> str:
    """Return the audit for people: the verdict first."""
    parts = [
        _headline(result, name),
        _notes_text(reading),
        text_table(_privacy_facts(result)),
        _profile_text(result),
        text_table(
            [_row_text(row) for row in result.rows[:_SHOWN_ROWS]],
            (
                "count",
                "noise",
                "bias",
                "variance",
                "P(no change)",
                "entropy (nats)",
                "below the largest",
            ),
        ),
    ]
    if len(result.rows) > _SHOWN_ROWS:
        parts.append(f"... and {len(result.rows) - _SHOWN_ROWS} rows more; --json shows them all.")
    parts += [
        f"declared {verdict['name']} = {verdict['value']}: {verdict['verdict'].upper()}"
        for verdict in declared_verdicts(result)
    ]
    parts.append(_findings_text(result.findings))
    parts.append(
        "It speaks of one count of one table with uniform, independent keys, and not of counts\n"
        "that the table does not cover, nor of repeated, overlapping or differenced queries."
    )
    return "\n\n".join(parts)


def _notes_text(reading: Reading) -> str:
    return "\n".join([f"Read as: {reading.format}", *reading.notes])


def _keys_text(table: PTable) -> str:
    """Return how many keys there are, and how the file numbers them where that is not from 0."""
    keys = power_of_two(table.keysize)
    return keys if table.first_key == 0 else f"{keys}, numbered {table.first_key}..{table.last_key}"


def _findings_json(findings: tuple[Finding, ...]) -> list[dict[str, str]]:
    return [
        {"code": f.code, "severity": f.severity, "message": f.message, "remedy": f.remedy}
        for f in findings
    ]


def _findings_text(findings: tuple[Finding, ...]) -> str:
    """Return the findings by severity, the gravest first."""
    ordered = sorted(findings, key=lambda f: SEVERITIES.index(f.severity))
    lines = [f"{f.severity.upper()} {f.code}: {f.message}; {f.remedy}." for f in ordered]
    hidden = len(lines) - _SHOWN_FINDINGS
    more = [f"... and {hidden} more (see --json)"] if hidden > 0 else []
    return "\n".join(lines[:_SHOWN_FINDINGS] + more)


def _headline(result: Audit, name: str) -> str:
    if result.target is None:
        return f"{name}: measured at epsilon = {result.epsilon.text} (no delta was claimed)"
    claim = f"({result.epsilon.text}, {result.target})-differential privacy"
    if result.worst.delta.compare(result.target) > 0:
        return f"{name}: FAILS {claim}"
    if result.verdict == "fails":
        return f"{name}: {claim} holds over all events, but the table FAILS: see the errors below"
    return f"{name}: {claim} HOLDS over all events"


def _privacy_facts(result: Audit) -> list[tuple[str, str]]:
    worst = result.worst
    facts = [
        ("keys", _keys_text(result.table)),
        ("tight delta over all events", f"{delta_text(worst.delta)}, {_at_most(worst.delta)}"),
        ("worst pair", f"a true count of {worst.count} against {worst.other}"),
        ("worst event", event_in_words(worst)),
        ("largest singleton excess", _at_most(result.singleton[0])),
        ("epsilon^Q (4.10), an infimum", _epsilon_text(result.epsilon_q)),
        ("delta^Q (4.11)", f"{result.delta_q}, at most {decimal(result.delta_q, 6, UP)}"),
    ]
    if result.without_zero is not None:
        facts.insert(2, ("  without the pair (0, 1)", _at_most(result.without_zero.delta)))
    if result.key_law is not None:
        law = result.key_law
        facts.append(("cell keys made by", arithmetic(law.arithmetic)))
        distance = decimal(law.distance, 6, UP) if law.distance else "0"
        facts.append(("  distance from uniform", f"at most {distance}"))
        facts.append(("  tight delta under that law", _at_most(law.worst.delta)))
    return facts


def _profile_json(result: Audit) -> list[dict[str, object]]:
    return [
        {
            "epsilon": epsilon_json(point.epsilon),
            "delta": delta_json(point.delta),
            "delta_without_zero": None
            if point.without_zero is None
            else delta_json(point.without_zero),
        }
        for point in result.profile
    ]


def declared_verdicts(result: Audit) -> list[dict[str, str]]:
    """Return each declared value with its own verdict."""
    codes = {finding.code for finding in result.findings}
    failing = {"epsilon": "DELTA", "delta": "DELTA"} | {
        name: f"DECLARED-{name.upper()}" for name in ("variance", "bias", "noise")
    }
    verdicts = []
    for name, code in failing.items():
        value = getattr(result.declared, name)
        if value is not None:
            text = value.text if isinstance(value, Epsilon) else str(value)
            verdict = "fails" if code in codes else "holds"
            verdicts.append({"name": name, "value": text, "verdict": verdict})
    return verdicts


def _profile_text(result: Audit) -> str:
    rows = [
        (
            point.epsilon.text,
            _at_most(point.delta),
            "" if point.without_zero is None else _at_most(point.without_zero),
        )
        for point in result.profile
    ]
    zero = any(point.without_zero is not None for point in result.profile)
    headers = ("epsilon", "tight delta", "without the pair (0, 1)")
    return text_table([row if zero else row[:2] for row in rows], headers if zero else headers[:2])


def _row_json(row: RowAudit) -> dict[str, object]:
    return {
        "count": row.count,
        "noise_min": row.noise_min,
        "noise_max": row.noise_max,
        "bias": rational_json(row.bias),
        "variance": rational_json(row.variance),
        "unchanged": rational_json(row.unchanged),
        "epsilon_q_minus": epsilon_json(row.epsilon_down),
        "epsilon_q_plus": epsilon_json(row.epsilon_up),
        "epsilon_q": epsilon_json(row.epsilon_q),
        "delta_q": rational_json(row.delta_q),
        "entropy": _optional(row.entropy),
        "entropy_deficit": _optional(row.entropy_deficit),
        "law_distance": _optional(row.law_distance),
    }


def _optional(enclosure: Enclosure | None) -> Number | None:
    return None if enclosure is None else enclosure_json(enclosure)


def _key_law_json(result: Audit) -> dict[str, object] | None:
    law = result.key_law
    if law is None:
        return None
    return {
        "arithmetic": arithmetic(law.arithmetic),
        "distance_from_uniform": rational_json(law.distance),
        "delta": delta_json(law.worst.delta),
        "pair": [law.worst.count, law.worst.other],
    }


def _row_text(row: RowAudit) -> tuple[str, ...]:
    return (
        str(row.count),
        f"{row.noise_min} ... {row.noise_max}",
        decimal(row.bias, 6, NEAREST),
        decimal(row.variance, 10, NEAREST),
        decimal(row.unchanged, 6, NEAREST),
        "" if row.entropy is None else nearest(row.entropy, 6),
        "" if row.entropy_deficit is None else decimal(row.entropy_deficit.hi, 3, UP),
    )


def _at_most(delta: Delta) -> str:
    return "at most " + decimal(delta.enclosure(WORKING_DIGITS).hi, 6, UP)


def event_in_words(worst: WorstPair) -> str:
    """Say what the worst event tells: which releases point to which of the two counts."""
    if not worst.event:
        return "none (delta is 0)"
    return f"a released {ranges(worst.event)} tells n = {worst.count} from n = {worst.other}"


def _epsilon_text(epsilon: Epsilon | None) -> str:
    if epsilon is None:
        return "infinity (a gap in the support)"
    if epsilon.is_zero:
        return "0"
    return f"{epsilon.text} = {nearest(epsilon.enclosure(_LOG_BITS), 10)}"
