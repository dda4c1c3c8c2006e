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

p = 2, r = u/v in lowest terms. A share is the same in two classes exactly if the odds, tail to
rest, are. Let s be the least number of a class and g its first one in the tail t_k; of class 0
these are 0 and f. No class lies whole in the tail, for 0 does not, and none has nothing there:
s < k <= g and f > 0. With b = (g^2 - s^2)/n the odds of a class are r^b C/E, where C and E are sums
of different powers of r that begin with 1; those of class 0 are 2 r^(f^2/n) A/N, N = 1 + 2 (...),
A = 1 + .... All exponents are integers.

n > 4: the numbers 1 and 2 are the least of two classes beside class 0. If b were the same for both,
g_2^2 - g_1^2 would be 4 - 1 = 3, and so g_1 = 1, which is not in the tail. But it is the same:
(i) A prime that divides u divides r^b C/E as often as r^b.
(ii) r = 1/v, v > 2: C and E are below v/(v-1) <= 3/2, so v^(b_2 - b_1) and v^(b_1 - b_2) are below
(3/2)^2 < v.
(iii) r = 1/2: let d = b - f^2/n, so 2^-d = 2 A E/(C N). No four squares are in arithmetic
progression (Fermat, Euler), so C and E have no four powers in a row: they are at most 28/15. The
numbers of class 0 are the multiples of the least, n_0, with n_0^2 = w n, so N is at most
1 + 2 (r^w + r^(4w) + r^(9w) + ...) and A at most 1 + r^(3w) + r^(8w) + .... Hence 2^-d is above 1/2
and below 8: d is 0, -1 or -2. Not 0, for g^2 - f^2 is neither 1 nor 4 where f > 0. Not -2, which
needs 2 A E >= 4: it is less for w > 1, and for w = 1 the power r^1 is not in E, as n_0^2 + 1 and
n_0^2 + 4 are no squares, so that E <= 3/2. So d = -1 for both numbers.

n = 2, 3, 4: there are the classes of 0 and of 1, and r^d = 2 A E/(C N) with d = (g^2 - 1 - f^2)/n.
f and g are the first from k on, so they are neighbours, or n = 3 and g = f - 2: d is f or -f
(n = 2), f/2 or -f/2 (n = 4), 2 f/3, -2 f/3 or 1 - 4 f/3 (n = 3), never 0. A prime that divides u
must be 2, once, and d = 1. That is n = 4, f = 2, g = 3, E = N = 1: 2 A = r C, but r C is below 2
for r <= 2/3. Left is u = 1. d > 1: r^d C N < (1/4) 2 (2.2) < 2. d = -1: g = 1, not in the
tail. d < -1: v^-d C N >= 4, and 2 A E <= 2 (5/4) (25/16) < 4.

So no tail is a tie. One test looks at all tails up to a size, for every r and also for p = 1; the
others have the numbers of (iii), and its three classes.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import accumulate, combinations

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


def test_the_bounds_of_the_proof_hold_at_one_half() -> None:
    """C and E have no four powers in a row; N and A are largest for w = 1, and then for w = 2."""
    half = Fraction(1, 2)
    most = (1 + half + half**2) / (1 - half**4)
    assert most == Fraction(28, 15)
    N, A = {}, {}
    for w in (1, 2):
        N[w] = 1 + 2 * (sum(half ** (w * i * i) for i in range(1, 9)) + half**64)
        A[w] = sum(half ** (w * (i * i - 1)) for i in range(1, 9)) + half**62
    assert 2 / (most * N[1]) > half
    assert 2 * A[1] * most < 8
    assert 2 * A[2] * most < 4
    assert 2 * A[1] * Fraction(3, 2) < 4


def test_three_classes_never_have_the_same_odds_at_one_half() -> None:
    """r = 1/2, n = 5 to 32, D to 2n: of the classes of 0, 1, 2 by their definition, in integers."""
    for n in range(5, 33):
        sums = [list(accumulate(of_class(n, least), initial=0)) for least in (0, 1, 2)]
        for first, end in combinations(range(3, 2 * n + 2), 2):
            odds = {Fraction(side[end] - side[first], side[first]) for side in sums}
            assert len(odds) > 1 or odds == {0}  # then the tail is in other classes


def of_class(n: int, least: int) -> list[int]:
    """Return the weights of -k and k, k to 2n, in the class of a number, with one unit."""
    exponents = [divmod(k * k - least * least, n) for k in range(2 * n + 1)]
    return [
        0 if rest else (2 if k else 1) << (4 * n - exponent)
        for k, (exponent, rest) in enumerate(exponents)
    ]
