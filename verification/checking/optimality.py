"""Claim *optimality*: no table of K keys that keeps the same rules is better than a bound.

A table that keeps the rules has in row n probabilities p_n(z) with sum_z g(z) p_n(z) <= 0 or = 0
for each condition g, and for each event (n, m) delta(n, m) = sum_y max(0, p_n(y) - E p_m(y)). Take
any lambda >= 0 for the events, 0 <= mu <= lambda for their shared outputs, and a number for each
condition, at least 0 unless it is an equation. Adding up gives for every such table

    sum lambda delta(n, m)  >=  sum mu (p_n(y) - E p_m(y)) + sum lambda p_n(y of n alone) + sum g p
                             =  sum_n sum_z c_n(z) p_n(z)  >=  sum_n min_z c_n(z).

The left side is at most delta times the sum of lambda over the events without a cap, plus each cap
times its lambda. A larger E makes the right side smaller, so a bound of e^epsilon from above may
stand for it. A tree of splits "at most f keys, or more" puts the number of keys of each noise value
between two ends; a leaf bounds all tables between its ends, and the least leaf bounds all tables.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeVar

from verification.checking.keys import released, uniform
from verification.checking.pairs import worst_event
from verification.checking.parameters import Parameters, Target
from verification.checking.reading import Bounds, Document, fits, only, ratio, whole, write
from verification.checking.refusing import demand, refuse
from verification.checking.table import Table

MOST_WORK = 50_000_000  # nodes of a tree times noise values of a table
MOST_SPLIT = 10_000_000  # noise values of the rows that are split, at all leaves
MOST_VALUES, MOST_UNIT_BITS = 1 << 17, 1 << 13  # noise values of all rows, as if all had 2D
MOST_LETTERS = 1 << 26  # of the longest number of the rules, times the noise values
MOST_COMPARED = 1 << 16  # keys up to which every delta that a table can have is looked at
LARGEST = 10_000  # of D, of holes and of the last count
LARGEST_NUMBER = 1 << 128  # of a vector
RATIO = "-?[0-9]+/[0-9]+"
WORDS: Document = {
    "D": [range(2**62)],
    "variance": [RATIO],
    "holes": [range(2**62)],
    "last": range(2**62),
    "zero": "preserve|row",
    "stay": [RATIO],
    "shape": "|monotone|unimodal",
    "first_pair": "exclude|include|cap",
    "cap": (RATIO,),
    "last_row": [RATIO],
}
KEPT = ("rules", "objective", "epsilon", "target", "nodes", "vectors")

Condition = tuple[bool, dict[int, int]]  # is it an equation? and g in units, by places of a row
Event = tuple[int, int, Fraction | None]  # count, other count, cap of its delta
Place = tuple[int, int]  # number of a row, number of a noise value in it
Ends = dict[Place, tuple[int, int]]  # least and largest number of keys; without an entry 0 to K
Costs = tuple[list[list[int]], Fraction, int]  # c_n(z) in units, caps, weight of what is small
Value = TypeVar("Value")


class Program(NamedTuple):
    """All tables that keep the rules: the noise values and conditions of each row, the events.

    ``unit`` makes E and every g(z) whole numbers.
    """

    supports: list[list[int]]
    conditions: list[list[Condition]]
    events: list[Event]
    E: Fraction
    unit: int
    K: int
    of_variance: bool

    def places(self, count: int) -> dict[int, Place]:
        """Return where each value stands that a count can release; the last row repeats."""
        i = min(count, len(self.supports) - 1)
        return {count + z: (i, k) for k, z in enumerate(self.supports[i])}


def optimality(given: Parameters, claim: Document) -> tuple[Document, bool]:
    """No table that keeps the rules has less than the bound; this one keeps them, and has so much.

    What is made small is delta, or the mean square of the noise where delta is at most a target.
    """
    known = [target for target in given.targets if target.epsilon == claim["epsilon"]]
    target = known[0] if known else refuse("optimality: epsilon is none of the certificate's")
    program = read_program(claim, target.hi, given.table.K)
    squares = check_table(program, claim["rules"], given.table)
    found = [(event[2], delta_of(event, given.table, target)) for event in program.events]
    for cap, (A, B) in found:
        demand(cap is None or A - B * target.lo <= cap, "optimality: the table breaks a cap")
    bound, deltas = tree_bound(program, claim), {delta for cap, delta in found if cap is None}
    if program.of_variance:
        lo = hi = max(squares)
        least = program.K * hi - 1 < program.K * bound  # a mean square is a multiple of 1/K
    else:
        lo, hi = (max(A - B * E for A, B in deltas) for E in (target.hi, target.lo))
        least = is_least((lo, hi), bound, program.K, target)
    value = {"lo": write(lo), "hi": write(hi)}
    return {k: claim[k] for k in KEPT} | {
        "bound": write(bound),
        "value": value,
        "least": least,
    }, True


def is_least(value: Bounds, bound: Fraction, K: int, target: Target) -> bool:
    """Tell whether no delta that a table of K keys can have lies from the bound up to the value.

    Such a delta is (a - b E)/K with whole a, and b from 0 to K. For each b the largest a that makes
    it less than the value must make it less than the bound too. K times the value and b E are
    largest at one of the ends of E, for the value is a largest A - B E.
    """
    if K > MOST_COMPARED:
        return False
    ends = ((value[1], target.lo), (value[0], target.hi))
    tops = (max(K * most + b * e for most, e in ends) for b in range(K + 1))
    below = (-(-top // 1) - 1 for top in tops)  # the largest integers that are less
    return all(a < K * bound + b * target.lo for b, a in enumerate(below))


def delta_of(event: Event, table: Table, target: Target) -> tuple[Fraction, Fraction]:
    """Return A and B of the tight delta A - B e^epsilon of an event; it is 0 at least."""
    count, other, _ = event
    p, q = (released(uniform(table.K), n, table.row(n)) for n in (count, other))
    worst = worst_event(p, q, target)
    A, B = (Fraction(sum(f.get(y, 0) for y in worst), table.K) for f in (p, q))
    return A, B


def check_table(program: Program, rules: Document, table: Table) -> list[Fraction]:
    """Fail unless the table keeps the rules; return the mean squares of its rows above 0.

    A count of 0 that the table does not cover may have any row: then no event speaks of it.
    """
    same_ends = table.counts[0] <= 1 and table.counts[-1] == rules["last"]
    same_ends = same_ends and table.rule == "repeat"
    demand(same_ends and list(table.holes) == rules["holes"], "optimality: these are other tables")
    demand(table.zero != "none" or rules["first_pair"] == "exclude", "optimality: zero is covered")
    squares = []
    for count in range(table.zero == "none", rules["last"] + 1):
        keys = released(uniform(table.K), 0, table.row(count))
        support = program.supports[count]
        demand(keys.keys() <= set(support), f"optimality: row {count} has noise against the rules")
        for equation, gs in program.conditions[count]:
            total = sum(g * keys.get(support[k], 0) for k, g in gs.items())
            kept = total == 0 or (total < 0 and not equation)
            demand(kept, f"optimality: row {count} does not keep the rules")
        if count:
            squares.append(Fraction(sum(z * z * n for z, n in keys.items()), table.K))
    return squares


def read_program(claim: Document, E: Fraction, K: int) -> Program:
    """Read the rules; return the noise values and conditions of every row, and the events."""
    rules = only({"last_row": []} | claim["rules"], *WORDS, "exact_variance", "unbiased")
    fits({name: rules[name] for name in WORDS}, WORDS)
    flags = [type(rules[name]) is bool for name in ("exact_variance", "unbiased")]
    numbers = [rules["last"], *rules["D"], *rules["holes"]]
    if not all(flags) or not rules["D"] or max(numbers) > LARGEST or min(numbers) < 1:
        refuse("optimality: the rules are no rules")
    of_variance = {"delta": False, "variance": True}[claim["objective"]]
    if (claim["target"] is not None) != of_variance or (of_variance and rules["variance"]):
        refuse("optimality: a target of delta belongs to the least variance, and to nothing else")
    values = sum(2 * by_row(rules["D"], n) for n in range(rules["last"] + 1))
    small = values + len(rules["last_row"]) ** 2 <= MOST_VALUES
    demand(small, "optimality: the rules are of too many noise values to be checked")
    longest = max(map(len, ("", *rules["variance"], *rules["stay"], *rules["last_row"])))
    longest = max(longest, E.denominator.bit_length())
    demand(
        values * longest <= MOST_LETTERS,
        "optimality: the rules have too long numbers for so many noise values",
    )
    holes = set(rules["holes"])
    supports = [support_of(rules, n, holes) for n in range(rules["last"] + 1)]
    demand(all(supports), "optimality: a row has no noise value")
    rows = [list(conditions_of(rules, n, support)) for n, support in enumerate(supports)]
    unit = unit_of(E, [g for row in rows for _, gs in row for g in gs.values()])
    made = [[(eq, {k: int(unit * g) for k, g in gs.items()}) for eq, gs in row] for row in rows]
    events = list(events_of(rules, ratio(claim["target"]) if of_variance else None))
    return Program(supports, made, events, E, unit, K, of_variance)


def unit_of(E: Fraction, numbers: list[Fraction]) -> int:
    """Return what makes E and all numbers of the conditions whole; it must stay short."""
    unit = E.denominator
    for denominator in dict.fromkeys(g.denominator for g in numbers):
        unit = lcm(unit, denominator)
        demand(unit.bit_length() <= MOST_UNIT_BITS, "optimality: the rules have too long numbers")
    return unit


def support_of(rules: Document, count: int, holes: set[int]) -> list[int]:
    """Return the noise values of a count: no more than D, no result below 0, none in a hole."""
    if count == 0 and rules["zero"] == "preserve":
        return [0]
    D = by_row(rules["D"], count)
    return [z for z in range(-min(count, D), D + 1) if count + z not in holes]


def conditions_of(
    rules: Document, count: int, support: list[int]
) -> Iterator[tuple[bool, dict[int, Fraction]]]:
    """Yield the conditions of a row: bias, mean square, probability of noise 0, shape.

    Each is g at those places of the row where it may not be 0. A last row that is given has no
    others than its probabilities.
    """
    if count == 0 and rules["zero"] == "preserve":
        return
    if rules["last_row"] and count == rules["last"]:
        for own, share in zip(support, rules["last_row"], strict=True):
            yield True, {k: ratio(share) - (z == own) for k, z in enumerate(support)}
        return
    if rules["unbiased"] and count:
        yield True, {k: Fraction(z) for k, z in enumerate(support)}
    if rules["variance"]:
        V = ratio(by_row(rules["variance"], count))
        yield rules["exact_variance"] and count > 0, {k: z * z - V for k, z in enumerate(support)}
    if rules["stay"] and count and 0 in support:
        stay = ratio(by_row(rules["stay"], count))
        yield False, {k: stay - (z == 0) for k, z in enumerate(support)}
    for low, high in rising(rules["shape"], support):
        yield False, {low: Fraction(1), high: Fraction(-1)}


def rising(shape: str, support: list[int]) -> Iterator[tuple[int, int]]:
    """Yield neighbouring places of a row of which the first has at most the keys of the second.

    ``monotone``: up to noise 0, in a row that has it; ``unimodal``: towards the noise nearest to 0.
    """
    peak = min(support, key=lambda z: (abs(z), z))
    for k, z in enumerate(support[1:]):
        if shape == "unimodal":
            yield (k, k + 1) if z <= peak else (k + 1, k)
        elif shape == "monotone" and z <= 0 and peak == 0:
            yield k, k + 1


def by_row(values: list[Value], count: int) -> Value:
    """Return the value of a count: the first is for 0 and 1, the last for all later counts."""
    return values[min(max(count, 1), len(values)) - 1]


def events_of(rules: Document, cap: Fraction | None) -> Iterator[Event]:
    """Yield both directions of each pair of neighbouring counts, with the cap of its delta."""
    if (rules["first_pair"] == "cap") != (rules["cap"] is not None):
        refuse("optimality: the cap of the pair (0, 1) is missing, or means nothing")
    if rules["first_pair"] != "exclude":
        own = cap if rules["cap"] is None else ratio(rules["cap"])
        yield from ((0, 1, own), (1, 0, own))
    for n in range(1, rules["last"] + 1):
        yield from ((n, n + 1, cap), (n + 1, n, cap))


def tree_bound(program: Program, claim: Document) -> Fraction:
    """Return the least bound of a leaf.

    Nodes stand in the order of a walk, [row, noise, f] before its two halves: at most f keys at
    that noise value, and more; [v] is a leaf that the v-th vector bounds.
    """
    nodes, cells = claim["nodes"], sum(map(len, program.supports))
    demand(len(nodes) * cells <= MOST_WORK, "optimality: the tree is too large to be checked")
    vectors = [costs_of(program, vector) for vector in claim["vectors"]]
    ends: Ends = {}
    set_before: list[tuple[Place, tuple[int, int] | None]] = []  # on the way to the node
    branches: list[tuple[int, Place | None, tuple[int, int]]] = [(0, None, (0, program.K))]
    bounds, rows, left = [], len(program.supports) - 1, MOST_SPLIT
    for node in nodes:
        depth, changed, own = branches.pop()
        while len(set_before) > depth:
            restore(ends, *set_before.pop())
        if changed is not None:
            set_before.append((changed, ends.get(changed)))
            ends[changed] = own
        if len(node) == 1:
            left -= sum(len(program.supports[i]) for i in {i for i, _ in ends})
            demand(left >= 0, "optimality: the tree splits too many noise values")
            bounds.append(leaf_bound(program, vectors[whole(node[0], 0, len(vectors) - 1)], ends))
        else:
            i, noise, most = node
            place = whole(i, 0, rows), program.supports[i].index(noise)
            low, high = ends.get(place, (0, program.K))
            whole(most, low, high - 1)
            halves = ((most + 1, high), (low, most))
            branches += [(len(set_before), place, half) for half in halves]
    demand(not branches, "optimality: the tree has open ends")
    found = [bound for bound in bounds if bound is not None]
    return min(found) if found else refuse("optimality: no table is left, and here is one")


def restore(ends: Ends, place: Place, before: tuple[int, int] | None) -> None:
    """Set the ends of a place to what they were before."""
    if before is None:
        del ends[place]
    else:
        ends[place] = before


def costs_of(program: Program, vector: Document) -> Costs:
    """Return c_n(z), the caps times their lambda, and the weight of what is made small.

    Fails unless every number of the vector has the sign that the argument needs.
    """
    costs, unit = [[0] * len(support) for support in program.supports], program.unit
    caps, weight, times_E = Fraction(0), 0, int(program.unit * program.E)
    only(vector, "events", "outputs", "conditions", "variances")
    for (n, m, cap), most, outputs in zip(
        program.events, vector["events"], vector["outputs"], strict=True
    ):
        whole(most, 0, LARGEST_NUMBER)
        caps, weight = (caps, weight + most) if cap is None else (caps + most * cap, weight)
        mine, others = program.places(n), program.places(m)
        for y in mine.keys() - others.keys():
            add(costs, mine[y], most * unit)
        for y, mu in zip((y for y in mine if y in others), outputs, strict=True):
            add(costs, mine[y], whole(mu, 0, most) * unit)
            add(costs, others[y], -mu * times_E)
    for cost, conditions, numbers in zip(
        costs, program.conditions, vector["conditions"], strict=True
    ):
        for (equation, gs), number in zip(conditions, numbers, strict=True):
            whole(number, -LARGEST_NUMBER if equation else 0, LARGEST_NUMBER)
            for k, g in gs.items():
                cost[k] += number * g
    if program.of_variance:
        return costs, caps, add_variances(program, costs, vector)
    demand(vector["variances"] == [], "optimality: no mean square counts here")
    return costs, caps, weight


def add(costs: list[list[int]], place: Place, cost: int) -> None:
    """Add to the cost of one noise value."""
    costs[place[0]][place[1]] += cost


def add_variances(program: Program, costs: list[list[int]], vector: Document) -> int:
    """Add nu_n z^2 in every row, nu_n >= 0, and nu_0 = 0 for a count of 0.

    Return the sum of the nu_n: so many times the largest mean square is at least what was added.
    """
    numbers = [whole(nu, 0, LARGEST_NUMBER) for nu in vector["variances"]]
    demand(numbers[0] == 0, "optimality: the mean square of row 0 does not count")
    for i, (support, nu) in enumerate(zip(program.supports, numbers, strict=True)):
        for k, z in enumerate(support):
            add(costs, (i, k), nu * program.unit * z * z)
    return sum(numbers)


def leaf_bound(program: Program, found: Costs, ends: Ends) -> Fraction | None:
    """Return the bound of a vector for the tables between the ends; None: there is no such table.

    A table of K keys whose last row repeats has a delta of at least 1/K: the least value that the
    last count releases, with a key or more, is none of the next count.
    """
    (costs, caps, weight), split = found, {i for i, _ in ends}
    rows = [
        least_cost(program.K, cost, i, ends) if i in split else program.K * min(cost)
        for i, cost in enumerate(costs)
    ]
    if None in rows:
        return None
    total = Fraction(sum(row for row in rows if row is not None), program.K * program.unit) - caps
    floor = Fraction(0) if program.of_variance else Fraction(1, program.K)
    if weight == 0:  # then every such table has a total of at most 0
        return None if total > 0 else floor
    return max(floor, total / weight)


def least_cost(K: int, cost: list[int], i: int, ends: Ends) -> int | None:
    """Return the least cost of K keys in row i between the ends; None: it cannot have so many.

    The keys above the lower ends go to the cheapest noise values that have room for them.
    """
    own = [ends.get((i, k), (0, K)) for k in range(len(cost))]
    rest = K - sum(low for low, _ in own)
    if rest < 0:
        return None
    total = sum(c * low for c, (low, _) in zip(cost, own, strict=True))
    for c, (low, high) in sorted(zip(cost, own, strict=True)):
        taken = min(rest, high - low)
        total, rest = total + c * taken, rest - taken
    return total if rest == 0 else None
