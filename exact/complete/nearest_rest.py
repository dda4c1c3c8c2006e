"""What noise values that are still to be chosen cost at least, by the moments that they must have.

Let c = K p(z). Since f_z'' = 1/n, every n of at most b >= c has f_z(n) >= (n - c)^2 / (2 b). With
d = n - c, and D_k what the moments sum d z^k have to be, the least sum d^2 / (2 b) is D' G^-1 D
where G_jk = sum 2 b z^(j + k) over the values that are left: one form in as many numbers as there
are moments.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from operator import mul

from exact.complete.nearest_costs import COST_BITS, Costs

# The moments of the law are rounded to so many bits.
_BITS = 128

Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """D' G^-1 D as adjugate and determinant, and the moments of the law over 2^128.

    ``off`` is the root of what the form can be, over 2^128, of the errors of these moments.
    """

    adjugate: Matrix
    determinant: int
    means: tuple[int, ...]
    off: int

    def least(self, rest: Sequence[int]) -> int:
        """Return a bound from below of the costs, over 2^80, where ``rest`` are the moments.

        The root of a form is a norm: errors lower it by their own at most.
        """
        if self.determinant == 0:
            return 0
        D = [(moment << _BITS) - mean for moment, mean in zip(rest, self.means, strict=True)]
        root = isqrt(_form(self.adjugate, D) // self.determinant) - self.off
        return root * root >> (2 * _BITS - COST_BITS) if root > 0 else 0


def forms(
    support: Sequence[int], costs: Sequence[Costs], moments: int, spare: Sequence[int]
) -> list[Form]:
    """Return the form of all noise values from each one on; ``spare`` is the most that each costs.

    Values, costs and budgets stand in the order of the search.
    """
    G = [[0] * moments for _ in range(moments)]
    means, errors, found = [0] * moments, [0] * moments, []
    for z, cost, most in reversed(list(zip(support, costs, spare, strict=True))):
        b, low = largest(cost, most), cost.mean.lo * (1 << _BITS) // 1
        error = -(-cost.mean.hi * (1 << _BITS) // 1) - low
        means = [total + low * z**k for k, total in enumerate(means)]
        errors = [total + error * abs(z) ** k for k, total in enumerate(errors)]
        G = [[G[j][k] + 2 * b * z ** (j + k) for k in range(moments)] for j in range(moments)]
        found.append(_form_of(G, means, errors))
    return found[::-1]


def _form_of(G: list[list[int]], means: list[int], errors: list[int]) -> Form:
    inverse, scale = adjugate(G), determinant(G)
    if scale == 0:
        return Form(inverse, 0, tuple(means), 0)
    sizes = tuple(tuple(map(abs, row)) for row in inverse)
    return Form(inverse, scale, tuple(means), isqrt(_form(sizes, errors) // scale) + 2)


def _form(matrix: Matrix, D: Sequence[int]) -> int:
    """Return D' matrix D."""
    return sum(a * sum(map(mul, row, D)) for row, a in zip(matrix, D, strict=True))


def largest(cost: Costs, most: int) -> int:
    """Return b >= c that no n with f_z(n) <= most exceeds: (n - c)^2 <= 2 n f_z(n).

    >>> from fractions import Fraction
    >>> from exact.numbers.enclosure import Enclosure
    >>> half = Enclosure(Fraction(1, 2), Fraction(1, 2))
    >>> largest(Costs(half, 100), 1 << COST_BITS)
    62
    """
    c, most = int(cost.mean.hi * (1 << COST_BITS)) + 1, max(0, most)
    return (c + most + isqrt(most * most + 2 * most * c) + 1 >> COST_BITS) + 1


def determinant(G: Sequence[Sequence[int]]) -> int:
    """Return the determinant, by its first row.

    >>> determinant([[2, 1], [1, 3]])
    5
    """
    if not G:
        return 1
    return sum((-1) ** k * G[0][k] * determinant(_without(G, 0, k)) for k in range(len(G)))


def adjugate(G: Sequence[Sequence[int]]) -> Matrix:
    """Return the determinant times the inverse.

    >>> adjugate([[2, 1], [1, 3]])
    ((3, -1), (-1, 2))
    """
    size = range(len(G))
    return tuple(
        tuple((-1) ** (j + k) * determinant(_without(G, k, j)) for k in size) for j in size
    )


def _without(G: Sequence[Sequence[int]], row: int, column: int) -> list[list[int]]:
    return [[*line[:column], *line[column + 1 :]] for j, line in enumerate(G) if j != row]
