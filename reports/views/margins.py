"""What cells and their margin give away together, for machines."""

from exact.margins.worst import MarginDeltas, WorstRelease
from reports.jsons import delta_json
from verification.measures.margins import MarginAudit


def margins_json(found: MarginAudit) -> dict[str, object]:
    """Return the joint delta beside the independent one, and the residuals that never occur."""
    looked_at = found.margins.looked_at
    return {
        **_deltas_json(found.all),
        "never": list(found.never),
        "without_empty_cells": None if found.occupied is None else _deltas_json(found.occupied),
        "last_row": _last_row_json(found),
        "pairs_looked_at": len(looked_at.pairs),
        "all_pairs": looked_at.all,
    }


def _last_row_json(found: MarginAudit) -> dict[str, object] | None:
    if found.large is None:
        return None
    return {**_deltas_json(found.large), "never": list(found.never_large)}


def _deltas_json(found: MarginDeltas) -> dict[str, object]:
    return {
        "joint_delta": delta_json(found.joint.delta),
        "independent_delta": delta_json(found.independent.delta),
        "joint_at": _at(found.joint),
        "independent_at": _at(found.independent),
    }


def _at(worst: WorstRelease) -> dict[str, object]:
    person = "absent against present" if worst.added else "present against absent"
    return {"counts": list(worst.counts), "person": person}
