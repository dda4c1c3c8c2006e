"""The symmetric noise of Sadeghi-Asoodeh-Calmon for counts n >= D, Proposition 3 and Definition 2.

p(0) = eta, p(-j) = p(j) = alpha_j (1 - eta)/2, j = 1..D, (14), with the alphas of (37)-(39):

    alpha_j = sum_{l<=D-j} E^l / sum_{l<D} E^l (D-l)                     if C <= C_D,
    alpha_j = (alpha_(j-1) - B delta_k)/E, alpha_0 = C, j = 1..k         if C_k < C <= C_(k-1),

and alpha_j = 0 beyond k. Multiplied by sum_{l<k} E^l (l+1) the second is a polynomial,

    C sum_{m<k-j} (m+1) E^m - C sum_{k-j<=m<=k-2} (k-1-m) E^m + sum_{k-j<=m<k} E^m,

(40) for j = 1 and (42) for j = k: so no digit is lost in the recursion, and ties are decided.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from exact.errors import InputError
from exact.laws.count_query_bounds import (
    falling_sum,
    largest,
    lower_bound,
    odds,
    plain_sum,
    rising_sum,
)
from exact.laws.exp_ratio import ExpRatio, total
from exact.laws.law import JsonValue, OneNoise, Weights
from exact.laws.two_point import pmf_of
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, probability
from exact.numbers.producers import remembered
from exact.pmf import Pmf

# Powers of e^epsilon as long as e^(epsilon D): some 20 seconds at the limits.
MAX_LIMIT = 5000
MAX_E_BITS = 1 << 15


@dataclass(frozen=True, slots=True)
class CountQueryLaw(OneNoise):
    """Noise on [-limit, limit], 0 with probability eta, made for this epsilon.

    ``limit`` is the D of the paper's P1. ``D`` is the largest noise that occurs: k may be smaller.

    >>> law = CountQueryLaw(Epsilon(value=Fraction("2.18")), Fraction("0.8"), 6)
    >>> law.D, law.probability(1).enclosure(27).hi < Fraction("0.0898740")
    (3, True)
    """

    epsilon: Epsilon
    eta: Fraction
    limit: int
    name: ClassVar[str] = "count-query"

    def __post_init__(self) -> None:
        if not isinstance(self.epsilon, Epsilon):
            raise InputError("epsilon", self.epsilon, "must be an Epsilon", "use epsilon('1/2')")
        if not isinstance(self.eta, Fraction):
            raise InputError("eta", self.eta, "must be exact", "give a Fraction")
        probability(self.eta, "eta")
        if type(self.limit) is not int:
            raise InputError("D", self.limit, "must be an integer", "give an int")
        integer(self.limit, "D", 1, MAX_LIMIT)
        if self.epsilon.exp_bounds(0)[1].bit_length() * self.limit > MAX_E_BITS:
            rule = f"makes e^(epsilon D) a number of more than {MAX_E_BITS} bits"
            raise InputError("D", self.limit, rule, "choose a smaller D or epsilon")

    @property
    def k(self) -> int:
        """The k of Theorem 2; ``limit`` + 1 says that the bound of type II is the largest."""
        return _k(self)

    @property
    def D(self) -> int:
        """The largest noise with a positive probability."""
        return _largest_noise(self)

    @property
    def rate(self) -> None:
        """The weights are no powers of one number."""
        return None

    @property
    def formula(self) -> str:
        """p(z) for people."""
        return "p(0) = η, p(z) = α(|z|)·(1 − η)/2"

    @property
    def fixed_by(self) -> str:
        """epsilon and eta."""
        return f"ε = {self.epsilon.text}, η = {self.eta}"

    @property
    def is_log_concave(self) -> bool:
        """p(0) is given, and so may be small or large beside p(1)."""
        return False

    def parameters(self) -> dict[str, JsonValue]:
        """Return epsilon, eta and the D of P1."""
        return {"epsilon": self.epsilon.text, "eta": str(self.eta), "D": self.limit}

    @property
    def claimed_delta(self) -> ExpRatio:
        """The largest lower bound, which Theorem 3 gives as the delta of single outcomes."""
        return lower_bound(self.epsilon, self.eta, self.limit)

    def probability(self, z: int) -> ExpRatio:
        """Return p(z), (14), exactly."""
        if z == 0:
            return ExpRatio.of(self.epsilon, [self.eta])
        if abs(z) > self.limit:
            return ExpRatio.of(self.epsilon, [0])
        return alphas(self)[abs(z) - 1] * ((1 - self.eta) / 2)

    def variance(self) -> ExpRatio:
        """Return (1 - eta) sum_j alpha_j j^2."""
        moments = (self.probability(j) * (2 * j * j) for j in range(1, self.limit + 1))
        return total(moments, self.epsilon)

    def exact_pmf(self) -> Pmf | None:
        """Return the noise as integers where e^epsilon is rational, else None."""
        if self.epsilon.rational_exp is None:
            return None
        return pmf_of({z: self.probability(z).enclose(1).lo for z in range(-self.D, self.D + 1)})

    def weights(self, bits: int) -> Weights:
        """Return integer bounds of p(k) 2^bits, k = 0..D, that are about one apart.

        Rounding in E^m, m <= limit, is at most m units of its last place, and a coefficient is at
        most limit (C + 1): the extra bits are for these.
        """
        working = bits + 2 * self.limit.bit_length() + int(odds(self.eta)).bit_length() + 8
        found = [self.probability(k).enclose(working) for k in range(self.D + 1)]
        scaled = [(e.lo * (1 << working), e.hi * (1 << working)) for e in found]
        return Weights(
            working,
            tuple(max(0, lo.__floor__()) for lo, _ in scaled),
            tuple(hi.__ceil__() for _, hi in scaled),
        )

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * p(k) over ``terms`` {k: coefficient} is 0."""
        return total((self.probability(k) * c for k, c in terms.items()), self.epsilon).sign() == 0


@remembered(1024)
def alphas(law: CountQueryLaw) -> tuple[ExpRatio, ...]:
    """Return alpha_1, ..., alpha_limit of Definition 2, (37)-(39).

    >>> law = CountQueryLaw(Epsilon(exp=Fraction(2)), Fraction(1, 3), 2)
    >>> [alpha.exact for alpha in alphas(law)]
    [Fraction(3, 4), Fraction(1, 4)]
    """
    k, D = law.k, law.limit
    if k == D + 1:
        below = falling_sum(D)
        above = [plain_sum(D - j + 1) for j in range(1, D + 1)]
        return tuple(ExpRatio.of(law.epsilon, one, below) for one in above)
    below, C = rising_sum(k), odds(law.eta)
    found = [ExpRatio.of(law.epsilon, _numerator(C, j, k), below) for j in range(1, k + 1)]
    return (*found, *(ExpRatio.of(law.epsilon, [0], below) for _ in range(k, D)))


def _numerator(C: Fraction, j: int, k: int) -> list[Fraction]:
    """Return the polynomial alpha_j sum_{l<k} E^l (l+1) of the heading."""
    small = [C * (m + 1) for m in range(k - j)]
    return small + [1 - C * (k - 1 - m) for m in range(k - j, k)]


@remembered(1024)
def _largest_noise(law: CountQueryLaw) -> int:
    """Return the last j with alpha_j > 0; the alphas fall, so those of 0 are the last ones."""
    found = alphas(law)
    return max(j for j, alpha in enumerate(found, start=1) if alpha.sign() > 0)


@remembered(1024)
def _k(law: CountQueryLaw) -> int:
    return largest(law.epsilon, law.eta, law.limit)
