"""A law from the command line: by its name and its parameters."""

import argparse

from exact.design.asked import DEFAULT_KEYSIZE
from exact.design.table import table_of_law
from exact.laws.given import law_given
from exact.laws.law import Law
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import power_of_two_keysize
from exact.quantiser.names import CEILING
from exact.table.ptable import PTable
from reports.arguments.laws import given_parameters, law_parameters
from reports.commands.reading import refuse_given


def law_of_options(options: argparse.Namespace) -> Law:
    """Return the law that ``--law`` names, of the parameters that were given."""
    return law_given(options.law, options.epsilon, given_parameters(options))


def refuse_law_options(options: argparse.Namespace) -> None:
    """Refuse what describes a law where none is named."""
    if options.law is None:
        names = [parameter.name for parameter in law_parameters()]
        rule = "describes a law, and none is named"
        refuse_given(options, [*names, "keysize", "rule"], rule, "give --law, or leave it out")


def table_of_options(options: argparse.Namespace, epsilon: Epsilon | None) -> PTable:
    """Return the table of the law that ``--law`` names, made for epsilon."""
    keysize = power_of_two_keysize(options.keysize or DEFAULT_KEYSIZE)
    return table_of_law(law_of_options(options), keysize, options.rule or CEILING, epsilon)
