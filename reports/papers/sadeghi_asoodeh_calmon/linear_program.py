"""Section II-A: the linear program (9)-(13), solved exactly, each answer with a checked proof."""

from fractions import Fraction

from exact.laws.count_query import CountQueryLaw
from exact.laws.count_query_bounds import lower_bound
from exact.laws.count_query_privacy import singleton_delta, tight_delta
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.optimal.count_query import (
    data_dependent,
    enclosed_least_delta,
    least_delta,
    symmetric,
)
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, Unchecked, statement
from reports.papers.kinds import Remark, too_wide
from reports.papers.sadeghi_asoodeh_calmon.values import law
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, curve, drawn
from reports.papers.values import shown
from reports.plots.chart import POINTS

_HALF = Fraction(1, 2)


def part() -> Part:
    """Return the checks of section II-A."""
    return Part(
        "linear-program",
        "II-A. Incorporating (ε, δ)-DP conditions",
        (_sensitivity(), _singular(), _solved(), _irrational()),
        (_by_size(), _small_eta()),
        (
            Unchecked(
                "II-A",
                "that an explicit δ* follows by Fourier–Motzkin elimination “if the complexity "
                "allows” is no claim with a value; the program is solved by the simplex method",
            ),
        ),
    )


def _sensitivity() -> Check:
    changes = [abs(2 * (n + 1) - 2 * n) for n in range(20)]
    return statement(
        "II-A",
        "since the query is integer-valued, |q(x) − q(x′)| ≤ 1 for all neighbouring x, x′",
        f"twice a count is integer-valued and changes by {max(changes)}",
        max(changes) <= 1,
        too_wide(
            "It holds for counts, which the paper treats; other integer-valued queries, which the "
            "abstract includes, may change by more."
        ),
    )


def _singular() -> Check:
    ours = law("2.18", "0.8", 6)
    single, tight = singleton_delta(ours), tight_delta(ours)
    return statement(
        "Remark 1",
        "the parameters of singular events differ from the DP parameters",
        f"ε = 2.18, η = 0.8, D = 6: δ is {shown(single)} for single outcomes and "
        f"{shown(tight)} for all events",
        (tight - single).sign() > 0,
    )


def _solved() -> Check:
    found = [
        least_delta(data_dependent(_HALF, Fraction(E), 2, range(1, 4))).value for E in (1, 2, 4)
    ]
    words = ", ".join(f"{value} at E = {E}" for value, E in zip(found, (1, 2, 4), strict=True))
    return statement(
        "Proposition 2, (9)–(13)",
        "δ* is the solution of a linear program",
        f"Example 1 (N = 3, D = 2, η = 1/2): δ* = {words}, each with multipliers that prove it",
        found == sorted(found, reverse=True),
    )


def _irrational() -> Check:
    epsilon = Epsilon(value=Fraction("1.1"))
    found = enclosed_least_delta(_HALF, epsilon, 2, range(1, 4), 64)
    bound = lower_bound(epsilon, _HALF, 2)
    return statement(
        "Proposition 2, E = e^1.1",
        "δ* is the solution of a linear program",
        f"Example 1: δ* = {shown(found, 10)}, enclosed by the programs of two rationals around "
        f"e^1.1; for n ≥ D alone, δ̃ = {shown(bound, 10)}",
        bound.compare(found.lo) < 0,
        Remark("The counts n < D, whose noise cannot go below −n, need a larger δ."),
    )


def _by_size() -> Picture:
    eta, E, D = _HALF, Fraction(2), 3
    bound = lower_bound(Epsilon(exp=E), eta, D).enclose(1)
    sizes = [Fraction(N) for N in range(D + 1, 2 * D + 3)]

    def least(first: int, N: Fraction) -> Enclosure:
        value = least_delta(data_dependent(eta, E, D, range(first, int(N) + 1))).value
        return Enclosure(value, value)

    figure = Figure(
        "program-by-size",
        "The program (9)–(13) against the closed form: D = 3, η = 1/2, E = 2",
        "Over the counts D … N the least δ is below δ̃ for N ≤ 2D and equal to it from N = 2D + 1 "
        "on. Over all counts 1 … N it is larger, because small counts have less room for noise.",
        "N",
        "δ",
    )
    return drawn(
        figure,
        (
            curve("counts D … N, any noise with P1–P3", sizes, lambda N: least(D, N), POINTS),
            curve("counts 1 … N, any noise with P1–P3", sizes, lambda N: least(1, N), POINTS),
            Curve("δ̃ of Theorem 1", tuple((N, bound) for N in sizes)),
        ),
    )


def _small_eta() -> Picture:
    E, D = Fraction(4), 4
    etas = [Fraction(n, 100) for n in (*range(1, 20), *range(20, 41, 2))]

    def least(eta: Fraction) -> Enclosure:
        value = least_delta(symmetric(eta, E, D)).value
        return Enclosure(value, value)

    def noise(eta: Fraction) -> CountQueryLaw:
        return CountQueryLaw(Epsilon(exp=E), eta, D)

    figure = Figure(
        "theorem-3-small-eta",
        "Theorem 3 at small η: D = 4, E = 4",
        "From η = 3/35 ≈ 0.086 up, the noise of Definition 2 has the δ of Theorem 3, and no "
        "symmetric noise has less. Below, its δ grows, and so does the least possible.",
        "η",
        "δ of single outcomes",
        log_y=True,
    )
    return drawn(
        figure,
        (
            curve("δ̃ of Theorem 3", etas, lambda e: noise(e).claimed_delta.enclose(1)),
            curve("Definition 2", etas, lambda e: singleton_delta(noise(e)).enclose(1)),
            curve("least of all symmetric noise", etas, least),
        ),
    )
