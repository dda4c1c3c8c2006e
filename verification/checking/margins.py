"""Claim margins: delta of cells and their margin together, where the margin's key is their sum.

Keys k_1, ..., k_k of the cells are uniform and independent, an empty cell has key 0, and the
margin is looked up at their sum modulo K. With one person more in the first cell, whose record key
is uniform, the keys of the cells are so again. Each law counts points: of runs of l_i keys that
begin at 0, those with a sum below s are, subset by subset of the runs that are passed,

    the sum over S of (-1)^|S| C(s - (sum of l_i in S) + k - 1, k).

Where rows jump from key to key, every key is looked at instead.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, chain, product, repeat
from math import comb, prod
from typing import NamedTuple

from verification.checking.empty_cells import of_records
from verification.checking.keys import uniform
from verification.checking.parameters import Parameters
from verification.checking.reading import Bounds, Document, only, read_bounds, whole, write
from verification.checking.reals import exp_of
from verification.checking.refusing import demand, refuse, same
from verification.checking.release import Aim, Release
from verification.checking.residues import turned
from verification.checking.table import LARGEST_VALUE, Row, Table

MOST_ADDED, MOST_TUPLES, MOST_SUMS = 6, 250_000, 1 << 21
MOST_STEPS, MOST_LOOKED_AT = 1 << 24, 1 << 26
OF_JOINT = ("epsilon", "delta", "counts", "added", "A", "B")

Counts = tuple[int, ...]
Joint = dict[Counts, int]  # of noise, or of released values: of the cells, and of the margin


class Together(NamedTuple):
    """So many cells of one table with their margin, none with a count below its floor."""

    table: Table
    cells: int
    floor: int
    margin_floor: int
    aims: tuple[Aim, ...]


def margins(given: Parameters, claim: Document) -> tuple[Document, bool]:
    """Delta at each epsilon, the largest of all counts, and whether the targets are met."""
    asked = together_of(given)
    counts, table = counts_of(asked), asked.table
    said, aims = claim["points"], asked.aims
    same("margins: epsilons", [point["epsilon"] for point in said], [aim.epsilon for aim in aims])
    check_work(table, [*counts, *(counts_given(asked, point) for point in said)], len(aims))
    bits = 2 * asked.cells * asked.table.K.bit_length() + 128
    exps = [exp_of(aim.epsilon, Fraction(1), bits) for aim in aims]
    largest, occur = [Fraction(0) for _ in aims], set[int]()
    for each in counts:
        ways = ways_of(table, each)
        most = [max(excess(*way, exp[0]) for way in ways) for exp in exps]
        largest = [max(pair) for pair in zip(largest, most, strict=True)]
        if min(each) > 0:  # an empty cell adds nothing to its margin
            occur |= {sum(y[:-1]) - y[-1] for law in ways[0] for y in law}
    met = [
        keeps_bounds(asked, point, aim, exp, high)
        for point, aim, exp, high in zip(said, aims, exps, largest, strict=True)
    ]
    never = residuals_that_never_occur(table, counts, occur, len(claim["never"]))
    covers = {"epsilons": len(aims), "counts": given.table.covered()}
    found = {"categories": asked.cells, "tuples": len(counts), "never": never, "points": said}
    return {"covers": covers} | found, all(met)


def together_of(given: Parameters) -> Together:
    """Return what is released together: the whole release, or any two cells of the table."""
    if given.release is not None:
        return one_margin(given.release)
    table, aims = given.table, tuple(Aim(target.epsilon, None) for target in given.targets)
    adds = given.law == uniform(table.K) and not given.assumed  # no XOR has its law in one step
    demand(adds, "margins: nobody said that the keys of cells add up to that of their margin")
    return Together(by_keys(table), 2, 0, 0, aims)


def one_margin(release: Release) -> Together:
    """Return the cells and the margin that a release is made of; the plan says how many there are.

    Where the same people are printed twice, both floors hold.
    """
    demand(release.claim == "margins", "margins: the keys of this release do not add up")
    floors: dict[frozenset[str], int] = {}
    for table in release.planned:
        for people in table["people"] or refuse("margins: which cells add up is not said"):
            floors[people] = max(floors.get(people, 0), table["count_floor"])
    margin, cell, *others = sorted(floors, key=len)
    one = not others and len(release.ptables) == 1 and margin < cell
    demand(one, "margins: the joint law is that of one table with one margin")
    number = prod(release.categories.get(name, 0) for name in cell - margin)
    demand(1 < number <= MOST_ADDED, "margins: how many cells add up is not said, or too many do")
    own = by_keys(release.ptables[0])
    return Together(own, number, floors[cell], floors[margin], release.aims)


def by_keys(table: Table) -> Table:
    """Return a table that looks up a key k at the place k mod K: keys add, places do not."""
    return turned(spread(of_records(table) if table.zero == "row" else table))


def spread(table: Table) -> Table:
    """Return a table whose rows are by keys; where there is an order, a run for each key."""
    if table.order is None:
        return table
    demand(table.K**2 <= MOST_LOOKED_AT, "margins: an order of so many keys is not looked at")
    keys = [table.order(place) for place in range(table.K)]
    made: dict[Row, Row] = {}
    for row in table.rows:
        if row not in made:
            made[row] = tuple((z, 1) for _, z in sorted(zip(keys, noises(row), strict=True)))
    return table._replace(rows=tuple(made[row] for row in table.rows), order=None)


def counts_of(asked: Together) -> list[Counts]:
    """Return counts that stand for all: any others have the rows of some of these, or are these.

    Past the last row the rows come again after one period, for a cell and for the sum alike. Of
    more cells than two only those of one row are looked at.
    """
    table, last = asked.table, asked.table.counts[-1]
    if asked.cells > 2:
        large = max(last, asked.floor, asked.margin_floor)
        one = asked.floor >= max(last, 1) or (table.zero == "none" and len(set(table.rows)) == 1)
        demand(table.rule == "repeat" and one, "margins: cells of several rows are more than two")
        return [(large,) * asked.cells]
    past = table.period if table.rule == "wrap" else 0
    top = last if table.rule == "stop" else max(last, asked.floor, 1) + past
    zero = [0] if table.zero == "preserve" and asked.floor == 0 else []
    single = [*zero, *range(max(table.counts[0], asked.floor), top + 1)]
    demand(len(single) ** 2 <= MOST_TUPLES, "margins: too many counts")
    numbers: dict[Row, int] = {}
    found: dict[Counts, Counts] = {}
    number = {n: -1 for f, m in product(single, repeat=2) for n in (f, f + 1, f + m, f + m + 1)}
    for n in (n for n in number if covered(table, n)):
        number[n] = numbers.setdefault(key_row(table, n), len(numbers))
    for f, m in product(single, repeat=2):
        used = (number[f], number[f + 1], number[m], number[f + m], number[f + m + 1])
        if -1 not in used:
            found.setdefault(used, (f, m))
    demand(bool(found), "margins: the table covers no two counts with their sum")
    return [*found.values()]


def covered(table: Table, n: int) -> bool:
    """Tell whether a table says what happens to a count."""
    past = n > table.counts[-1] and table.rule != "stop"
    return past or n in table.counts or (n == 0 and table.zero == "preserve")


def key_row(table: Table, count: int) -> Row:
    """Return the row of a cell; that of an empty one has one key, for its key is 0."""
    row = table.row(count)
    return row if count else ((row[0][0], 1),)


def noises(row: Row) -> list[int]:
    """Return the noise of each key of a row."""
    return [*chain.from_iterable(repeat(z, keys) for z, keys in row)]


def ways_of(table: Table, counts: Counts) -> list[tuple[Joint, Joint]]:
    """Return both laws, without and with one person more in the first cell; and mirrored."""
    before, after = (released_of(table, each) for each in (counts, one_more(counts)))
    return [(before, after), (after, before)]


def one_more(counts: Counts) -> Counts:
    """Return the counts with one person more in the first cell."""
    return (counts[0] + 1, *counts[1:])


def released_of(table: Table, counts: Counts) -> Joint:
    """Return the weights of what is released, out of K to the number of cells."""
    rows, margin = rows_of(table, counts)
    _, keys = work_of(rows, margin)
    law = by_points(rows, margin) if keys else by_runs(rows, margin)
    scale = table.K ** len(rows) // sum(law.values())
    shift = (*counts, sum(counts))
    return {tuple(map(sum, zip(shift, z, strict=True))): scale * w for z, w in law.items()}


def rows_of(table: Table, counts: Counts) -> tuple[tuple[Row, ...], Row]:
    """Return the rows of the cells, and that of their margin."""
    return tuple(key_row(table, n) for n in counts), table.row(sum(counts))


def work_of(rows: tuple[Row, ...], margin: Row) -> tuple[int, int]:
    """Return the steps of a law run by run, or the keys that are looked at where these are less."""
    runs = [len(row) for row in rows]
    steps = prod(runs) + sum(len(margin) * prod(runs) // one for one in runs) << len(runs)
    keys = prod(sum(keys for _, keys in row) for row in rows) + sum(keys for _, keys in margin)
    return (steps, 0) if steps <= keys else (0, keys)


def check_work(table: Table, counts: list[Counts], epsilons: int) -> None:
    """Fail before any law is counted if all of them are too long; each is held at each epsilon."""
    steps = keys = 0
    for each in (law for tried in counts for law in (tried, one_more(tried))):
        work = work_of(*rows_of(table, each))
        steps, keys = steps + work[0] * (3 + epsilons), keys + work[1]
        small = steps <= MOST_STEPS and keys <= MOST_LOOKED_AT
        demand(small, "margins: the laws are too long to count")


def by_points(rows: tuple[Row, ...], margin: Row) -> Joint:
    """Count every key of the cells, those of the cell that has most of them at once."""
    cells, found = [noises(row) for row in rows], dict[Counts, int]()
    i = max(range(len(cells)), key=lambda place: len(cells[place]))
    last, others, twice = cells[i], cells[:i] + cells[i + 1 :], 2 * noises(margin)
    for keys in product(*(range(len(other)) for other in others)):
        start = sum(keys) % (len(twice) // 2)
        own = tuple(z[k] for z, k in zip(others, keys, strict=True))
        seen = twice[start : start + len(last)]
        for (z, total), points in Counter(zip(last, seen, strict=True)).items():
            noise = (*own[:i], z, *own[i:], total)
            found[noise] = found.get(noise, 0) + points
    return found


def by_runs(rows: tuple[Row, ...], margin: Row) -> Joint:
    """Count the points of runs by the formula above."""
    edges = [*accumulate((keys for _, keys in margin), initial=0)]
    starts = [[*accumulate((keys for _, keys in row), initial=0)] for row in rows]
    found: Joint = {}
    for box in product(*(range(len(row)) for row in rows)):
        chosen = [row[i] for row, i in zip(rows, box, strict=True)]
        base = sum(start[i] for start, i in zip(starts, box, strict=True))
        lengths = [keys for _, keys in chosen]
        passed, before = subsets(lengths), 0
        for run, end in stretches(base, base + sum(lengths) - len(box) + 1, edges):
            noise = (*(z for z, _ in chosen), margin[run][0])
            until = below(passed, len(box), end - base)
            found[noise] = found.get(noise, 0) + until - before
            before = until
    return found


def stretches(first: int, end: int, edges: list[int]) -> Iterator[tuple[int, int]]:
    """Yield (run of the margin, last sum + 1) of the sums from first on, around K."""
    while first < end:
        turn = first - first % edges[-1]
        run = bisect_right(edges, first - turn) - 1
        first = turn + edges[run + 1]
        yield run, min(end, first)


def subsets(lengths: list[int]) -> list[tuple[int, int]]:
    """Return for each subset of runs that are passed its sign and their length."""
    passed = [(1, 0)]
    for length in lengths:
        passed += [(-sign, over + length) for sign, over in passed]
    return passed


def below(passed: list[tuple[int, int]], k: int, s: int) -> int:
    """Return how many points 0 <= a_i < l_i of k runs have a sum below s."""
    return sum(sign * comb(s - over + k - 1, k) for sign, over in passed if over < s)


def excess(P: Joint, Q: Joint, exp: Fraction) -> Fraction:
    """Return the largest P(S) - exp Q(S) of all events S."""
    top, bottom = exp.as_integer_ratio()
    each = (p * bottom - top * Q.get(y, 0) for y, p in P.items())
    return Fraction(sum(one for one in each if one > 0), bottom * sum(P.values()))


def counts_given(asked: Together, point: Document) -> Counts:
    """Return the counts at which delta is at least the lower bound of a point."""
    where = f"margins at epsilon {point['epsilon']}:"[:100]
    counts = tuple(whole(n, asked.floor, LARGEST_VALUE) for n in point["counts"])
    demand(len(counts) == asked.cells and sum(counts) >= asked.margin_floor, f"{where} the counts")
    used = (*counts, counts[0] + 1, sum(counts), sum(counts) + 1)
    demand(all(covered(asked.table, n) for n in used), f"{where} a count is not covered")
    return counts


def keeps_bounds(
    asked: Together, point: Document, aim: Aim, exp: Bounds, largest: Fraction
) -> bool:
    """Check the bounds at one epsilon: above all counts, below those given. Is the target met?"""
    lo, hi = read_bounds(only(point, *OF_JOINT)["delta"])
    where = f"margins at epsilon {aim.epsilon}:"[:100]
    demand(0 <= lo <= hi <= 1, f"{where} the bounds are no probabilities")
    demand(largest <= hi, f"{where} delta may be larger")
    demand(type(point["added"]) is bool, f"{where} nobody is added, and nobody removed")
    P, Q = ways_of(asked.table, counts_given(asked, point))[0 if point["added"] else 1]
    event = [y for y, p in P.items() if p > exp[0] * Q.get(y, 0)]
    demand(all(P[y] >= exp[1] * Q.get(y, 0) for y in event), f"{where} e^epsilon is too wide")
    A, B = (Fraction(sum(law.get(y, 0) for y in event), sum(law.values())) for law in (P, Q))
    same(f"{where} A and B", [point["A"], point["B"]], [write(A), write(B)])
    demand(lo <= A - B * exp[1], f"{where} delta may be smaller")
    clear = aim.delta is None or hi <= aim.delta or lo > aim.delta
    demand(clear, f"{where} the bounds do not tell whether the target is met")
    return aim.delta is None or hi <= aim.delta


def residuals_that_never_occur(
    table: Table, counts: list[Counts], occur: set[int], most: int
) -> list[int]:
    """Return the sums of cells less their margin that only independent noise would have.

    Cells with people in them are meant. The certificate lists them: none is sought after ``most``.
    """
    never, left = set[int](), MOST_SUMS
    for each in (law for tried in counts if min(tried) > 0 for law in (tried, one_more(tried))):
        rows, margin = rows_of(table, each)
        sums = {0}
        for noise in (*({z for z, _ in row} for row in rows), {-z for z, _ in margin}):
            left -= len(sums) * len(noise)
            demand(left >= 0, "margins: the sums of noise are too many to count")
            sums = {total + z for total in sums for z in noise}
        never |= sums - occur
        demand(len(never) <= most, "margins: more residuals never occur")
    return sorted(never)
