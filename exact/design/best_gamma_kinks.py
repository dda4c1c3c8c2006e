"""Where the best gamma can lie: only at a kink gamma = epsilon / (2k-1), k = 1..D.

Theorem. For every epsilon > 0 and D >= 1 each gamma > 0 that minimises delta_{gamma,D}(epsilon),
Sadeghi-Chien (2.19), is one of epsilon / (2k-1), k = 1..D.

Proof. Let u = gamma / epsilon, E = e^epsilon and f_k = N / T with N = t_k - E t_(k+1) as in
``best_gamma_curve``: delta = f_k > 0 on the piece between the kinks 1/(2k+1) and 1/(2k-1).
Suppose f_k' = 0 at some u inside the piece. Give the numbers y = j^2, j = 0..D, the masses by which
N - f_k T (f_k held fixed) is the sum of n_j: n_j < 0 for every j other than k, namely -f_k times a
positive weight for j < k and (1 - E - 2 f_k) x^(j^2) for j > k. Since d/du multiplies the mass at y
by -epsilon y, the three facts f_k = N / T, f_k' = 0 and the value of f_k'' there are

    sum n_j = 0,    sum n_j y_j = 0,    f_k'' T / epsilon^2 = sum n_j y_j^2 = sum n_j (y_j - y_k)^2,

and the last sum is negative. So every stationary point is a strict local maximum: no minimum lies
inside a piece. Below the first kink, u < 1/(2D-1), delta = 1 / (e^(gamma D^2) T) falls strictly:
e^(gamma D^2) T is a sum of e^(gamma (D^2 - j^2)), not all constant. Above the last kink, u > 1,
t_0 = (T+1)/2 and t_1 = (T-1)/2 give delta = (1 - E)/2 + (1 + E)/(2T), which rises strictly. QED.

This route uses integers with directed rounding, and shares nothing with the branch and bound.
"""

from fractions import Fraction

from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import rate_of_epsilon
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from exact.privacy.law_privacy import event_delta


def best_kinks(epsilon: Epsilon, D: int, bits: int = 40) -> tuple[tuple[int, ...], Enclosure]:
    """Return every k whose kink may minimise delta over all gamma > 0, and the minimum.

    Requires epsilon > 0 and D >= 1. Ensures, by the theorem above, that each minimiser is
    epsilon / (2k-1) for one of the k returned (one k, unless two values agree to 2^-bits).

    >>> best_kinks(Epsilon(value=Fraction(1, 2)), 11)[0]
    (9,)
    """
    deltas = {k: _kink_delta(epsilon, D, k) for k in range(1, D + 1)}

    def attempt(working: int) -> tuple[tuple[int, ...], Enclosure] | None:
        values = {k: delta.enclose(working) for k, delta in deltas.items()}
        hi = min(value.hi for value in values.values())
        least = Enclosure(min(value.lo for value in values.values()), hi)
        ties = tuple(k for k, value in values.items() if value.lo <= hi)
        return (ties, least) if least.is_relatively_narrow(bits) else None

    # It ends: each of the finitely many values is positive, and their bounds approach them.
    return narrow(attempt, bits + deltas[D].spare_bits, "the best kink")


def kink_reaches(epsilon: Epsilon, D: int, k: int, delta: Fraction) -> bool:
    """Tell whether delta at gamma = epsilon / (2k-1) is at most ``delta``, exactly.

    >>> kink_reaches(Epsilon(exp=Fraction(2)), 1, 1, Fraction(1, 4))  # a tie
    True
    """
    return _kink_delta(epsilon, D, k).compare(delta) <= 0


def kink_law(epsilon: Epsilon, D: int, k: int) -> MaxEntLaw:
    """Return the law with gamma = epsilon / (2k-1)."""
    return MaxEntLaw(D, rate_of_epsilon(epsilon, Fraction(1, 2 * k - 1)))


def _kink_delta(epsilon: Epsilon, D: int, k: int) -> Real:
    """Return delta of that law, (t_k - e^epsilon t_(k+1)) / T."""
    return event_delta(kink_law(epsilon, D, k), epsilon, k)
