"""Under what statement about keys an answer about a release holds, in words."""

from exact.release.cells import Cells
from exact.release.plan import INDEPENDENT, OWN_KEY, RECORD_KEYS, Plan

_STATEMENTS = {
    (INDEPENDENT, RECORD_KEYS): (
        "Assumed: the key of each cell is uniform, and independent of the keys of all other cells, "
        "for whoever does not know the record keys. A pseudorandom function of the people in a "
        "cell makes such keys, and so does a pseudorandom order of the keys (mixed keys). Keys of "
        "margins that are sums of their cells' keys are not such keys."
    ),
    (INDEPENDENT, OWN_KEY): (
        "Assumed: the key of each cell is uniform, and independent of the keys of all other cells, "
        "even for somebody who knows the record keys of all other people. A pseudorandom function "
        "with a secret key of its own makes such keys; sums of record keys are not such keys."
    ),
}
_TITLES = {INDEPENDENT: "independent, by assumption"}


def statement(plan: Plan) -> str:
    """Return what the answer assumes about keys, in a few sentences."""
    return _STATEMENTS[plan.keys, plan.secret]


def keys_in_short(plan: Plan) -> str:
    """Return the same in a few words."""
    return _TITLES[plan.keys]


def not_covered(cells: tuple[Cells, ...]) -> str:
    """Name the counts that perturbation tables do not cover, where no floor excludes them.

    It is empty where all counts are covered.
    """
    first = max((c.table.first_count for c in cells if _is_open(c)), default=0)
    if not first:
        return ""
    counts = "a count of 0" if first == 1 else f"counts below {first}"
    return f"without {counts}, which a perturbation table does not cover"


def _is_open(cells: Cells) -> bool:
    """Tell whether a count may be smaller than the first that the table covers."""
    return cells.table.zero == "none" and cells.floor < cells.table.first_count
