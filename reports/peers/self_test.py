"""Where each floating-point route breaks, over a grid of laws and KEYSIZEs: all integers compared.

What is compared at a grid point is everything: each of the 2D + 1 integers c^Q(z) of each KEYSIZE,
each probability for being lost, the sum, and delta at three epsilons. Some wrong integers need no
better arithmetic: c^Q lies in 1..K and c^Q(D) = K whatever the law, so a 0 (a tail that was lost)
or a K + 1 (a sum above one) can be repaired. What stays wrong then is a matter of precision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import PAPER_POSITION, gamma_factor
from exact.numbers.enclosure import Enclosure
from reports.peers.routes import Answer, Question, Route
from reports.peers.truth import Truth, truth
from reports.progress import progress
from verification.comparison.doubles import BinaryFormat, ulp

EPSILONS = (Fraction(1, 10), Fraction(3, 10), Fraction(1, 2), Fraction(1), Fraction(2))
DS = (5, 25, 100, 1000)
KEYSIZES = tuple(1 << bits for bits in (8, 16, 24, 32, 48, 53, 64, 96, 128))
# delta is asked at the epsilon of the law, where the worst event is one outcome, and below, where
# it is large: 1/10, 3/10 and 1/2 for Example 1.
PARTS = (Fraction(1, 5), Fraction(3, 5), Fraction(1))
# A double without a smallest exponent: a delta that underflowed is then off by all its 2^52 units.
_UNIT = BinaryFormat(53, -(1 << 20), 1024)


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first of ``count`` wrong integers at one KEYSIZE; ``found`` is None where it is none."""

    z: int
    true: int
    found: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Quantised:
    """The wrong integers of a route at one KEYSIZE: as computed, and after 1..K is enforced."""

    keysize: int
    computed: Wrong | None
    repaired: Wrong | None


@dataclass(frozen=True, slots=True)
class DeltaError:
    """The error of delta at one epsilon, in ulps of a double at the true delta."""

    epsilon: Fraction
    ulps: Enclosure

    @property
    def size(self) -> Fraction:
        """The largest absolute value that the error may have."""
        return max(abs(self.ulps.lo), abs(self.ulps.hi))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one route got right and wrong at one law.

    ``sum_error`` is its own sum of the pmf minus 1, ``pmf_error`` the exact sum of its pmf minus
    1, ``lost`` the least |z| whose probability underflowed to 0.
    """

    route: str
    epsilon: Fraction
    D: int
    quantised: tuple[Quantised, ...]
    deltas: tuple[DeltaError, ...]
    sum_error: Fraction
    pmf_error: Fraction
    lost: int | None

    @property
    def worst_delta(self) -> DeltaError:
        """The epsilon at which delta is furthest off."""
        return max(self.deltas, key=lambda error: error.size)


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
    right = truth(D, epsilon, epsilons, keysizes)
    question = Question(D, epsilon * gamma_factor(D, PAPER_POSITION), epsilons, keysizes)
    judgements = tuple(
        judge(route.name, epsilon, question, route.answer(question), right) for route in routes
    )
    return Point(epsilon, D, keysizes, right.safe_bits, judgements)


def judge(
    route: str, epsilon: Fraction, question: Question, answer: Answer, right: Truth
) -> Judgement:
    """Compare all that a route answered with the truth."""
    rows = zip(question.keysizes, right.quantised, answer.quantised, strict=True)
    found = zip(question.epsilons, right.deltas, answer.deltas, strict=True)
    lost = [abs(z) for z, p in enumerate(answer.pmf, start=-question.D) if p == 0]
    return Judgement(
        route,
        epsilon,
        question.D,
        tuple(_quantised(*row) for row in rows),
        tuple(DeltaError(at, _ulps_off(delta, true)) for at, true, delta in found),
        answer.total - 1,
        sum(answer.pmf, Fraction(0)) - 1,
        min(lost, default=None),
    )


def _quantised(keysize: int, true: tuple[int, ...], found: tuple[int | None, ...]) -> Quantised:
    within = (None if n is None else min(max(n, 1), keysize) for n in found[:-1])
    repaired = (*within, keysize)
    return Quantised(keysize, _first_wrong(true, found), _first_wrong(true, repaired))


def _first_wrong(true: tuple[int, ...], found: tuple[int | None, ...]) -> Wrong | None:
    if true == found:
        return None
    pairs = enumerate(zip(true, found, strict=True), start=-(len(true) // 2))
    wrong = [(z, a, b) for z, (a, b) in pairs if a != b]
    return Wrong(*wrong[0], len(wrong))


def _ulps_off(found: Fraction, true: Enclosure) -> Enclosure:
    unit = ulp(true.lo, _UNIT)
    return Enclosure((found - true.hi) / unit, (found - true.lo) / unit)
