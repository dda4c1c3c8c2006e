"""(epsilon, delta)-probabilistic differential privacy, Rinott-O'Keefe-Shlomo-Skinner (4.5).

With C = {b : P(b) > e^epsilon Q(b)}, the complement of their G, the two deltas of a pair are

    probabilistic  P(C),        (epsilon, delta)-DP  P(C) - e^epsilon Q(C):

so the second is never larger (Lemma 1), and they are equal exactly if Q(C) = 0, that is if no
outcome has a finite ratio above e^epsilon.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.privacy.profile import Profile


@dataclass(frozen=True, slots=True)
class TwoDeltas:
    """The least delta of both relaxations for one pair of neighbours at one epsilon."""

    probabilistic: Fraction
    tight: Delta

    @property
    def order(self) -> int:
        """The sign of tight - probabilistic: -1 or 0, by Lemma 1."""
        return self.tight.compare(self.probabilistic)

    @property
    def conversion_is_free(self) -> bool:
        """Tell whether Q(C) = 0, so that Lemma 1 loses nothing."""
        return self.tight.B == 0


def two_deltas(profile: Profile, epsilon: Epsilon) -> TwoDeltas:
    """Return P(C) and P(C) - e^epsilon Q(C).

    >>> from exact.pmf import Pmf
    >>> from exact.privacy.profile import profile
    >>> pair = profile(Pmf((0, 1), (3, 1)), Pmf((0, 1), (1, 3)))
    >>> both = two_deltas(pair, Epsilon(exp=Fraction(2)))
    >>> both.probabilistic, both.tight.exact, both.order
    (Fraction(3, 4), Fraction(1, 4), -1)
    """
    tight = profile.delta(epsilon)
    return TwoDeltas(tight.A, tight)
