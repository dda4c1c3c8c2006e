"""The linear program (9)-(13) of Sadeghi-Asoodeh-Calmon, solved exactly for small N and D.

Variables are alpha_(i1,i2,n), the shares of the noises (2) at the true count n, and delta:

    p_n(y) <= E p_m(y) + delta  for neighbouring counts n, m and every output y       (10), (11)
    alpha >= 0,  sum of alpha_(.,.,n) = 1 for every n                                 (12), (13)

An output that n cannot release gives 0 <= ..., which always holds and is left out. ``symmetric``
is the same for the mechanism (16): one symmetric noise alpha_1..alpha_D for all counts n >= D.
A larger E weakens every row, so delta falls with E: at an irrational e^epsilon the programs of two
rationals around it enclose delta.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.laws.two_point import mixture, two_point
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, probability
from exact.optimal.program import Constraint, LinearProgram, Optimum, check_optimum
from exact.optimal.simplex import Pivot, solve
from exact.pmf import Pmf

# Integers that grow with each of some hundred pivots: 1,000 shares take minutes.
MAX_VARIABLES = 1000
Variable = tuple[int, int, int]
# A probability as a linear form: coefficients of variables, and a constant.
_Form = tuple[dict[int, Fraction], Fraction]


@dataclass(frozen=True, slots=True)
class Posed:
    """A program whose last variable is delta, the pivots to a first point, and its variables."""

    program: LinearProgram
    start: tuple[Pivot, ...]
    variables: tuple[Variable, ...]
    eta: Fraction

    def noise(self, found: Optimum, n: int) -> Pmf:
        """Return the noise of the true count n in a solution."""
        shares = zip(self.variables, found.x[:-1], strict=True)
        return mixture(self.eta, {(i, j): a for (m, i, j), a in shares if m == n and a})


def least_delta(posed: Posed) -> Optimum:
    """Return the least delta with its proof, which is checked before it is returned."""
    found = solve(posed.program, posed.start)
    check_optimum(posed.program, found)
    return found


def data_dependent(eta: Fraction, E: Fraction, D: int, counts: range) -> Posed:
    """Return (9)-(13) for the true counts ``counts``, at least two in a row from 1 up.

    >>> posed = data_dependent(Fraction(1, 2), Fraction(2), 2, range(1, 4))
    >>> least_delta(posed).value
    Fraction(5, 38)
    """
    _check(eta, E, D)
    if len(counts) < 2 or counts.step != 1 or counts.start < 1:
        raise InputError("counts", counts, "needs neighbouring counts from 1", "give 1..N, N > 1")
    variables = tuple(
        (n, -i, j) for n in counts for i in range(1, min(n, D) + 1) for j in range(1, D + 1)
    )
    if len(variables) > MAX_VARIABLES:
        rule = f"has {len(variables)} shares, more than {MAX_VARIABLES}"
        raise InputError("program", (counts, D), rule, "choose smaller N and D")
    index = {variable: i for i, variable in enumerate(variables)}
    sums = [{i: Fraction(1) for v, i in index.items() if v[0] == n} for n in counts]
    forms = {n: _forms(eta, n, index) for n in counts}
    neighbours = [pair for n in counts[:-1] for pair in ((n, n + 1), (n + 1, n))]
    rows = [(forms[n][y], forms[m].get(y)) for n, m in neighbours for y in sorted(forms[n])]
    first = [(row, index[n, -1, 1]) for row, n in enumerate(counts)]
    return Posed(*_posed(E, sums, rows, first), variables, eta)


def symmetric(eta: Fraction, E: Fraction, D: int) -> Posed:
    """Return the program of the mechanism (16): noise -i and i for share alpha_i.

    >>> least_delta(symmetric(Fraction(1, 2), Fraction(2), 2)).value
    Fraction(1, 10)
    """
    _check(eta, E, D)
    half = (1 - eta) / 2
    forms: dict[int, _Form] = {z: ({abs(z) - 1: half}, Fraction(0)) for z in range(-D, D + 1) if z}
    forms[0] = ({}, eta)
    # By symmetry the pair (n + 1, n) gives the same rows as (n, n + 1).
    rows = [(forms[z], forms.get(z - 1)) for z in range(-D, D + 1)]
    sums = [{i: Fraction(1) for i in range(D)}]
    variables = tuple((D, -i, i) for i in range(1, D + 1))
    return Posed(*_posed(E, sums, rows, [(0, 0)]), variables, eta)


def enclosed_least_delta(
    eta: Fraction, epsilon: Epsilon, D: int, counts: range, bits: int
) -> Enclosure:
    """Return bounds of the least delta of (9)-(13), a point where e^epsilon is rational."""
    lo, hi = epsilon.exp_bounds(bits)
    exact = epsilon.rational_exp
    ends = (exact, exact) if exact else (Fraction(hi, 1 << bits), Fraction(lo, 1 << bits))
    low, high = (least_delta(data_dependent(eta, E, D, counts)).value for E in ends)
    return Enclosure(low, high)


def _forms(eta: Fraction, n: int, index: dict[Variable, int]) -> dict[int, _Form]:
    """Return p(y|n) for every output y as a linear form of the shares."""
    forms: dict[int, _Form] = {n: ({}, eta)}
    for (m, i1, i2), i in index.items():
        if m == n:
            one = two_point(eta, i1, i2)
            for z in (i1, i2):
                forms.setdefault(n + z, ({}, Fraction(0)))[0][i] = one.probability(z)
    return forms


def _posed(
    E: Fraction,
    sums: list[dict[int, Fraction]],
    rows: Iterable[tuple[_Form, _Form | None]],
    first: list[Pivot],
) -> tuple[LinearProgram, tuple[Pivot, ...]]:
    """Return the program, and pivots to shares 1 of the ``first`` noises with delta large enough.

    Shares of sum 1 give feasible equations; delta then enters in the row that needs most of it.
    """
    size = 1 + max(i for one in sums for i in one)
    equations = [Constraint(_vector(one, size, 0), Fraction(1), is_equation=True) for one in sums]
    bounds = [_bound(left, right or ({}, Fraction(0)), E, size) for left, right in rows]
    chosen = {variable for _, variable in first}
    point = (*(Fraction(i in chosen) for i in range(size)), Fraction(0))
    worst = max(range(len(bounds)), key=lambda i: bounds[i].excess(point))
    cost = (*(Fraction(0),) * size, Fraction(1))
    program = LinearProgram(cost, (*equations, *bounds))
    return program, (*first, (len(equations) + worst, size))


def _bound(left: _Form, right: _Form, E: Fraction, size: int) -> Constraint:
    """Return left <= E right + delta."""
    coefficients = dict(left[0])
    for i, c in right[0].items():
        coefficients[i] = coefficients.get(i, Fraction(0)) - E * c
    return Constraint(_vector(coefficients, size, -1), E * right[1] - left[1])


def _vector(coefficients: dict[int, Fraction], size: int, last: int) -> tuple[Fraction, ...]:
    return (*(coefficients.get(i, Fraction(0)) for i in range(size)), Fraction(last))


def _check(eta: Fraction, E: Fraction, D: int) -> None:
    probability(eta, "eta")
    integer(D, "D", 1, MAX_VARIABLES)
    if E < 1:
        raise InputError("E", E, "must be at least 1, as e^epsilon", "give for example 2")
