"""The optimal noise of a count query by name, Sadeghi-Asoodeh-Calmon (37)-(39)."""

from fractions import Fraction

from exact.laws.count_query import MAX_LIMIT, CountQueryLaw
from exact.laws.law import COUNT_QUERY, LawKind
from exact.laws.parameters import epsilon, share, whole
from exact.numbers.epsilon import Epsilon


def _made(epsilon: Epsilon, eta: Fraction, D: int) -> CountQueryLaw:
    return CountQueryLaw(epsilon, eta, D)


LAW = LawKind(
    name=CountQueryLaw.name,
    title="count query",
    shape=COUNT_QUERY,
    rates="ε rational, or the logarithm of a rational",
    parameters=(
        epsilon(),
        share("eta", "probability of no noise"),
        whole("D", "largest noise", 1, MAX_LIMIT),
    ),
    make=_made,
)
