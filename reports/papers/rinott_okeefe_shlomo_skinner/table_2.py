"""Section 5.5: Table 2, and what the text says of it."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.hellinger import HellingerLaw
from exact.laws.law import WeightedLaw
from exact.laws.symmetric_noise import within
from exact.laws.values import share
from exact.numbers.enclosure import Enclosure
from exact.privacy.truncation import outermost_delta
from reports.decimals import UP, decimal
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import misprint, rounded, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.values import (
    BITS,
    epsilon,
    laplace,
    normal,
)
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, drawn
from reports.papers.values import shown
from reports.plots.chart import POINTS

_HELLINGER_BITS = 27


@dataclass(frozen=True, slots=True)
class Block:
    """A quarter of Table 2: a law, the delta of its heading, and rows for the counts 0..5."""

    name: str
    epsilon: str
    law: WeightedLaw
    delta: str
    rows: tuple[str, ...]

    def true(self, count: int, distance: int) -> Enclosure:
        """Return the probability of a released value within ``distance`` of ``count``."""
        return share(self.law, within(self.law.D, count, distance)).enclosure(BITS)


LAPLACE_LARGE = Block(
    "Laplace",
    "1.5",
    laplace("1.5", 7),
    "0.00002",
    (
        "0.82 0.96 0.99 1.00 1.00",
        "0.64 0.96 0.99 1.00 1.00",
        "0.64 0.92 0.99 1.00 1.00",
        "0.64 0.92 0.98 1.00 1.00",
        "0.64 0.92 0.98 1.00 1.00",
        "0.64 0.92 0.98 1.00 1.00",
    ),
)
LAPLACE_SMALL = Block(
    "Laplace",
    "0.5",
    laplace("0.5", 7),
    "0.008",
    (
        "0.63 0.78 0.87 0.93 0.96",
        "0.25 0.78 0.87 0.93 0.96",
        "0.25 0.55 0.87 0.93 0.96",
        "0.25 0.55 0.74 0.93 0.96",
        "0.25 0.55 0.74 0.85 0.96",
        "0.25 0.55 0.74 0.85 0.92",
    ),
)
NORMAL_LARGE = Block(
    "Normal",
    "1.5",
    normal("1.5", 12),
    "0.00002",
    (
        "0.57 0.70 0.81 0.89 0.94",
        "0.14 0.70 0.81 0.89 0.94",
        "0.14 0.40 0.81 0.89 0.94",
        "0.14 0.40 0.62 0.89 0.94",
        "0.14 0.40 0.62 0.78 0.94",
        "0.14 0.40 0.62 0.78 0.88",
    ),
)
NORMAL_SMALL = Block(
    "Normal",
    "0.5",
    normal("0.5", 10),
    "0.008",
    (
        "0.54 0.63 0.71 0.78 0.84",
        "0.09 0.63 0.71 0.78 0.84",
        "0.09 0.26 0.71 0.78 0.84",
        "0.09 0.26 0.42 0.78 0.84",
        "0.09 0.26 0.42 0.57 0.84",
        "0.09 0.26 0.42 0.57 0.69",
    ),
)
BLOCKS = (LAPLACE_LARGE, LAPLACE_SMALL, NORMAL_LARGE, NORMAL_SMALL)


def part() -> Part:
    """Return Table 2 cell by cell, and the text of 5.5."""
    checks = [check for block in BLOCKS for check in (_delta(block), *_cells(block))]
    checks += [_all_within_3(), _over_92(), *_lower(), _smaller(), _hellinger()]
    return Part("table-2", "5.5. Table 2: how near released values are", tuple(checks), (_near(),))


def _delta(block: Block) -> Check:
    what = f"δ of {block.name}, ε = {block.epsilon}, m = {block.law.D}"
    return number("Table 2, heading", what, block.delta, outermost_delta(block.law).enclosure(BITS))


def _cells(block: Block) -> list[Check]:
    """Compare thirty cells; the last row holds for every count from 5 on: nothing is clipped."""
    return [
        number(
            "Table 2",
            f"{block.name}, ε = {block.epsilon}, original {count if count < 5 else '≥ 5'}, "
            f"±{distance}",
            printed,
            block.true(count, distance),
        )
        for count, row in enumerate(block.rows)
        for distance, printed in enumerate(row.split())
    ]


def _all_within_3() -> Check:
    low, high = LAPLACE_LARGE.true(5, 3), LAPLACE_LARGE.true(0, 3)
    beyond = decimal(100 * (1 - low.lo), 2, UP)
    return statement(
        "5.5",
        "all perturbed values are within ±3 for ε = 1.5 and δ = 0.00002",
        f"Laplace, m = 7: with probability {shown(low, 6)} (original ≥ 4) to {shown(high, 6)}",
        low.lo == 1,
        rounded(f"1.00 in the table is rounded: up to {beyond} % of the values are further away."),
    )


def _over_92() -> Check:
    low = LAPLACE_SMALL.true(5, 4)
    return statement(
        "5.5",
        "over 92% of the perturbed values are within ±4 for ε = 0.5 and δ = 0.008",
        f"Laplace, m = 7: {shown(low, 6)} for an original value ≥ 5",
        low.lo > Fraction(92, 100),
        rounded("The 0.92 of the table is rounded up."),
    )


def _lower() -> list[Check]:
    """Compare "between 6% and 25% lower": relative to Laplace, +-3 for 1.5 and +-4 for 0.5."""
    ours = [_drop(LAPLACE_LARGE, NORMAL_LARGE, count, 3) for count in range(6)]
    ours += [_drop(LAPLACE_SMALL, NORMAL_SMALL, count, 4) for count in range(6)]
    least, most = min(ours, key=lambda e: e.lo), max(ours, key=lambda e: e.lo)
    other = shown(_drop(LAPLACE_LARGE, NORMAL_LARGE, 0, 4), 3)
    return [
        number(
            "5.5",
            "the normal probabilities are lower by at least this much, in percent",
            "6",
            least,
            misprint(
                "±3 for ε = 1.5 and ±4 for ε = 0.5, as the sentence before has it. At ±4 for ε = "
                f"1.5 it is {other} %, which is printed."
            ),
        ),
        number("5.5", "and at most by, in percent", "25", most),
    ]


def _drop(ours: Block, theirs: Block, count: int, distance: int) -> Enclosure:
    """Return by how many percent the second probability is below the first."""
    a, b = ours.true(count, distance), theirs.true(count, distance)
    return Enclosure(100 * (1 - b.hi / a.lo), 100 * (1 - b.lo / a.hi))


def _smaller() -> Check:
    pairs = ((LAPLACE_LARGE, NORMAL_LARGE), (LAPLACE_SMALL, NORMAL_SMALL))
    holds = all(
        one.true(count, distance).lo > other.true(count, distance).hi
        for one, other in pairs
        for count in range(6)
        for distance in range(5)
    )
    return statement(
        "5.5",
        "the Laplace perturbations are smaller (in probability)",
        "so in all 60 cells, though the normal has the larger δ in both halves",
        holds,
    )


def _hellinger() -> Check:
    cells = [
        (block, count, distance)
        for block in (NORMAL_LARGE, NORMAL_SMALL)
        for count in range(6)
        for distance in range(5)
    ]
    above = [cell for cell in cells if _of_hellinger(*cell).lo > cell[0].true(*cell[1:]).hi]
    most, one = _of_hellinger(NORMAL_LARGE, 0, 4), (NORMAL_LARGE, 1, 0)
    return statement(
        "5.5",
        "Hellinger-type perturbations are considerably worse than the other mechanisms, the "
        "probabilities very small compared to those in Table 2",
        f"below the normal ones in {len(cells) - len(above)} of 60 cells, but for ε = 1.5, "
        f"original 1, ±0 it is {shown(_of_hellinger(*one))} against "
        f"{shown(NORMAL_LARGE.true(1, 0))}; they reach {shown(most)} for ε = 1.5 "
        f"(original 0, ±4) and {shown(_of_hellinger(NORMAL_SMALL, 4, 4))} for ε = 0.5",
        not above,
        too_wide(
            "Considerably worse than Laplace everywhere, and very small for ε = 0.5. For ε = 1.5 "
            "and small counts it is not small, and in one cell not worse than the normal."
        ),
    )


def _of_hellinger(block: Block, count: int, distance: int) -> Enclosure:
    law = HellingerLaw(epsilon(block.epsilon))
    return law.within(count, distance).enclosure(_HELLINGER_BITS)


def _near() -> Picture:
    figure = Figure(
        "table-2-hellinger",
        "Released within ±4 of the original value, ε = 0.5",
        "Laplace noise (m = 7) is nearest, normal noise (m = 10) follows, and Hellinger-type noise "
        "is far below both; for the first two, a range that reaches zero gains what is clipped.",
        "original value",
        "probability",
    )
    places = [Fraction(count) for count in range(9)]
    law = HellingerLaw(epsilon("0.5"))
    rows = (
        ("Laplace", tuple((x, LAPLACE_SMALL.true(int(x), 4)) for x in places)),
        ("normal", tuple((x, NORMAL_SMALL.true(int(x), 4)) for x in places)),
        ("Hellinger", tuple((x, law.within(int(x), 4).enclosure(_HELLINGER_BITS)) for x in places)),
    )
    return drawn(figure, tuple(Curve(name, points, POINTS) for name, points in rows))
