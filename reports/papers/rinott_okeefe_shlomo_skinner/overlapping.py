"""Section 7: overlapping cells, the number d, and the standard deviations of the 4-way example."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb, isqrt

from exact.laws.discrete_laplace import UnboundedLaplace
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import Remark, too_wide
from reports.papers.sadeghi_chien.figure_curves import Figure, curve, drawn
from reports.papers.values import shown

_BITS = 128


def part() -> Part:
    """Return the checks of section 7 up to Theorem 7.1."""
    return Part(
        "overlapping",
        "7. Overlapping cells",
        (
            *_affected(),
            *_deviations(),
            _approximation(),
            _not_close(),
            _order(),
            _weights(),
            number(
                "7", "interior cells in a cell of a 2-way marginal", "100", Fraction(10 ** (4 - 2))
            ),
        ),
        (_deviations_over_epsilon(),),
    )


def cells_changed(t: int, sizes: range) -> int:
    """Count the marginal cells that one person is in: marginals of 2-category attributes.

    The person has category 0 of every attribute; a cell is a choice of attributes and categories.
    """
    return sum(
        all(category == 0 for category in cell)
        for size in sizes
        for _ in combinations(range(t), size)
        for cell in product(range(2), repeat=size)
    )


def _affected() -> list[Check]:
    enumerated = all(cells_changed(t, range(1, t + 1)) == 2**t - 1 for t in range(1, 8))
    return [
        statement(
            "7",
            "with all marginals except the total, d = 2^t − 1",
            "so for t = 1 … 7, by enumerating the cells a person is in",
            enumerated,
        ),
        number("7", "d of a 3-way table with all its marginals", "7", _changed(3, 1, 3)),
        number("7", "d of a 4-way table with all its marginals", "15", _changed(4, 1, 4)),
        number("7", "d of all 2-way marginals of a 4-way table", "6", _changed(4, 2, 2)),
        number(
            "2.1, 7", "d of all 3-way marginals of a 10-way table", "120", Fraction(comb(10, 3))
        ),
    ]


def _changed(t: int, least: int, most: int) -> Fraction:
    return Fraction(cells_changed(t, range(least, most + 1)))


def root(value: Fraction) -> Enclosure:
    """Return the square root of a positive rational, bounds 2^-128 apart."""
    floor = isqrt((value.numerator << 2 * _BITS) // value.denominator)
    return Enclosure.scaled(floor, floor + 1, _BITS)


def deviation(epsilon: Fraction, d: int, summands: int = 1) -> Enclosure:
    """Return the exact standard deviation of a sum of cells with noise (5.1) at epsilon/d."""
    variance = UnboundedLaplace(Epsilon(value=epsilon / d)).variance.enclosure(100)
    return Enclosure(root(summands * variance.lo).lo, root(summands * variance.hi).hi)


def _deviations() -> list[Check]:
    cases = (
        ("interior cells, summed: √(2·10²)", "14", 200, deviation(Fraction(1), 1, 100)),
        ("2-way marginals: 6√2", "8.5", 72, deviation(Fraction(1), 6)),
        ("all cells and marginals: 15√2", "21", 450, deviation(Fraction(1), 15)),
    )
    return [
        number(
            "7, 4-way example",
            f"SD times ε, {what}",
            printed,
            root(Fraction(square)),
            Remark(f"the discrete noise itself has SD {shown(exact)} at ε = 1"),
        )
        for what, printed, square, exact in cases
    ]


def _approximation() -> Check:
    holds = True
    for text in ("1/10", "1", "3"):
        for d in (1, 6, 15, 120):
            step = Fraction(text) / d
            variance = UnboundedLaplace(Epsilon(value=step)).variance
            limit = 2 / step**2
            above = variance.compare(limit - Fraction(1, 6)) > 0
            holds = holds and above and variance.compare(limit) < 0
    return statement(
        "7",
        "the discrete Laplace distribution with ε/d has SD approximately √2 d/ε",
        "its variance lies between 2d²/ε² − 1/6 and 2d²/ε² (12 cases from ε/d = 1/1200 to 3)",
        holds,
    )


def _not_close() -> Check:
    exact, stated = deviation(Fraction(3), 1), root(Fraction(2, 9))
    return statement(
        "7",
        "with d = 1 the SD is close to √2/ε",
        f"at ε = 3, the largest of section 5.6, {shown(exact)} against {shown(stated)}; at ε = 1 "
        f"{shown(deviation(Fraction(1), 1))} against {shown(root(Fraction(2)))}",
        exact.lo * Fraction(11, 10) > stated.hi,
        too_wide("Close for small ε/d only: the variance is smaller by almost 1/6."),
    )


def _order() -> Check:
    ordered = all(
        deviation(e, 6).hi < deviation(e, 1, 100).lo < deviation(e, 15).lo
        for e in (Fraction(n, 10) for n in range(1, 31))
    )
    return statement(
        "7, 4-way example",
        "for 2-way marginals, perturbing only them has the smallest SD, interior cells come next, "
        "all cells and marginals last",
        "so with the exact SD of the discrete noise, at ε = 0.1, 0.2, …, 3",
        ordered,
    )


def _weights() -> Check:
    changes = {
        w: max(abs(abs(a + w - b) - abs(a - b)) for a in range(30) for b in range(60))
        for w in (1, 3, 10)
    }
    return statement(
        "8",
        "for counts of survey weights up to w, Δu_1 = w",
        "so by enumeration for w = 1, 3, 10",
        all(change == w for w, change in changes.items()),
    )


def _deviations_over_epsilon() -> Picture:
    figure = Figure(
        "four-way",
        "4-way table, 10 categories each: SD of a cell of a 2-way marginal",
        "Perturbing the six 2-way marginals is best at every ε; summing 100 interior cells comes "
        "next; perturbing all cells and marginals is worst.",
        "ε",
        "standard deviation",
        log_y=True,
    )
    places = [Fraction(n, 10) for n in range(1, 31)]
    schemes: tuple[tuple[str, Callable[[Fraction], Enclosure]], ...] = (
        ("2-way marginals, d = 6", lambda e: deviation(e, 6)),
        ("interior cells, d = 1", lambda e: deviation(e, 1, 100)),
        ("all, d = 15", lambda e: deviation(e, 15)),
    )
    return drawn(figure, tuple(curve(name, places, quantity) for name, quantity in schemes))
