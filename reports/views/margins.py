"""What cells and their margin give away together, for machines."""

from exact.margins.worst import MarginDeltas, WorstRelease
from exact.margins.xor_release import XorDeltas
from exact.privacy.delta import Delta
from reports.jsons import delta_json, enclosure_json, rational_json
from verification.measures.margins import MarginAudit
from verification.measures.other_margins import AnyMargins, AssumedMargins, XorMargins


def margins_json(found: AnyMargins) -> dict[str, object]:
    """Return the joint delta beside the independent one, and the residuals that never occur."""
    if isinstance(found, AssumedMargins):
        delta = _delta(found.independent.delta)
        return {
            "joint_delta": delta,
            "independent_delta": delta,
            "joint_at": _at(found.independent),
            "independent_at": _at(found.independent),
            "never": [],
            "all_pairs": found.all,
            "assumed": "keys in their mixed order are as good as independent",
        }
    if isinstance(found, XorMargins):
        return _xor_json(found)
    looked_at = found.margins.looked_at
    return {
        **_deltas_json(found.all),
        "never": list(found.never),
        "without_empty_cells": None if found.occupied is None else _deltas_json(found.occupied),
        "last_row": _last_row_json(found),
        "keys_of_others_known": _known_json(found),
        "pairs_looked_at": len(looked_at.pairs),
        "all_pairs": looked_at.all,
    }


def _xor_json(found: XorMargins) -> dict[str, object]:
    """Return bounds of the joint delta; which residuals never occur is not known."""
    joint, occupied = found.joint, found.occupied
    without = None if occupied is None or not found.has_empty_cells else _bounds_json(occupied)
    return {
        **_bounds_json(joint),
        "independent_delta": _delta(found.independent.delta),
        "independent_at": _at(found.independent),
        "never": None,
        "without_empty_cells": without,
        "pairs_looked_at": len(joint.looked_at.pairs),
        "all_pairs": joint.looked_at.all,
    }


def _bounds_json(joint: XorDeltas) -> dict[str, object]:
    return {
        "joint_delta": enclosure_json(joint.bounds),
        "joint_at": {"counts": list(joint.counts), "person": _person(joint.added)},
    }


def _known_json(found: MarginAudit) -> dict[str, object] | None:
    """Return the delta, at every epsilon, for whoever knows the record keys of all others."""
    known = found.known
    if known is None:
        return None
    return {
        "delta": rational_json(known.delta),
        "counts": list(known.counts),
        "person": _person(False),
        "all_pairs": known.all and found.margins.looked_at.all,
    }


def _last_row_json(found: MarginAudit) -> dict[str, object] | None:
    if found.large is None:
        return None
    return {**_deltas_json(found.large), "never": list(found.never_large)}


def _deltas_json(found: MarginDeltas) -> dict[str, object]:
    return {
        "joint_delta": _delta(found.joint.delta),
        "independent_delta": _delta(found.independent.delta),
        "joint_at": _at(found.joint),
        "independent_at": _at(found.independent),
    }


def _delta(delta: Delta) -> dict[str, object]:
    """Return delta always as an enclosure with A and B; its ends are equal where it is rational."""
    found = delta_json(delta)
    if isinstance(found, dict):
        return {**found}
    return {"lo": found, "hi": found, "A": rational_json(delta.A), "B": rational_json(delta.B)}


def _at(worst: WorstRelease) -> dict[str, object]:
    return {"counts": list(worst.counts), "person": _person(worst.added)}


def _person(added: bool) -> str:
    return "absent against present" if added else "present against absent"
