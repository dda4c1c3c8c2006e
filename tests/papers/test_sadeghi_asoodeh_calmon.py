"""The page of Sadeghi, Asoodeh and Calmon: its numbers and figures against mpmath at 50 digits."""

from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import pytest

from reports.document.blocks import Number, Picture
from reports.papers.check import Check, Part
from reports.papers.page import page, totals
from reports.papers.sadeghi_asoodeh_calmon import PAPER

# Where the paper and the computation differ, in the order of the paper.
DIFFERENCES = [
    "I, New York Times example",
    "I",
    "I",
    "(4)",
    "II-A",
    "(14)",
    "(15)",
    "before Lemma 3",
    "Lemma 3",
    "proof of Lemma 1",
    "Lemma 3, last line",
    "Theorem 2",
    "Theorem 3",
    "Theorem 3",
    "proof of Theorem 3",
    "proof of Theorem 3",
    "III-B and IV, step 2",
    "III-B, example",
    "Remark 2",
    "Remark 2",
    "(45)",
]


@cache
def parts() -> tuple[Part, ...]:
    """Return the page's parts, computed once."""
    return PAPER.parts()


def checks() -> list[Check]:
    """Return all checks in order."""
    return [check for part in parts() for check in part.checks]


def pictures() -> dict[str, Picture]:
    """Return the pictures by name."""
    return {picture.name: picture for part in parts() for picture in part.pictures}


def mp_noise(epsilon: Any, eta: Any, D: int) -> tuple[list[Any], Any]:
    """Return p(0..D) and delta of Definition 2: the largest bound, then the recursion."""
    E, rest = mpmath.exp(epsilon), 1 - eta
    B, C = 2 / rest, 2 * eta / rest
    bounds = [1 / (B * mpmath.fsum(E**j * (D - j) for j in range(D)))]
    for k in range(1, D + 1):
        top = C * mpmath.fsum(E**j for j in range(k)) - E**k
        bounds.append(top / (B * mpmath.fsum(E**j * (j + 1) for j in range(k))))
    best = max(bounds)
    alphas = [mpmath.mpf(0)] * (D + 2)
    if best == bounds[0]:
        for j in range(D, 0, -1):
            alphas[j] = E * alphas[j + 1] + B * best
    else:
        alphas[0] = C
        for j in range(1, bounds.index(best) + 1):
            alphas[j] = (alphas[j - 1] - B * best) / E
    return [eta, *(a * rest / 2 for a in alphas[1 : D + 1])], best


def mp_tight(p: list[Any], E: Any) -> Any:
    """Return the delta over all events by its definition."""
    D = len(p) - 1
    noise = {z: p[abs(z)] for z in range(-D, D + 1)}
    return mpmath.fsum(max(mpmath.mpf(0), q - E * noise.get(z - 1, 0)) for z, q in noise.items())


def mp_variance(p: list[Any]) -> Any:
    """Return the variance of symmetric noise."""
    return 2 * mpmath.fsum(j * j * q for j, q in enumerate(p))


def mp_gaussian(sigma_squared: Any) -> dict[int, Any]:
    """Return the discrete Gaussian of a parameter on -40..40."""
    w = {z: mpmath.exp(-(mpmath.mpf(z) ** 2) / (2 * sigma_squared)) for z in range(-40, 41)}
    whole = mpmath.fsum(w.values())
    return {z: q / whole for z, q in w.items()}


def parameter_of_variance(V: Any) -> Any:
    """Return the sigma^2 whose discrete Gaussian has variance V."""

    def excess(s: Any) -> Any:
        return mpmath.fsum(z * z * q for z, q in mp_gaussian(s).items()) - V

    return mpmath.findroot(excess, V)


def mp_delta(noise: dict[int, Any], E: Any) -> Any:
    """Return the delta over all events of a noise on integers."""
    return mpmath.fsum(max(mpmath.mpf(0), q - E * noise.get(z - 1, 0)) for z, q in noise.items())


def agrees(shown: Any, value: Any) -> bool:
    """Tell whether a decimal is the value to eight digits."""
    assert isinstance(shown, Number)
    return bool(abs(mpmath.mpf(shown.decimal) - value) <= abs(value) * mpmath.mpf("5e-8"))


def place(shown: Any) -> Any:
    """Return the exact place on a horizontal axis."""
    assert isinstance(shown, Number)
    value = Fraction(shown.exact)
    return mpmath.mpf(value.numerator) / value.denominator


def rows(name: str) -> list[list[Any]]:
    """Return the numbers behind a picture."""
    return [[cell[0] if cell else "" for cell in row] for row in pictures()[name].behind.rows]


