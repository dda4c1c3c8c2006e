"""Claim *margins*: delta of cells and their margin together, where keys add."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from exact.cellkeys.arithmetic import SumModulo
from exact.errors import InputError
from exact.margins.counts import Counts, key_row
from exact.margins.evidence import joint_point
from exact.margins.law import MAX_CATEGORIES
from exact.margins.worst import Margins, counted
from exact.numbers.epsilon import Epsilon
from exact.release.one_margin import OneMargin, one_margin
from exact.release.plan import MIXED
from exact.table.holes import listed
from exact.table.row import Row
from verification.claims.context import Context
from verification.claims.covers import TUPLES
from verification.claims.kind import ClaimKind
from verification.claims.released import Released, ReleaseTarget, kept
from verification.claims.request import Request
from verification.claims.shown import AtLeast, AtMost, Line, Shown, Tight
from verification.shapes.common import BOUNDS, COUNT, EPSILON, POSITIVE, Bounds
from verification.shapes.shape import boolean, described, many, named, record, whole

# What the checker does for all laws of a claim: steps run by run and epsilon by epsilon, keys one
# by one, sums of noise.
_MOST_STEPS = 1 << 24
_MOST_LOOKED_AT = 1 << 26
_MOST_SUMS = 1 << 21


@dataclass(frozen=True, slots=True)
class PointOf:
    """Bounds of delta at an epsilon; at the counts given it is A - B e^epsilon."""

    epsilon: Epsilon
    delta: Bounds
    counts: Counts
    added: bool
    A: Fraction
    B: Fraction


@dataclass(frozen=True, slots=True)
class Together:
    """The evidence: how many cells have one margin, of how many counts, and delta."""

    categories: int
    tuples: int
    never: tuple[int, ...]
    points: tuple[PointOf, ...]


def _make(context: Context) -> tuple[bool, Together] | None:
    release, request = context.request.release, context.request
    if release is not None and release.adds_up(context.table):
        return _of_release(release, context)
    says_sum = isinstance(request.arithmetic, SumModulo) and not request.assumed
    if release is not None or not says_sum:
        return None
    found = counted(context.table)
    if found is None or not _is_whole(found):
        return None
    targets = tuple(ReleaseTarget(target.epsilon, None) for target in request.targets)
    made = _evidence(found, found, targets)
    return (True, made) if _is_short(found, made) else None


def _of_release(release: Released, context: Context) -> tuple[bool, Together]:
    one = one_margin(release.with_table(context.table), dict(release.categories))
    if one is None or not 1 < one.cells <= MAX_CATEGORIES:
        rule = (
            f"have a joint law for one table with one margin of 2 to {MAX_CATEGORIES} cells (and "
            "categories that say so); other plans are answered, and not certified"
        )
        remedy = f'certify such a plan, or mix the keys and write keys = "{MIXED}"'
        raise InputError("keys", release.keys, rule, remedy)
    largest, allowed = _counted(one, one.floor), _counted(one, max(one.floor, one.margin_floor))
    found = None
    if largest is not None and allowed is not None and _is_whole(largest):
        made = _evidence(largest, allowed, release.targets)
        found = made if _is_short(largest, made) else None
    if found is None:
        rule = "have a joint law of too many rows, counts or keys to be counted for a certificate"
        remedy = "say a larger count_floor, or certify fewer rows"
        raise InputError("keys", release.keys, rule, remedy)
    both = zip(found.points, release.targets, strict=True)
    met = [kept(point.delta, target) for point, target in both]
    return all(met), found


def _counted(one: OneMargin, floor: int) -> Margins | None:
    return counted(one.table, floor, one.cells)


def _is_whole(found: Margins) -> bool:
    """Tell whether there are counts, and whether they stand for all."""
    return found.looked_at.all and bool(found.looked_at.pairs)


def _is_short(found: Margins, made: Together) -> bool:
    """Tell whether the checker can count the laws too: of all counts, and of those given."""
    table, steps, keys, sums = found.table, 0, 0, 0
    counted = [*found.looked_at.pairs, *(point.counts for point in made.points)]
    for counts in (
        each for first, *more in counted for each in ((first, *more), (first + 1, *more))
    ):
        rows = (*(key_row(table, n) for n in counts), table.row(sum(counts)))
        more_steps, more_keys = _work(rows)
        steps, keys = steps + more_steps, keys + more_keys
        sums += _sums(rows) if min(counts) > 0 else 0
    few = steps * (3 + len(made.points)) <= _MOST_STEPS and keys <= _MOST_LOOKED_AT
    return few and sums <= _MOST_SUMS


def _sums(rows: tuple[Row, ...]) -> int:
    """Return how many sums of noise the checker adds up for one law; beyond its bound, one more."""
    *cells, margin = ({z for z, _ in row.runs} for row in rows)
    found, number = {0}, 0
    for noise in (*cells, {-z for z in margin}):
        number += len(found) * len(noise)
        if number > _MOST_SUMS:
            return number
        found = {total + z for total in found for z in noise}
    return number


def _work(rows: tuple[Row, ...]) -> tuple[int, int]:
    """Return the checker's steps for one law: run by run, or key by key where that is less."""
    *cells, margin = rows
    runs = [len(row.runs) for row in cells]
    steps = prod(runs) + sum(len(margin.runs) * prod(runs) // one for one in runs) << len(runs)
    keys = prod(row.keysize for row in cells) + margin.keysize
    return (steps, 0) if steps <= keys else (0, keys)


def _evidence(largest: Margins, allowed: Margins, targets: tuple[ReleaseTarget, ...]) -> Together:
    points = []
    for one in (joint_point(largest, allowed, target.epsilon) for target in targets):
        bounds = Bounds(one.delta.lo, one.delta.hi)
        points.append(PointOf(one.epsilon, bounds, one.counts, one.added, one.A, one.B))
    return Together(largest.cells, len(largest.looked_at.pairs), largest.never(), tuple(points))


def _shown(request: Request, found: Together) -> Iterator[Line]:
    yield "Keys of cells", ("the key of a margin is the sum of its cells' keys",)
    yield "Released together", (f"{found.categories} cells and their margin",)
    release = request.release
    targets = {} if release is None else {one.epsilon: one.delta for one in release.targets}
    for point in found.points:
        claimed = targets.get(point.epsilon)
        said = () if claimed is None else ("; claimed: at most ", AtMost(claimed))
        tight = Tight(point.A, point.B, point.epsilon, point.delta)
        at = f", true counts {' + '.join(map(str, point.counts))}"
        bounds: tuple[Shown, ...] = (tight, at)
        if point.delta.hi - point.delta.lo > Fraction(1, 1 << 100):
            bounds = ("at most ", AtMost(point.delta.hi), ", at least ", AtLeast(point.delta.lo))
        yield f"δ at ε = {point.epsilon.text}", (*bounds, *said)
    if found.never:
        ranges = listed(found.never).replace("+", ", ").replace("..", " to ")
        yield "Cells minus margin is never", (ranges,)


KIND = ClaimKind(
    name="margins",
    brief="(epsilon, delta) of cells and their margin together, where keys add",
    title="cells and their margin together",
    says="Where the key of a margin is the sum of its cells' keys, a person who is added to one "
    "of the cells, with a fresh record key, changes the probability of any set of released cells "
    "and margins by at most e^ε and δ, both directions, whatever the true counts are; and true "
    "counts are given that reach it. Values of cells minus margin that never occur are named.",
    source="Sadeghi and Chien, section 3 (keys of margins); the law is counted exactly",
    evidence=record(
        Together,
        "Cells and their margin.",
        categories=described(whole(2, MAX_CATEGORIES), "How many cells add up to the margin."),
        tuples=described(whole(1), "How many tuples of counts stand for all."),
        never=many(
            whole(-(1 << 66), 1 << 66),
            "Sums of released cells less the released margin that cannot occur, and would with "
            "independent noise; of cells with people in them, in increasing order.",
            least=0,
            unique=True,
        ),
        points=many(
            named(
                "together",
                record(
                    PointOf,
                    "Delta at one epsilon: at most the upper bound for all counts.",
                    epsilon=EPSILON,
                    delta=BOUNDS,
                    counts=many(COUNT, "True counts that reach the lower bound.", least=2),
                    added=described(boolean(), "The person is added to the first, or removed."),
                    A=described(POSITIVE, "P of the worst event at these counts."),
                    B=described(POSITIVE, "Q of it."),
                ),
            ),
            "One for each epsilon.",
        ),
    ),
    covering=TUPLES,
    make=_make,
    shown=_shown,
    proof="points of a lattice counted in integers: `exact/margins/by_runs.py::weights_by_runs`",
    tests=("tests/certificate/test_margins_claim.py", "tests/margins"),
    why_not="The certificate does not state that the keys of cells add up to that of their margin; "
    "or their joint law takes too many steps.",
)
