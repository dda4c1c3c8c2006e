"""Remark 2: (2D+1) delta for all events, against the tight delta; the factor that is lost."""

from collections.abc import Callable
from fractions import Fraction

from exact.laws.count_query import CountQueryLaw
from exact.laws.count_query_privacy import (
    converted_delta,
    keeps_theorem_3,
    tight_delta,
    worst_event,
)
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.profile import profile
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, statement
from reports.papers.kinds import misprint, too_wide
from reports.papers.sadeghi_asoodeh_calmon.values import BITS, law
from reports.papers.sadeghi_chien.figure_curves import Figure, curve, drawn
from reports.papers.values import shown

_SUPPORTS = (2, 4, 6, 8)
_GRID = tuple(
    CountQueryLaw(Epsilon(exp=Fraction(E)), Fraction(n, 20), D)
    for E in (1, 2, 4, 9)
    for n in (3, 6, 10, 14, 16, 19)
    for D in (1, 2, 4, 6)
)


def part() -> Part:
    """Return the checks of Remark 2, and what the conversion loses."""
    return Part(
        "conversion",
        "Remark 2. From single outcomes to all events",
        (_events(), _bound(), _bound_fails()),
        (lost_by_epsilon(), lost_by_eta()),
    )


def lost_by_epsilon() -> Picture:
    """Return (2D+1) delta / tight delta over epsilon, eta = 0.5."""
    figure = Figure(
        "lost-by-epsilon",
        "The factor that (2D+1)δ* loses against the tight δ, η = 0.5",
        "For small ε the noise reaches k < D only, the tight δ is k δ* + p(k), and the factor "
        "grows with D; from ε = 1.1 on the tight δ is D δ* and the factor (2D+1)/D.",
        "ε",
        "(2D+1)δ* / δ",
    )
    places = [Fraction(n, 10) for n in range(1, 31)]
    return drawn(
        figure, tuple(curve(f"D = {D}", places, _lost_at(D, None, "0.5")) for D in _SUPPORTS)
    )


def lost_by_eta() -> Picture:
    """Return (2D+1) delta / tight delta over eta, epsilon = 1.1."""
    figure = Figure(
        "lost-by-eta",
        "The factor that (2D+1)δ* loses against the tight δ, ε = 1.1",
        "Up to the knee near η = 0.5 the factor is (2D+1)/D, about 2; beyond it the noise reaches "
        "fewer values and the factor grows with D.",
        "η",
        "(2D+1)δ* / δ",
    )
    places = [Fraction(n, 40) for n in range(6, 39)]
    return drawn(
        figure, tuple(curve(f"D = {D}", places, _lost_at(D, "1.1", None)) for D in _SUPPORTS)
    )


def _lost_at(D: int, epsilon: str | None, eta: str | None) -> Callable[[Fraction], Enclosure]:
    """Return the factor as a function of whichever of epsilon and eta is not given."""

    def quantity(x: Fraction) -> Enclosure:
        one = law(x if epsilon is None else epsilon, x if eta is None else eta, D)
        return (converted_delta(one) / tight_delta(one)).enclosure(BITS)

    return quantity


def _events() -> Check:
    one = CountQueryLaw(Epsilon(exp=Fraction(3)), Fraction(1, 2), 2)
    at_0 = one.probability(2).exact
    return statement(
        "Remark 2",
        "for any event S ⊂ [N + D]",
        f"outputs start at 0: p_Y(0|D) = η̄ α_D*/2 is {at_0} at D = 2, E = 3, η = 1/2",
        at_0 == 0,
        misprint(
            "[N + D] = {1, …, N + D} leaves out y = 0; [0 : N + D], as in Remark 1, is meant."
        ),
    )


def _bound() -> Check:
    kept = [one for one in _GRID if keeps_theorem_3(one)]
    above = all((converted_delta(one) - tight_delta(one)).sign() > 0 for one in kept)
    same = all(_by_profile(one) == tight_delta(one).exact for one in kept)
    factors = [converted_delta(one) / tight_delta(one) for one in kept]
    least = min(factor.enclose(1).lo for factor in factors)
    most = max(factor.enclose(1).lo for factor in factors)
    return statement(
        "Remark 2",
        "the mechanism is (ε, min{1, (2D+1)δ*})-DP",
        f"so in {len(kept)} laws where Theorem 3 holds; the tight δ is smaller by a factor from "
        f"{shown(least, 3)} to {shown(most, 3)}",
        above and same,
    )


def _by_profile(one: CountQueryLaw) -> Fraction | None:
    """Return the tight delta by the profile of the two neighbouring pmfs, the second route."""
    noise = one.exact_pmf()
    assert noise is not None  # the grid has rational E only
    return profile(noise, noise.shifted(1)).delta(one.epsilon).exact


def _bound_fails() -> Check:
    one = CountQueryLaw(Epsilon(exp=Fraction(4)), Fraction(1, 100), 2)
    claimed, true = converted_delta(one).exact, tight_delta(one).exact
    assert claimed is not None
    assert true is not None
    event = ", ".join(str(z).replace("-", "−") for z in worst_event(one))
    return statement(
        "Remark 2",
        "for every η the mechanism is (ε, min{1, (2D+1)δ*})-DP",
        f"D = 2, E = 4, η = 1/100: (2D+1)δ̃ = {claimed}, but the event of the noises {event} has "
        f"P − E Q = {true}",
        true <= claimed,
        too_wide(
            "The gap of Theorem 3 carries over: where C < α_2*, δ̃ is not the δ of single "
            "outcomes, and 2D + 1 times it need not bound the δ of all events."
        ),
    )
