"""Section 5.6: expected losses, the choice of m for equal delta, and Figures 1 to 3."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise

from exact.laws.discrete_laplace import LaplaceLaw, UnboundedLaplace
from exact.laws.exp_ratio import ExpRatio
from exact.laws.exponential_mechanism import Loss, l1, l2, l3
from exact.laws.law import WeightedLaw
from exact.laws.symmetric_noise import expected_loss
from exact.numbers.enclosure import Enclosure
from exact.privacy.truncation import outermost_delta
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import NO_REMARK, Remark, misprint, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.box_plots import box_plots
from reports.papers.rinott_okeefe_shlomo_skinner.box_plots import statements as box_statements
from reports.papers.rinott_okeefe_shlomo_skinner.table_1 import TABLE_1
from reports.papers.rinott_okeefe_shlomo_skinner.values import (
    BITS,
    epsilon,
    laplace,
    normal,
)
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, drawn
from reports.papers.values import shown
from reports.plots.chart import POINTS

_ANY = epsilon("1")
_LAPLACE_M = 7
# m of the normal perturbations for each epsilon, as printed in 5.6.2.
PRINTED_M = {"0.1": 8, "0.5": 10, "1.0": 12, "1.5": 12, "2.0": 13, "3.0": 14}
_LOSSES: tuple[tuple[str, Loss], ...] = (("ℓ1", l1), ("ℓ2", l2), ("ℓ3", l3))
_SHOWN_BITS = 27
_SIMULATED = (
    "box plots of 100 simulated perturbations for each ε; the values drawn are not in the text. "
    "Expectations and quartiles are computed exactly instead, Cramér’s V is simulated anew"
)
_RANDOM = (
    "tables drawn at random, which are not in the paper, nor their shapes and Dirichlet "
    "parameters; drawn here from tables of our own"
)


def part() -> Part:
    """Return the checks of 5.6."""
    return Part(
        "utility",
        "5.6. Expected losses, equal δ, risk and utility",
        (
            *_laplace_loss(),
            *_normal_loss(),
            *_choices_of_m(),
            _same_delta(),
            *_better(),
            *box_statements(),
            number("5.6.2", "average cell of 1000 cells", "10", Fraction(10_000, 1000)),
            number("5.6.2", "average cell of 100 cells", "100", Fraction(10_000, 100)),
        ),
        (*(_picture(name) for name, _ in _LOSSES), *box_plots()),
        (
            Unchecked("Figure 1, points", _SIMULATED),
            Unchecked("Figures 2 and 3, points", _RANDOM),
        ),
    )


def _laplace_loss() -> list[Check]:
    law = LaplaceLaw(_ANY, _LAPLACE_M)
    wrong = ExpRatio.of(_ANY, [_LAPLACE_M]) * (2 * _LAPLACE_M + 1)
    unbounded = UnboundedLaplace(_ANY)
    half = unbounded.mean_loss * Fraction(1, 2)
    return [
        statement(
            "5.6.1",
            "E|b − a| = Σ |m| e^(−εk) over k = −m … m",
            f"= Σ |k| e^(−ε|k|) / C_m; for ε = 1, m = 7 it is {shown(law.absolute_moment(1))}, and "
            "the printed sum exceeds m (2m + 1) = 105",
            (wrong - law.absolute_moment(1)).sign() == 0,
            misprint("|m| is printed for |k|, k for |k|, and the division by C_m is missing."),
        ),
        statement(
            "5.6.1",
            "E|b − a| = 2α(mα^(m+1) − (m+1)α^m + 1) / (C_m (α − 1)²), α = e^(−ε)",
            "an identity in e^ε, proved for m = 1 … 12",
            all(_closed_form(m) for m in range(1, 13)),
        ),
        statement(
            "5.6.1",
            "untruncated, E|b − a| = e^(−ε) / (C (e^(−ε) − 1)²)",
            f"= 2e^(−ε) / (C (e^(−ε) − 1)²) = 2e^ε/(e^(2ε) − 1); for ε = 1 "
            f"{shown(unbounded.mean_loss)}, printed {shown(half)}",
            (half - unbounded.mean_loss).sign() == 0,
            misprint("The factor 2 of the truncated formula is lost in the limit."),
        ),
        _improves("5.6.1, Laplace", laplace("1", 7), l1),
    ]


def _closed_form(m: int) -> bool:
    """Compare the printed form, multiplied by E^(m+2), with the moment; C_m is the law's."""
    law = LaplaceLaw(_ANY, m)
    # 2 alpha (m alpha^(m+1) - (m+1) alpha^m + 1) E^(m+2) = 2 (m - (m+1) E + E^(m+1))
    above = [2 * m, -2 * (m + 1), *[0] * (m - 1), 2]
    # (alpha - 1)^2 E^(m+2) = E^m (E - 1)^2
    below = [*[0] * m, 1, -2, 1]
    printed = ExpRatio.of(_ANY, above, below) / law.normaliser
    return (printed - law.absolute_moment(1)).is_identically_zero


def _normal_loss() -> list[Check]:
    law = normal("1", 10)
    true = law.variance().enclosure(BITS)
    return [
        statement(
            "5.6.1",
            "E(b − a)² = Σ |m|² e^(−εk²/(2m+1)) / D_m",
            f"= Σ k² e^(−εk²/(2m+1)) / D_m; for ε = 1, m = 10 it is {shown(true)}, and the printed "
            "sum is m² = 100 whatever ε is",
            true.lo <= 100 <= true.hi,
            misprint("|m| is printed for |k|."),
        ),
        _improves("5.6.1, normal", law, l2),
    ]


