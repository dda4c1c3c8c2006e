"""A law in words: its name and its parameters."""

from exact.laws.count_query import CountQueryLaw
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import LogRate, Rate, RationalRate
from exact.laws.variance_root import VarianceRate
from exact.laws.weighted import WeightedLaw


def law_text(law: WeightedLaw) -> str:
    """Return the name of a law, its support and what fixes it."""
    support = f"on -{law.D} ... {law.D}"
    if isinstance(law, MaxEntLaw):
        return f"maximum entropy {support}, {rate_text(law.rate)}"
    if isinstance(law, LaplaceLaw):
        return f"discrete Laplace {support}, ε = {law.epsilon.text}"
    if isinstance(law, CountQueryLaw):
        return f"count query {support}, ε = {law.epsilon.text}, η = {law.eta}"
    raise TypeError(f"unknown law {type(law).__name__}")


def rate_text(value: Rate) -> str:
    """Return gamma as it was given."""
    if isinstance(value, RationalRate):
        return f"γ = {value.gamma}"
    if isinstance(value, LogRate):
        return f"γ = {value.factor}·ln({value.base})"
    if isinstance(value, VarianceRate):
        return f"γ is the root of (2.7) for the variance {value.variance}"
    raise TypeError(f"unknown rate {type(value).__name__}")
