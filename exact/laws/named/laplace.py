"""The discrete Laplace law by name, Rinott-O'Keefe-Shlomo-Skinner (5.2)."""

from exact.laws.discrete_laplace import MAX_M, LaplaceLaw
from exact.laws.law import POWERS, LawKind
from exact.laws.parameters import epsilon, whole

LAW = LawKind(
    name=LaplaceLaw.name,
    title="discrete Laplace",
    shape=POWERS,
    rates="ε rational, or the logarithm of a rational",
    parameters=(epsilon(), whole("m", "largest noise", 1, MAX_M)),
    make=LaplaceLaw,
)
