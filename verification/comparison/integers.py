"""Where wrong integers came from: the route of rounding that reproduces them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from verification.comparison.reference import Reference
from verification.comparison.replay import Route, law_routes, printed_routes, replayable
from verification.comparison.table_values import TableValues


@dataclass(frozen=True, slots=True)
class Seen:
    """What the other program printed at each noise value of the support: bounded by its size."""

    integers: dict[int, int]
    cmf: dict[int, Fraction]
    pmf: dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class RouteMatch:
    """How many of the wrong integers, and of all, a route reproduces."""

    route: Route
    wrong: int
    every: int


@dataclass(frozen=True, slots=True)
class WrongInteger:
    """A wrong integer, the right one, and the best route that leads to the wrong one."""

    z: int
    printed: int
    right: int
    route: str | None


@dataclass(frozen=True, slots=True)
class IntegerReport:
    """The quantised integers of the other program, ``printed`` of them, ``wrong`` not right.

    ``routes`` lead to at least one wrong integer, the best first; ``first`` are the first wrong
    integers by z.
    """

    printed: int
    wrong: int
    routes: tuple[RouteMatch, ...]
    first: tuple[WrongInteger, ...]


def examine_integers(seen: Seen, reference: Reference, most: int) -> IntegerReport | None:
    """Return how the integers differ and which routes reproduce them; None without integers."""
    table = reference.table
    if not seen.integers or table is None:
        return None
    wrong = {z: n for z, n in sorted(seen.integers.items()) if n != table.cumulated(z)}
    matches = [_match(route, seen.integers, wrong) for route in _routes(seen, reference) if wrong]
    # Equal scores stay in the order of the routes.
    best = sorted((m for m in matches if m.wrong), key=lambda m: (-m.every, -m.wrong))
    first = tuple(_explained(z, wrong[z], table, best) for z in list(wrong)[:most])
    return IntegerReport(len(seen.integers), len(wrong), tuple(best), first)


def _routes(seen: Seen, reference: Reference) -> Iterator[Route]:
    table, rule = reference.table, reference.rule
    if table is None or rule is None or not replayable(rule):
        return
    keysize = table.table.keysize
    yield from printed_routes(seen.cmf, seen.pmf, keysize, rule)
    if reference.law is not None:
        yield from law_routes(reference.law, keysize, rule)


def _explained(z: int, printed: int, table: TableValues, best: list[RouteMatch]) -> WrongInteger:
    routes = (match.route for match in best)
    name = next((route.name for route in routes if route.integers.get(z) == printed), None)
    return WrongInteger(z, printed, table.cumulated(z), name)


def _match(route: Route, integers: Mapping[int, int], wrong: Mapping[int, int]) -> RouteMatch:
    same = [z for z, n in integers.items() if route.integers.get(z) == n]
    return RouteMatch(route, sum(1 for z in same if z in wrong), len(same))
