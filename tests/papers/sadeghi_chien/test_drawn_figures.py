"""The figures of Sadeghi and Chien: every value behind them against mpmath at 50 digits."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil

import mpmath
import pytest

from reports.document.blocks import Number, Picture
from reports.papers.sadeghi_chien.figures import figures


@cache
def pictures() -> dict[str, Picture]:
    """Return the figures by name."""
    return {picture.name: picture for picture in figures()}


def rows(name: str) -> list[list[Number | str]]:
    """Return the numbers behind a figure."""
    return [[cell[0] for cell in row] for row in pictures()[name].behind.rows]  # type: ignore[misc]


def agrees(shown: Number | str, value: "mpmath.mpf") -> bool:
    """Tell whether the decimal is the value to eight digits."""
    assert isinstance(shown, Number)
    return bool(abs(mpmath.mpf(shown.decimal) - value) <= abs(value) * mpmath.mpf("5e-8"))


def weights(D: int, gamma: "mpmath.mpf") -> dict[int, "mpmath.mpf"]:
    """Return p(z) by (2.3)."""
    raw = {z: mpmath.exp(-gamma * z * z) for z in range(-D, D + 1)}
    total = mpmath.fsum(raw.values())
    return {z: w / total for z, w in raw.items()}


def delta(D: int, gamma: "mpmath.mpf", epsilon: "mpmath.mpf") -> "mpmath.mpf":
    """Return delta by its definition (2.9): the sum of all positive excesses."""
    p = weights(D, gamma)
    excess = (p.get(z, 0) - mpmath.exp(epsilon) * p.get(z - 1, 0) for z in range(-D, D + 2))
    return mpmath.fsum(x for x in excess if x > 0)


def gamma_of_variance(D: int, V: int) -> "mpmath.mpf":
    """Return the root of (2.7)."""

    def excess(gamma: "mpmath.mpf") -> "mpmath.mpf":
        return mpmath.fsum(z * z * w for z, w in weights(D, gamma).items()) - V

    return mpmath.findroot(excess, mpmath.mpf(1) / (2 * V))


def decimal_of(shown: Number | str) -> "mpmath.mpf":
    """Return the exact place on the axis."""
    assert isinstance(shown, Number)
    value = Fraction(shown.exact)
    return mpmath.mpf(value.numerator) / value.denominator


def test_there_are_all_figures_and_none_is_empty() -> None:
    """1a, 1b, 2a, 2b, 3, 4, 5, each drawn and with its numbers."""
    assert list(pictures()) == [f"figure-{n}" for n in ("1a", "1b", "2a", "2b", "3", "4", "5")]
    assert all(len(picture.behind.rows) >= 25 for picture in pictures().values())
    assert all("<path" in picture.drawing.wide for picture in pictures().values())


@pytest.mark.parametrize(("name", "D"), [("figure-1a", 11), ("figure-1b", 15)])
def test_figure_1_is_delta_by_its_definition(name: str, D: int) -> None:
    """For the variances 4 and 10, at every tenth place."""
    with mpmath.workdps(50):
        gammas = [gamma_of_variance(D, V) for V in (4, 10)]
        for row in rows(name)[::10]:
            epsilon = decimal_of(row[0])
            for gamma, shown in zip(gammas, row[1:], strict=True):
                assert agrees(shown, delta(D, gamma, epsilon))


def test_figure_2a_proposed_is_the_least_delta_of_the_interval() -> None:
    """At gamma = epsilon/(2D-1), where (2.24) has its infimum, and never below the best."""
    with mpmath.workdps(50):
        for row in rows("figure-2a")[::6]:
            epsilon = decimal_of(row[0])
            for D, shown, best in zip((11, 15), row[1:3], row[3:5], strict=True):
                assert agrees(shown, delta(D, epsilon / (2 * D - 1), epsilon))
                assert isinstance(shown, Number)
                assert isinstance(best, Number)
                assert mpmath.mpf(best.decimal) <= mpmath.mpf(shown.decimal)


def test_figure_2a_best_is_not_beaten_on_the_grid_of_the_paper() -> None:
    """No gamma on a grid has a smaller delta than the one called best."""
    with mpmath.workdps(30):
        row = next(row for row in rows("figure-2a") if decimal_of(row[0]) == 1)
        for D, best in zip((11, 15), row[3:5], strict=True):
            found = min(delta(D, mpmath.mpf(n) / 1000, mpmath.mpf(1)) for n in range(20, 120))
            assert isinstance(best, Number)
            assert mpmath.mpf(best.decimal) * (1 - mpmath.mpf("5e-8")) <= found


def test_figure_2b_is_the_variance_at_the_end_of_the_interval() -> None:
    """V at gamma = epsilon/(2D-1), (2.22)."""
    with mpmath.workdps(50):
        for row in rows("figure-2b")[::6]:
            for D, shown in zip((11, 15), row[1:], strict=True):
                p = weights(D, decimal_of(row[0]) / (2 * D - 1))
                assert agrees(shown, mpmath.fsum(z * z * w for z, w in p.items()))


def test_figure_3_is_the_pmf_of_example_1() -> None:
    """p(z) with gamma = 127/12495."""
    with mpmath.workdps(50):
        p = weights(25, mpmath.mpf(127) / 12495)
        for row in rows("figure-3"):
            assert agrees(row[1], p[int(decimal_of(row[0]))])


def quantised(epsilon: "mpmath.mpf", bits: int) -> list[int]:
    """Return the numbers of keys by (4.2), from mpmath's sums."""
    gamma = epsilon / 19 - 2 * epsilon / (10 * 399)
    sums, total = [], mpmath.mpf(0)
    for _, w in sorted(weights(10, gamma).items()):
        total += w
        sums.append(ceil(total * 2**bits - mpmath.mpf("1e-30")))
    return [b - a for a, b in zip([0, *sums], sums, strict=False)]


def test_figure_4_is_the_largest_ratio_of_neighbouring_keys() -> None:
    """ε^Q = log max(n(z)/n(z±1)); a line ends where a noise value has no key."""
    with mpmath.workdps(50):
        for row in rows("figure-4")[::4]:
            epsilon = decimal_of(row[0])
            for bits, shown in zip((8, 16, 32), row[1:4], strict=True):
                keys = quantised(epsilon, bits)
                assert (shown == "") == (min(keys) == 0)
                if shown != "":
                    ratios = [max(a, b) / mpmath.mpf(min(a, b)) for a, b in pairwise(keys)]
                    assert agrees(shown, mpmath.log(max(ratios)))


def test_figure_5_is_the_largest_share_at_an_end() -> None:
    """δ^Q = max(p(-D), p(D)) for each δ of the design."""
    with mpmath.workdps(50):
        designs = {}
        for tenth in range(1, 26):
            epsilon = mpmath.mpf(tenth) / 10
            gamma = epsilon / 19 - 2 * epsilon / (10 * 399)
            designs[tenth] = delta(10, gamma, epsilon)
        for row in rows("figure-5")[::5]:
            place = decimal_of(row[0])
            tenth = min(designs, key=lambda t: abs(designs[t] - place))
            assert abs(designs[tenth] - place) < designs[tenth] * mpmath.mpf("1e-15")
            for bits, shown in zip((8, 16, 32), row[1:], strict=True):
                keys = quantised(mpmath.mpf(tenth) / 10, bits)
                if shown != "":
                    assert isinstance(shown, Number)
                    assert Fraction(shown.exact) == Fraction(max(keys[0], keys[-1]), 2**bits)
