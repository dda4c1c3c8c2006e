"""The lower bounds of Sadeghi-Asoodeh-Calmon: how small delta of single outcomes can be.

With E = e^epsilon, B = 2/(1 - eta), C = 2 eta/(1 - eta):

    delta_k     = (C sum_{j<k} E^j - E^k) / (B sum_{j<k} E^j (j+1)),  k = 1..D      (23)
    delta_(D+1) = 1 / (B sum_{j<D} E^j (D-j))                                       (32)
    C_k         = sum_{j<=k} E^j / sum_{j<k} E^j (k-j),               k = 1..D      (34)

delta_k >= delta_(k+1) exactly if C >= C_k (Lemma 3), and C_k falls with k (Lemma 4), so the largest
of them is delta_k for C_k < C <= C_(k-1), with C_0 = oo and C_(D+1) = 0 (Theorem 2).
"""

from fractions import Fraction

from exact.laws.exp_ratio import ExpRatio, Polynomial
from exact.numbers.epsilon import Epsilon


def plain_sum(k: int) -> Polynomial:
    """Return sum_{j<k} E^j."""
    return (1,) * k


def rising_sum(k: int) -> Polynomial:
    """Return sum_{j<k} E^j (j+1)."""
    return tuple(range(1, k + 1))


def falling_sum(k: int) -> Polynomial:
    """Return sum_{j<k} E^j (k-j)."""
    return tuple(range(k, 0, -1))


def odds(eta: Fraction) -> Fraction:
    """Return C = 2 eta / (1 - eta)."""
    return 2 * eta / (1 - eta)


def type_one(epsilon: Epsilon, eta: Fraction, k: int) -> ExpRatio:
    """Return delta_k, (23).

    >>> type_one(Epsilon(exp=Fraction(2)), Fraction(3, 5), 2).exact
    Fraction(1, 5)
    """
    above = [odds(eta)] * k + [Fraction(-1)]
    return ExpRatio.of(epsilon, above, rising_sum(k)) * ((1 - eta) / 2)


def type_two(epsilon: Epsilon, eta: Fraction, D: int) -> ExpRatio:
    """Return delta_(D+1), (32).

    >>> type_two(Epsilon(exp=Fraction(2)), Fraction(3, 5), 2).exact
    Fraction(1, 20)
    """
    return ExpRatio.of(epsilon, [(1 - eta) / 2], falling_sum(D))


def crossover(epsilon: Epsilon, k: int) -> ExpRatio:
    """Return C_k, (34).

    >>> crossover(Epsilon(exp=Fraction(2)), 1).exact
    Fraction(3, 1)
    """
    return ExpRatio.of(epsilon, plain_sum(k + 1), falling_sum(k))


def knee(epsilon: Epsilon, D: int) -> ExpRatio:
    """Return the eta with C = C_D, beyond which delta grows fast: C_D / (2 + C_D).

    >>> knee(Epsilon(exp=Fraction(2)), 1).exact
    Fraction(3, 5)
    """
    at = crossover(epsilon, D)
    return at / (at + ExpRatio.of(epsilon, [2]))


def largest(epsilon: Epsilon, eta: Fraction, D: int) -> int:
    """Return the k of Theorem 2: the first with C > C_k, or D + 1 where there is none.

    >>> [largest(Epsilon(exp=Fraction(2)), eta, 3) for eta in (Fraction(1, 3), Fraction(3, 5))]
    [4, 2]
    """
    C, low, high = odds(eta), 1, D + 1
    while low < high:  # C_k falls with k, Lemma 4
        middle = (low + high) // 2
        if crossover(epsilon, middle).compare(C) < 0:
            high = middle
        else:
            low = middle + 1
    return low


def lower_bound(epsilon: Epsilon, eta: Fraction, D: int) -> ExpRatio:
    """Return the largest of delta_1, ..., delta_(D+1), Theorem 1."""
    k = largest(epsilon, eta, D)
    return type_two(epsilon, eta, D) if k == D + 1 else type_one(epsilon, eta, k)
