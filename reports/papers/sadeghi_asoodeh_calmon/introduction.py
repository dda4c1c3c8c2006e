"""The abstract and section I: what the paper says that it shows."""

from fractions import Fraction
from itertools import pairwise

from exact.laws.count_query_bounds import knee
from exact.laws.count_query_privacy import converted_delta, tight_delta, worst_event
from exact.laws.exp_ratio import total
from exact.laws.gaussian_moments import gaussian_of_parameter, gaussian_probability
from exact.numbers.epsilon import Epsilon
from reports.papers.check import Check, Part, Unchecked, statement
from reports.papers.kinds import misprint, too_wide
from reports.papers.sadeghi_asoodeh_calmon.values import law
from reports.papers.values import shown

_OTHERS = (
    "what it says of the geometric and the explicit fair mechanism is quoted from [7]–[11] and "
    "has no numbers of this paper"
)


def part() -> Part:
    """Return the checks of the abstract and the introduction."""
    return Part(
        "introduction",
        "Abstract and I. Introduction",
        (_county(), _support(), _monotone(), _threshold(), _tail(), _probabilistic()),
        unchecked=(Unchecked("I, earlier mechanisms", _OTHERS),),
    )


def _county() -> Check:
    factor = Fraction(920, 90)
    return statement(
        "I, New York Times example",
        "over-reported by a factor of almost 8 (around 90, reported around 920)",
        f"920/90 = {shown(factor, 3)}",
        Fraction(7) < factor < 8,
        misprint(
            "The factor and the counts contradict each other: almost 8 times 90 is almost 720."
        ),
    )


def _support() -> Check:
    small, large = (converted_delta(law("1.5", "0.5", D)) for D in (4, 6))
    ratio = small / large
    return statement(
        "I, summary",
        "from 2D + 1 = 9 to 2D′ + 1 = 13 we obtain significantly smaller δ",
        f"ε = 1.5, η = 0.5: (2D+1)δ* falls from {shown(small)} to {shown(large)}, "
        f"a factor of {shown(ratio, 3)}",
        ratio.compare(Fraction(10)) > 0,
    )


def _monotone() -> Check:
    deltas = [converted_delta(law(Fraction(n, 10), "0.5", 6)).enclosure(67) for n in range(1, 31)]
    falls = all(b.hi < a.lo for a, b in pairwise(deltas))
    return statement(
        "I, summary",
        "higher ε results in lower δ when the support and the error probability are fixed",
        "strictly falling at ε = 0.1, 0.2, …, 3 for η = 0.5, D = 6",
        falls,
    )


def _threshold() -> Check:
    at = [converted_delta(law("1.1", eta, 8)) for eta in ("0.4", "0.5", "0.55")]
    end = knee(Epsilon(value=Fraction("1.1")), 8)
    steady = (at[0] / at[1]).compare(Fraction(2)) < 0
    return statement(
        "I, summary",
        "a smaller error probability is tolerated up to a threshold, then δ suffers severely",
        f"ε = 1.1, D = 8: (2D+1)δ* is {shown(at[0])}, {shown(at[1])} and {shown(at[2])} "
        f"at η = 0.4, 0.5 and 0.55; the threshold C = C_8 is η = {shown(end)}",
        steady and (at[2] / at[1]).compare(Fraction(100)) > 0,
    )


def _tail() -> Check:
    ours = law("2.18", "0.8", 6)
    rate = gaussian_of_parameter(ours.variance())
    ratios = []
    for z in (2, 3):
        p, q = ours.probability(z).enclosure(67), gaussian_probability(rate, z).enclosure(67)
        ratios.append(p.lo / q.hi)
    return statement(
        "I",
        "similar to the discrete Gaussian, with slightly heavier tail",
        f"at ε = 2.18, η = 0.8 (Fig. 1): p(2) is {shown(ratios[0], 3)} times and p(3) "
        f"{shown(ratios[1], 3)} times that of the discrete Gaussian; beyond 3 it is 0 and the "
        "Gaussian is not",
        max(ratios) < 2,
        too_wide("Much heavier where it is positive, and there is no tail at all beyond k."),
    )


def _probabilistic() -> Check:
    ours = law("2.18", "0.8", 6)
    share = total((ours.probability(z) for z in worst_event(ours)), ours.epsilon)
    delta = tight_delta(ours)
    return statement(
        "I",
        "it is ε-DP with probability 1 − δ … known as approximate DP",
        f"at ε = 2.18, η = 0.8, D = 6 the loss exceeds ε with probability {shown(share)}, "
        f"and δ over all events is {shown(delta)}",
        (share - delta).sign() <= 0,
        too_wide(
            "(ε, δ)-DP and ε-DP with probability 1 − δ differ: here every outcome z ≤ 0 has a "
            "loss above ε, and that of z = 0, with probability 0.8, is only just above: it costs "
            "little δ."
        ),
    )
