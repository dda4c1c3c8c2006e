"""The best gamma, against (2.19) from first principles, the paper's grid, and a theorem."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from flint import ctx
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from exact.design.best_gamma import BestGamma, _Search, best_gamma
from exact.design.best_gamma_curve import Curve, Point, exact, kink, lower_by_slope, worst_event
from exact.design.best_gamma_kinks import best_kinks, kink_law
from exact.errors import InputError, Undecided
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon, epsilon
from exact.privacy.law_privacy import law_delta

PAPER_D = (11, 15)
PAPER_EPSILONS = ("1/10", "1/2", "1", "ln(10)", "5/2")
GRID_STEP = Fraction(1, 10_000)
GRID = tuple(n * GRID_STEP for n in range(1, 3001))

small_D = st.integers(1, 12)
rational_epsilons = st.builds(
    lambda n, d: epsilon(Fraction(n, d)), st.integers(1, 60), st.integers(1, 20)
)
log_epsilons = st.builds(
    lambda n, d: epsilon(f"ln({d + n}/{d})"), st.integers(1, 30), st.integers(1, 30)
)
epsilons = st.one_of(rational_epsilons, log_epsilons)
unit = st.fractions(0, 1, max_denominator=1000)


@pytest.fixture(autouse=True)
def _sixty_digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


def kink_delta(eps: Epsilon, D: int, k: int, bits: int) -> Enclosure:
    """Return delta at gamma = epsilon / (2k-1), (2.19)."""
    return law_delta(kink_law(eps, D, k), eps).delta.enclosure(bits)


def number(value: Fraction) -> Any:
    """Return a rational as a number of mpmath."""
    return mpf(value.numerator) / value.denominator


def epsilon_number(eps: Epsilon) -> Any:
    """Return epsilon as a number of mpmath."""
    return mp.log(number(eps.exp)) if eps.exp is not None else number(eps.value or Fraction(0))


def pmf(gamma: Any, D: int) -> list[Any]:
    """Return p(z) for z = -D-1..D+1, (2.3)-(2.5), with a 0 at each end."""
    x = mp.exp(-gamma)
    weights = [x ** (z * z) for z in range(-D, D + 1)]
    total = mp.fsum(weights)
    return [mpf(0), *(weight / total for weight in weights), mpf(0)]


def first_principles(p: list[Any], exp_epsilon: Any) -> Any:
    """Return delta = sum over z of max(0, p(z) - e^epsilon p(z-1)), (2.10)-(2.11)."""
    gaps = (here - exp_epsilon * before for before, here in pairwise(p))
    return mp.fsum(gap for gap in gaps if gap > 0)


def delta_at(u: Fraction, D: int, eps: Epsilon) -> Any:
    """Return delta at gamma = u epsilon."""
    value = epsilon_number(eps)
    return first_principles(pmf(number(u) * value, D), mp.exp(value))


@cache
def grid_laws(D: int) -> list[list[Any]]:
    """Return the laws of the paper's grid of gamma."""
    return [pmf(number(gamma), D) for gamma in GRID]


def holds(enclosure: Enclosure, value: Any) -> bool:
    """Tell whether the value lies in the enclosure, up to the 60 digits of its own rounding."""
    slack = abs(value) * mpf(10) ** -50
    return bool(number(enclosure.lo) - slack <= value <= number(enclosure.hi) + slack)


@pytest.mark.parametrize("D", PAPER_D)
@pytest.mark.parametrize("text", PAPER_EPSILONS)
def test_no_gamma_of_the_papers_grid_is_better(D: int, text: str) -> None:
    """The least delta on the paper's grid lies above the minimum, by no more than the grid allows.

    On the worst event each p(-j) - e^epsilon p(-j-1) > 0, so -d delta / d gamma is at most
    (s_k - e^epsilon s_(k+1)) / T <= D^2 delta. The grid point next below the best gamma is less
    than one step away: delta there is at most e^(D^2 step) times the minimum.
    """
    best = best_gamma(epsilon(text), D)
    assert all(GRID[0] < gamma.lo and gamma.hi < GRID[-1] for gamma in best.gamma())
    exp_epsilon = mp.exp(epsilon_number(epsilon(text)))
    on_grid = min(first_principles(p, exp_epsilon) for p in grid_laws(D))
    assert on_grid >= number(best.delta.lo)
    assert on_grid <= number(best.delta.hi) * mp.exp(number(D * D * GRID_STEP))


@pytest.mark.parametrize("D", [1, 2, *PAPER_D, 100])
@pytest.mark.parametrize("text", PAPER_EPSILONS)
def test_delta_is_attained_to_134_bits(D: int, text: str) -> None:
    """At u_star (2.19) from first principles gives the enclosed minimum and its event."""
    best = best_gamma(epsilon(text), D, bits=134)
    assert best.delta.is_relatively_narrow(134)
    assert holds(best.delta, delta_at(best.u_star, D, epsilon(text)))
    assert any(u.lo <= best.u_star <= u.hi for u in best.u)
    largest = max(z for z in range(-D, D + 2) if z == -D or 2 * z < 1 - 1 / best.u_star)
    assert best.event == -largest


