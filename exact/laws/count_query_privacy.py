"""What the noise of Definition 2 gives for neighbouring counts: single outcomes, and all events.

Neighbouring counts release p(z) and p(z-1) for the same output. Of single outcomes, the largest
p(z) - E p(z-1) is what Sadeghi-Asoodeh-Calmon call delta (Remark 1); of all events, it is the sum
of the positive ones. By symmetry the other direction gives the same.

Theorem 3 says that the first is the largest lower bound. Of the inequalities of single outcomes,
Proposition 4 leaves out p(1) <= E p(0) + delta, that is (for C <= C_D) alpha_2 <= C; below that
odds the theorem fails.
"""

from exact.laws.count_query import CountQueryLaw, alphas
from exact.laws.count_query_bounds import odds
from exact.laws.exp_ratio import ExpRatio, total


def excesses(law: CountQueryLaw) -> dict[int, ExpRatio]:
    """Return p(z) - e^epsilon p(z-1) for every z that can occur, at the law's own epsilon."""
    D = law.D
    return {z: law.probability(z) - law.probability(z - 1).times_exp() for z in range(-D, D + 1)}


def worst_event(law: CountQueryLaw) -> tuple[int, ...]:
    """Return the z with p(z) > e^epsilon p(z-1)."""
    return tuple(z for z, excess in excesses(law).items() if excess.sign() > 0)


def singleton_delta(law: CountQueryLaw) -> ExpRatio:
    """Return the largest excess of a single outcome.

    >>> from fractions import Fraction
    >>> from exact.numbers.epsilon import Epsilon
    >>> tiny = CountQueryLaw(Epsilon(exp=Fraction(4)), Fraction(1, 100), 2)
    >>> singleton_delta(tiny).exact, tiny.claimed_delta.exact
    (Fraction(149, 400), Fraction(33, 400))
    """
    found = list(excesses(law).values())
    best = found[0]
    for excess in found[1:]:
        if (excess - best).sign() > 0:
            best = excess
    return best


def tight_delta(law: CountQueryLaw) -> ExpRatio:
    """Return the delta over all events at the law's own epsilon: the sum of positive excesses."""
    return total((e for e in excesses(law).values() if e.sign() > 0), law.epsilon)


def keeps_theorem_3(law: CountQueryLaw) -> bool:
    """Tell whether alpha_2 <= C, so that single outcomes have the delta of Theorem 3."""
    if law.limit == 1 or law.k <= law.limit:
        return True
    return alphas(law)[1].compare(odds(law.eta)) <= 0


def converted_delta(law: CountQueryLaw) -> ExpRatio:
    """Return (2D + 1) delta, what Remark 2 gives for all events, D the paper's."""
    return law.claimed_delta * (2 * law.limit + 1)
