"""What is claimed about the privacy of a table: on the command line, or by its own file."""

import argparse
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import probability
from exact.table.ptable import PTable
from verification.findings.declared import Declared


@dataclass(frozen=True, slots=True)
class Claim:
    """An epsilon, and the delta claimed at it; None where nothing was said."""

    epsilon: Epsilon | None = None
    delta: Fraction | None = None


def claim_of_options(options: argparse.Namespace, declared: Declared) -> Claim:
    """Return what ``--epsilon`` and ``--delta`` say, or ``--declare`` in their place."""
    for name in ("epsilon", "delta"):
        given = getattr(options, name)
        if given is not None and getattr(declared, name) is not None:
            rule = f"does not go with --declare {name}=..., which says it already"
            raise InputError(name, given, rule, "leave one of them out")
    epsilon = declared.epsilon if options.epsilon is None else read_epsilon(options.epsilon)
    delta = declared.delta if options.delta is None else probability(options.delta, "delta")
    if delta is not None and epsilon is None:
        raise InputError("delta", delta, "needs an epsilon", "give --epsilon too")
    return Claim(epsilon, delta)


def claim_about(table: PTable, claim: Claim, declared: Declared) -> Claim:
    """Return what is claimed about a table: as given, else as its file declares.

    Without any epsilon only declared values about its rows can be checked.
    """
    if claim.epsilon is not None:
        return claim
    if table.origin is not None and table.origin.epsilon is not None:
        return Claim(table.origin.epsilon, table.origin.delta)
    if not declared.about_the_rows:
        rule = "is missing, and the table declares none"
        remedy = "give --epsilon, or declare what is to be checked, such as --declare bias=0"
        raise InputError("epsilon", "", rule, remedy)
    return claim