def test_nothing_is_left_out_and_every_difference_says_why() -> None:
    """118 values and statements, of which 97 agree; the others are these, each with a remark."""
    assert totals(parts()) == (118, 97, 6)
    differing = [check for check in checks() if not check.agrees]
    assert [check.place for check in differing] == DIFFERENCES
    assert all(check.remark for check in differing)


def test_the_page_can_be_made_and_its_names_are_unique() -> None:
    """One section for each part, in order, and no two pictures of one name."""
    made = page(PAPER, parts())
    assert [section.name for section in made.sections] == [part.name for part in parts()]
    assert len(pictures()) == sum(len(part.pictures) for part in parts()) == 10


def test_the_numbers_of_the_example() -> None:
    """epsilon = 2.18, eta = 0.8, D = 6: every number of III-B from mpmath's recursion."""
    shown = {check.what: check.true for check in checks() if isinstance(check.true, Number)}
    with mpmath.workdps(50):
        E, eta = mpmath.exp(mpmath.mpf("2.18")), mpmath.mpf("0.8")
        p, delta = mp_noise(mpmath.mpf("2.18"), eta, 6)
        g = mp_gaussian(mp_variance(p))
        expected = {
            "E": E,
            "C_3": (1 + E + E**2 + E**3) / (3 + 2 * E + E**2),
            "C_2": (1 + E + E**2) / (2 + E),
            "δ̃ = δ_3": delta,
            "p_G(±1), with σ² = V": g[1],
            "p_G(±2), with σ² = V": g[2],
            "p_Z(±1)": p[1],
            "p_Z(±2)": p[2],
            "α_1*/α_2*": p[1] / p[2],
            "p_G(1)/p_G(2), “about”": g[1] / g[2],
            "least ε of the discrete Gaussian for δ̃ = 0.0049, y = n − 1": mpmath.log(
                (g[1] - mpmath.mpf("0.0049")) / g[2]
            ),
        }
        for what, value in expected.items():
            assert agrees(shown[what], value), what
        inside, _ = mp_noise(mpmath.mpf("1.5"), mpmath.mpf("0.5"), 8)
        within = inside[0] + 2 * mpmath.fsum(inside[1:4])
        assert agrees(shown["P(|Z| ≤ 3) for ε = 1.5, D = 8"], within)


@pytest.mark.parametrize(
    ("printed", "parts_of_the_answer"),
    [
        ("we set its variance identical", ("0.266016", "0.237027")),
        ("282", ("281.1158965",)),
        ("higher ε results in lower δ", ("strictly falling",)),
        ("from 2D + 1 = 9", ("0.01524", "0.001086", "14.0")),
        ("(1.1, 10^−3)-DP", ("0.0008573",)),
        ("(2.2, 5 × 10^−7)-DP", ("2.756e-7",)),
        ("the knee for ε = 1.1", ("0.500747",)),
        ("the knee for ε = 2.2", ("0.800499",)),
        ("it is ε-DP with probability", ("0.9000", "0.01537")),
        ("δ* = δ̃ for the linear program", ("1/14", "3/34", "1/10")),
        ("satisfies the constraints with δ = δ̃ for every η", ("33/400", "149/400", "91/400")),
        ("for every η the mechanism is", ("33/80", "43/80")),
    ],
)
def test_the_answers_say_the_numbers(printed: str, parts_of_the_answer: tuple[str, ...]) -> None:
    """Decimals of a prototype in mpmath, fractions of z3 and of computations by hand."""
    (check,) = (check for check in checks() if printed in check.printed)
    true = check.true.decimal if isinstance(check.true, Number) else check.true
    assert all(part in true for part in parts_of_the_answer)


def test_the_remarks_on_equal_variance() -> None:
    """sigma^2, p, ratio and least epsilon; variance and sigma^2 differ by 11 %, or less."""
    with mpmath.workdps(30):
        p, _ = mp_noise(mpmath.mpf("2.18"), mpmath.mpf("0.8"), 6)
        V = mp_variance(p)
        s = parameter_of_variance(V)
        g = mp_gaussian(s)
        remarks = " ".join(check.remark for check in checks())
        for value, digits in (
            (s, 6),
            (g[1], 5),
            (g[2], 5),
            (g[1] / g[2], 4),
            (mpmath.log((g[1] - mpmath.mpf("0.0049")) / g[2]), 4),
        ):
            assert mpmath.nstr(value, digits) in remarks
        assert round(100 * (1 - mp_variance([mp_gaussian(V)[z] for z in range(40)]) / V)) == 11
        for tenth in range(1, 31):
            p, _ = mp_noise(mpmath.mpf(tenth) / 10, mpmath.mpf("0.5"), 6)
            V = mp_variance(p)
            own = mp_variance([mp_gaussian(V)[z] for z in range(40)])
            assert 0 <= 1 - own / V < mpmath.mpf("0.001")


