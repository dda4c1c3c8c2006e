"""Theorem 7.1: parameters add up; its proof; and what the sum wastes."""

from fractions import Fraction
from functools import cache
from math import prod

from exact.composition.comparison import Comparison, Noisy, compare_with_sum
from exact.composition.theorem import Guarantee, summed
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, Unchecked, slip, statement
from reports.papers.kinds import misprint, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.values import rational_laplace
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, drawn
from reports.papers.values import shown
from reports.plots.chart import POINTS

# e^(epsilon/15) for an epsilon of about 0.97, so that all shares of the example are logarithms.
_FIFTEENTH = Fraction(16, 15)
_M = 40
_ADVANCED = "composition results of other authors, quoted"


def part() -> Part:
    """Return the checks of Theorem 7.1 and of the 3-way example."""
    return Part(
        "composition",
        "7. Theorem 7.1, and what its sum wastes",
        (
            *map(_theorem, _LISTS),
            _product_form(),
            _misprint(),
            _last_step(),
            _sevenths(),
            *_shares(),
        ),
        (_wasted_delta(), _wasted_epsilon()),
        (Unchecked("7, advanced composition", _ADVANCED),),
    )


def noisy(E: Fraction | int, m: int) -> Noisy:
    """Return a table with Laplace noise (5.2), ln E its epsilon."""
    epsilon, noise = rational_laplace(E, m)
    return Noisy(noise, epsilon)


_LISTS = (
    (noisy(2, 3), noisy(2, 3)),
    (noisy(2, 5), noisy(Fraction(3, 2), 7)),
    (noisy(3, 2), noisy(2, 4), noisy(Fraction(5, 4), 6)),
    (noisy(Fraction(11, 10), 10),) * 4,
)


def _theorem(tables: tuple[Noisy, ...]) -> Check:
    found = compare_with_sum(tables)
    assert found.epsilon is not None  # the sum of the deltas is above the plateau
    words = ", ".join(f"({one.epsilon.text}, {one.noise.outcomes[-1]})" for one in tables)
    return statement(
        "Theorem 7.1",
        "the list is DP(Σ ε_i, Σ δ_i)",
        f"(ε_i, m_i) = {words}: Σ ε_i = {found.theorem.epsilon.text}, Σ δ_i = "
        f"{shown(found.theorem.delta)}; exactly, δ at Σ ε_i is {shown(found.delta.enclosure(67))}, "
        f"and the least ε at Σ δ_i is {shown(found.epsilon.enclosure(128))} instead of "
        f"{shown(found.theorem.epsilon.enclosure(128))}",
        found.delta.compare(found.theorem.delta) <= 0,
    )


def _product_form() -> Check:
    holds = True
    for tables in _LISTS:
        kept = prod(1 - one.noise.probability(one.noise.outcomes[-1]) for one in tables)
        holds = holds and compare_with_sum(tables).delta.exact == 1 - kept
    return statement(
        "Theorem 7.1",
        "Σ δ_i for truncated Laplace noise",
        "the exact δ at Σ ε_i is 1 − Π(1 − δ_i): the sum wastes only its products",
        holds,
    )


def _misprint() -> Check:
    return slip(
        "proof of Theorem 7.1, second inequality",
        "{e^ε P(M_1(a′) ∈ S_1(s_2))} ∧ 1",
        "e^(ε_1), as in the line before and the line after",
        misprint("A misprint: ε is not defined there."),
    )


def _last_step() -> Check:
    """The whole range as S, M_1 with e^epsilon_1 = 11/10, M_2 with e^epsilon_2 = 2, m = 1."""
    first, second = noisy(Fraction(11, 10), 1), noisy(2, 1)
    E1, E2 = Fraction(11, 10), Fraction(2)
    d1, d2 = first.noise.probability(1), second.noise.probability(1)
    outcomes = 4  # of M_2 for the counts a and a + 1 together
    before = E2 + outcomes * d2 + d1  # every minimum with 1 is 1
    after = E1 * E2 + d1 + d2
    return statement(
        "proof of Theorem 7.1, last inequality",
        "Σ_(s_2) [… ∧ 1][e^(ε_2) P(M_2(a′) = s_2) + δ_2] + δ_1 ≤ e^(ε_1+ε_2) P(…) + δ_1 + δ_2",
        f"S the whole range, e^(ε_1) = 11/10, e^(ε_2) = 2, m = 1: the left side is {before}, the "
        f"right side {after}",
        before <= after,
        too_wide(
            "δ_2 is added once for each s_2. The theorem is right: (4.4) for all events gives Σ "
            "f(s_2) P(M_2(a) = s_2) ≤ e^(ε_2) Σ f(s_2) P(M_2(a′) = s_2) + δ_2 for every f with "
            "values in [0, 1], and δ_2 once."
        ),
    )


