"""What is claimed of the pair (0, 1), where that is not what is claimed of every pair."""

from fractions import Fraction

from verification.checking.parameters import Parameters, Target
from verification.checking.reading import Document, fits, ratio
from verification.checking.refusing import refuse


def limit_at(given: Parameters, target: Target, lower: int) -> Fraction | None:
    """Return the delta that is claimed of a pair: of (0, 1) another one (cap), or none (exclude).

    ``lower`` is 0 for that pair alone. Where other pairs of counts have the same rows, its profile
    is theirs too, and what is claimed of them is claimed of it.
    """
    if target.delta is None or lower > 0:
        return target.delta
    own = [] if given.first_pair == "exclude" else [cap_of(given)]
    return min([*own, *([] if first_is_alone(given) else [target.delta])], default=None)


def cap_of(given: Parameters) -> Fraction:
    """Return the bound of the pair (0, 1) that is claimed."""
    fits(given.first_pair, "cap:[0-9]+/[0-9]+")
    cap = ratio((given.first_pair or "")[4:])
    return cap if 0 < cap <= 1 else refuse("first_pair: a delta is no probability")


def first_is_alone(given: Parameters) -> bool:
    """Tell whether no other pair of neighbouring counts has the rows of 0 and 1."""
    table = given.table
    past = {"stop": 0, "repeat": 2, "wrap": table.period + 1}[table.rule]
    later = range(max(table.counts[0], 1), table.counts[-1] + past)
    return (table.row(0), table.row(1)) not in ((table.row(n), table.row(n + 1)) for n in later)


def counts_of_pairs(given: Parameters, counts: Document) -> Document:
    """Return the counts that claims about pairs are about, where the pair (0, 1) counts apart."""
    lower = {min(pair) for pair in given.table.pairs()}
    if 0 not in lower or (lower == {0} and first_is_alone(given)):
        refuse("first_pair: the table does not cover the pair (0, 1), or no other pair")
    if given.first_pair == "exclude":
        return counts | {"zero": False, "first": max(counts["first"], 1)}
    cap_of(given)
    return counts
