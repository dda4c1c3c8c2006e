"""The tight delta of each pair of neighbouring counts: the worst event, or the worst outcome."""

from fractions import Fraction
from itertools import product

from verification.checking.first_pair import limit_at
from verification.checking.keys import KeyLaw, Pmf, released, weight_below
from verification.checking.parameters import Parameters, Target
from verification.checking.reading import Document, whole, write
from verification.checking.refusing import demand, same


def of_pairs(given: Parameters, law: KeyLaw, claim: Document) -> tuple[Document, bool]:
    """Return delta = A - B e^epsilon of every pair at every target, and whether targets are met.

    Over all events, or for each entry over the one outcome given. Nothing is computed that the
    certificate does not have an entry for, and nothing after the first that is wrong.
    """
    said, single = claim["pairs"], claim["name"] == "dp-singletons"
    total, pairs = weight_below(law, given.table.K), given.table.pairs()
    same("number of entries", len(said), len(given.targets) * len(pairs))
    weights = {n: released(law, n, given.table.row(n)) for pair in pairs for n in pair}
    met = True
    for entry, (target, (count, other)) in zip(said, product(given.targets, pairs), strict=True):
        p, q = weights[count], weights[other]
        event = [worst_outcome(p, q, target, entry)] if single else worst_event(p, q, target)
        A, B = (Fraction(sum(f.get(y, 0) for y in event), total) for f in (p, q))
        lo, hi = A - B * target.hi, A - B * target.lo
        limit = target.delta if given.first_pair is None else limit_at(given, target, count * other)
        demand(limit is None or (lo <= limit) == (hi <= limit), "e^epsilon: bounds are too wide")
        met = met and (limit is None or hi <= limit)
        parts = {"epsilon": target.epsilon, "count": count, "other": other}
        parts |= {"outcome": event[0]} if single else {"event": event}
        parts |= {"A": write(A), "B": write(B), "delta": {"lo": write(lo), "hi": write(hi)}}
        same(f"claim {claim['name']}", entry, parts)
    return {"pairs": said}, met


def worst_event(p: Pmf, q: Pmf, target: Target) -> list[int]:
    """Return the outcomes with p > e^epsilon q.

    P(S) - e^epsilon Q(S) is a sum over the outcomes in S, so it is largest for this set
    (2.10)-(2.11). The bounds of e^epsilon must show on which side each outcome lies.
    """
    (a, b), (c, d) = target.lo.as_integer_ratio(), target.hi.as_integer_ratio()
    event = sorted(y for y in p if b * p[y] > a * q.get(y, 0))
    clear = all(d * p[y] >= c * q.get(y, 0) for y in event)
    demand(clear, "the bounds of e^epsilon are too wide to show the worst event")
    return event


def worst_outcome(p: Pmf, q: Pmf, target: Target, entry: Document) -> int:
    """Return the outcome given after checking that none has a larger excess p - e^epsilon q.

    The excess is linear in e^epsilon: one that is largest at both bounds of e^epsilon is largest
    in between.
    """
    y = whole(entry["outcome"], min(*p, *q), max(*p, *q))
    a, b = p.get(y, 0), q.get(y, 0)
    ends = [end.as_integer_ratio() for end in (target.lo, target.hi)]
    others = [(p.get(v, 0) - a, q.get(v, 0) - b) for v in p.keys() | q.keys()]
    worst = all(over * t <= under * s for over, under in others for s, t in ends)
    demand(worst and (a or b) > 0, f"dp-singletons: {y} is not the worst outcome")
    return y
