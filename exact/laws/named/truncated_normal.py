"""The truncated normal law by name, Rinott-O'Keefe-Shlomo-Skinner (5.3)."""

from exact.laws.law import SQUARES, LawKind
from exact.laws.parameters import epsilon, whole
from exact.laws.truncated_normal import MAX_M, TruncatedNormal

LAW = LawKind(
    name=TruncatedNormal.name,
    title="truncated normal",
    shape=SQUARES,
    rates="ε rational, or the logarithm of a rational",
    parameters=(epsilon(), whole("m", "largest noise", 1, MAX_M)),
    make=TruncatedNormal,
)
