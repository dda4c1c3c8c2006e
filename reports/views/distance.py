"""How far a table is from the best of its peers, in a sentence and as JSON."""

from fractions import Fraction

from exact.privacy.delta import Delta
from exact.table.zero import INCLUDE, FirstPair
from reports.decimals import DOWN, UP, decimal
from reports.jsons import WORKING_BITS, delta_json, epsilon_json, rational_json
from verification.measures.best import MAX_NOISE, MAX_PLACES, BestAudit

_DIGITS, _PRECISE = 4, 16
PEERS = (
    "Such a table has no larger noise, in no row a larger bias or mean square of the noise, no "
    "released value that this one never has, and uses rows again where this one does"
)
_LEFT_OUT = f"noise above {MAX_NOISE} or more than {MAX_PLACES} probabilities"


def distance_sentence(best: BestAudit) -> str:
    """Say how much smaller the delta of a table with the same noise and variance could be."""
    if best.law is None:
        said = "How far the table is from the best with the same noise and variance is left out"
        return f"{said} ({_LEFT_OUT}): --best FILE finds it, and writes that table."
    bound = at_least(best.law.bound)
    if best.reachable is None or at_most_text(best.reachable) == at_most_text(best.delta):
        said = f"No table with the same noise and variance has a delta below {bound}; this one has"
        own = at_most_text(best.delta)
        return f"{said} delta <= {own}, {first_pair_words(best.first_pair)}. {PEERS}."
    said = could_have(best.reachable, best.delta)
    which = first_pair_words(best.first_pair)
    return f"{said}, {which}; no such table has a delta below {bound}. {PEERS}."


def first_pair_words(first_pair: FirstPair) -> str:
    """Say of which pairs a delta is."""
    if first_pair.kind == INCLUDE:
        return "with the pair (0, 1)"
    cap = "" if first_pair.cap is None else f", which has {first_pair.cap} or this table's own"
    return f"without the pair (0, 1){cap}"


def could_have(reachable: Delta, delta: Delta) -> str:
    """Return the beginning of the sentence: a smaller delta instead of the table's own.

    In as many digits as tell them apart.
    """
    digits = range(_DIGITS, _PRECISE)
    texts = ((at_most_text(reachable, n), at_most_text(delta, n)) for n in digits)
    ends = (at_most_text(reachable, _PRECISE), at_most_text(delta, _PRECISE))
    smaller, own = next((pair for pair in texts if pair[0] != pair[1]), ends)
    return (
        f"A table with the same noise and variance could have delta <= {smaller} instead of {own}"
    )


def at_most_text(delta: Delta, digits: int = _DIGITS) -> str:
    """Return a delta rounded up."""
    return decimal(delta.enclosure(WORKING_BITS).hi, digits, UP)


def at_least(bound: Fraction) -> str:
    """Return a bound rounded down."""
    return decimal(bound, _DIGITS, DOWN)


def best_json(best: BestAudit | None) -> dict[str, object] | None:
    """Return it for machines; null where the table has no row for every count from 1 on."""
    if best is None:
        return None
    law = best.law
    return {
        "epsilon": epsilon_json(best.epsilon),
        "first_pair": best.first_pair.text,
        "delta": delta_json(best.delta),
        "best_delta": None if law is None else delta_json(best.least),
        "bound": None if law is None else bound_json(law.bound, best.least),
        "left_out": _LEFT_OUT if law is None else None,
    }


def bound_json(bound: Fraction, delta: Delta) -> dict[str, str]:
    """Return a bound from below, no larger than a delta that it bounds is printed."""
    printed = delta_json(delta)
    least = printed["lo"] if isinstance(printed, dict) else printed
    return {"lo": rational_json(min(bound, Fraction(least)))}
