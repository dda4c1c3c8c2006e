"""Every kind of claim, in the order in which a certificate makes them."""

from collections.abc import Iterator
from typing import Any

from exact.errors import InputError
from verification.claims import (
    composition,
    dp_all_events,
    dp_singletons,
    key_completeness,
    key_law,
    margins,
    moments,
    never_negative,
    optimality,
    paper_measures,
    quantisation,
    well_formed,
    zero,
)
from verification.claims.context import Context
from verification.claims.kind import Claim, ClaimKind
from verification.smt.problem import Problem

CLAIMS: tuple[ClaimKind[Any], ...] = (
    well_formed.KIND,
    key_completeness.KIND,
    quantisation.KIND,
    moments.KIND,
    dp_all_events.KIND,
    dp_singletons.KIND,
    paper_measures.KIND,
    key_law.KIND,
    never_negative.KIND,
    zero.KIND,
    optimality.KIND,
    composition.KIND,
    margins.KIND,
)
_BY_NAME = {kind.name: kind for kind in CLAIMS}


def kind_of(name: str) -> ClaimKind[Any]:
    """Return the kind of claim with a name."""
    if name not in _BY_NAME:
        raise InputError("claim", name, "is not known", f"known are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def made(context: Context) -> Iterator[Claim]:
    """Yield every claim that can be made, with its evidence."""
    for kind in CLAIMS:
        found = kind.make(context)
        if found is not None:
            holds, evidence = found
            yield Claim(kind.name, holds, kind.covering.of(context), evidence)


def problems(context: Context) -> Iterator[Problem]:
    """Yield the problems of every claim."""
    for kind in CLAIMS:
        yield from kind.problems(context)
