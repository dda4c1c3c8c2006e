"""Claim *composition*: delta of all cells of one person together, between proved bounds."""

from collections.abc import Iterator
from dataclasses import dataclass

from exact.numbers.epsilon import Epsilon
from exact.release.cells import lookups_of
from exact.release.evidence import evidence_of
from exact.release.plan import INDEPENDENT, KEYS, MIXED, SUM
from verification.claims.context import Context
from verification.claims.covers import CELLS
from verification.claims.kind import ClaimKind
from verification.claims.released import kept
from verification.claims.request import Request
from verification.claims.shown import AtLeast, AtMost, Line
from verification.shapes.common import BOUNDS, COUNT, EPSILON, RELEASED, Bounds
from verification.shapes.shape import (
    boolean,
    choice,
    described,
    many,
    named,
    optional,
    pair,
    record,
    whole,
)
from verification.smt.composition import composition_problems
from verification.smt.problem import Problem

_FURTHEST = 1 << 40
_SAID = {
    INDEPENDENT: "independent of each other: assumed, not proved, and with it that no two cells "
    "hold the same people, with the person or without (as two empty ones do)",
    MIXED: "they add, and are mixed by a published order: then independent by assumption, where no "
    "two cells hold the same people, with the person or without",
    SUM: "they add, and a person is in one cell, whose key is uniform",
}


@dataclass(frozen=True, slots=True)
class CellsOf:
    """One kind of cells of a person: atoms above; true count and scores of outcomes below."""

    ptable: int
    floor: int
    margin: bool
    number: int
    atoms: tuple[tuple[int, int], ...]
    indices: tuple[int | None, ...]
    count: int | None
    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PointOf:
    """Bounds of delta at an epsilon; whether the person is added, and the least sum of scores."""

    epsilon: Epsilon
    delta: Bounds
    added: bool
    least: int


@dataclass(frozen=True, slots=True)
class Composition:
    """The evidence: the statement about keys, the kinds of cells, the bounds."""

    keys: str
    cells: tuple[CellsOf, ...]
    points: tuple[PointOf, ...]


def _make(context: Context) -> tuple[bool, Composition] | None:
    release = context.request.release
    if release is None or release.adds_up(context.table):
        return None
    tables = release.with_table(context.table)
    found = evidence_of(tables, [one.epsilon for one in release.targets], release.grid)
    lookups = zip(lookups_of(tables), release.tables, strict=True)
    numbers = {id(table): planned.ptable for table, planned in lookups}
    cells = tuple(
        CellsOf(
            numbers[id(one.table)],
            one.floor,
            one.is_margin,
            one.number,
            one.atoms,
            one.indices,
            one.count,
            one.scores,
        )
        for one in found.cells
    )
    points = tuple(
        PointOf(one.epsilon, Bounds(one.delta.lo, one.delta.hi), one.added, one.least)
        for one in found.points
    )
    both = zip(points, release.targets, strict=True)
    met = [kept(point.delta, target) for point, target in both]
    return all(met), Composition(release.keys, cells, points)


def _shown(request: Request, found: Composition) -> Iterator[Line]:
    release = request.release
    assert release is not None
    yield "Keys of cells", (_SAID[found.keys],)
    tables = [f"{table.name}" for table in release.tables]
    yield "Tables", ("; ".join(tables),)
    for target, point in zip(release.targets, found.points, strict=True):
        claimed: tuple[str | AtMost, ...] = ()
        if target.delta is not None:
            claimed = ("; claimed: at most ", AtMost(target.delta))
        bounds = ("at most ", AtMost(point.delta.hi), ", at least ", AtLeast(point.delta.lo))
        yield f"δ at ε = {point.epsilon.text}", (*bounds, *claimed)


def _problems(context: Context) -> Iterator[Problem]:
    release = context.request.release
    composed = release is not None and not release.adds_up(context.table)
    return composition_problems() if composed else iter(())


_WEIGHT = whole(0, 1 << 128)
_POINT = whole(-_FURTHEST, _FURTHEST)
KIND = ClaimKind(
    name="composition",
    brief="(epsilon, delta) of all cells of one person together, between bounds",
    title="everything that is published together",
    says="Whatever a person adds to the data, all cells of the release together change the "
    "probability of any set of published tables by at most e^ε and δ, both directions; and true "
    "counts and an event are given that reach the lower bound. It holds if the keys of different "
    "cells are independent, which is assumed, and with it that no two of them hold the same "
    "people; a cell that is printed twice counts once.",
    source="Zhu, Dong and Wang 2022 (dominating pairs); Doroshenko et al. 2022 (the grid)",
    evidence=record(
        Composition,
        "Everything together.",
        keys=described(choice(*KEYS), "What is said of the keys of different cells."),
        cells=many(
            named(
                "cells-of-a-person",
                record(
                    CellsOf,
                    "Cells that are alike: of one perturbation table, from one count on.",
                    ptable=described(whole(0), "0: the table certified; 1: the first other one."),
                    floor=COUNT,
                    margin=described(boolean(), "Whether a finer cell is published too."),
                    number=described(whole(1), "How many of them one person is in."),
                    atoms=many(
                        pair(_WEIGHT, _WEIGHT, "Weights in keys: of n, and of n + 1."),
                        "The least pair of laws that dominates n against n + 1 for all n.",
                    ),
                    indices=many(
                        optional(_POINT, "k; null where the ratio is infinite or 0."),
                        "The last point e^(kh) of the grid that is not above each atom's ratio.",
                    ),
                    count=optional(COUNT, "A true count without the person; null: left out."),
                    scores=many(
                        pair(RELEASED, _POINT, "A released value, and its score."),
                        "Of every value that both counts may be released as.",
                        least=0,
                    ),
                ),
            ),
            "The kinds of cells that one person is in.",
        ),
        points=many(
            named(
                "composed",
                record(
                    PointOf,
                    "Bounds at one epsilon.",
                    epsilon=EPSILON,
                    delta=BOUNDS,
                    added=described(boolean(), "Below: the person is added, or removed."),
                    least=described(_POINT, "Below: the event that scores add up to this or more."),
                ),
            ),
            "One for each target of the release.",
        ),
    ),
    covering=CELLS,
    make=_make,
    shown=_shown,
    problems=_problems,
    tests=("tests/certificate/test_composition.py", "tests/composition"),
    why_not="The certificate is about one table, and not about a release.",
)
