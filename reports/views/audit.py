"""An audit for machines, as JSON."""

from dataclasses import fields

from exact.formats.reading import Reading
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.extremes import noise_range
from exact.table.holes import listed
from exact.table.pairs import WorstPair
from reports.jsons import (
    Number,
    delta_json,
    enclosure_json,
    epsilon_json,
    order_json,
    rational_json,
)
from reports.views.distance import best_json
from reports.views.margins import margins_json
from reports.words import arithmetic, empty_cell_keys, event_in_words
from verification.audit import Audit
from verification.findings.finding import Finding
from verification.findings.span import Span
from verification.measures.privacy import PrivacyAudit, ProfilePoint
from verification.measures.rows import RowAudit
from verification.reading_audit import ReadingAudit
from verification.verdict import FAILS, HOLDS, MEASURED


def audit_json(found: ReadingAudit, sha256: str) -> dict[str, object]:
    """Return the audit of a file for machines."""
    if found.audit is None:
        return _broken(found, sha256)
    return _whole(found.audit, found.reading, sha256)


def _broken(found: ReadingAudit, sha256: str) -> dict[str, object]:
    """Return the audit of a file that holds no table: its structure is broken."""
    return {
        "verdict": found.verdict,
        "format": found.reading.format,
        "notes": list(found.reading.notes),
        "table": {"sha256": sha256},
        "rows": [],
        "privacy": None,
        "findings": _findings_json(found.findings),
    }


def _whole(result: Audit, reading: Reading, sha256: str) -> dict[str, object]:
    privacy = result.privacy
    noise_min, noise_max = noise_range(result.table)
    return {
        "verdict": result.verdict,
        "format": reading.format,
        "notes": list(reading.notes),
        "table": {
            "keysize": result.table.keysize,
            "first_key": result.table.first_key,
            **order_json(result.table.key_order),
            "rows": len(result.rows),
            "noise_min": noise_min,
            "noise_max": noise_max,
            "sha256": sha256,
        },
        "rows": [_row_json(row) for row in result.rows],
        "privacy": None if privacy is None else _privacy_json(privacy, result),
        "best": best_json(result.best),
        "profile": [] if privacy is None else _profile_json(privacy),
        "declared": declared_verdicts(result),
        "margins": None if result.margins is None else margins_json(result.margins),
        "key_law": None if privacy is None else _key_law_json(privacy),
        "findings": _findings_json(result.findings),
    }


def _privacy_json(privacy: PrivacyAudit, result: Audit) -> dict[str, object]:
    table = result.table
    worst = privacy.worst
    preserved = worst if table.zero == "preserve" else privacy.zeros_preserved
    without = worst if privacy.zeros_preserved is not None else privacy.without_zero
    return {
        "epsilon": epsilon_json(privacy.epsilon),
        "target_delta": None if privacy.target is None else rational_json(privacy.target),
        "delta": delta_json(worst.delta),
        "pair": [worst.count, worst.other],
        "in_words": event_in_words(worst),
        "zero": table.zero,
        "first_count": table.first_count,
        "delta_without_zero": _worst_json(without),
        "delta_zeros_preserved": _worst_json(preserved),
        "empty_cell_keys": empty_cell_keys(table, result.profiles.stated),
        "delta_keys_of_records": _worst_json(privacy.of_records),
        "event": list(worst.event),
        "singleton_delta": delta_json(privacy.singleton[0]),
        "singleton": privacy.singleton[1],
        "epsilon_q": epsilon_json(privacy.epsilon_q),
        "epsilon_q_is": "an infimum: (4.8) asks for a strict inequality",
        "delta_q": rational_json(privacy.delta_q),
    }


def _findings_json(findings: tuple[Finding, ...]) -> list[dict[str, str]]:
    return [
        {"code": f.code, "severity": f.severity, "message": f.message, "remedy": f.remedy}
        for f in findings
    ]


def _profile_json(privacy: PrivacyAudit) -> list[dict[str, object]]:
    return [
        {
            "epsilon": epsilon_json(point.epsilon),
            "delta": delta_json(point.delta),
            "delta_without_zero": _optional_delta(_without_zero(point)),
            "delta_zeros_preserved": _optional_delta(point.zeros_preserved),
        }
        for point in privacy.profile
    ]


def _without_zero(point: ProfilePoint) -> Delta | None:
    """Where zero is not covered, delta itself is the one without it."""
    return point.without_zero if point.zeros_preserved is None else point.delta


def _worst_json(worst: WorstPair | None) -> Number | None:
    return None if worst is None else delta_json(worst.delta)


def _optional_delta(delta: Delta | None) -> Number | None:
    return None if delta is None else delta_json(delta)


def declared_verdicts(result: Audit) -> list[dict[str, str]]:
    """Return each declared value with its own verdict; an epsilon alone promises nothing."""
    codes = {finding.code for finding in result.findings}
    verdicts = []
    for field in fields(result.declared):
        value = getattr(result.declared, field.name)
        if value is None:
            continue
        privacy = field.name in ("epsilon", "delta")
        code = "DELTA" if privacy else f"DECLARED-{field.name.upper()}"
        kept = MEASURED if privacy and result.declared.delta is None else HOLDS
        verdict = FAILS if code in codes else kept
        verdicts.append({"name": field.name, "value": _declared_text(value), "verdict": verdict})
    return verdicts


def _declared_text(value: object) -> str:
    if isinstance(value, Epsilon | Span):
        return value.text
    return listed(value) if isinstance(value, tuple) else str(value)


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


def _key_law_json(privacy: PrivacyAudit) -> dict[str, object] | None:
    law = privacy.key_law
    if law is None:
        return None
    return {
        "arithmetic": arithmetic(law.arithmetic),
        "distance_from_uniform": rational_json(law.distance),
        "delta": delta_json(law.worst.delta),
        "pair": [law.worst.count, law.worst.other],
    }