@pytest.mark.parametrize("D", [1, 2, 3, *PAPER_D, 100, 300])
@pytest.mark.parametrize("text", ["1/1000000", "1/2", "ln(10)", "ln(1001/1000)", "40"])
def test_the_width_is_what_was_asked_for(D: int, text: str) -> None:
    """Without more being said the relative width is at most 10^-12."""
    best = best_gamma(epsilon(text), D)
    assert best.delta.lo > 0
    assert best.delta.width * 10**12 <= best.delta.lo


@pytest.mark.parametrize(
    ("D", "text", "k"),
    [
        (11, "1/10", 8),
        (11, "1/2", 9),
        (11, "1", 10),
        (11, "2.35", 10),
        (11, "2.36", 11),
        (11, "5/2", 11),
        (15, "1/2", 12),
        (15, "5/2", 14),
        (15, "2.81", 14),
        (15, "2.82", 15),
        (100, "1/2", 93),
        (100, "ln(10)", 98),
        (3, "1/100", 3),
        (4, "1/100", 3),
    ],
)
def test_the_heuristic_is_best_only_for_large_epsilon(D: int, text: str, k: int) -> None:
    """The gap to (2.27) as gamma tends to epsilon/(2D-1) is zero where k = D, and positive else."""
    best = best_gamma(epsilon(text), D)
    heuristic = kink_delta(epsilon(text), D, D, 67)
    assert (best.u_star, best.event) == (kink(k), k)
    assert best.u == (Enclosure(kink(k), kink(k)),)
    if k == D:
        assert best.delta.lo <= heuristic.hi
        assert heuristic.lo <= best.delta.hi
    else:
        assert best.delta.hi < heuristic.lo


@pytest.mark.parametrize("D", PAPER_D)
def test_the_heuristics_limit_is_27(D: int) -> None:
    """The value at the kink k = D is e^(-gamma D^2) / (1 + 2 sum e^(-gamma z^2)) there."""
    gamma = mpf(1) / 2 / (2 * D - 1)
    total = 1 + 2 * mp.fsum(mp.exp(-gamma * z * z) for z in range(1, D + 1))
    assert holds(kink_delta(epsilon("1/2"), D, D, 134), mp.exp(-gamma * D * D) / total)


@given(epsilons, small_D, st.fractions(Fraction(1, 1000), 3, max_denominator=1000))
def test_no_gamma_is_better(eps: Epsilon, D: int, u: Fraction) -> None:
    """delta at any gamma, near a kink or not, is never below the proved lower bound."""
    best = best_gamma(eps, D)
    least = number(best.delta.lo) * (1 - mpf(10) ** -50)
    near = best.u_star + (u - 1) * Fraction(1, 10**6)
    assert min(delta_at(u, D, eps), delta_at(near, D, eps)) >= least


@given(epsilons, small_D)
def test_search_and_theorem_agree(eps: Epsilon, D: int) -> None:
    """Branch and bound proves by itself that the minimisers are kinks, and the same ones."""
    best, (ks, least) = best_gamma(eps, D), best_kinks(eps, D)
    assert best.at_kink
    assert best.u == tuple(Enclosure(kink(k), kink(k)) for k in reversed(ks))
    assert max(best.delta.lo, least.lo) <= min(best.delta.hi, least.hi)


@given(epsilons, small_D, st.data())
def test_delta_has_no_valley_between_two_kinks(eps: Epsilon, D: int, data: st.DataObject) -> None:
    """Between two points of one piece delta is at least the smaller of their values (theorem)."""
    lo, hi = piece(data, D)
    a, middle, b = sorted(lo + (hi - lo) * data.draw(unit) for _ in range(3))
    ends = min(delta_at(a, D, eps), delta_at(b, D, eps))
    assert delta_at(middle, D, eps) >= ends * (1 - mpf(10) ** -50)


def piece(data: st.DataObject, D: int) -> tuple[Fraction, Fraction]:
    """Draw one piece of [1/(2D+1), 1]."""
    k = data.draw(st.integers(1, D))
    return kink(k + 1), kink(k)


def box(data: st.DataObject, curve: Curve, lo: Fraction, hi: Fraction) -> tuple[Point, Point]:
    """Draw a box within [lo, hi]."""
    ends = sorted(data.draw(st.sets(unit, min_size=2, max_size=2)))
    a, b = (curve.point(lo + (hi - lo) * end) for end in ends)
    return a, b