def _sevenths() -> Check:
    whole = summed([Guarantee(Epsilon(value=Fraction(1, 7)), Fraction(0))] * 7)
    return statement(
        "7, 3-way example",
        "seven tables with ε/7 each: DP(ε)",
        f"Σ = {whole.epsilon.text} · ε, δ = {whole.delta}",
        whole.epsilon.value == 1 and whole.delta == 0,
    )


def _shares() -> list[Check]:
    thirds = [Guarantee(Epsilon(value=Fraction(1, 3)), Fraction(0))] * 2
    rest = [Guarantee(Epsilon(value=Fraction(1, 15)), Fraction(0))] * 5
    total = summed([*thirds, *rest]).epsilon.value
    found = important_tables()
    assert found.epsilon is not None
    assert found.epsilon.exp is not None
    return [
        statement(
            "7, 3-way example",
            "two tables with ε/3 and five with ε/15: DP(ε)",
            f"2/3 + 5/15 = {total}",
            total == 1,
        ),
        statement(
            "7, 3-way example",
            "the whole release satisfies DP(ε)",
            f"with noise truncated at m = {_M} and ε = 15 ln(16/15) ≈ "
            f"{shown(found.theorem.epsilon.enclosure(128))}: Σ δ = {shown(found.theorem.delta)}, "
            f"exactly δ = {shown(found.delta.enclosure(67))}; for δ = Σ δ the least ε is "
            f"{shown(found.epsilon.enclosure(128))}",
            found.delta.compare(found.theorem.delta) <= 0,
        ),
    ]


@cache
def important_tables() -> Comparison:
    """Return the example of the paper: two tables with epsilon/3, five with epsilon/15."""
    return compare_with_sum([noisy(_FIFTEENTH**5, _M)] * 2 + [noisy(_FIFTEENTH, _M)] * 5)


@cache
def _copies(k: int) -> Comparison:
    return compare_with_sum([noisy(Fraction(3, 2), 10)] * k)


def _wasted_delta() -> Picture:
    figure = Figure(
        "wasted-delta",
        "δ of k tables at ε = k ln 1.5 (m = 10 each)",
        "The exact δ of the composition is 1 − (1 − δ)^k, a little below the sum k δ.",
        "k",
        "δ",
    )
    ks = [Fraction(k) for k in range(1, 16)]
    sums = tuple((k, _point(_copies(int(k)).theorem.delta)) for k in ks)
    exact = tuple((k, _copies(int(k)).delta.enclosure(67)) for k in ks)
    return drawn(figure, (Curve("Σ δ", sums, POINTS), Curve("exact", exact, POINTS)))


def _wasted_epsilon() -> Picture:
    figure = Figure(
        "wasted-epsilon",
        "ε of k tables at δ = Σ δ (ln 1.5 and m = 10 each)",
        "At the theorem’s own δ the exact ε of the composition is almost the sum for few tables; "
        "for 10 tables it is 3.96 instead of 4.05, for 15 it is 5.02 instead of 6.08.",
        "k",
        "ε",
    )
    ks = [Fraction(k) for k in range(1, 16)]
    sums = tuple((k, _copies(int(k)).theorem.epsilon.enclosure(128)) for k in ks)
    exact = tuple((k, _least(int(k))) for k in ks)
    return drawn(figure, (Curve("Σ ε", sums, POINTS), Curve("exact", exact, POINTS)))


def _least(k: int) -> Enclosure:
    found = _copies(k).epsilon
    assert found is not None  # the sum of the deltas is above the plateau
    return found.enclosure(128)


def _point(value: Fraction) -> Enclosure:
    return Enclosure(value, value)
