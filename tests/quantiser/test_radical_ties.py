"""Where gamma is a fraction a/n of a logarithm, n > 1, no value that is rounded is an integer.

x^n = r is rational, and a sum of c_k x^(k^p) is 0 exactly if it is 0 in each residue class of the
exponents modulo n. So K s = m T, s a sum of weights, means that s_c/T_c = m/K in every class c,
and there are two at least: that of noise 0 and that of noise 1. For s = w_k one of the classes has
s_c = 0, so that never is; and so it is for two equal remainders, K (w_j - w_k) = m T, where classes
with w_j and with w_k would have m of different signs. Left are the tails t_k = w_k + ... + w_D,
k > 0. The total of class 0 is T_0 = 1 + 2 (...), that of every other class T_c = 2 (...).

p = 1. Let A_c be the sum of the r^i of class c in the tail, B_c that of all of them, so that
A_0/(2 B_0 - 1) = A_1/(2 B_1) is needed. Each of the first and of the last i of class 0 is that of
class 1, or one more. Both the same: A_0 = A_1 and 2 B_0 - 1 = 2 B_0. Only the first one more:
2 B_1 r^i = A_1 with A_1 <= r^i B_1. Only the last: 2 r^i (A_1 - B_1) = A_1 with A_1 <= B_1. Both:
A_0 = r A_1 and B_0 = 1 + r B_1, so A_1 = 0. Each says that the tail is empty: there is no tie.

p = 2, r = u/v in lowest terms. Let a prime divide u, a times, and let f and g be the first numbers
of class 0 and of class 1 in the tail. Of each sum the term with the least exponent has the fewest
factors of the prime: a f^2/n in t_0/T_0, and a (g^2 - 1)/n in t_1/T_1, less 1 if the prime is 2.
An odd prime would need g^2 - f^2 = 1, and so f = 0. The prime 2 would need a (g^2 - 1 - f^2) = n,
where n divides g^2 - 1 and f^2: so a = 1. There is no tie unless u is 1 or 2.

For these the test looks at all tails up to a size; it does so for every r, and for p = 1 too.
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
