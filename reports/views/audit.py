"""An audit for machines, as JSON."""

from exact.formats.reading import Reading
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.jsons import (
    Number,
    delta_json,
    enclosure_json,
    epsilon_json,
    rational_json,
)
from reports.words import arithmetic, event_in_words
from verification.audit import Audit, RowAudit
from verification.findings.finding import Finding


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


def _findings_json(findings: tuple[Finding, ...]) -> list[dict[str, str]]:
    return [
        {"code": f.code, "severity": f.severity, "message": f.message, "remedy": f.remedy}
        for f in findings
    ]


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
