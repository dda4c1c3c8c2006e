"""Section II: the properties P1-P3, the family (2)-(3), and the matrices (5) and (6)."""

import re
from fractions import Fraction

from exact.laws.two_point import broken_properties, coefficients_of, mixture, pmf_of, two_point
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import NO_REMARK, Remark, misprint
from reports.papers.sadeghi_asoodeh_calmon.values import fraction

_HALF = Fraction(1, 2)
_ETAS = (Fraction(1, 20), Fraction(1, 2), Fraction(4, 5))
_TERM = re.compile(r"(\d+/\d+) α\((−?\d+),(\d+),(\d+)\)")
_N, _D = 3, 2
# The matrices as printed, columns n = 1, 2, 3; ? stands for the n of the column.
_OUTER, _INNER = "1/4 α(−2,2,?) + 1/6 α(−2,1,?)", "1/4 α(−1,1,?) + 1/3 α(−1,2,?)"
_ONE, _TWO = "1/4 α(−1,1,?) + 1/3 α(−2,1,?)", "1/4 α(−2,2,?) + 1/6 α(−1,2,?)"
_FIRST = ("0", _INNER, "1/2", "1/4 α(−1,1,?)", "1/6 α(−1,2,?)")
_OTHER = (_OUTER, _INNER, "1/2", _ONE, _TWO)
_MATRIX_5 = (_FIRST, _OTHER, _OTHER)
_MATRIX_6 = ((*_FIRST[1:], "0", "0"), (*_OTHER, "0"), ("0", *_OTHER))

Form = dict[tuple[int, int, int], Fraction]


def part() -> Part:
    """Return the checks of section II up to (6)."""
    checks = (_overshoot(), _no_zero_count(), _family(), _mixtures(), *_example(), *_matrices())
    return Part("formulation", "II. Problem formulation", checks)


def _overshoot() -> Check:
    over = {n: n + 5 - 20 for n in range(1, 21) if n + 5 > 20}
    return statement(
        "II, footnote 1",
        "for max{1, N − D + 1} ≤ n ≤ N the output may exceed N, by at most D",
        "N = 20, D = 5: the counts 16 … 20, by 1 … 5",
        (min(over), max(over), max(over.values())) == (16, 20, 5),
    )


def _no_zero_count() -> Check:
    # Noise 0 with probability eta and the least positive noise, 1, with the rest.
    means = [pmf_of({0: eta, 1: 1 - eta}).mean() for eta in (Fraction(n, 10) for n in range(1, 10))]
    return statement(
        "II, footnote 2",
        "for n = 0, zero bias is not possible jointly with η < 1 and P1",
        "P1 leaves noise ≥ 0, so the mean is at least 1 − η: 0 only for η = 1",
        all(least > 0 for least in means),
    )


def _family() -> Check:
    cases = [
        broken_properties(two_point(eta, -i, j), n, D, eta)
        for eta in _ETAS
        for D in range(1, 6)
        for n in range(1, 7)
        for i in range(1, min(n, D) + 1)
        for j in range(1, D + 1)
    ]
    return statement(
        "Proposition 1, (2)",
        "the distribution satisfies P1–P3",
        f"all of {len(cases)} cases with n ≤ 6, D ≤ 5 have P1, P2 and P3",
        not any(cases),
    )


def _mixtures() -> Check:
    shares = {(-i, j): Fraction(i + 2 * j, 108) for i in range(1, 5) for j in range(1, 4)}
    shares[-1, 1] += 1 - sum(shares.values())
    kept, back = [], []
    for eta in _ETAS:
        noise = mixture(eta, shares)
        kept.append(broken_properties(noise, 4, 4, eta))
        back.append(mixture(eta, coefficients_of(noise)) == noise)
    return statement(
        "(3)",
        "any convex combination also meets P1–P3",
        "it does; and every noise with P1–P3 is one, by α = u v (i + j)/(η̄ m)",
        not any(kept) and all(back),
        Remark(
            "The converse, which the paper does not state, is what makes (9)–(13) optimal among "
            "all noise with P1–P3."
        ),
    )


def _example() -> list[Check]:
    """Return the numbers of Example 1: how many distributions, and the two of (4)."""
    known = {(i, j): two_point(_HALF, i, j) for i, j in ((-1, 1), (-1, 2))}
    checks = [
        number("Example 1", f"distributions for n = {n}", str(printed), Fraction(min(n, 2) * 2))
        for n, printed in ((1, 2), (2, 4), (3, 4))
    ]
    printed_4 = (
        ((-1, 1), ((-1, "1/4"), (0, "1/2"), (1, "0"))),
        ((-1, 2), ((-1, "1/3"), (0, "1/2"), (2, "1/6"))),
    )
    for (i, j), values in printed_4:
        for z, printed in values:
            true = known[i, j].probability(z)
            wrong = misprint(
                "(4) has “0, otherwise” at z = 1: then the sum is 3/4. By (2) it is 1/4."
            )
            remark = NO_REMARK if Fraction(printed) == true else wrong
            checks.append(fraction("(4)", _minus(f"p^({i},{j}) at z = {z}"), printed, true, remark))
    return checks


def _matrices() -> list[Check]:
    fifth = [_entry("(5)", "z", z, n, _MATRIX_5[n - 1][z + _D], z) for z, n in _cells(-_D, _D)]
    sixth = [_entry("(6)", "y", y, n, _MATRIX_6[n - 1][y], y - n) for y, n in _cells(0, _N + _D)]
    rows = number("(6)", "the largest output N + D", "5", Fraction(_N + _D))
    return [*fifth, *sixth, rows]


def _cells(first: int, last: int) -> list[tuple[int, int]]:
    return [(row, n) for row in range(first, last + 1) for n in range(1, _N + 1)]


def _entry(place: str, axis: str, row: int, n: int, template: str, z: int) -> Check:
    """Compare one entry of a matrix, a linear form of the shares, with (2)-(3)."""
    printed, true = template.replace("?", str(n)), _form(n, z)
    return Check(
        place, _minus(f"{axis} = {row}, n = {n}"), printed, _words(true), _read(printed) == true
    )


def _form(n: int, z: int) -> Form:
    """Return p_Z(z|n) of (3) for η = 1/2, D = 2; the key (0, 0, 0) is a constant."""
    if z == 0:
        return {(0, 0, 0): _HALF}
    pairs = [(-i, j) for i in range(min(n, _D), 0, -1) for j in range(1, _D + 1)]
    found = {(i, j, n): two_point(_HALF, i, j).probability(z) for i, j in pairs}
    return {key: p for key, p in found.items() if p}


def _read(printed: str) -> Form:
    terms = {
        (int(i.replace("−", "-")), int(j), int(n)): Fraction(c)
        for c, i, j, n in _TERM.findall(printed)
    }
    return terms or {key: Fraction(printed) for key in ((0, 0, 0),) if Fraction(printed)}


def _minus(words: str) -> str:
    return words.replace("-", "−")


def _words(form: Form) -> str:
    parts = [_minus(f"{c} α({i},{j},{n})") if n else str(c) for (i, j, n), c in form.items()]
    return " + ".join(parts) or "0"
