"""Claim composition: delta of all cells of one person together, between proved bounds.

Above, each cell has the least pair of laws that dominates all its pairs of neighbouring counts: the
upper hull of the points (Q(S), P(S)) of all events S that are worst somewhere, an edge (q, p) being
an atom. An atom between two ratios e^(kh) of the grid, h = 2^-grid, is the sum of one on each, so
the pair on the grid dominates, and so does a product of such pairs. Below, true counts that the
release allows: the event that an outcome cannot be otherwise, or that scores add up to enough.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial, reduce
from itertools import accumulate, pairwise
from typing import NamedTuple

from verification.checking.exponential import exp_bounds
from verification.checking.keys import Pmf, released, uniform
from verification.checking.parameters import Parameters
from verification.checking.products import (
    UNIT,
    UNIT_BITS,
    Points,
    Work,
    kept,
    multiple,
    multiplied,
    points_of,
    tails,
    tilted_tails,
    window,
)
from verification.checking.reading import Bounds, Document, only, read_bounds, whole
from verification.checking.reals import real_bounds
from verification.checking.refusing import demand, refuse, same
from verification.checking.release import MOST_CELLS, MOST_TABLES, Group, Release
from verification.checking.table import LARGEST_VALUE, Table

MOST_CORNERS = 1 << 21  # of the pairs that are looked at, beside some for each run of the tables
FURTHEST, OUTCOMES = 1 << 40, (-2 * LARGEST_VALUE, 2 * LARGEST_VALUE)
OF_CELLS = ("ptable", "floor", "margin", "number", "atoms", "indices", "count", "scores")
OF_POINT = ("epsilon", "delta", "added", "least")

Corner = tuple[int, int]  # (Q(S), P(S)) of an event S, in keys
Atom = tuple[int, int, int | None]  # p, q, and a point of the grid with e^(kh) <= p/q <= e^((k+1)h)


class Above(NamedTuple):
    """Weights on the grid that dominate, and the weight that gives away most; rounded up."""

    finite: Points
    infinite: int


class Below(NamedTuple):
    """Weights of sums of scores k: of P rounded down, of Q times e^(kh) rounded up."""

    p: Points
    q: Points


class Curve(NamedTuple):
    """Weight on the whole, and sums of weights from each point of the grid on."""

    grid: int
    start: int
    whole: Fraction
    plain: list[int]
    tilted: list[int]


def composition(given: Parameters, claim: Document) -> tuple[Document, bool]:
    """Bounds of delta of the release at each of its epsilons, and whether its targets are met."""
    release = given.release or refuse("composition: the certificate is about no release")
    demand(release.claim == "composition", "composition: cells whose keys add are not composed")
    cells = claim["cells"]
    same("composition: keys", claim["keys"], release.keys)
    said = {group_of(cell): whole(cell["number"], 1, MOST_CELLS) for cell in cells}
    demand(len(said) == len(cells) and said == release.groups, "composition: these are other cells")
    check_counts(release, cells)
    work, corners = Work(), hulls(release)
    for cell in cells:
        same("composition: atoms", cell["atoms"], corners[cell["ptable"], cell["floor"]])
    above = {added: dominating(release, cells, added, work) for added in directions(cells)}
    whom = [point["added"] for point in claim["points"]]
    demand(all(type(added) is bool for added in whom), "composition: nobody is added or removed")
    below = {added: witness(release, cells, added, work) for added in set(whom)}
    said_at, aims = [point["epsilon"] for point in claim["points"]], release.aims
    same("composition: epsilons", said_at, [aim.epsilon for aim in aims])
    met = True
    for point, aim in zip(claim["points"], aims, strict=True):
        lo, hi = read_bounds(only(point, *OF_POINT)["delta"])
        where = f"composition at epsilon {aim.epsilon}:"[:100]
        demand(0 <= lo <= hi < 1, f"{where} nothing is claimed")
        demand(
            all(most(one, aim.epsilon) <= hi for one in above.values()),
            f"{where} delta may be larger",
        )
        least = at_least(below[point["added"]], aim.epsilon, point["least"])
        demand(least >= lo, f"{where} delta may be smaller")
        clear = aim.delta is None or hi <= aim.delta or lo > aim.delta
        demand(clear, f"{where} the bounds do not tell whether the target is met")
        met = met and (aim.delta is None or hi <= aim.delta)
    number = sum(release.groups.values())
    covers = {"tables": len(release.planned), "cells": number, "epsilons": len(aims)}
    return {"covers": covers} | {name: claim[name] for name in ("keys", "cells", "points")}, met


def directions(cells: list[Document]) -> list[bool]:
    """Return whether somebody is added or removed; one of them where the atoms are the same."""
    alike = all(
        sorted(map(tuple, cell["atoms"])) == sorted((q, p) for p, q in cell["atoms"])
        for cell in cells
    )
    return [True] if alike else [True, False]


def group_of(cell: Document) -> Group:
    """Read which cells are meant."""
    floor = whole(only(cell, *OF_CELLS)["floor"], 0, LARGEST_VALUE)
    demand(type(cell["margin"]) is bool, "composition: cells are neither margins nor not")
    return Group(whole(cell["ptable"], 0, MOST_TABLES), floor, cell["margin"])


def check_counts(release: Release, cells: list[Document]) -> None:
    """Fail unless people can be so many: in each cell as many as its count, beside the person.

    Let so many people share with the person exactly the dimensions of a cell: any number makes any
    count of the finest cells, and a margin any that is large enough; past the last row the rows
    come again, so that a margin may be as large as it needs to be. One set of people is the person
    alone. Cells without a count are not looked at, which gives away less.
    """
    alone = 0
    for cell in (cell for cell in cells if cell["count"] is not None):
        table, count = release.ptables[cell["ptable"]], whole(cell["count"], 0, LARGEST_VALUE)
        demand(count >= cell["floor"], "composition: a count is below its floor")
        first, last = table.counts[0], table.counts[-1]
        covered = count >= first or (table.zero == "preserve" and (count, first) == (0, 1))
        demand(covered, "composition: the table does not cover a count, or not the next")
        ends = table.rule == "stop" and count >= last
        demand(not ends, "composition: a count is past the last row")
        again = not cell["margin"] or count > last
        demand(again, "composition: a margin may be smaller than its cells")
        alone += cell["number"] if count == 0 else 0
    demand(alone <= 1, "composition: two sets of people are the person alone")


def dominating(release: Release, cells: list[Document], added: bool, work: Work) -> Curve:
    """Return the product of the pairs on the grid that dominate, of all cells together."""
    parts, grid, multiply = [], release.grid, partial(both_above, work)
    for cell in cells:
        K = release.ptables[cell["ptable"]].K
        atoms = [(p, q, k) for (p, q), k in zip(cell["atoms"], cell["indices"], strict=True)]
        one = above_of(atoms if added else [mirrored(atom) for atom in atoms], K, grid, work)
        parts.append(multiple(one, cell["number"], multiply))
    found = reduce(multiply, parts)
    factor = int(exp_bounds((Fraction(-1, 1 << grid),) * 2, UNIT_BITS + 16)[0] * UNIT)
    weights, infinite = found.finite.weights, Fraction(found.infinite, UNIT)
    tilted = tilted_tails(weights, factor, up=False)
    return Curve(grid, found.finite.start, infinite, tails(weights), tilted)


def hulls(release: Release) -> dict[tuple[int, int], list[list[int]]]:
    """Return the atoms of the least pair for each perturbation table, and floor of cells of it.

    That is the pair which dominates n against n + 1 for all n from the floor on: counts are added
    from the last on, so that each is looked at once.
    """
    found: dict[tuple[int, int], list[list[int]]] = {}
    left = MOST_CORNERS + 8 * sum(len(row) for table in release.ptables for row in table.rows)
    for i, table in enumerate(release.ptables):
        floors: dict[int, list[int]] = {}  # by the first count from there on
        for floor in {group.floor for group in release.groups if group.ptable == i}:
            floors.setdefault(counts_from(table, floor)[0], []).append(floor)
        law, edge = uniform(table.K), [(0, 0), (table.K, table.K)]
        for n in reversed(counts_from(table, min(min(floors.values())))):
            P, Q = (released(law, count, table.row(count)) for count in (n, n + 1))
            left -= len(edge) + len(P)
            demand(left >= 0, "composition: the pairs of laws are too many to be looked at")
            edge = upper({*edge, *worst_corners([(P[y], Q.get(y, 0)) for y in P])})
            for floor in floors.get(n, ()):
                found[i, floor] = [[y1 - y0, x1 - x0] for (x0, y0), (x1, y1) in pairwise(edge)]
    return found


def upper(corners: set[Corner]) -> list[Corner]:
    """Return the corners of the upper hull, from the left to the right."""
    edge: list[Corner] = []
    for x, y in sorted(corners):
        while len(edge) > 1 and turns_up(edge[-2], edge[-1], (x, y)):
            edge.pop()
        edge.append((x, y))
    return edge


def counts_from(table: Table, floor: int) -> range:
    """Return every n from the floor on that makes a pair; past the last row pairs come again."""
    first, last = table.counts[0], table.counts[-1]
    past = {"stop": 0, "repeat": 1, "wrap": table.period + 1}[table.rule]
    least = min(floor, last + (table.rule == "wrap"))
    keeps_zero = least == 0 and table.zero == "preserve" and first == 1
    found = range(0 if keeps_zero else max(least, first), last + past)
    demand(len(found) > 0, "composition: no two neighbouring counts are left")
    return found


def worst_corners(pair: list[Corner]) -> set[Corner]:
    """Return (Q(S), P(S)) of the events that take outcomes of P by falling ratio."""
    ordered = sorted(pair, key=lambda pq: Fraction(pq[0], sum(pq)), reverse=True)
    return set(accumulate(((q, p) for p, q in ordered), lambda a, b: (a[0] + b[0], a[1] + b[1])))


def turns_up(a: Corner, b: Corner, c: Corner) -> bool:
    """Tell whether b lies on or below the line from a to c."""
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])


def mirrored(atom: Atom) -> Atom:
    """Return the atom of the other direction; the ratio 1 stays where it is."""
    p, q, k = atom
    return q, p, k if k is None or p == q else -k - 1


def above_of(atoms: list[Atom], K: int, grid: int, work: Work) -> Above:
    """Return atoms split onto the points of the grid below and above their ratio, rounded up."""
    found: dict[int, int] = {}
    infinite = 0
    for p, q, k in atoms:
        if not p or not q:
            infinite += p
            demand(k is None, "composition: an atom without a ratio is on the grid")
        else:
            for point, weight in split(p, q, whole(k, -FURTHEST, FURTHEST), K, grid):
                found[point] = found.get(point, 0) + weight
    return Above(points_of(found, work), -(-(infinite << UNIT_BITS) // K))


def split(p: int, q: int, k: int, K: int, grid: int) -> Iterator[tuple[int, int]]:
    """Yield (p, q) = (p', p' / a) + (p'', p'' / b): a = e^(kh), b = e^((k+1)h) on both sides.

    p' = (b q - p) / (e^h - 1) and p'' = (p - a q) / (1 - e^(-h)), neither of them negative.
    """
    if p == q:
        demand(k == 0, "composition: the ratio 1 is at the point 0 of the grid")
        yield 0, -(-(p << UNIT_BITS) // K)
        return
    bits = UNIT_BITS + K.bit_length() + grid + 16
    a, b, step, back = (exp_of_step(n, grid, bits) for n in (k, k + 1, 1, -1))
    demand(a[1] * q <= p <= b[0] * q, "composition: an atom is at another point of the grid")
    yield k, up_to_unit((b[1] * q - p) / ((step[0] - 1) * K))
    yield k + 1, up_to_unit((p - a[0] * q) / ((1 - back[1]) * K))


def exp_of_step(k: int, grid: int, bits: int) -> Bounds:
    """Return bounds of e^(kh)."""
    return exp_bounds((Fraction(k, 1 << grid),) * 2, bits)


def up_to_unit(weight: Fraction) -> int:
    """Return a weight in units, rounded up."""
    return -(-(weight.numerator << UNIT_BITS) // weight.denominator)


def both_above(work: Work, a: Above, b: Above) -> Above:
    """Return the product of two; what is cut off gives away most."""
    product = multiplied(a.finite, b.finite, True, work)
    first, last, lost = window(product)
    infinite = a.infinite + b.infinite - (a.infinite * b.infinite >> UNIT_BITS) + lost
    return Above(kept(product, first, last), infinite)


def most(curve: Curve, epsilon: str) -> Fraction:
    """Return what delta is at most: the sum of w_s (1 - e^(epsilon - sh)) over sh > epsilon."""
    ends = real_bounds(epsilon, 2 * UNIT_BITS)
    last = {int(end * (1 << curve.grid)) for end in ends}
    demand(len(last) == 1, "composition: epsilon is too near to a point of the grid")
    s = max(min(last) + 1, curve.start)
    plain, tilted = sums_at(curve, s)
    return curve.whole + (plain - tilted * exp_at(epsilon, s, curve.grid)[0]) / UNIT


def witness(release: Release, cells: list[Document], added: bool, work: Work) -> Curve:
    """Return P and Q of sums of scores, at the true counts given, and P of what Q cannot be."""
    parts, certain = [], Fraction(1)
    grid, multiply = release.grid, partial(both_below, work)
    for cell in (cell for cell in cells if cell["count"] is not None):
        table, n = release.ptables[cell["ptable"]], cell["count"]
        law = uniform(table.K)
        P, Q = (released(law, c, table.row(c)) for c in ((n, n + 1) if added else (n + 1, n)))
        certain *= Fraction(sum(P[y] for y in P if y in Q), table.K) ** cell["number"]
        both = below_of(P, Q, scores_of(cell, P, Q, added), table.K, grid, work)
        parts.append(multiple(both, cell["number"], multiply))
    if not parts:
        return Curve(grid, 0, Fraction(0), [0], [0])
    found = reduce(multiply, parts)
    factor = up_to_unit(exp_bounds((Fraction(-1, 1 << grid),) * 2, UNIT_BITS + 16)[1])
    tilted = tilted_tails(found.q.weights, factor, up=True)
    return Curve(grid, found.p.start, 1 - certain, tails(found.p.weights), tilted)


def scores_of(cell: Document, P: Pmf, Q: Pmf, added: bool) -> dict[int, int]:
    """Read the score of every outcome that both laws have; any scores make an event."""
    found = {whole(y, *OUTCOMES): whole(k, -FURTHEST, FURTHEST) for y, k in cell["scores"]}
    demand(found.keys() == P.keys() & Q.keys(), "composition: scores of other outcomes")
    demand(len(found) == len(cell["scores"]), "composition: an outcome has two scores")
    return {y: k if added else -k for y, k in found.items()}


def below_of(P: Pmf, Q: Pmf, scores: dict[int, int], K: int, grid: int, work: Work) -> Below:
    """Return the weights of the scores of one cell."""
    p: dict[int, int] = {}
    q: dict[int, int] = {}
    for y, k in scores.items():
        bits = UNIT_BITS + K.bit_length() + 16
        p[k] = p.get(k, 0) + (P[y] << UNIT_BITS) // K
        q[k] = q.get(k, 0) + up_to_unit(Q[y] * exp_of_step(k, grid, bits)[1] / K)
    return Below(points_of(p, work), points_of(q, work))


def both_below(work: Work, a: Below, b: Below) -> Below:
    """Return the product of two; what is cut off is not in the event."""
    p, q = multiplied(a.p, b.p, False, work), multiplied(a.q, b.q, True, work)
    first, last, _ = window(p)
    return Below(kept(p, first, last), kept(q, first, last))


def at_least(curve: Curve, epsilon: str, least: int) -> Fraction:
    """Return P - e^epsilon Q of the event that scores add up to ``least`` or more."""
    t = max(whole(least, -FURTHEST, FURTHEST), curve.start)
    plain, tilted = sums_at(curve, t)
    return curve.whole + (plain - tilted * exp_at(epsilon, t, curve.grid)[1]) / UNIT


def sums_at(curve: Curve, s: int) -> tuple[int, int]:
    """Return both sums from a point on that is not before the first."""
    i = s - curve.start
    return (curve.plain[i], curve.tilted[i]) if i < len(curve.plain) else (0, 0)


def exp_at(epsilon: str, s: int, grid: int) -> Bounds:
    """Return bounds of e^(epsilon - sh)."""
    lo, hi = real_bounds(epsilon, 2 * UNIT_BITS)
    shift = Fraction(s, 1 << grid)
    return exp_bounds((lo - shift, hi - shift), UNIT_BITS + 32)
