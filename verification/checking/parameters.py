"""What the claims speak of: table, targets, declared moments, key law; read before any claim."""

from dataclasses import dataclass
from fractions import Fraction

from verification.checking.exponential import check_exp
from verification.checking.keys import KeyLaw, read_arithmetic
from verification.checking.reading import Document, only, plain, ratio, write
from verification.checking.refusing import demand, refuse, same
from verification.checking.table import Table, read_table

MOST_TARGETS = 100


@dataclass(frozen=True)
class Target:
    """An epsilon as written, bounds of e^epsilon, and the delta claimed (None: only measured)."""

    epsilon: str
    lo: Fraction
    hi: Fraction
    delta: Fraction | None


@dataclass(frozen=True)
class Parameters:
    """All that a claim may depend on."""

    table: Table
    origin: Document | None
    targets: tuple[Target, ...]
    declared: dict[str, Fraction]
    law: KeyLaw | None
    assumed: bool


def read_parameters(cert: Document) -> Parameters:
    """Read and check every parameter: a claim about nonsense is never looked at."""
    table = read_table(cert["table"])
    targets = tuple(read_target(target) for target in cert["epsilons"])
    if not 0 < len({target.epsilon for target in targets}) == len(targets) <= MOST_TARGETS:
        refuse(f"there must be 1 to {MOST_TARGETS} different epsilons")
    if not table.neighbours():
        refuse("the table covers no two neighbouring counts: there is no privacy to speak of")
    moments = only(cert["declared"], "bias", "variance")
    declared = {name: ratio(value) for name, value in moments.items() if value is not None}
    arithmetic = cert["key_arithmetic"]
    law, assumed = (None, False) if arithmetic is None else read_arithmetic(arithmetic, table.K)
    return Parameters(table, cert["table"]["origin"], targets, declared, law, assumed)


def read_target(document: Document) -> Target:
    """Read an epsilon with its delta, and check the bounds of e^epsilon that are given."""
    text = only(document, "epsilon", "delta", "exp")["epsilon"]
    bounds = only(document["exp"], "lo", "hi")
    lo, hi = ratio(bounds["lo"]), ratio(bounds["hi"])
    if text.startswith("ln(") and text.endswith(")"):
        exact = write(plain(text.removeprefix("ln(").removesuffix(")")))
        same(f"e^{text}", [write(lo), write(hi)], [exact, exact])
    else:
        check_exp(f"e^({text})", plain(text), lo, hi)
    demand(lo >= 1, "epsilon is negative")
    delta = None if document["delta"] is None else ratio(document["delta"])
    if delta is not None and not 0 <= delta <= 1:
        refuse(f"delta = {document['delta'][:40]} is no probability")
    return Target(text, lo, hi, delta)