def test_figure_1_is_three_noises() -> None:
    """Definition 2, the Gaussian of parameter V, and the Gaussian of variance V."""
    with mpmath.workdps(50):
        p, _ = mp_noise(mpmath.mpf("2.18"), mpmath.mpf("0.8"), 6)
        V = mp_variance(p)
        printed, equal = mp_gaussian(V), mp_gaussian(parameter_of_variance(V))
        for z, row in enumerate(rows("figure-1")):
            assert agrees(row[1], p[z])
            assert agrees(row[2], printed[z])
            assert agrees(row[3], equal[z])
        assert [row[1] == "" for row in rows("figure-1-log")] == [False] * 4 + [True] * 3


@pytest.mark.parametrize(
    ("name", "epsilon", "eta"),
    [("figure-2", None, "0.5"), ("figure-3-left", "1.1", None), ("figure-3-right", "2.2", None)],
)
def test_figures_2_and_3_are_2d_plus_1_times_delta(
    name: str, epsilon: str | None, eta: str | None
) -> None:
    """At every seventh place, for D = 2, 4, 6, 8, and never above 1."""
    with mpmath.workdps(50):
        for row in rows(name)[::7]:
            x = place(row[0])
            for D, shown in zip((2, 4, 6, 8), row[1:], strict=True):
                at = (
                    x if epsilon is None else mpmath.mpf(epsilon),
                    x if eta is None else mpmath.mpf(eta),
                )
                _, delta = mp_noise(*at, D)
                assert agrees(shown, min(mpmath.mpf(1), (2 * D + 1) * delta))


def test_figure_4_is_remark_2_the_tight_delta_and_two_gaussians() -> None:
    """At every fifth place, all four from definitions."""
    with mpmath.workdps(40):
        for row in rows("figure-4")[::5]:
            epsilon = place(row[0])
            E = mpmath.exp(epsilon)
            p, delta = mp_noise(epsilon, mpmath.mpf("0.5"), 6)
            V = mp_variance(p)
            assert agrees(row[1], min(mpmath.mpf(1), 13 * delta))
            assert agrees(row[2], mp_tight(p, E))
            assert agrees(row[3], mp_delta(mp_gaussian(V), E))
            assert agrees(row[4], mp_delta(mp_gaussian(parameter_of_variance(V)), E))


@pytest.mark.parametrize(
    ("name", "is_epsilon"), [("lost-by-epsilon", True), ("lost-by-eta", False)]
)
def test_the_factor_lost_is_the_quotient(name: str, is_epsilon: bool) -> None:
    """(2D+1) delta over the tight delta, at every fourth place."""
    with mpmath.workdps(50):
        for row in rows(name)[::4]:
            x = place(row[0])
            at = (x, mpmath.mpf("0.5")) if is_epsilon else (mpmath.mpf("1.1"), x)
            for D, shown in zip((2, 4, 6, 8), row[1:], strict=True):
                p, delta = mp_noise(*at, D)
                assert agrees(shown, (2 * D + 1) * delta / mp_tight(p, mpmath.exp(at[0])))


def test_theorem_3_ends_at_three_thirty_fifths() -> None:
    """D = 4, E = 4: alpha_2 = 21/112 = C at eta = 3/35; from there on the three curves agree."""
    assert Fraction(21, 112) == 2 * Fraction(3, 35) / (1 - Fraction(3, 35))
    for row in rows("theorem-3-small-eta"):
        eta, claimed, own, least = (Fraction(cell.exact) for cell in row)
        if eta >= Fraction(3, 35):
            assert claimed == own == least
        else:
            assert claimed < least < own


def test_the_program_by_size_reaches_the_closed_form() -> None:
    """D = 3, eta = 1/2, E = 2: below 1/10 up to N = 2D, 1/10 after, 29/230 with small counts."""
    found = rows("program-by-size")
    least = [Fraction(row[1].exact) for row in found]
    assert least == [
        Fraction(1, 34),
        Fraction(3, 58),
        Fraction(5, 54),
        Fraction(1, 10),
        Fraction(1, 10),
    ]
    assert all(Fraction(row[2].exact) == Fraction(29, 230) for row in found)
    assert all(Fraction(row[3].exact) == Fraction(1, 10) for row in found)
