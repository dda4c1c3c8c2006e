"""A law from the command line: by its name and its parameters."""

import argparse
from fractions import Fraction

from exact.errors import InputError
from exact.laws.law import Law
from exact.laws.maxent import PAPER_POSITION, MaxEntLaw
from exact.laws.registry import kind_of
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import power_of_two_keysize, rational
from exact.quantiser.rules import CEILING
from exact.table.ptable import PTable
from reports.arguments.laws import law_parameters

_DEFAULT_KEYSIZE = "2^32"


def law_of_options(options: argparse.Namespace) -> Law:
    """Return the law that ``--law`` names, of the parameters that were given."""
    kind = kind_of(options.law)
    given = given_parameters(options)
    if options.epsilon is not None and any(p.name == "epsilon" for p in kind.taken):
        given["epsilon"] = options.epsilon
    return kind.of_text(given)


def given_parameters(options: argparse.Namespace) -> dict[str, str]:
    """Return the parameters beside epsilon that were given, refusing those of other laws."""
    kind = kind_of(options.law)
    texts = {p: getattr(options, p.name) for p in law_parameters()}
    given = {parameter: text for parameter, text in texts.items() if text is not None}
    for parameter, text in given.items():
        if parameter.name not in {p.name for p in kind.taken}:
            takes = ", ".join(f"--{p.option}" for p in kind.taken)
            rule = f"is no parameter of the law {kind.name}"
            raise InputError(parameter.option, text, rule, f"it takes {takes}")
    return {parameter.name: text for parameter, text in given.items()}


def table_of_options(options: argparse.Namespace, epsilon: Epsilon | None) -> PTable:
    """Return the table of the law that ``--law`` names, made for epsilon."""
    from exact.design.table import table_of_law

    keysize = power_of_two_keysize(options.keysize or _DEFAULT_KEYSIZE)
    return table_of_law(law_of_options(options), keysize, options.rule or CEILING, epsilon)


def maxent_of_options(options: argparse.Namespace) -> MaxEntLaw:
    """Return the maximum-entropy law by gamma, by variance, or by epsilon and position."""
    law = law_of_options(options)
    assert isinstance(law, MaxEntLaw)
    return law


def position(options: argparse.Namespace) -> Fraction:
    """Return where gamma lies in (2.20)."""
    return PAPER_POSITION if options.position is None else rational(options.position, "position")
