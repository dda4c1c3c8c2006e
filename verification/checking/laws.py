"""The declared law by its name: bounds of the weights of its noise, by its own formula.

Weights are proportional to probabilities. What a law needs beside its parameters is the number of
bits, and where its rate is fixed by a variance, bounds of x = e^-rate, which are checked.
"""

from collections.abc import Callable

from verification.checking.count_query import count_query
from verification.checking.laws_by_count import hellinger, pram, up_to_q
from verification.checking.maxent import maxent
from verification.checking.power_laws import discrete_gaussian, laplace, truncated_normal
from verification.checking.reading import Document, by_name, only, whole
from verification.checking.refusing import refuse
from verification.checking.rounding import Law

MOST_BITS = 1024


def law_of(origin: Document, evidence: Document, K: int) -> Law:
    """Return the law that a table names."""
    given = only(origin, "law", "rule", "epsilon", "delta", "parameters")["parameters"]
    law = LAWS.get(origin["law"]) or refuse("the law of the table is unknown")
    if evidence["x"] is not None and law in (count_query, hellinger, pram, up_to_q):
        refuse("x is given where it means nothing")
    return law(given, evidence["x"], K.bit_length() + whole(evidence["bits"], 1, MOST_BITS) + 96)


LAWS: dict[str, Callable[[Document, Document | None, int], Law]] = by_name(
    maxent, laplace, truncated_normal, discrete_gaussian, count_query, hellinger, pram, up_to_q
)
