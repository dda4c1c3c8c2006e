"""Everything that is said about the independence of rows and columns, in one value."""

from dataclasses import dataclass
from fractions import Fraction

from exact.inference.chi_square import chi_square_tail, naive_statistic
from exact.inference.independence import Tested
from exact.inference.released import Released
from exact.numbers.enclosure import Enclosure


@dataclass(frozen=True, slots=True)
class Verdict:
    """A statistic, and its asymptotic p-value."""

    statistic: Enclosure
    p_value: Enclosure


@dataclass(frozen=True, slots=True)
class IndependenceAnswer:
    """The test that knows the noise, and the one that ignores it where it is defined."""

    released: Released
    noise: str
    alpha: Fraction
    degrees: int
    tested: Tested
    corrected: Verdict
    naive: Verdict | None

    @property
    def rejected(self) -> bool | None:
        """Whether independence is rejected; None where the bounds do not tell."""
        if self.corrected.p_value.hi <= self.alpha:
            return True
        return False if self.corrected.p_value.lo > self.alpha else None


def judged(released: Released, noise: str, alpha: Fraction, tested: Tested) -> IndependenceAnswer:
    """Return both tests with their p-values, (r - 1)(c - 1) degrees of freedom."""
    degrees = (len(released.rows) - 1) * (len(released.columns) - 1)
    naive = naive_statistic(released.cells)
    return IndependenceAnswer(
        released,
        noise,
        alpha,
        degrees,
        tested,
        Verdict(tested.statistic, chi_square_tail(tested.statistic, degrees)),
        None if naive is None else Verdict(naive, chi_square_tail(naive, degrees)),
    )
