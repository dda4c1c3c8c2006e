"""The risk-utility map for machines."""

from reports.jsons import delta_json, enclosure_json, epsilon_json, rational_json
from reports.utility.family import Family


def map_json(found: Family) -> dict[str, object]:
    """Return every design with its delta and losses, and those that do not exist."""
    return {
        "loss": found.loss,
        "designs": [
            {
                "D": p.member.D,
                "variance": rational_json(p.member.variance),
                "js": p.member.js,
                "epsilon": epsilon_json(p.epsilon),
                "delta": delta_json(p.delta),
                "expected": {name: enclosure_json(v) for name, v in p.measures.losses.items()},
                "false_zeros": enclosure_json(p.measures.false_zeros),
                "efficient": p.efficient,
            }
            for p in found.points
        ],
        "missing": [{"design": member.text, "reason": why} for member, why in found.missing],
    }
