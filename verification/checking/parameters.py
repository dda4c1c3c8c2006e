"""What the claims speak of: table, targets, declared values, key law; read before any claim."""

from fractions import Fraction
from typing import NamedTuple

from verification.checking.empty_cells import of_records
from verification.checking.keys import KeyLaw, uniform
from verification.checking.older_table import newer
from verification.checking.reading import Bounds, Document, only, plain, ratio, read_bounds, whole
from verification.checking.reals import exp_of
from verification.checking.refusing import demand, refuse
from verification.checking.release import Release, read_release
from verification.checking.table import Table, read_table
from verification.checking.xor_keys import xor_of_four


class Target(NamedTuple):
    """An epsilon as written, bounds of e^epsilon, and the delta claimed (None: only measured)."""

    epsilon: str
    lo: Fraction
    hi: Fraction
    delta: Fraction | None


class Parameters(NamedTuple):
    """All that a claim may depend on; ``declared`` are bounds of moments and of the noise.

    ``seen`` is the table as cells see it: of nobody the key is 0 where it is stated how keys are
    made of records, and else as uniform as others. ``first_pair`` says what is claimed of the pair
    (0, 1), if not what is of every pair.
    """

    version: int
    table: Table
    origin: Document | None
    targets: tuple[Target, ...]
    declared: dict[str, Bounds]
    law: KeyLaw | None
    assumed: bool
    release: Release | None
    seen: Table
    first_pair: str | None

    @property
    def promised(self) -> bool:
        """Whether something is promised: a delta, a value of the rows, or a hole."""
        aims = self.release.aims if self.release else ()
        deltas = [*(target.delta for target in self.targets), *(aim.delta for aim in aims)]
        return deltas.count(None) < len(deltas) or bool(self.declared or self.table.holes)


def read_parameters(cert: Document) -> Parameters:
    """Read and check every parameter: a claim about nonsense is never looked at."""
    table, origin = read_table(cert["table"]), newer(cert["table"])["origin"]
    if not table.pairs():
        refuse("the table covers no two neighbouring counts: there is no privacy to speak of")
    epsilons = [target["epsilon"] for target in cert["epsilons"]]
    if not 0 < len(set(epsilons)) == len(epsilons) <= 100:
        refuse("there must be 1 to 100 different epsilons")
    targets = tuple(map(read_target, cert["epsilons"]))
    if origin is not None and [origin["epsilon"], origin["delta"]] != [None, None]:
        at, delta = origin["epsilon"], None if origin["delta"] is None else plain(origin["delta"])
        if not [one for one in targets if one.epsilon == at and delta in (None, one.delta)]:
            refuse("what the table was designed for is none of the targets")
    law, assumed = keys = read_arithmetic(cert["key_arithmetic"], table.K)
    named = only(cert["declared"], "bias", "variance", "noise").items()
    declared = {name: read_bounds(value) for name, value in named if value is not None}
    release = read_release(cert, table) if "release" in cert else None
    seen = of_records(table) if table.zero == "row" and law and not assumed else table
    version, first = cert["version"], str(cert["first_pair"]) if "first_pair" in cert else None
    return Parameters(version, table, origin, targets, declared, *keys, release, seen, first)


def read_target(document: Document) -> Target:
    """Read an epsilon with its delta, and check the bounds of e^epsilon that are given.

    Own bounds of it, finer than those, must lie between them.
    """
    epsilon, delta = only(document, "epsilon", "delta", "exp")["epsilon"], document["delta"]
    lo, hi = read_bounds(document["exp"])
    finest = max(lo.denominator, hi.denominator).bit_length() + int(hi).bit_length()
    least, most = exp_of(epsilon, Fraction(1), finest + 64)
    demand(1 <= lo <= least <= most <= hi, f"e^({epsilon}) is not between the bounds given")
    demand(least < most or lo == hi, f"e^({epsilon}) is known, and the bounds are wider")
    claimed = None if delta is None else ratio(delta)
    if claimed is not None and not 0 <= claimed <= 1:
        refuse("a delta is no probability")
    return Target(epsilon, lo, hi, claimed)


def read_arithmetic(document: Document | None, K: int) -> tuple[KeyLaw | None, bool]:
    """Read how keys are made, if that is known; return their law, and whether it is assumed."""
    if document is None:
        return None, False
    if type(document["assumed"]) is not bool:
        refuse("key_arithmetic: assumed is neither true nor false")
    if document["kind"] == "sum":
        return uniform(K), only(document, "kind", "assumed")["assumed"]
    if only(document, "kind", "assumed", "bigN")["kind"] != "xor4" or K & (K - 1):
        refuse("unknown key arithmetic")
    return xor_of_four(K, whole(document["bigN"], 1, K)), document["assumed"]
