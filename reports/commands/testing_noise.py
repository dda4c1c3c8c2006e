"""The noise of a test from the command line: a law, a table, or none; exactly one of them."""

import argparse

from exact.errors import InputError
from exact.inference.channel import Channel, LawChannel, NoNoise, TableChannel
from reports.arguments.laws import given_parameters
from reports.commands.laws import law_of_options
from reports.commands.reading import OF_A_FILE, options_of, refuse_given
from reports.inputs import read_table

_REMEDY = "give --law with its parameters, --table FILE, or --no-noise"


def channel_of(options: argparse.Namespace) -> Channel:
    """Return the noise that was named."""
    named = [options.law is not None, options.noise_table is not None, options.no_noise]
    if sum(named) != 1:
        rule = "is missing" if not any(named) else "is named more than once"
        raise InputError("noise", "", rule, _REMEDY)
    if options.noise_table is None:
        refuse_given(options, OF_A_FILE, "is about a table's file", "give --table, or leave it out")
    if options.law is not None:
        return LawChannel(law_of_options(options))
    if options.epsilon is not None or given_parameters(options):
        raise InputError("law", "", "is missing", "parameters of a law go with --law")
    if options.no_noise:
        return NoNoise()
    return TableChannel(read_table(options.noise_table, options_of(options))[0])
