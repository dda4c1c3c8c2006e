"""Where each floating-point route breaks, over a grid of laws and KEYSIZEs: all integers compared.

What is compared at a grid point is everything: each of the 2D + 1 integers c^Q(z) of each KEYSIZE,
each probability for being lost, the sum, and delta at three epsilons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import PAPER_POSITION, gamma_factor
from reports.peers.routes import Route
from reports.progress import progress
from verification.comparison.routes import Judgement, Question, judge, right_answer

EPSILONS = (Fraction(1, 10), Fraction(3, 10), Fraction(1, 2), Fraction(1), Fraction(2))
DS = (5, 25, 100, 1000)
KEYSIZES = tuple(1 << bits for bits in (8, 16, 24, 32, 48, 53, 64, 96, 128))
# delta is asked at the epsilon of the law, where the worst event is one outcome, and below, where
# it is large: 1/10, 3/10 and 1/2 for Example 1.
PARTS = (Fraction(1, 5), Fraction(3, 5), Fraction(1))


@dataclass(frozen=True, slots=True)
class Point:
    """One law of the grid: what suffices at each KEYSIZE, and what each route did."""

    epsilon: Fraction
    D: int
    keysizes: tuple[int, ...]
    safe_bits: tuple[int, ...]
    judgements: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class SelfTest:
    """All points of the grid, and the routes whose package is missing."""

    points: tuple[Point, ...]
    not_run: tuple[str, ...]

    def of_route(self, name: str) -> tuple[Judgement, ...]:
        """Return the judgements on one route, over all laws."""
        return tuple(
            judgement
            for point in self.points
            for judgement in point.judgements
            if judgement.route == name
        )


def self_test(routes: Sequence[Route], grid: Sequence[tuple[Fraction, int]]) -> SelfTest:
    """Run every installed route at every law (epsilon, D) of the grid."""
    ready = [route for route in routes if route.is_installed]
    points = tuple(_point(ready, epsilon, D) for epsilon, D in progress(grid, "routes"))
    return SelfTest(points, tuple(route.name for route in routes if not route.is_installed))


def default_grid() -> tuple[tuple[Fraction, int], ...]:
    """Return every epsilon with every D."""
    return tuple((epsilon, D) for epsilon in EPSILONS for D in DS)


def _point(routes: list[Route], epsilon: Fraction, D: int) -> Point:
    keysizes = tuple(keysize for keysize in KEYSIZES if keysize > 2 * D)
    epsilons = tuple(epsilon * part for part in PARTS)
    right = right_answer(D, epsilon, epsilons, keysizes)
    question = Question(D, epsilon * gamma_factor(D, PAPER_POSITION), epsilons, keysizes)
    judgements = tuple(
        judge(route.name, epsilon, question, route.answer(question), right) for route in routes
    )
    return Point(epsilon, D, keysizes, right.safe_bits, judgements)
