"""What the claims speak of: table, targets, declared values, key law; read before any claim."""

from dataclasses import dataclass
from fractions import Fraction

from verification.checking.exponential import Bounds, check_exp
from verification.checking.keys import KeyLaw, read_arithmetic
from verification.checking.reading import PLAIN, Document, fits, only, plain, ratio, write
from verification.checking.refusing import demand, refuse, same
from verification.checking.table import Table, read_table

DESIGN = (rf"{PLAIN}|ln\({PLAIN}\)",)


@dataclass(frozen=True)
class Target:
    """An epsilon as written, bounds of e^epsilon, and the delta claimed (None: only measured)."""

    epsilon: str
    lo: Fraction
    hi: Fraction
    delta: Fraction | None


@dataclass(frozen=True)
class Parameters:
    """All that a claim may depend on; ``declared`` are bounds of moments and of the noise."""

    version: int
    table: Table
    origin: Document | None
    targets: tuple[Target, ...]
    declared: dict[str, Bounds]
    law: KeyLaw | None
    assumed: bool

    @property
    def promised(self) -> dict[str, bool]:
        """What is promised, by the claim that must speak of it."""
        delta = any(target.delta is not None for target in self.targets)
        moments, holes = bool(self.declared), bool(self.table.holes)
        return {"dp-all-events": delta, "moments": moments, "key-completeness": holes}


def read_parameters(cert: Document) -> Parameters:
    """Read and check every parameter: a claim about nonsense is never looked at."""
    version, origin = cert["version"], cert["table"]["origin"]
    table = read_table(cert["table"])
    epsilons = [target["epsilon"] for target in cert["epsilons"]]
    if not 0 < len(set(epsilons)) == len(epsilons) <= 100:
        refuse("there must be 1 to 100 different epsilons")
    targets = tuple(read_target(target) for target in cert["epsilons"])
    if not table.pairs():
        refuse("the table covers no two neighbouring counts: there is no privacy to speak of")
    if origin is not None:  # the target that the design was made for is quoted, not claimed
        fits([origin["epsilon"], origin["delta"]], [DESIGN])
    making = cert["key_arithmetic"]
    law, assumed = (None, False) if making is None else read_arithmetic(making, table.K)
    named = only(cert["declared"], "bias", "variance", "noise").items()
    declared = {name: read_bounds(value) for name, value in named if value is not None}
    return Parameters(version, table, origin, targets, declared, law, assumed)


def read_target(document: Document) -> Target:
    """Read an epsilon with its delta, and check the bounds of e^epsilon that are given."""
    epsilon, delta = only(document, "epsilon", "delta", "exp")["epsilon"], document["delta"]
    lo, hi = read_bounds(document["exp"])
    base = logarithm(epsilon)
    if base is not None:
        same(f"e^{epsilon}", [write(lo), write(hi)], [write(base)] * 2)
    else:
        check_exp(f"e^({epsilon})", plain(epsilon), lo, hi)
    demand(lo >= 1, "epsilon is negative")
    if delta is not None and not 0 <= ratio(delta) <= 1:
        refuse("a delta is no probability")
    return Target(epsilon, lo, hi, None if delta is None else ratio(delta))


def logarithm(epsilon: str) -> Fraction | None:
    """Return r where epsilon is written as ln(r), and None where it is a rational."""
    is_log = epsilon.startswith("ln(") and epsilon.endswith(")")
    return plain(epsilon.removeprefix("ln(").removesuffix(")")) if is_log else None


def read_bounds(document: Document) -> Bounds:
    """Read a number that is known between two rationals."""
    lo, hi = ratio(only(document, "lo", "hi")["lo"]), ratio(document["hi"])
    return (lo, hi) if lo <= hi else refuse("bounds are out of order")