@given(epsilons, small_D, st.data())
def test_every_bound_of_a_box_is_one(eps: Epsilon, D: int, data: st.DataObject) -> None:
    """Values, slopes and lower bounds hold at points that first principles evaluate."""
    with ctx.workprec(120):
        curve = Curve.of(eps, D)
        a, b = box(data, curve, *piece(data, D))
        slope = curve.slope(a, b)
        bounds = [curve.lower_by_events(a, b)]
        if not (slope > 0 or slope < 0):
            bounds.append(lower_by_slope(a, b, slope))
        wide = curve.lower_by_events(a, curve.point(Fraction(1))) if b.u < 1 else bounds[0]
        steepest = Enclosure(exact(slope.lower()), exact(slope.upper()))
    left, right = delta_at(a.u, D, eps), delta_at(b.u, D, eps)
    assert holds(Enclosure(exact(a.delta.lower()), exact(a.delta.upper())), left)
    # The mean of the slopes is one of their values.
    assert holds(steepest, (right - left) / number(b.u - a.u))
    inside = delta_at(a.u + (b.u - a.u) * data.draw(unit), D, eps)
    assert inside >= max(number(exact(bound)) for bound in [*bounds, wide]) * (1 - mpf(10) ** -50)


def test_a_coarse_search_still_holds_every_minimiser() -> None:
    """Where the search may stop early, what is left is a few intervals around the best kink."""
    seen: list[BestGamma] = []
    for D in range(2, 30):
        best = best_gamma(epsilon("1/20"), D, bits=4)
        ks, least = best_kinks(epsilon("1/20"), D)
        assert best.delta.lo <= least.lo
        assert least.hi <= best.delta.hi * (1 + Fraction(1, 10**12))
        assert all(any(u.lo <= kink(k) <= u.hi for u in best.u) for k in ks)
        assert all(a.hi < b.lo for a, b in pairwise(best.u))
        seen.append(best)
    assert not all(best.at_kink for best in seen)


def test_more_bits_tell_two_kinks_apart() -> None:
    """As epsilon tends to 0 two kinks of D = 3 agree to 40 bits, but not to 100."""
    coarse, fine = (best_gamma(epsilon("1/1000000"), 3, bits) for bits in (40, 100))
    assert (coarse.u, coarse.at_kink) == ((Enclosure(kink(3), kink(2)),), False)
    assert (fine.u, fine.at_kink) == ((Enclosure(kink(3), kink(3)),), True)
    assert coarse.delta.lo <= fine.delta.lo
    assert fine.delta.lo <= coarse.delta.hi


@pytest.mark.parametrize("budget", [0, 1, 10, 42])
def test_an_exhausted_budget_is_undecided(budget: int) -> None:
    """Too few boxes prove nothing, and nothing is returned."""
    with pytest.raises(Undecided, match=f"{budget} boxes"):
        best_gamma(epsilon("1/2"), 11, max_boxes=budget)
    assert best_gamma(epsilon("1/2"), 11, max_boxes=1000).boxes > 42


def test_a_poor_precision_gives_no_answer() -> None:
    """With 30 bits no value is known to 44 bits, so the search asks for more."""
    with ctx.workprec(30):
        assert _Search(epsilon("1/2"), 11, 40, 1000).run() is None


def test_the_callers_precision_neither_matters_nor_changes() -> None:
    """The precision of the context is set for the search and put back."""
    with ctx.workprec(17):
        assert best_gamma(epsilon("1/2"), 11) == best_gamma(epsilon("1/2"), 11)
        low = best_gamma(epsilon("1/2"), 11)
        assert ctx.prec == 17
    assert low == best_gamma(epsilon("1/2"), 11)


def test_gamma_is_u_times_epsilon() -> None:
    """The intervals for gamma are exact for a rational epsilon and narrow for a logarithm."""
    assert best_gamma(epsilon("1/2"), 11).gamma() == (Enclosure(Fraction(1, 34), Fraction(1, 34)),)
    (gamma,) = best_gamma(epsilon("ln(10)"), 11).gamma(200)
    assert holds(gamma, mp.log(10) / 19)
    assert gamma.width < Fraction(1, 2**200)


@pytest.mark.parametrize("D", [1, 2, 11])
def test_the_worst_event_changes_at_the_kinks(D: int) -> None:
    """At a kink the smaller event counts; just above it one more noise value belongs to it."""
    for k in range(1, D + 1):
        assert worst_event(kink(k), D) == k
        assert worst_event(kink(k) + Fraction(1, 10**9), D) == k - 1
    assert worst_event(Fraction(1, 10**9), D) == D


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((0.5, 11), "epsilon"),
        ((0, 11), "epsilon"),
        (("1/2", 0), "D"),
        (("1/2", 11.0), "D"),
        (("1/2", 10**9), "D"),
        (("1000", 10_000), "epsilon"),
        (("1/2", 11, 0), "bits"),
        (("1/2", 11, 12, -1), "max_boxes"),
    ],
)
def test_bad_input_is_refused_by_name(arguments: tuple[Any, ...], name: str) -> None:
    """A float or a value out of range is an error that names the argument."""
    with pytest.raises(InputError, match=f"^{name} = "):
        best_gamma(*arguments)