def _improves(place: str, law: WeightedLaw, loss: Loss) -> Check:
    cases = [
        (
            expected_loss(law, a, loss).enclosure(_SHOWN_BITS),
            expected_loss(law, a, loss, clipped=False).enclosure(_SHOWN_BITS),
        )
        for a in range(law.D)
    ]
    return statement(
        place,
        "if negative outputs are replaced by zero, the loss improves",
        f"for the counts 0 … {law.D - 1}; at 0 from {shown(cases[0][1])} to {shown(cases[0][0])}",
        all(clipped.hi < kept.lo for clipped, kept in cases),
    )


@cache
def _deltas(text: str) -> tuple[Enclosure, dict[int, Enclosure]]:
    """Return delta of Laplace with m = 7, and of the normal for every m that may be meant."""
    one = outermost_delta(laplace(text, _LAPLACE_M)).enclosure(BITS)
    return one, {m: outermost_delta(normal(text, m)).enclosure(BITS) for m in range(5, 21)}


def _nearest_m(text: str, distance: Callable[[Fraction, Fraction], Fraction]) -> int:
    wanted, found = _deltas(text)
    return min(found, key=lambda m: distance(found[m].lo, wanted.lo))


def _difference(a: Fraction, b: Fraction) -> Fraction:
    return abs(a - b)


def _ratio(a: Fraction, b: Fraction) -> Fraction:
    return max(a, b) / min(a, b)


def _first_m(text: str) -> int:
    """Return the least m whose delta is at most that of Laplace."""
    wanted, found = _deltas(text)
    return min(m for m, delta in found.items() if delta.hi <= wanted.lo)


def _choices_of_m() -> list[Check]:
    return [
        number(
            "5.6.2",
            f"m of the normal with the δ nearest to Laplace’s, ε = {text}",
            str(printed),
            Fraction(_nearest_m(text, _difference)),
            _words(text) if _nearest_m(text, _difference) != printed else NO_REMARK,
        )
        for text, printed in PRINTED_M.items()
    ]


def _words(text: str) -> Remark:
    wanted, found = _deltas(text)
    near = sorted(found, key=lambda m: _difference(found[m].lo, wanted.lo))[:2]
    each = " and ".join(f"{shown(found[m])} for m = {m}" for m in sorted(near))
    return too_wide(
        f"Laplace has δ = {shown(wanted)}, the normal {each}. With one digit, as in Table 2, m = "
        "12 gives 0.00002 too, but with more δ than Laplace."
    )


def _same_delta() -> Check:
    ratios = [_ratio(_deltas(text)[1][m].lo, _deltas(text)[0].lo) for text, m in PRINTED_M.items()]
    rules = {
        "nearest difference": [_nearest_m(text, _difference) for text in PRINTED_M],
        "nearest ratio": [_nearest_m(text, _ratio) for text in PRINTED_M],
        "least m with no larger δ": [_first_m(text) for text in PRINTED_M],
    }
    words = "; ".join(f"{name}: {', '.join(map(str, ms))}" for name, ms in rules.items())
    return statement(
        "5.6.2",
        "m = 8, 10, 12, 12, 13, 14 ensure the same value of δ for each ε",
        f"the two δ differ by a factor of up to {shown(max(ratios), 3)} (ε = 3). {words}",
        list(PRINTED_M.values()) in rules.values(),
        too_wide("No integer m gives equal δ, and no single rule gives the six printed ones."),
    )


@cache
def table_loss(name: str, text: str) -> tuple[Enclosure, Enclosure]:
    """Return the expected loss over Table 1 of Laplace and of normal noise, negatives at zero."""
    loss = dict(_LOSSES)[name]
    return _total(laplace(text, _LAPLACE_M), loss), _total(normal(text, PRINTED_M[text]), loss)


def _total(law: WeightedLaw, loss: Loss) -> Enclosure:
    counts = Counter(count for row in TABLE_1 for count in row)
    found = [
        (times, expected_loss(law, count, loss).enclosure(_SHOWN_BITS + 8))
        for count, times in counts.items()
    ]
    low = sum((times * e.lo for times, e in found), Fraction(0))
    return Enclosure(low, sum((times * e.hi for times, e in found), Fraction(0)))


def _better() -> list[Check]:
    both = {(name, text): table_loss(name, text) for name, _ in _LOSSES for text in PRINTED_M}
    falls = all(
        table_loss(name, b)[i].hi < table_loss(name, a)[i].lo
        for name, _ in _LOSSES
        for i in (0, 1)
        for a, b in pairwise(PRINTED_M)
    )
    return [
        statement(
            "5.6.2, Figure 1",
            "in all cases the Laplace perturbations show higher utility, even for ℓ2",
            "so in expectation over Table 1, for all six ε and all three losses",
            all(one.hi < other.lo for one, other in both.values()),
        ),
        statement(
            "5.6.2, Figure 1",
            "utility improves as ε increases",
            "all six expected losses over Table 1 fall strictly from each ε to the next",
            falls,
        ),
    ]


def _picture(name: str) -> Picture:
    figure = Figure(
        f"figure-1-{name.replace('ℓ', 'l')}",
        f"Figure 1, {name}: expected loss over Table 1",
        "Exact expectations where the paper draws box plots of simulations: Laplace noise (m = 7) "
        "loses less than normal noise at every ε, and both lose less as ε grows.",
        "ε",
        f"E {name}",
    )
    curves = tuple(
        Curve(
            label,
            tuple((Fraction(text), table_loss(name, text)[i]) for text in PRINTED_M),
            POINTS,
        )
        for i, label in enumerate(("Laplace", "normal"))
    )
    return drawn(figure, curves)
