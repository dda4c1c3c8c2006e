"""``ptcert test independence``: rows and columns of a released table."""

import argparse
from fractions import Fraction
from pathlib import Path

from exact.errors import InputError
from exact.inference.channel import Channel
from exact.inference.independence import columns_of, proved_statistic
from exact.inference.independence_answer import IndependenceAnswer, judged
from exact.inference.released import Released, read_released
from exact.numbers.guard import integer, probability
from reports.commands.reading import refuse_given
from reports.commands.testing_binomial import target_of
from reports.commands.testing_noise import channel_of
from reports.content.publish import write_document
from reports.content.testing.independence import independence_blocks, independence_page
from reports.document.visible import visible
from reports.files import read_text
from reports.printing import say, say_json, say_lines
from reports.progress import doing
from reports.proposals.enumerated import enumeration
from reports.proposals.log_linear import fit_of
from reports.proposals.power import MAX_TABLES, simulation
from reports.views.testing import independence_json, rates_json

_MAX_BYTES = 4 << 20
_LARGEST_SEED = (1 << 63) - 1


def run(options: argparse.Namespace) -> int:
    """Answer, and print or write the answer."""
    target = None if options.output is None else target_of(options.output)
    alpha, channel = probability(options.alpha, "alpha"), channel_of(options)
    tables, seed = _simulated(options)
    answer = _answer(options, alpha, channel)
    drawn = None if tables is None else simulation(answer, channel, tables, seed)
    counted = enumeration(answer, channel) if options.enumerate else None
    if target is not None:
        with doing("making the page"):
            name = Path(options.released_table).name
            write_document(independence_page(answer, name, drawn, counted), target)
    if options.json:
        say_json(independence_json(answer) | rates_json(drawn, counted))
    elif target is not None:
        say_lines(f"Page written to {options.output}", wide=options.wide)
    else:
        say(independence_blocks(answer, drawn, counted), options.wide)
    return 0


def _simulated(options: argparse.Namespace) -> tuple[int | None, int]:
    seed = integer(options.seed, "seed", 0, _LARGEST_SEED)
    if options.simulate is None:
        refuse_given(options, ("seed",), "is of a simulation", "give --simulate, or leave it out")
        return None, seed
    return integer(options.simulate, "simulate", 1, MAX_TABLES), seed


def _answer(options: argparse.Namespace, alpha: Fraction, channel: Channel) -> IndependenceAnswer:
    released = _released(options.released_table)
    columns = columns_of(released, channel)
    with doing("fitting the table and proving the statistic"):
        found = proved_statistic(columns, fit_of(columns))
    return judged(released, channel.text, alpha, found)


def _released(path: str) -> Released:
    text = read_text(Path(path), _MAX_BYTES, "released", "a CSV table")
    try:
        return read_released(text)
    except InputError as error:
        argument = f"{visible(path)}: {error.argument}"
        raise InputError(argument, error.value, error.rule, error.remedy) from None
