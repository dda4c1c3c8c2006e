"""Where gamma is a fraction a/n of a logarithm, n > 1, no value that is rounded is an integer.

x^n = r is rational, and a sum of c_k x^(k^p) is 0 exactly if it is 0 in each residue class of the
exponents modulo n. So K s = m T, s a sum of weights, means that s_c/T_c = m/K in every class c,
and there are two at least: that of noise 0 and that of noise 1. For s = w_k one of the classes has
s_c = 0, so that never is; and so it is for two equal remainders, K (w_j - w_k) = m T, where classes
with w_j and with w_k would have m of different signs. Left are the tails: this test looks at all of
them up to a size, for every rational r.
"""

from collections import defaultdict
from fractions import Fraction

import pytest

Polynomial = dict[int, int]


def product(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return a product of polynomials by exponent."""
    found: Polynomial = defaultdict(int)
    for i, c in a.items():
        for j, d in b.items():
            found[i + j] += c * d
    return found


def rational_roots(polynomial: Polynomial) -> set[Fraction]:
    """Return the roots p/q with 0 < p < q: p divides the last coefficient, q the first."""
    terms = {i: c for i, c in polynomial.items() if c}
    last, first = abs(terms[min(terms)]), abs(terms[max(terms)])
    candidates = {Fraction(p, q) for q in range(2, first + 1) for p in range(1, min(last + 1, q))}
    return {r for r in candidates if sum(c * r**i for i, c in terms.items()) == 0}


def same_share(tails: dict[int, Polynomial], total: dict[int, Polynomial], c: int) -> set[Fraction]:
    """Return the rational r with t_0/T_0 = t_c/T_c."""
    left, right = product(tails[0], total[c]), product(tails[c], total[0])
    return rational_roots({i: left[i] - right[i] for i in left.keys() | right.keys()})


@pytest.mark.parametrize("power", [1, 2])
def test_no_tail_is_the_same_share_of_every_class(power: int) -> None:
    """For n to 12 and D to 24 no rational r makes t_c/T_c the same in every class."""
    seen = 0
    for n in range(2, 13):
        for D in range(1, 25):
            total: dict[int, Polynomial] = defaultdict(dict)
            for k in range(D + 1):
                total[k**power % n][k**power // n] = 2 if k else 1
            for first in range(1, D + 1):
                tails: dict[int, Polynomial] = defaultdict(dict)
                for k in range(first, D + 1):
                    tails[k**power % n][k**power // n] = 1
                if len(tails) == len(total):  # a class without a tail has the share 0
                    roots = [same_share(tails, total, c) for c in total if c]
                    assert not set.intersection(*roots)
                    seen += 1
    assert seen > 1000
